"""How long endings take by empty squares, mobility and balance: makes the file that the clock manager plans with.

    python -m benchmarks.solve_effort FOLDER            # half an hour of processor time; resumes
    python -m benchmarks.solve_effort FOLDER --fit      # writes src/logistello/engine/solve_effort.json

Endings of games that the engine plays against itself (six moves ahead after ten random ones). Each is searched from an
empty table as in play, winner first; processor time is noted when the winner is proven and when the score is. Times are
multiplied by the speed of the middle game, measured in between on other positions, so that the result is in its nodes.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.measure import ROOT, new_record
from logistello import Engine, Info, Limit, Position
from logistello.engine.solve_effort import EndingFacts
from logistello.files import write_whole

_RANDOM_MOVES = 10
_SPEED_EMPTIES = (34, 40)
_SPEED_DEPTH = 14


def games(engine: Engine, seed: int, most: int, least: int) -> Iterator[Position]:
    """Positions of one game with a choice to make, from ``most`` empty squares to ``least``; and two of before."""
    chance = random.Random(seed)  # noqa: S311 - games
    position = Position.initial()
    while position.legal_moves and position.empties >= least:
        if position.empties in _SPEED_EMPTIES or (position.empties <= most and len(position.legal_moves) > 1):
            yield position
        if position.empties > 60 - _RANDOM_MOVES:
            position = position.play(chance.choice(position.legal_moves))
        else:
            position = position.play(engine.search(position, Limit(depth=6)).pv[0])


def speed(engine: Engine, position: Position) -> dict[str, Any]:
    engine.clear()
    begun = time.process_time()
    found = engine.search(position, Limit(depth=_SPEED_DEPTH))
    return {"kind": "speed", "nodes": found.nodes, "seconds": time.process_time() - begun}


def effort(engine: Engine, position: Position) -> dict[str, Any]:
    engine.clear()
    begun = time.process_time()
    row: dict[str, Any] = {"kind": "ending", **asdict(EndingFacts.of(position, engine.model))}

    def hear(info: Info) -> None:
        if info.outcome is not None:
            row.setdefault("winner", time.process_time() - begun)

    found = engine.search(position, winner_first=True, on_info=hear)
    return {**row, "score": time.process_time() - begun, "value": found.score}


def measure(folder: Path, count: int, most: int, least: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with Engine(hash_mb=128) as player, Engine(hash_mb=128) as engine:
        for seed in range(count):
            path = folder / f"game-{seed:03d}.json"
            if path.exists():
                continue
            rows = []
            for position in games(player, seed, most, least):
                rows.append((effort if position.empties <= most else speed)(engine, position))
            write_whole(path, json.dumps(rows))
            print(path.name, len(rows), "positions", flush=True)


def fit(folder: Path) -> dict[str, Any]:
    rows = [row for path in sorted(folder.glob("game-*.json")) for row in json.loads(path.read_text())]
    speeds = [row for row in rows if row["kind"] == "speed"]
    pace = sum(row["nodes"] for row in speeds) / sum(row["seconds"] for row in speeds)
    endings = [row for row in rows if row["kind"] == "ending"]
    facts = [EndingFacts(row["empties"], row["own_moves"], row["other_moves"], row["one_sided"]) for row in endings]
    terms = np.array([each.terms for each in facts])
    record = new_record("solve_effort")
    answer: dict[str, Any] = {
        "made_by": "python -m benchmarks.solve_effort",
        "unit": "log2 of nodes at the speed of the middle game: constant, empty squares, log2 of own moves, "
        "log2 of the other side's moves, discs of the static value from a draw",
        "positions": len(endings),
        "empties": [min(row["empties"] for row in endings), max(row["empties"] for row in endings)],
        "nodes_per_second": round(pace),
        "commit": record["commit"],
        "machine": record["machine"]["cpu"],
    }
    for proof in ("winner", "score"):
        work = np.log2(np.array([max(row[proof], 0.001) * pace for row in endings]))
        coefficients = np.linalg.lstsq(terms, work, rcond=None)[0]
        errors = work - terms @ coefficients
        answer[proof] = {
            "coefficients": [round(float(each), 4) for each in coefficients],
            "sigma": round(float(errors.std()), 3),
        }
    return answer


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where measurements are kept, a file for each game")
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--most", type=int, default=25, help="empty squares of the largest endings")
    parser.add_argument("--least", type=int, default=17, help="and of the smallest: others take no time")
    parser.add_argument("--fit", action="store_true", help="only fit what is there, and write the package's file")
    options = parser.parse_args()
    if not options.fit:
        measure(options.folder, options.games, options.most, options.least)
    answer = json.dumps(fit(options.folder), indent=1) + "\n"
    print(answer)
    if options.fit:
        write_whole(ROOT / "src/logistello/engine/solve_effort.json", answer)


if __name__ == "__main__":
    main()
