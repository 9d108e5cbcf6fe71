"""The book of Othello."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Self

from logistello.book.game_book import BookLine, GameBook
from logistello.book.growth import Growth, OnProgress, Search, Stop
from logistello.book.memory_store import MemoryStore
from logistello.book.othello_game import OthelloBookGame
from logistello.book.sqlite_store import SqliteStore
from logistello.engine import BookPolicy
from logistello.jobs import Pool
from logistello.othello import Game, Position, Square

if TYPE_CHECKING:
    from logistello.book.in_play import BookInPlay


class Book(GameBook[Position, Square]):
    """An opening book in a file.

    >>> book = Book.in_memory()
    >>> book.probe(Position.initial()) is None, len(book)
    (True, 0)
    """

    @classmethod
    def open(cls, path: str | os.PathLike[str], *, writable: bool = False, create: bool = False) -> Self:
        """The book in a file; with ``create`` (and ``writable``) an empty one is made if there is none.

        Raises ``BookError``. Takes no longer for a large book than for a small one.
        """
        file = Path(path)
        if create and not writable:
            raise ValueError("create=True needs writable=True")
        if create and not file.exists():
            return cls(SqliteStore.create(file, OthelloBookGame()), OthelloBookGame())
        return cls(SqliteStore(file, OthelloBookGame(), writable=writable), OthelloBookGame())

    @classmethod
    def in_memory(cls) -> Self:
        """A new book that does not outlive the process."""
        return cls(MemoryStore(OthelloBookGame()), OthelloBookGame())

    @property
    def writable(self) -> bool:
        return self.store.writable

    @property
    def path(self) -> Path | None:
        """``None`` if there is no file."""
        return self.store.path if isinstance(self.store, SqliteStore) else None

    def add_games(
        self,
        games: Iterable[Game],
        search: Search,
        pool: Pool | None = None,
        *,
        note: str = "",
        stop: Stop | None = None,
        on_progress: OnProgress | None = None,
    ) -> Growth:
        """The main lines of games; see :meth:`add_lines`."""
        lines = (line_of(game) for game in games)
        return self.add_lines(lines, search, pool, note=note, stop=stop, on_progress=on_progress)

    def in_play(self, policy: BookPolicy | None = None) -> BookInPlay:
        """At the board: advice by a policy, and games that are learned. It uses this very book."""
        from logistello.book.in_play import BookInPlay  # it knows more than a book: where books are, and engines

        return BookInPlay(self, policy)


def line_of(game: Game) -> BookLine[Position, Square]:
    """The main line of a game."""
    return BookLine(game.moves, game.start, game.result.score_for(game.start.turn))
