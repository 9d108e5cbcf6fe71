"""Our own engine as a player."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from logistello.engine import BookPolicy, Engine, Limit
from logistello.errors import EngineError, PlayerError, UsageError
from logistello.match.book_options import BOOK_OPTIONS, yes_or_no
from logistello.match.players import Choice, LearningPlayer
from logistello.othello.game import Game
from logistello.othello.position import Position
from logistello.othello.square import Square

if TYPE_CHECKING:
    from logistello.book import Book


class Found(Protocol):
    """What a search answers; scores are discs, seen by the side to move."""

    @property
    def move(self) -> Square | None: ...
    @property
    def score(self) -> float: ...
    @property
    def depth(self) -> int: ...
    @property
    def nodes(self) -> int: ...


class SearchEngine(Protocol):
    """The part of an engine that playing needs."""

    def search(self, position: Position, *, limit: Limit) -> Found: ...
    def stop(self) -> None: ...
    def clear(self) -> None: ...
    def close(self) -> None: ...


def _model(text: str) -> object:
    from logistello.evaluation import Model

    if not Path(text).is_file():
        raise UsageError(f"model={text}: no such file")
    return Model.load(text)


def _selectivity(text: str) -> str:
    allowed = ("none", "probcut", "mpc")
    if text not in allowed:
        raise UsageError(f"selectivity={text}: expected one of {', '.join(allowed)}")
    return text


#: Options that a player may be given, and how their text becomes a value: those of ``Engine``, ``ponder``, the book's.
ENGINE_OPTIONS: Mapping[str, Callable[[str], Any]] = {
    "model": _model,
    "threads": int,
    "hash_mb": int,
    "selectivity": _selectivity,
    "confidence": int,
    "corner_quiescence": yes_or_no,
    "ponder": yes_or_no,
    **BOOK_OPTIONS,
}
#: Those of them that are not handed on to ``Engine`` as they are.
NOT_OF_THE_ENGINE = {"ponder", *BOOK_OPTIONS}


def make_engine(options: Mapping[str, Any], book: Book | None = None, policy: BookPolicy | None = None) -> Engine:
    """An engine with these options."""
    own = {name: value for name, value in options.items() if name not in NOT_OF_THE_ENGINE}
    return Engine(**own, book=book, learn=bool(options.get("learn")), book_policy=policy)


class EnginePlayer:
    """Searches with whatever limit it is given. Knowledge from earlier games is dropped, so that games repeat."""

    def __init__(self, name: str, engine: SearchEngine, book: Book | None = None) -> None:
        """``book`` is the engine's own, to be closed with it."""
        self.name = name
        self._engine = engine
        self._book = book

    def new_game(self, number: int) -> None:
        self._engine.clear()

    def end_game(self) -> None:
        """It thinks only when it is asked."""

    def learn(self, game: Game) -> None:
        if isinstance(self._engine, LearningPlayer):
            self._engine.learn(game)

    def choose(self, game: Game, limit: Limit, lag: float) -> Choice:
        try:
            found = self._search(game, limit)
        except EngineError as error:
            raise PlayerError("died", f"the engine failed: {error}") from error
        if found.move is None:
            raise PlayerError("illegal", "the engine gave no move")
        return Choice(found.move, found.score, found.nodes, found.depth)

    def _search(self, game: Game, limit: Limit) -> Found:
        return self._engine.search(game.position, limit=limit)

    def interrupt(self) -> None:
        self._engine.stop()

    def close(self) -> None:
        self._engine.close()
        if self._book is not None:
            self._book.close()
