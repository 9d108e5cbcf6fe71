"""Our own engine as a player that thinks on the opponent's time."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from logistello.engine import Engine, Limit, SearchResult
from logistello.engine.pondering import Pondering
from logistello.errors import EngineError
from logistello.match.engine_player import EnginePlayer
from logistello.othello.game import Game
from logistello.othello.position import Position
from logistello.othello.square import Square

if TYPE_CHECKING:
    from logistello.book import Book


class PonderingPlayer(EnginePlayer):
    """As ``EnginePlayer``; between its moves it searches the position after the reply that it expects.

    Only where time is the limit: searches of a fixed depth or of so many nodes would not be what they say. It needs
    cores of its own, else it takes the time that it thinks from its opponent.
    """

    def __init__(self, name: str, engine: Engine, book: Book | None = None) -> None:
        super().__init__(name, engine, book)
        self._thinker = engine
        self._pondering: Pondering | None = None
        #: How often the opponent played what was expected, and how often not; of all games.
        self.hits = 0
        self.misses = 0

    def new_game(self, number: int) -> None:
        self.end_game()
        super().new_game(number)

    def end_game(self) -> None:
        pondering, self._pondering = self._pondering, None
        if pondering is not None:
            with suppress(EngineError):  # what went wrong in vain thoughts harms nobody
                pondering.stop()

    def close(self) -> None:
        self.end_game()
        super().close()

    def _search(self, game: Game, limit: Limit) -> SearchResult:
        found = self._answer(game.position, limit)
        if found.move is not None and (limit.clock is not None or limit.time is not None):
            self._ponder(game.position.play(found.move), found.expected_reply)
        return found

    def _answer(self, position: Position, limit: Limit) -> SearchResult:
        pondering, self._pondering = self._pondering, None
        if pondering is None:
            return self._thinker.search(position, limit)
        reply = _reply_between(pondering.position, position)
        if reply is None:  # we had to pass, and the opponent moved again
            pondering.stop()
            return self._thinker.search(position, limit)
        if pondering.expected is not None:
            hit = reply is pondering.expected
            self.hits += hit
            self.misses += not hit
        return pondering.answer(reply, limit)

    def _ponder(self, theirs: Position, expected: Square | None) -> None:
        """While the opponent is to move in ``theirs``; if it must pass, nobody waits."""
        if theirs.legal_moves and not theirs.must_pass:
            self._pondering = self._thinker.ponder(theirs, expected)


def _reply_between(before: Position, after: Position) -> Square | None:
    """The one move that leads from one position to the other."""
    return next((move for move in before.legal_moves if before.play(move) == after), None)
