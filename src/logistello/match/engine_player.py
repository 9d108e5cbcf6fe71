"""Our own engine as a player."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

from logistello.engine import Engine, Limit
from logistello.errors import EngineError, PlayerError, UsageError
from logistello.match.players import Choice
from logistello.othello.game import Game
from logistello.othello.position import Position
from logistello.othello.square import Square


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


def _yes_or_no(text: str) -> bool:
    if text not in ("yes", "no", "true", "false"):
        raise UsageError(f"{text!r}: expected yes or no")
    return text in ("yes", "true")


#: Options that a player may be given, and how their text becomes a value: those of ``Engine``, and ``ponder``.
ENGINE_OPTIONS: Mapping[str, Callable[[str], Any]] = {
    "model": _model,
    "threads": int,
    "hash_mb": int,
    "selectivity": _selectivity,
    "confidence": int,
    "corner_quiescence": _yes_or_no,
    "ponder": _yes_or_no,
}


def make_engine(options: Mapping[str, Any]) -> Engine:
    """An engine with these options."""
    return Engine(**{name: value for name, value in options.items() if name != "ponder"})


class EnginePlayer:
    """Searches with whatever limit it is given. Knowledge from earlier games is dropped, so that games repeat."""

    def __init__(self, name: str, engine: SearchEngine) -> None:
        self.name = name
        self._engine = engine

    def new_game(self, number: int) -> None:
        self._engine.clear()

    def end_game(self) -> None:
        """It thinks only when it is asked."""

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
