"""The exact solver on the FFO suites and ``hard-20``, on one thread and on two.

``python -m benchmarks.ffo [--suites hard-20,ffo-40-49] [--threads 1,2] [--hash-mb 512] [--full] [--first N]``

Every suite is solved by a fresh engine that keeps its table from position to position, as ``logistello solve`` does,
with a yardstick right before and right after. Every score is checked. The table's memory is touched beforehand: what
the system needs to hand it out is stored as ``table_seconds`` and not part of the times.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass

from benchmarks.measure import (
    HERE,
    ROOT,
    Beside,
    Record,
    Yardstick,
    comparison,
    new_record,
    newest,
    save,
    say,
)
from logistello import Engine
from logistello.othello.notation import Problem, read_path

#: The speed-up counts where there is enough to share, in seconds on one thread.
_LONG = 5.0


@dataclass(frozen=True)
class Suite:
    """Some lines of a file of problems, which are numbered from 1."""

    name: str
    file: str
    lines: slice

    def problems(self) -> list[tuple[int, Problem]]:
        problems = read_path(HERE / "data" / self.file).checked().problems
        return list(enumerate(problems, 1))[self.lines]


SUITES = {
    suite.name: suite
    for suite in (
        Suite("hard-20", "hard-20.obf", slice(50)),
        Suite("ffo-20-39", "ffo-1-59.obf", slice(19, 39)),
        Suite("ffo-40-49", "ffo-1-59.obf", slice(39, 49)),
        Suite("ffo-50-59", "ffo-1-59.obf", slice(49, 59)),
    )
}
USUAL = ("hard-20", "ffo-20-39", "ffo-40-49")


def run(suite: Suite, threads: int, hash_mb: int, first: int | None, yardstick: Yardstick) -> Record:
    """Solve one suite."""
    problems = suite.problems()[:first]
    rows: list[Record] = []
    with Engine(threads=threads, hash_mb=hash_mb) as engine:
        began = time.perf_counter()
        engine.clear()  # touches every page: a table that was never used is zeroed by the system, up to a second
        table_seconds = time.perf_counter() - began
        before = yardstick.run()
        for number, problem in problems:
            result = engine.solve(problem.position)
            row = {
                "number": number,
                "empties": problem.position.empties,
                "score": result.score,
                "expected": problem.best_score,
                "ok": result.exact and result.score == problem.best_score,
                "move": str(result.move),
                "nodes": result.nodes,
                "seconds": round(result.seconds, 4),
                "mn_per_second": round(result.nodes / max(result.seconds, 1e-9) / 1e6, 2),
            }
            rows.append(row)
            say(
                f"{suite.name} {threads}t  #{number:<3d} {row['empties']:2d} empties "
                f"{row['score']:+3d} {row['move']:4} "
                f"{row['nodes']:>14,d} nodes {row['seconds']:9.3f} s {row['mn_per_second']:7.1f} Mn/s"
                f"{'' if row['ok'] else '  WRONG, expected ' + str(row['expected'])}"
            )
    beside = Beside(before, yardstick.run())
    seconds = sum(row["seconds"] for row in rows)
    nodes = sum(row["nodes"] for row in rows)
    return {
        "suite": suite.name,
        "threads": threads,
        "positions": len(rows),
        "complete": first is None,
        "wrong": sum(not row["ok"] for row in rows),
        "table_seconds": round(table_seconds, 3),
        "seconds": round(seconds, 3),
        "yardstick": beside.as_record(),
        "yardsticks": round(seconds / beside.mean, 3),
        "nodes": nodes,
        "nodes_per_second": round(nodes / max(seconds, 1e-9)),
        "rows": rows,
    }


def joined(runs: list[Record]) -> list[Record]:
    """FFO 40-59 as the sum of its halves, where both were solved."""
    sums = []
    for threads in sorted({each["threads"] for each in runs}):
        halves = [each for each in runs if each["threads"] == threads and each["suite"] in ("ffo-40-49", "ffo-50-59")]
        if len(halves) == 2:
            total: Record = {"suite": "ffo-40-59", "threads": threads, "complete": all(e["complete"] for e in halves)}
            for key in ("positions", "wrong", "seconds", "yardsticks", "nodes"):
                total[key] = round(sum(each[key] for each in halves), 3)
            total["nodes_per_second"] = round(total["nodes"] / max(total["seconds"], 1e-9))
            sums.append(total)
    return sums


def speed_ups(runs: list[Record]) -> dict[str, Record]:
    """How much faster several threads are than one, on positions that take one thread long enough."""
    alone = {
        (each["suite"], row["number"]): row["seconds"] for each in runs if each["threads"] == 1 for row in each["rows"]
    }
    answer: dict[str, Record] = {}
    for threads in sorted({each["threads"] for each in runs} - {1}):
        pairs = [
            (alone[each["suite"], row["number"]], row["seconds"])
            for each in runs
            if each["threads"] == threads
            for row in each["rows"]
            if alone.get((each["suite"], row["number"]), 0) > _LONG
        ]
        if pairs:
            ratios = [one / several for one, several in pairs]
            answer[str(threads)] = {
                "positions": len(pairs),
                "total": round(sum(one for one, _ in pairs) / sum(several for _, several in pairs), 3),
                "smallest": round(min(ratios), 3),
                "largest": round(max(ratios), 3),
            }
    return answer


def report(record: Record, last: Record | None) -> None:
    """Totals beside the last result and those of others."""
    known = {(each["suite"], each["threads"]): each for each in (last or {}).get("totals", []) if each["complete"]}
    for each in record["totals"]:
        earlier = known.get((each["suite"], each["threads"])) if each["complete"] else None
        print(
            f"{each['suite']:10} {each['threads']} thread(s): {each['positions']:3d} positions, {each['wrong']} wrong, "
            f"{each['nodes']:,} nodes, {each['seconds']:.3f} s = {each['yardsticks']:.2f} Y, "
            f"{each['nodes_per_second'] / 1e6:.1f} Mn/s"
        )
        if each["complete"]:
            before = earlier["yardsticks"] if earlier else None
            print(f"    {comparison(each['suite'], each['threads'], each['yardsticks'], before)}")
    for threads, each in record["speed_up"].items():
        print(
            f"{threads} threads are {each['total']:.2f} times as fast as one on {each['positions']} positions over "
            f"{_LONG:g} s ({each['smallest']:.2f} to {each['largest']:.2f})"
        )
    if last:
        print(f"last result: {last['date']}, commit {last['commit']}, {last['machine']['cpu']}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ffo", description=__doc__.splitlines()[0])
    parser.add_argument("--suites", default=",".join(USUAL), help=f"some of: {' '.join(SUITES)}")
    parser.add_argument("--threads", default="1,2", help="numbers of threads, separated by commas")
    parser.add_argument("--hash-mb", type=int, default=512, help="size of the table")
    parser.add_argument("--full", action="store_true", help="FFO 50-59 too: many minutes")
    parser.add_argument("--first", type=int, metavar="N", help="only the first N positions of every suite")
    parser.add_argument("--no-save", action="store_true", help="do not keep the result")
    arguments = parser.parse_args()
    names = [name for name in arguments.suites.split(",") if name]
    if unknown := set(names) - set(SUITES):
        parser.error(f"unknown suites: {' '.join(sorted(unknown))}; known: {' '.join(SUITES)}")
    if arguments.full:
        names += [name for name in ("ffo-40-49", "ffo-50-59") if name not in names]

    record = new_record("ffo")
    record["hash_mb"] = arguments.hash_mb
    with Yardstick() as yardstick:
        runs = [
            run(SUITES[name], int(threads), arguments.hash_mb, arguments.first, yardstick)
            for name in names
            for threads in arguments.threads.split(",")
        ]
    summaries = [{key: value for key, value in each.items() if key != "rows"} for each in runs]
    record["totals"] = [*summaries, *joined(runs)]
    record["speed_up"] = speed_ups(runs)
    record["runs"] = [{key: each[key] for key in ("suite", "threads", "rows")} for each in runs]
    report(record, newest("ffo"))
    if not arguments.no_save:
        print(f"stored as {save(record).relative_to(ROOT)}")
    return 1 if any(each["wrong"] for each in runs) else 0


if __name__ == "__main__":
    raise SystemExit(main())
