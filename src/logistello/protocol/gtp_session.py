"""A session of GTP: framing, order of answers, searches. The commands are in :mod:`gtp_commands`."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from time import monotonic

from logistello.book import BookInPlay
from logistello.engine import Engine, Info, Limit, SearchResult
from logistello.errors import LogistelloError
from logistello.othello import Color, Position, Square
from logistello.protocol.board import Board
from logistello.protocol.clocks import GtpClocks
from logistello.protocol.gtp_commands import COMMANDS
from logistello.protocol.gtp_messages import GtpCommand, answer_line, parse_command, refusal_line
from logistello.protocol.thinking import OnDone, Post, Thinker

_log = logging.getLogger(__name__)


class GtpSession:
    """Answers in the order of the commands, as GTP wants it. While a search runs, commands wait.

    ``oth-stop`` and what ends a stream are noticed as soon as they come.
    """

    def __init__(
        self,
        engine: Engine,
        post: Post,
        send: Callable[[str], None],
        *,
        limit: Limit,
        book: BookInPlay | None = None,
        version: str = "",
        ponder: bool = False,
    ) -> None:
        """``limit`` is for a move where the peer tells no clock; ``send`` gets lines without line ends.

        With ``ponder`` it thinks on the opponent's time after each ``genmove``; commands are answered all the same.
        """
        self._send = send
        self.thinker = Thinker(engine, post)
        self.lag = engine.lag
        self.limit = limit
        self.book = book
        self.version = version
        self.ponders = ponder
        self.board = Board()
        self.clocks = GtpClocks()
        #: What the last search of a move found.
        self.last: Info | None = None
        self.over = False
        self._asked: GtpCommand | None = None
        self._streaming = False

    # -- the conversation ---------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        return self._asked is not None

    def receive(self, line: str) -> None:
        command = parse_command(line)
        if command is None:
            return
        handler = COMMANDS.get(command.name)
        if handler is None:
            self._say(refusal_line(command.id, "unknown command"))
            return
        try:
            text = handler(self, command)
        except LogistelloError as error:
            self.refuse(command, str(error))
        except Exception as error:  # a mistake of ours must not leave the peer without an answer
            _log.exception("in answer to %.200r", line)
            self.refuse(command, f"internal error: {error}")
        else:
            if text is not None:
                self._say(answer_line(command.id, text))
        if not self.busy:
            self.thinker.follow(self.board.position)

    def overhear(self, line: str) -> None:
        """``oth-stop`` stops; a stream ends with the next command, whatever it is."""
        command = parse_command(line)
        if command is not None and (self._streaming or command.name == "oth-stop"):
            self.thinker.hurry()

    def input_ended(self) -> None:
        """Moves that were asked for are still found: scripts pipe all their commands at once."""
        if self._streaming:
            self.thinker.hurry()

    def close(self) -> None:
        self.thinker.close()

    def _say(self, text: str) -> None:
        self._send(f"{text}\n")

    def refuse(self, command: GtpCommand, message: str) -> None:
        self._asked = None
        self._say(refusal_line(command.id, message))

    # -- searches -----------------------------------------------------------------------------

    def think(
        self,
        command: GtpCommand,
        position: Position,
        limit: Limit,
        answer: Callable[[SearchResult], str],
        best_moves: int = 1,
        excluded: Iterable[Square] = (),
        then: Callable[[SearchResult], None] | None = None,
    ) -> None:
        """Search, then answer the command with what ``answer`` makes of it; ``then`` whatever else is to be done."""

        def done(found: SearchResult | None) -> None:
            if found is None:
                self.refuse(command, "the search failed")
                return
            self._asked = None
            self._say(answer_line(command.id, answer(found)))
            if then is not None:
                then(found)

        self._begin(command, position, limit, done, None, best_moves, excluded)

    def stream(
        self, command: GtpCommand, position: Position, limit: Limit, show: Callable[[Info], str], best_moves: int
    ) -> None:
        """Search and answer line by line while it goes on; an empty line when it is over."""

        def done(found: SearchResult | None) -> None:
            self._asked = None
            self._streaming = False
            self._send("")

        self._streaming = True
        self._send(answer_line(command.id, ""))
        self._begin(command, position, limit, done, lambda info: self._send(show(info)), best_moves)

    def _begin(
        self,
        command: GtpCommand,
        position: Position,
        limit: Limit,
        done: OnDone,
        on_info: Callable[[Info], None] | None,
        best_moves: int,
        excluded: Iterable[Square] = (),
    ) -> None:
        self._asked = command
        self.thinker.start(position, limit, done, on_info=on_info, best_moves=best_moves, excluded=excluded)

    def ponder(self, found: SearchResult) -> None:
        """Our move is on the board: think about the reply, not further than a search of ours would look."""
        if self.ponders and not self.board.position.is_over:
            self.thinker.ponder(self.board.position, found.expected_reply, Limit(depth=self.limit.depth))

    def limit_for(self, color: Color) -> Limit:
        return self.clocks.limit(color, self.limit, self.lag)

    def stopwatch(self, color: Color) -> Callable[[], None]:
        """To be called when ``color``'s move, which begins now, is made."""
        begun = monotonic()
        return lambda: self.clocks.spent(color, monotonic() - begun)
