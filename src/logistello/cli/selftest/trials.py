"""What the self-test tries. Every trial says in a line what it did, or raises."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from importlib import resources
from pathlib import Path
from tempfile import TemporaryDirectory

from logistello.cli.selftest.page_trial import try_page
from logistello.cli.selftest.selftest import Part
from logistello.cli.selftest.trial_error import TrialError, expect

__all__ = ["TRIALS", "TrialError"]

#: A whole game with a pass: LOGISTELLO against Murakami, 1997, second of the match.
_GAME = (
    "f5f6e6f4g5e7e3f3c5c4g3c6d6d7c7g4h5h3d3h4h2c3h6d2e8f8g6c8d8f2e2f1c1d1c2b3b6b4f7g7"
    "a4g8a3a6b7a5e1b1b5a2b8g2h8h7h1g1a1a7b2a8"
)
_SEQUENCES_OF_NINE = 3_005_288
#: 14 empty squares, and the score of best play for the side to move.
_ENDING, _ENDING_SCORE = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X", 18
#: Far above what the best start of a game is worth (nothing), far below a blunder in the search.
_MOST_AT_THE_START = 4.0
_HASH_MB = 32


def _try_rules() -> str:
    """Every build of the core that this processor can run, each in a process of its own, counts the same sequences."""
    from logistello import _native

    levels = _native.available_levels()
    for level in levels:
        command = (sys.executable, "-m", "logistello.cli.main", "perft", "9", "--threads", "1")
        environment = {**os.environ, "LOGISTELLO_ISA": level}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603
        expect(f"sequences of 9 moves, level {level}", done.stdout.strip() or done.stderr, str(_SEQUENCES_OF_NINE))
    return f"{_SEQUENCES_OF_NINE:,} sequences of 9 moves, levels {', '.join(levels)}"


def _try_formats() -> str:
    """A game is the same after it was written and read, in every format that holds whole games."""
    from logistello.othello.notation import FORMATS, read, write

    names = []
    for each in FORMATS.values():
        if each.write is not None and each.games:
            again = read(write(read(_GAME), each.name), format=each.name)
            expect(f"the game from {each.name}", [game.transcript() for game in again.games], [_GAME])
            names.append(each.name)
    return f"a game written and read: {', '.join(names)}"


def _try_endgames() -> str:
    from logistello.engine import Engine
    from logistello.othello.notation import read

    text = (resources.files("logistello.cli.selftest") / "ffo-40-44.obf").read_text(encoding="ascii")
    problems = read(text, format="obf").problems
    nodes, seconds = 0, 0.0
    with Engine(hash_mb=_HASH_MB) as engine:
        for number, problem in enumerate(problems, start=40):
            result = engine.solve(problem.position)
            expect(f"the score of FFO {number}", result.score, problem.best_score)
            expect(f"whether the score of FFO {number} is exact", result.exact, True)
            nodes += result.nodes
            seconds += result.seconds
    speed = nodes / max(seconds, 1e-9) / 1e6
    return f"{len(problems)} positions of FFO 40 to 44 solved, {speed:.1f} million nodes/s"


def _try_search() -> str:
    """To a depth, and to the end of the game, where it must agree with the solver's known score."""
    from logistello.engine import Engine, Limit
    from logistello.othello import Position

    with Engine(hash_mb=_HASH_MB) as engine:
        found = engine.search(Position.initial(), Limit(depth=12))
        expect("the depth of a search", (found.depth, found.complete), (12, True))
        if found.move not in Position.initial().legal_moves or abs(found.score) > _MOST_AT_THE_START:
            raise TrialError(f"the best move of the first position is {found.move}, {found.score:+.2f} discs")
        end = engine.search(Position.parse(_ENDING), Limit())
        expect("the value of an ending, searched to the end", end.score, _ENDING_SCORE)
        model = engine.model.name
    return f"depth 12 from the start: {found.move} {found.score:+.2f}; an ending to its end; model {model}"


def _try_book() -> str:
    """The package's book can be read; a game is learned into a new one."""
    from logistello.book import Book
    from logistello.book.engine_evaluator import EngineEvaluator
    from logistello.book.package_book import default_book_path
    from logistello.engine import Engine
    from logistello.othello import Position
    from logistello.othello.notation import read

    with Book.open(default_book_path()) as shipped:
        if shipped.probe(Position.initial()) is None:
            raise TrialError("the book of the package does not know the first position")
        positions = len(shipped)
    with (
        TemporaryDirectory(prefix="logistello-") as folder,
        Book.open(Path(folder) / "new.book", writable=True, create=True) as book,
        Engine(hash_mb=_HASH_MB) as engine,
    ):
        book.add_games(read(_GAME).games, EngineEvaluator(engine, depth=6, solve_empties=10))
        expect("faults of a new book", [str(fault) for fault in book.verify()], [])
        learned = len(book)
    return f"{positions:,} positions come with the package; {learned} learned from a game into a new one"


TRIALS: Mapping[Part, Callable[[], str]] = {
    "rules": _try_rules,
    "formats": _try_formats,
    "endgames": _try_endgames,
    "search": _try_search,
    "book": _try_book,
    "page": try_page,
}
