"""A book in play: read while games are played, learned into after them."""

from __future__ import annotations

from pathlib import Path

from logistello.book.in_play import advise, learn
from logistello.book.locations import open_book, readable_book_path
from logistello.book.othello_book import Book
from logistello.engine import BookAdvice, BookPolicy, Engine
from logistello.engine.opening_book import is_worth_learning
from logistello.evaluation import Model
from logistello.othello import Game, Position, Square

_HASH_MB = 16


class PlayersBook:
    """A book that need not be there yet: it is made when the first game is learned.

    Read by one thread; a game is learned in whichever thread asks, with an engine of its own.
    """

    def __init__(self, path: Path | None, policy: BookPolicy | None = None, *, model: Model | None = None) -> None:
        """``None`` stands for the user's own book, or the package's as long as there is no other.

        ``model`` values what is learned; without it the package's. Raises ``BookError`` for a file that is no book.
        """
        self._path = path
        self._policy = policy or BookPolicy()
        self._rng = self._policy.rng()
        self._model = model
        self._reader: Book | None = None
        self.reader()

    def reader(self) -> Book | None:
        """The book as it is now, to be read; ``None`` while there is none. It stays ours to close.

        A book that was not there yet may have been learned meanwhile; the user's own one takes the place of the
        package's when there is one.
        """
        path = readable_book_path() if self._path is None else self._path
        if path is not None and path.exists() and (self._reader is None or self._reader.path != path):
            self.close()
            self._reader = open_book(path)
        return self._reader

    def advise(self, position: Position) -> BookAdvice | None:
        """``None`` if the position is not in the book."""
        reader = self.reader()
        return None if reader is None else advise(reader, position, self._policy, self._rng)

    def move(self, position: Position) -> Square | None:
        """The book's move; ``None`` if somebody else must find one."""
        advice = self.advise(position)
        return advice.pv[0] if advice is not None and advice.pv else None

    def learn(self, game: Game) -> None:
        """Make a finished game part of the book; others are left alone."""
        if not is_worth_learning(game):
            return
        with (
            open_book(self._path, writable=True, create=True) as book,
            Engine(model=self._model, hash_mb=_HASH_MB) as engine,
        ):
            learn(book, game, engine, self._policy)

    def close(self) -> None:
        if self._reader is not None:
            self._reader.close()
            self._reader = None
