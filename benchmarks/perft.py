"""Move generation: perft 11 on one thread, without hashing, on every level of this CPU.

``python -m benchmarks.perft [--rounds 3] [--depth 11] [--no-save]``; the target is half a yardstick.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys

from benchmarks.measure import ROOT, Beside, Record, Yardstick, comparison, new_record, newest, save, say
from logistello import _native

_COUNTS = {8: 390216, 9: 3005288, 10: 24571284, 11: 212258800, 12: 1939886636}
_PROGRAM = """
import sys, time
from logistello import Position, _native
start = Position.initial()
began = time.perf_counter()
leaves = _native.perft(start.own, start.opponent, int(sys.argv[1]), False, 1)
print(leaves, time.perf_counter() - began)
"""


def count(level: str, depth: int) -> float:
    """Seconds of one count in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM, str(depth)],
        env={**os.environ, "LOGISTELLO_ISA": level},
        capture_output=True,
        text=True,
        check=True,
    )
    leaves, seconds = done.stdout.split()
    if int(leaves) != _COUNTS[depth]:
        raise SystemExit(f"level {level} counts {leaves} leaves at depth {depth}; right are {_COUNTS[depth]}")
    return float(seconds)


def measure(level: str, depth: int, rounds: int, yardstick: Yardstick) -> Record:
    """The median of some rounds, each with a yardstick on both sides."""
    taken: list[Record] = []
    before = yardstick.run()
    for number in range(1, rounds + 1):
        seconds = count(level, depth)
        beside = Beside(before, yardstick.run())
        before = beside.after
        taken.append({"seconds": round(seconds, 4), "yardstick": beside.as_record(), "ratio": seconds / beside.mean})
        say(f"{level}, round {number}: {seconds:.3f} s = {seconds / beside.mean:.3f} Y")
    return {
        "level": level,
        "seconds": statistics.median(each["seconds"] for each in taken),
        "yardsticks": round(statistics.median(each["ratio"] for each in taken), 4),
        "rounds": taken,
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.perft", description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3, help="repetitions on each level")
    parser.add_argument("--depth", type=int, default=11, choices=sorted(_COUNTS))
    parser.add_argument("--no-save", action="store_true", help="do not keep the result")
    arguments = parser.parse_args()
    record = new_record("perft")
    record["depth"] = arguments.depth
    with Yardstick() as yardstick:
        record["levels"] = [
            measure(level, arguments.depth, arguments.rounds, yardstick) for level in _native.available_levels()
        ]
    last = newest("perft") or {}
    earlier = {each["level"]: each["yardsticks"] for each in last.get("levels", [])}
    if last.get("depth") != arguments.depth:
        earlier = {}
    for each in record["levels"]:
        line = comparison(f"perft-{arguments.depth}", 1, each["yardsticks"], earlier.get(each["level"]))
        print(f"{each['level']}: {each['seconds']:.3f} s; {line}")
    if not arguments.no_save:
        print(f"stored as {save(record).relative_to(ROOT)}")


if __name__ == "__main__":
    main()
