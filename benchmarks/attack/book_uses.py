"""All that can be done with a book, for books that may be damaged.

Each use must succeed or raise ``BookError``; what ``verify`` finds nothing wrong with must be usable, and still be
without problems when it was changed.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from benchmarks.attack.edited_books import GAMES, SHORT_GAME, remove_book
from logistello.book import Book, EngineEvaluator
from logistello.book.edax_text import write_edax
from logistello.engine import BookPolicy, Engine, Limit
from logistello.errors import BookError, LogistelloError
from logistello.othello import Game, Position


@dataclass(frozen=True)
class Use:
    """What came of one use of a book: ``error`` is ``None`` if it succeeded."""

    name: str
    error: Exception | None

    @property
    def is_clear(self) -> bool:
        """It worked, or a book's error says why not."""
        return self.error is None or isinstance(self.error, BookError)


_POSITIONS = tuple(
    Game.from_moves(moves[:length]).position for moves in (*GAMES, SHORT_GAME) for length in range(0, len(moves), 2)
)


def _readings(folder: Path) -> Iterator[tuple[str, Callable[[Book], object]]]:
    yield "statistics", lambda book: book.statistics()
    yield "nodes", lambda book: list(book.nodes())
    yield "journal", lambda book: book.journal()
    yield "leaves", lambda book: book.leaves(20)
    yield "export", lambda book: book.write_text(folder / "exported.txt")
    yield "export edax", lambda book: write_edax(book, folder / "exported.edax")
    for number, position in enumerate(_POSITIONS):
        yield f"probe {number}", partial(_asked, position)
    yield "in play", lambda book: [book.in_play(BookPolicy()).look_up(position) for position in _POSITIONS]
    yield "advice", lambda book: [book.in_play(BookPolicy.varied(1)).advise(position) for position in _POSITIONS]
    yield "merge into another", lambda book: Book.in_memory().merge(book)


def _asked(position: Position, book: Book) -> None:
    """Every move that the book names can be played."""
    found = book.probe(position)
    if found is None:
        return
    for each in found.moves:
        position.play(each.move)
    for move in found.unexplored:
        position.play(move)
    after = position
    for move in book.line(position):
        after = after.play(move)
    book.choose(position, rng=random.Random(1), tolerance=2.0)  # noqa: S311


def _changes(engine: Engine) -> Iterator[tuple[str, Callable[[Book], object]]]:
    search = EngineEvaluator(engine, depth=1, solve_empties=2)
    games = [Game.from_moves(moves) for moves in ("f5d6c3d3c4f4c5", "f5f4e3")]
    yield "add", lambda book: book.add_games(games, search)
    yield "extend", lambda book: book.extend(search, expansions=3)
    yield "complete", lambda book: book.complete(search)
    yield "refresh", lambda book: book.refresh(search, min_depth=2)
    yield "link", lambda book: book.link()
    yield "learn and undo", lambda book: _learn_and_undo(book, engine)
    yield "undo", lambda book: book.undo(1)
    yield "undo all", lambda book: book.undo(99)
    yield "merge", lambda book: _merged(book, search)
    yield "forget", lambda book: book.forget_journal()
    yield "compact", lambda book: book.compact()


def _learn_and_undo(book: Book, engine: Engine) -> None:
    in_play = book.in_play(BookPolicy(learn_depth=1, solve_empties=2))
    lesson = in_play.learn(Game.from_moves(SHORT_GAME), engine)
    if lesson is not None:
        in_play.undo(lesson)


def _merged(book: Book, search: EngineEvaluator) -> None:
    with Book.in_memory() as other:
        other.add_games([Game.from_moves("f5f6e6f4e3")], search)
        book.merge(other)


def use_everywhere(path: Path, engine: Engine, changes: Container[str] | None = None) -> Iterator[Use]:
    """Everything that can be done with a book. The writing uses, or those named in ``changes``, get copies of it."""
    folder = path.parent
    try:
        book = Book.open(path)
    except Exception as error:
        yield Use("open", error)
        return
    with book:
        use = _tried("verify", partial(_verified, book))
        verified = use.error is None
        yield use
        for name, action in _readings(folder):
            use = _tried(name, partial(action, book))
            yield _spoiled(use, verified)
    yield _spoiled(_tried("engine", lambda: _engine_asked(path)), verified)
    copy = folder / "copy.book"
    for name, action in _changes(engine):
        if changes is not None and name not in changes:
            continue
        remove_book(copy)
        shutil.copyfile(path, copy)
        yield _spoiled(_tried(name, partial(_on_copy, copy, action, verified)), verified)


def _engine_asked(path: Path) -> None:
    with Book.open(path) as book, Engine(hash_mb=1, book=book) as engine:
        for position in _POSITIONS[:4]:
            engine.search(position, Limit(depth=1))


def _on_copy(copy: Path, action: Callable[[Book], object], verified: bool) -> None:
    with Book.open(copy, writable=True) as book:
        action(book)
        if verified and (problems := book.verify()):
            raise AssertionError(f"no problem before, but now: {problems[0]}")


def _verified(book: Book) -> None:
    if problems := book.verify():
        raise BookError(f"{len(problems)} problems, first {problems[0]}")


def _tried(name: str, action: Callable[[], object]) -> Use:
    try:
        action()
    except Exception as error:
        return Use(name, error)
    return Use(name, None)


def _spoiled(use: Use, verified: bool) -> Use:
    """What was verified must work, but for what the file itself forbids."""
    allowed = ("nothing to take back", "may not be written")
    if verified and isinstance(use.error, LogistelloError) and not any(each in str(use.error) for each in allowed):
        return Use(use.name, AssertionError(f"verified, but: {use.error}"))
    return use
