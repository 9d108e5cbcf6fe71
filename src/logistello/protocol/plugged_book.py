"""The opening book as sessions ask for it: a book file behind the hook of ``opening_book.py``."""

from __future__ import annotations

from pathlib import Path

from logistello.book import Book
from logistello.book.in_play import learn
from logistello.book.locations import open_usual_book, readable_book_path
from logistello.engine import Engine
from logistello.engine.opening_book import BookPolicy, is_worth_learning
from logistello.evaluation.model import Model
from logistello.othello import Game, Position
from logistello.protocol.opening_book import BookMove

#: What a draw is worth to whoever seeks it, in discs.
_DRAW_SOUGHT = 1.0
_HASH_MB = 16


class PluggedBook:
    """Read by the thread of the session; a game is learned in whichever thread asks, with an engine of its own."""

    def __init__(self, path: Path | None, model: Model | None = None) -> None:
        """``None`` stands for the user's own book, or the package's as long as there is no other.

        Raises ``BookError`` for a file that is no book.
        """
        self._path = path
        self._model = model
        self._reader: Book | None = None
        self._open_reader()

    def moves(self, position: Position) -> list[BookMove]:
        """Proven losses are left out while another move is left."""
        self._open_reader()
        probe = None if self._reader is None else self._reader.probe(position)
        if probe is None or self._reader is None:
            return []
        playable = [each for each in probe.moves if each.move not in probe.lost]
        if not playable and not probe.unexplored:
            playable = list(probe.moves)
        return [
            BookMove(
                each.move,
                draw_sought=each.value.discs(_DRAW_SOUGHT),
                draw_avoided=each.value.discs(-_DRAW_SOUGHT),
                games=each.games,
                depth=0 if each.evaluation is None else each.evaluation.depth,
                line=(each.move, *self._reader.line(position.play(each.move))),
            )
            for each in playable
        ]

    def learn(self, game: Game) -> None:
        if not is_worth_learning(game):
            return
        with self._writer() as book, Engine(model=self._model, hash_mb=_HASH_MB) as engine:
            learn(book, game, engine, BookPolicy())

    def close(self) -> None:
        if self._reader is not None:
            self._reader.close()
            self._reader = None

    def _writer(self) -> Book:
        if self._path is None:
            return open_usual_book(writable=True)
        return Book.open(self._path, writable=True, create=True)

    def _open_reader(self) -> None:
        """A book that was not there yet may have been learned meanwhile; the user's own one takes the place of the
        package's when there is one."""
        path = readable_book_path() if self._path is None else self._path
        if path is None or not path.exists() or (self._reader is not None and self._reader.path == path):
            return
        self.close()
        self._reader = Book.open(path)
