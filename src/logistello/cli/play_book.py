"""The opening book of a game at the terminal: strong levels play from it, finished games are learned."""

from __future__ import annotations

import random
from pathlib import Path

from logistello.book import Book
from logistello.book.in_play import advise, learn
from logistello.book.locations import readable_book_path
from logistello.cli.book_files import open_to_write
from logistello.engine import Engine
from logistello.engine.opening_book import BookPolicy, is_worth_learning
from logistello.othello import Game, Position, Square

#: Discs that an opening may lose against the best one, so that games differ.
_TOLERANCE = 0.5
_HASH_MB = 16


class TerminalBook:
    """Opened when it is first needed; a book that is not there yet is made when the first game is learned."""

    def __init__(self, path: Path | None, seed: int) -> None:
        """``None`` stands for the user's own book, or the package's as long as there is no other."""
        self._path = path
        self._policy = BookPolicy(tolerance=_TOLERANCE, seed=seed)
        self._rng = random.Random(seed)  # noqa: S311 - a game
        self._reader: Book | None = None

    def move(self, position: Position) -> Square | None:
        reader = self._opened()
        advice = None if reader is None else advise(reader, position, self._policy, self._rng)
        return advice.pv[0] if advice is not None and advice.pv else None

    def learn(self, game: Game) -> None:
        if not is_worth_learning(game):
            return
        with open_to_write(self._path, create=True) as book, Engine(hash_mb=_HASH_MB) as engine:
            learn(book, game, engine, self._policy)
        self.close()  # from now on the user's own book is read

    def close(self) -> None:
        if self._reader is not None:
            self._reader.close()
            self._reader = None

    def _opened(self) -> Book | None:
        if self._reader is None:
            path = readable_book_path() if self._path is None else self._path
            if path is not None and path.exists():
                self._reader = Book.open(path)
        return self._reader
