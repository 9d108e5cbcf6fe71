"""Thinking on the opponent's time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import TracebackType
from typing import TYPE_CHECKING

from logistello.engine.background import BackgroundSearch
from logistello.engine.limit import Limit
from logistello.engine.search_result import Info, SearchResult
from logistello.othello import Position, Square

if TYPE_CHECKING:
    from logistello.engine.engine import Engine


class Pondering:
    """A search that goes on while the opponent thinks; :meth:`answer` ends it, and so does leaving a ``with`` block.

    With an expected reply, the position after that reply is searched; without one, the opponent's own position, which
    prepares for every reply. What was found stays in the engine's table, also after a miss.
    """

    def __init__(
        self, engine: Engine, position: Position, expected: Square | None, background: BackgroundSearch
    ) -> None:
        self._engine = engine
        self._background = background
        #: The opponent's position.
        self.position = position
        self.expected = expected

    @property
    def searching(self) -> bool:
        """``False`` once it was stopped, or everything is known."""
        return self._background.running

    def answer(
        self,
        reply: Square | int | str,
        limit: Limit | None = None,
        *,
        threads: int | None = None,
        on_info: Callable[[Info], None] | None = None,
    ) -> SearchResult:
        """The opponent played ``reply``: our move within ``limit``.

        After the expected reply (a hit) the search goes on where it stands, and never falls behind what was found
        before. After another one (a miss) it turns to the new position within milliseconds.
        Raises ``IllegalMoveError``, and goes on thinking, if the reply is not legal.
        """
        square = Square.coerce(reply)
        position = self.position.play(square)
        before = self.stop()
        if square is not self.expected:
            return self._engine.search(position, limit, threads=threads, on_info=on_info)
        if before.exact:
            return replace(before, complete=True, nodes=0, seconds=0.0)
        found = self._engine.search(position, limit, threads=threads, on_info=on_info)
        if found.from_book or found.sureness >= before.sureness:
            return found
        return replace(before, complete=found.complete, nodes=found.nodes, seconds=found.seconds)

    def stop(self) -> SearchResult:
        """Stop thinking, within milliseconds: what is known of the position that was searched."""
        self._background.stop()
        return self._background.result()

    def __enter__(self) -> Pondering:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
