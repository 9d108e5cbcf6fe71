"""``kill -9`` at random moments of the real command: ``python -m benchmarks.book.killed_command [--kills 50]``.

Every round starts ``logistello book extend`` on the same book, waits for some moment, takes note of what another
process can read, and kills. What could be read was confirmed: it must be there afterwards, and the book must be
without problems.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from logistello.book import Book, BookNode
from logistello.errors import BookError

#: Small searches, so that a round sees many transactions.
SEARCH = ("--depth", "3", "--solve", "6", "--hash-mb", "1")
_LONGEST_WAIT = 120.0


@dataclass(frozen=True)
class Round:
    """What one kill did."""

    #: Positions that could be read right before the kill, and after it.
    confirmed: int
    found: int
    #: Positions that changed while the command ran: it was at work.
    changed: int
    problems: tuple[str, ...]


def kill_once(book: Path, rng: random.Random, *, workers: int = 2, at_work: bool = True) -> Round:
    """Start, wait, look, kill, check. With ``at_work`` the kill comes when the book is seen to grow, else anywhere."""
    before = contents(book)
    command = [sys.executable, "-m", "logistello.cli.main", "book", "extend", "--book", str(book), *SEARCH]
    process = subprocess.Popen([*command, "--workers", str(workers)], stdout=subprocess.DEVNULL)
    try:
        if at_work:
            _wait_for_change(book, before, process)
            time.sleep(rng.uniform(0.0, 0.5))
        else:
            time.sleep(rng.uniform(0.0, 1.0))
        confirmed = contents(book)
    finally:
        process.kill()
        process.wait()
    found = contents(book)
    problems = [f"lost: {key.hex()}" for key, node in confirmed.items() if not _kept(node, found.get(key))]
    if book.exists():
        with Book.open(book) as opened:
            problems += [str(problem) for problem in opened.verify()]
    changed = sum(before.get(key) != node for key, node in found.items())
    return Round(len(confirmed), len(found), changed, tuple(problems))


def contents(book: Path) -> dict[bytes, BookNode]:
    """All that can be read."""
    if not book.exists():
        return {}
    with Book.open(book) as opened:
        return {node.key: node for node in opened.nodes()}


def _kept(before: BookNode, after: BookNode | None) -> bool:
    """Whether a position still has what it had: every move that was valued, and the value of a leaf.

    A deviation may have become a move of the lines; then its node waits for a search of the next one.
    """
    if after is None:
        return False
    is_valued = before.label is None or after.label is not None or bool(after.edges)
    return is_valued and _known_moves(before) <= _known_moves(after)


def _known_moves(node: BookNode) -> frozenset[int]:
    return node.moves if node.deviation is None else node.moves | {node.deviation.move}


def _wait_for_change(book: Path, before: dict[bytes, BookNode], process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + _LONGEST_WAIT
    while time.monotonic() < end and process.poll() is None:
        with contextlib.suppress(BookError):
            if len(contents(book)) > len(before):
                return
        time.sleep(0.05)
    raise SystemExit("benchmarks: 'book extend' ended by itself or did not begin to work")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    rng = random.Random(options.seed)  # noqa: S311 - no secret
    failed = 0
    with tempfile.TemporaryDirectory(prefix="book-kill-") as folder:
        book = Path(folder) / "killed.book"
        for number in range(options.kills):
            # Every fourth kill comes anywhere, also while the book is made or opened.
            done = kill_once(book, rng, workers=options.workers, at_work=number % 4 != 0)
            failed += bool(done.problems)
            print(json.dumps({"kill": number + 1, **vars(done)}), flush=True)
    print(f"{options.kills} kills, {failed} with problems", file=sys.stderr)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
