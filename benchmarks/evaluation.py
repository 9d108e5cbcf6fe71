"""Speed of the learned evaluation: random games from middle-game positions, evaluated after every move.

``python -m benchmarks.evaluation [--model FILE] [--rounds 5] [--no-save]``; the target is 60 ns an evaluation. What is
counted is what the evaluation adds to the same games without it: updating the indices and summing the weights.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

from benchmarks.measure import ROOT, Record, Yardstick, new_record, save, say
from logistello import _native

# 25 to 40 empty squares: where a search in the middle game spends its time.
_PROGRAM = """
import json, sys
import numpy as np
from logistello import _native
from logistello import Position
from logistello.evaluation import Model
path, rounds = sys.argv[1], int(sys.argv[2])
model = Model.load(path) if path else Model.default()
rng = np.random.default_rng(1)
moves = np.full((4000, 60), 255, np.uint8)
for row in moves:
    position = Position.initial()
    for ply in range(int(rng.integers(20, 36))):
        if not position.legal_moves:
            break
        row[ply] = rng.choice(position.legal_moves)
        position = position.play(int(row[ply]))
own, opp, _, _, ply = _native.replay_positions(moves)[1]
chosen = np.argsort(ply, kind="stable")[np.count_nonzero(ply < 20):]
own, opp = np.ascontiguousarray(own[chosen]), np.ascontiguousarray(opp[chosen])
best = None
for _ in range(rounds):
    count, with_it, without = model.native.time_playouts(own, opp)
    best = min(best or 1e9, (with_it - without) / count * 1e9)
print(json.dumps({"evaluations": count, "nanoseconds": best, "instances": model.patterns.n_instances}))
"""


def measure(level: str, model: str, rounds: int) -> Record:
    """The best of some rounds: other work on the machine only ever adds."""
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM, model, str(rounds)],
        env={**os.environ, "LOGISTELLO_ISA": level},
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    record: Record = {"level": level, **json.loads(done.stdout)}
    say(f"{level}: {record['nanoseconds']:.1f} ns an evaluation ({record['instances']} instances)")
    return record


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, help="a model file; the default model if omitted")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--no-save", action="store_true")
    options = parser.parse_args()
    record = new_record("evaluation")
    with Yardstick() as yardstick:
        record["yardstick_seconds"] = yardstick.run()
    record["levels"] = [
        measure(level, str(options.model or ""), options.rounds) for level in _native.available_levels()
    ]
    if not options.no_save:
        say(f"saved {save(record).relative_to(ROOT)}")


if __name__ == "__main__":
    main()
