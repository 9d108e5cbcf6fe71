"""The promises of the web application, measured with one command.

``python -m benchmarks.web [--pages 50] [--seconds 15] [--rounds 7] [--no-browser] [--no-save]``

First paint at most 250 ms, first values within 300 ms of a move, the page at most 300 kB without its languages, 60
frames a second while discs flip; with 50 pages that analyse a ping under 200 ms, work shared fairly, no search left
when they close. ``python -m benchmarks.web monkey`` clicks at random (``monkey.py``).
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from typing import Any

from benchmarks.measure import ROOT, Record, new_record, save, say
from benchmarks.web import browser, monkey, tabs
from benchmarks.web.server import server

#: What is promised, and where it stands in a result; seconds, bytes, frames a second.
PROMISES: tuple[tuple[str, tuple[str, ...], str, float], ...] = (
    ("first paint, median", ("browser", "first_paint", "median"), "<", 0.25),
    ("the page without its languages in bytes", ("browser", "page_bytes"), "<", 300_000),
    ("values after a move, median", ("browser", "values_after_a_move", "median"), "<", 0.3),
    ("values after a move, worst", ("browser", "values_after_a_move", "worst"), "<", 0.3),
    ("frames a second while flipping", ("browser", "flipping", "frames_per_second"), ">", 58.0),
    ("ping under load, median", ("tabs", "ping", "median"), "<", 0.2),
    ("ping under load, worst", ("tabs", "ping", "worst"), "<", 0.2),
    ("idle after all pages closed", ("tabs", "idle_after_closing"), "<", 1.0),
)


def value_at(record: Record, path: tuple[str, ...]) -> float | None:
    found: Any = record
    for name in path:
        found = found.get(name) if isinstance(found, dict) else None
    return None if found is None else float(found)


def verdicts(record: Record) -> list[str]:
    """One line for every promise that was measured."""
    lines = []
    for name, path, relation, bound in PROMISES:
        value = value_at(record, path)
        if value is not None:
            kept = value < bound if relation == "<" else value > bound
            lines.append(f"{'kept  ' if kept else 'BROKEN'}  {name}: {value:g} ({relation} {bound:g})")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.web", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pages", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--rounds", type=int, default=7, help="pages opened; twice as many moves")
    parser.add_argument("--no-browser", action="store_true", help="only the open pages")
    parser.add_argument("--no-save", action="store_true", help="do not keep the result")
    arguments = parser.parse_args()
    record = new_record("web")
    with server() as address:
        if not arguments.no_browser:
            say("the page in Chromium")
            record["browser"] = browser.measure(address, arguments.rounds)
        say(f"{arguments.pages} pages that analyse")
        record["tabs"] = asyncio.run(tabs.measure(address, arguments.pages, arguments.seconds))
    for part in ("browser", "tabs"):
        for name, value in record.get(part, {}).items():
            print(f"{name}: {value}")
    print("\n".join(verdicts(record)))
    if not arguments.no_save:
        print(f"stored as {save(record).relative_to(ROOT)}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["monkey"]:
        raise SystemExit(monkey.main(sys.argv[2:]))
    main()
