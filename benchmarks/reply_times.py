"""How fast our programs answer ``ping`` and ``oth-stop`` while searches run.

``python -m benchmarks.reply_times [--searches 4] [--rounds 25] [--no-save]``

Starts so many programs, lets all of them search without limits, and asks one after the other.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time

from benchmarks.measure import ROOT, Record, new_record, save

START = "set game (;GM[Othello]TY[8]BO[8 ---------------------------O*------*O--------------------------- *];)"


class Program:
    def __init__(self, protocol: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "logistello.cli.main", protocol, "--hash-mb", "32", "--depth", "60"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    def send(self, line: str) -> None:
        assert self.process.stdin is not None  # noqa: S101
        self.process.stdin.write(line + "\n")

    def wait_for(self, begin: str) -> None:
        assert self.process.stdout is not None  # noqa: S101
        while not self.process.stdout.readline().startswith(begin):
            pass

    def seconds(self, line: str, answer: str) -> float:
        begun = time.perf_counter()
        self.send(line)
        self.wait_for(answer)
        return time.perf_counter() - begun

    def end(self) -> None:
        self.send("quit")
        self.process.communicate()


def nboard(searches: int, rounds: int) -> list[float]:
    programs = [Program("nboard") for _ in range(searches)]
    for program in programs:
        program.send("nboard 2")
        program.send(START)
        program.send("ping 0")
        program.wait_for("pong 0")
    found = []
    for number in range(1, rounds + 1):
        for program in programs:
            program.send("hint 4")
        time.sleep(0.3)
        found += [program.seconds(f"ping {number}", f"pong {number}") for program in programs]
    for program in programs:
        program.end()
    return found


def gtp(searches: int, rounds: int) -> list[float]:
    programs = [Program("gtp") for _ in range(searches)]
    for program in programs:
        program.send("1 name")
        program.wait_for("=1")
    found = []
    for _ in range(rounds):
        for program in programs:
            program.send("2 reg_genmove b")
        time.sleep(0.3)
        found += [program.seconds("3 oth-stop", "=3") for program in programs]
    for program in programs:
        program.end()
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.reply_times", description=__doc__.splitlines()[0])
    parser.add_argument("--searches", type=int, default=4, help="programs that search at the same time")
    parser.add_argument("--rounds", type=int, default=25, help="questions to each")
    parser.add_argument("--no-save", action="store_true", help="do not store the result")
    arguments = parser.parse_args()
    record: Record = {**new_record("reply_times"), "searches": arguments.searches, "rows": []}
    for name, measure in (("nboard ping", nboard), ("gtp oth-stop", gtp)):
        times = [1000 * seconds for seconds in measure(arguments.searches, arguments.rounds)]
        median, longest = round(statistics.median(times), 2), round(max(times), 2)
        record["rows"].append({"what": name, "answers": len(times), "median_ms": median, "longest_ms": longest})
        print(f"{name}: {len(times)} answers, median {median} ms, longest {longest} ms")
    if not arguments.no_save:
        print(f"stored as {save(record).relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
