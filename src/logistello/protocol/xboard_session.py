"""A session of XBoard's protocol: the engine plays one side, analyses, or waits."""

from __future__ import annotations

import logging
from collections.abc import Callable
from time import monotonic

from logistello.book import BookInPlay
from logistello.engine import Engine, Info, Limit, SearchResult
from logistello.engine.opening_book import advice_of
from logistello.errors import IllegalMoveError, LogistelloError, UsageError
from logistello.othello import PASS, Color, Game, Position, Square
from logistello.protocol import NAME
from logistello.protocol.board import Board
from logistello.protocol.clocks import XBoardClock
from logistello.protocol.thinking import Post, Thinker, table_megabytes
from logistello.protocol.xboard_messages import (
    START,
    features,
    move_text,
    parse_board,
    parse_command,
    parse_count,
    parse_level,
    parse_move,
    result_line,
    thinking_line,
)

#: For a hint that no search has prepared.
_HINT_SECONDS = 0.3
_MOST_THREADS = 256
_MOST_QUOTED = 60

_log = logging.getLogger(__name__)

#: What interfaces say and we need not heed.
_IGNORED = frozenset(
    (
        *("xboard", "accepted", "rejected", "random", "computer", "name", "rating", "ics", "draw", "white", "black"),
        *("nps", "egtpath", "otim", "pause", "resume"),
    )
)


class XBoardSession:
    """Carries out every line at once. ``ping`` waits for a move that is being thought about, and for nothing else."""

    busy = False

    def __init__(
        self,
        engine: Engine,
        post: Post,
        send: Callable[[str], None],
        *,
        limit: Limit,
        book: BookInPlay | None = None,
    ) -> None:
        """``limit`` is for a move until the interface sets another."""
        self._send = send
        self._thinker = Thinker(engine, post)
        self._clock = XBoardClock(limit, engine.lag)
        self._book = book
        self._board = Board(Game(start=Position.parse(START)))
        #: The side that the engine plays; ``None``: neither.
        self._side: Color | None = None
        self._moving = False
        self._analyzing = False
        self._post_thinking = False
        self._ponders = False
        self._pings: list[int] = []
        self._last: Info | None = None
        self.over = False
        self._handlers: dict[str, Callable[[str], None]] = {
            "protover": lambda text: self._say(*features(NAME)),
            "new": self._new,
            "variant": self._variant,
            "quit": self._quit,
            "force": self._force,
            "result": self._force,
            "go": self._go,
            "playother": self._playother,
            "level": self._level,
            "st": self._seconds_for_move,
            "sd": self._depth,
            "time": self._time,
            "usermove": self._usermove,
            "?": lambda text: self._thinker.hurry() if self._moving else None,
            "ping": self._ping,
            "setboard": self._setboard,
            "undo": lambda text: self._take_back(1),
            "remove": lambda text: self._take_back(2),
            "hint": self._hint,
            "bk": self._show_book,
            "hard": lambda text: self._set_pondering(True),
            "easy": lambda text: self._set_pondering(False),
            "post": lambda text: self._set_posting(True),
            "nopost": lambda text: self._set_posting(False),
            "analyze": self._analyze,
            "exit": self._leave_analysis,
            ".": self._tell_progress,
            "memory": self._memory,
            "cores": self._cores,
        }

    def receive(self, line: str) -> None:
        command = parse_command(line)
        if not command.name or command.name in _IGNORED:
            return
        handler = self._handlers.get(command.name)
        if handler is None:
            self._error("unknown command", line)
            return
        try:
            handler(command.text)
        except LogistelloError as error:
            _log.warning("%s", error)
            self._error(" ".join(str(error).split()), line)

    def overhear(self, line: str) -> None:
        """No line has to wait."""

    def input_ended(self) -> None:
        self._quit("")

    def close(self) -> None:
        self._thinker.close()

    def _say(self, *lines: str) -> None:
        for line in lines:
            self._send(line)

    def _error(self, what: str, line: str) -> None:
        said = line.strip()
        self._send(f"Error ({what}): {said if len(said) <= _MOST_QUOTED else said[:_MOST_QUOTED] + '...'}")

    # -- the game -----------------------------------------------------------------------------

    def _new(self, text: str) -> None:
        self._set_up(Position.parse(START))
        self._analyzing = False
        self._side = Color.BLACK  # XBoard's: its White begins, and is the user
        self._clock.restart()

    def _variant(self, text: str) -> None:
        if text not in ("reversi", "othello"):
            raise UsageError("only the variant reversi is known")

    def _setboard(self, text: str) -> None:
        try:
            position = parse_board(text)
        except UsageError as error:
            self._send(f"tellusererror Illegal position: {error}")
            return
        self._set_up(position)
        self._resume_analysis()

    def _set_up(self, position: Position) -> None:
        self._stop()
        self._board = Board(Game(start=position))
        self._last = None

    def _usermove(self, text: str) -> None:
        move = parse_move(text)
        if move is None:
            self._error("no move; expected something like P@f5, or @@@@ for a pass", text)
            return
        if self._moving:
            self._send(f"Illegal move (it is not your turn): {text}")
            return
        try:
            self._board.check(move)
        except IllegalMoveError:
            self._send(f"Illegal move: {text}")
            return
        self._stop()
        self._board.play(move)
        if not self._tell_result():
            self._resume_analysis()
            self._move_if_on_turn()

    def _take_back(self, count: int) -> None:
        self._stop()
        for _ in range(count):
            if not self._board.undo():
                break
        self._last = None
        self._resume_analysis()

    def _tell_result(self) -> bool:
        position = self._board.position
        if not position.is_over:
            return False
        if not self._analyzing:
            self._send(result_line(position.count(Color.WHITE), position.count(Color.BLACK)))
        return True

    # -- playing ------------------------------------------------------------------------------

    def _force(self, text: str) -> None:
        self._stop()
        self._side = None

    def _go(self, text: str) -> None:
        self._stop()
        self._side = self._board.position.turn
        self._move_if_on_turn()

    def _playother(self, text: str) -> None:
        self._stop()
        self._side = self._board.position.turn.opponent

    def _move_if_on_turn(self) -> None:
        position = self._board.position
        if self._side is not position.turn or self._analyzing or position.is_over:
            return
        if position.must_pass:
            self._make(PASS)
            return
        advice = advice_of(self._book, position)
        if advice.move is not None:
            self._make(advice.move)
            return
        begun = monotonic()

        def chosen(found: SearchResult | None) -> None:
            self._moving = False
            self._clock.spent(monotonic() - begun)
            self._last = found.best[0] if found is not None and found.best else None
            if found is not None and found.move is not None:
                self._make(found.move)
                self._ponder(found.expected_reply)
            else:
                self._send("tellusererror The search failed")
            self._answer_pings()

        self._moving = True
        self._thinker.start(position, self._clock.limit(), chosen, on_info=self._show, excluded=advice.avoid)

    def _make(self, move: Square) -> None:
        self._board.play(move)
        self._send(f"move {move_text(move)}")
        self._tell_result()

    def _ponder(self, expected: Square | None) -> None:
        """Think about the reply that is expected, not further than the user wants."""
        position = self._board.position
        if self._ponders and not position.is_over and position.turn is not self._side:
            self._thinker.ponder(position, expected, Limit(depth=self._clock.limit().depth))

    def _stop(self) -> None:
        """Stop thinking about whatever it is."""
        self._thinker.stop()
        self._moving = False
        self._answer_pings()

    # -- time and resources -------------------------------------------------------------------

    def _level(self, text: str) -> None:
        level = parse_level(text)
        if level is None:
            raise UsageError("expected moves, minutes and increment, such as 0 5 0")
        self._clock.set_level(level)

    def _seconds_for_move(self, text: str) -> None:
        self._clock.set_seconds(self._count(text))

    def _depth(self, text: str) -> None:
        self._clock.set_depth(self._count(text, least=1))

    def _time(self, text: str) -> None:
        """Hundredths of a second; negative when the clock has overrun."""
        self._clock.tell(0.0 if text.startswith("-") else self._count(text) / 100)

    def _memory(self, text: str) -> None:
        self._thinker.resize(table_megabytes(self._count(text)))
        self._resume_analysis()

    def _cores(self, text: str) -> None:
        self._thinker.engine.threads = min(self._count(text, least=1), _MOST_THREADS)

    def _count(self, text: str, least: int = 0) -> int:
        count = parse_count(text, least)
        if count is None:
            raise UsageError(f"expected a whole number, {least} or more")
        return count

    # -- talking about it ---------------------------------------------------------------------

    def _ping(self, text: str) -> None:
        self._pings.append(self._count(text))
        if not self._moving:
            self._answer_pings()

    def _answer_pings(self) -> None:
        pings, self._pings = self._pings, []
        self._say(*(f"pong {number}" for number in pings))

    def _set_posting(self, on: bool) -> None:
        self._post_thinking = on

    def _set_pondering(self, on: bool) -> None:
        self._ponders = on
        if not on and not self._moving and not self._analyzing:
            self._thinker.rest()

    def _show(self, info: Info) -> None:
        self._last = info
        if self._post_thinking or self._analyzing:
            self._send(thinking_line(info))

    def _analyze(self, text: str) -> None:
        self._stop()
        self._side = None
        self._analyzing = True
        self._resume_analysis()

    def _resume_analysis(self) -> None:
        position = self._board.position
        if self._analyzing and not position.is_over:
            self._thinker.start(position, Limit(), lambda found: None, on_info=self._show)

    def _leave_analysis(self, text: str) -> None:
        self._analyzing = False
        self._stop()

    def _tell_progress(self, text: str) -> None:
        if self._analyzing:
            info = self._last
            seconds, nodes, depth = (info.seconds, info.nodes, info.depth) if info else (0.0, 0, 0)
            moves = len(self._board.position.legal_moves)
            self._send(f"stat01: {round(100 * seconds)} {nodes} {depth} 0 {moves}")

    def _hint(self, text: str) -> None:
        position = self._board.position
        if self._moving or self._analyzing or position.is_over:
            return

        def hinted(found: SearchResult | None) -> None:
            if found is not None and found.move is not None:
                self._send(f"Hint: {move_text(found.move)}")

        self._thinker.start(position, Limit(time=_HINT_SECONDS), hinted)

    def _show_book(self, text: str) -> None:
        """Lines with a blank before them, and an empty one at the end."""
        known = None if self._book is None else self._book.look_up(self._board.position)
        candidates = () if known is None else known.playable
        for each in candidates:
            self._send(f" {move_text(each.move)} {each.value.score():+.2f} ({each.games} games)")
        if not candidates:
            self._send(" not in the book")
        self._send("")

    def _quit(self, text: str) -> None:
        self._thinker.stop()
        self.over = True
