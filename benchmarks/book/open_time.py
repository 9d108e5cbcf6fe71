"""How long it takes to open a large book and to ask it.

    python -m benchmarks.book.open_time --positions 1000000

The book holds random positions, which need not make sense for that.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from logistello.book import Book, BookNode, BookValue, Evaluation
from logistello.othello import Position


def fill(book: Book, positions: int) -> None:
    """Leaves along random games; keys are real, so that tables and indices have their true size."""
    rng = random.Random(1)  # noqa: S311 - filling
    game = book.game
    run = book.store.new_run("fill")
    made = 0
    while made < positions:
        with book.store.transaction(None):
            for _ in range(2000):
                position = Position.initial()
                while not position.is_over and made < positions:
                    key = game.place(position).key
                    steps = game.steps(key)
                    label = Evaluation(1.5, 16, 73, model=run.kind)
                    book.store.put(BookNode(key, BookValue.estimate(1.5), steps[:1], None, label))
                    made += 1
                    position = position.play(rng.choice(position.legal_moves))


def seconds_to(statement: str, path: Path) -> float:
    """In a new process, so that nothing is warm but the disk; the best of five."""
    code = (
        "import sys, time\n"
        "from logistello.book import Book\n"
        "from logistello.othello import Position\n"
        "position = Position.initial()\n"
        "begun = time.perf_counter()\n"
        f"{statement}\n"
        "print(time.perf_counter() - begun)"
    )
    command = [sys.executable, "-c", code, str(path)]
    return min(float(subprocess.run(command, capture_output=True, text=True, check=True).stdout) for _ in range(5))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--positions", type=int, default=1_000_000)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.book"
        with Book.open(path, writable=True, create=True) as book:
            begun = time.perf_counter()
            fill(book, arguments.positions)
            count = len(book)
            print(f"{count} positions made in {time.perf_counter() - begun:.0f} s")
            book.compact()
        print(f"{path.stat().st_size / count:.0f} bytes a position")
        opened = seconds_to("book = Book.open(sys.argv[1])", path)
        print(f"opened for reading in {1000 * opened:.1f} ms")
        opened = seconds_to("book = Book.open(sys.argv[1], writable=True)", path)
        print(f"opened for writing in {1000 * opened:.1f} ms")
        asked = seconds_to("Book.open(sys.argv[1]).probe(position)", path)
        print(f"opened and asked in {1000 * asked:.1f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
