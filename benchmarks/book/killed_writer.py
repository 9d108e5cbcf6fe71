"""Kill -9 a process that lets a book grow, again and again: the book stays whole, and nothing confirmed is lost.

    python -m benchmarks.book.killed_writer --kills 50

The writer adds random games, extends the book and tells every game when it is learned, as ``logistello book`` would.
After each kill the book must verify, and every game that was told must be in it. With ``--layered`` the book holds only
what it learns over a base of some hundred positions.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

from logistello.book import Book, EngineRecipe, Selection
from logistello.book.packed_book import PackedBook
from logistello.othello import Game

#: Quick searches: the more often it writes, the more often a kill comes while it does.
_RECIPE = EngineRecipe(depth=2, solve_empties=6, hash_mb=16)


def grow(path: Path, seed: int) -> None:
    """What the writer does until it is killed."""
    rng = random.Random(seed)  # noqa: S311 - games for a test
    evaluator = _RECIPE.make()
    with Book.open(path, writable=True, create=True) as book:
        while True:
            game = _random_beginning(rng)
            book.add_games([game], evaluator)
            print(game.transcript(), flush=True)
            book.extend(evaluator, expansions=3, selection=Selection(ply_cost=0.5))


def _random_beginning(rng: random.Random) -> Game:
    game = Game()
    while len(game.moves) < 14:
        game.play(rng.choice(game.position.legal_moves))
    return game


def lay_over_a_base(path: Path, games: int = 20) -> None:
    """Make a base beside ``path`` that this process and its children take for the package's, and a book over it."""
    rng = random.Random(0)  # noqa: S311 - games for a test
    base = path.with_name("base.book")
    book = Book.in_memory()
    book.add_games([_random_beginning(rng) for _ in range(games)], _RECIPE.make())
    book.pack(base)
    os.environ["LOGISTELLO_BASE_BOOK"] = str(base)
    Book.learning_over(PackedBook(base), path).close()


@dataclass
class Outcome:
    """What was found after the kills."""

    kills: int = 0
    confirmed: int = 0
    positions: int = 0
    problems: int = 0


def kill_writers(path: Path, kills: int, seed: int = 1) -> Outcome:
    """Start a writer, kill it after a while, look at the book; so often."""
    rng = random.Random(seed)  # noqa: S311 - moments for a test
    outcome = Outcome()
    confirmed: list[str] = []
    for number in range(kills):
        writer = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "benchmarks.book.killed_writer",
                "--grow",
                str(path.absolute()),
                "--seed",
                str(seed + number),
            ],
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
        )
        told = cast(IO[str], writer.stdout)
        with told:
            confirmed += [told.readline().strip() for _ in range(rng.randint(1, 4))]
            time.sleep(rng.uniform(0.0, 0.3))
            writer.send_signal(signal.SIGKILL)
            confirmed += [line.strip() for line in told if line.endswith("\n")]
        writer.wait()
        if "" in confirmed:
            raise RuntimeError(f"the writer of seed {seed + number} ended by itself")
        with Book.open(path) as book:
            problems = [str(problem) for problem in book.verify()]
            problems += [game for game in confirmed if Game.from_moves(game).position not in book]
            outcome.positions = len(book)
        for problem in problems:
            print(f"kill {number + 1}: {problem}", file=sys.stderr)
        outcome.problems += len(problems)
        outcome.kills += 1
        outcome.confirmed = len(confirmed)
    return outcome


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--layered", action="store_true", help="a book that lies over a base")
    parser.add_argument("--grow", type=Path, help="be the writer of this book")
    arguments = parser.parse_args()
    if arguments.grow:
        grow(arguments.grow, arguments.seed)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "killed.book"
        if arguments.layered:
            lay_over_a_base(path)
        outcome = kill_writers(path, arguments.kills, arguments.seed)
    print(outcome)
    return 1 if outcome.problems else 0


if __name__ == "__main__":
    sys.exit(main())
