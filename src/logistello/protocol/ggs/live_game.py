"""One game under way: record, clocks, whose turn it is."""

from __future__ import annotations

from dataclasses import dataclass, field

from logistello.errors import IllegalMoveError
from logistello.othello import PASS, Color, Ending, Game, Player, Position, Result, Square
from logistello.protocol.ggs.message import Join, Update
from logistello.protocol.ggs.notation import GgsClock, GgsMove, GgsPlayer

_OUT_OF_STEP = "The server's board did not follow from the moves before it; the record begins there."


@dataclass
class LiveGame:
    """What the server says counts: where its board differs from ours, ours is replaced."""

    id: str
    my_color: Color
    record: Game
    #: Whether the messages carry clocks; else they are reckoned from the times of the moves.
    clocks: dict[Color, GgsClock]
    #: When the position arrived, in the session's time: our clock runs from here.
    since: float
    #: Grows with every new position.
    turn: int = 0
    #: The answer to the present position, once it is sent.
    sent: Square | None = None
    #: It was refused and sent again without value and time.
    sent_bare: bool = False
    #: Colours whose time ran out.
    timeouts: set[Color] = field(default_factory=set)
    #: Discs for Black, from the end message of a synchro game.
    black_score: float | None = None
    #: When the answer was sent, in the session's time.
    sent_at: float = 0.0
    #: No answer came to it, so it was sent once more.
    reminded: bool = False
    #: The server's number of the last move, where it gives numbers.
    _last_number: int = 0
    #: What came before moves that were not told, and the moves told since, by number.
    _before_gap: Game | None = None
    _since_gap: dict[int, GgsMove] = field(default_factory=dict)

    @classmethod
    def joined(cls, join: Join, me: str, now: float) -> LiveGame | None:
        """``None`` if we do not play in it, or not on such a board."""
        color = next((color for color, seat in join.seats.items() if seat.name == me), None)
        if color is None or join.start is None:
            return None
        record = join.record if join.record is not None else _replayed(join)
        game = cls(join.id, color, record, {}, now, _last_number=len(join.moves))
        for each, seat in join.seats.items():
            _fill_player(record.player(each), seat)
            if seat.clock is not None:
                game.clocks[each] = seat.clock if join.record is None else _reckoned(seat.clock, record, each)
        if join.type is not None:
            record.tags["TY"] = join.type.text
        return game

    @property
    def position(self) -> Position:
        return self.record.position

    @property
    def my_turn(self) -> bool:
        return self.position.turn is self.my_color and not self.position.is_over

    @property
    def patience(self) -> float | None:
        """Seconds after which the opponent has lost on time, so that the server must have told us something."""
        clock = self.clocks.get(self.my_color.opponent)
        return None if clock is None else clock.initial + clock.extension

    def color_of(self, name: str) -> Color | None:
        return next((color for color in Color if self.record.player(color).name == name), None)

    def update(self, update: Update, now: float) -> bool:
        """Whether there is a new position. A message that a later one has overtaken only completes the record."""
        if self._before_gap is not None and update.number is not None:
            self._since_gap.setdefault(update.number, update.move)
        if self._is_old(update) or self._leaves_gap(update):
            return False
        before = self.position
        if update.position != before or update.position is None:
            self._advance(update.move, update.position, update.number)
        if update.seats:
            self.clocks.update({color: seat.clock for color, seat in update.seats.items() if seat.clock is not None})
        elif before.turn in self.clocks and self.position != before:
            self.clocks[before.turn] = _after_move(self.clocks[before.turn], update.move.seconds)
        if self.position == before:
            return False
        self._last_number = max(self._last_number, update.number or 0)
        self.since = now
        self.turn += 1
        self.sent, self.sent_bare, self.reminded = None, False, False
        return True

    def _is_old(self, update: Update) -> bool:
        if update.number is None or update.number > self._last_number:
            return False
        return update.number < self._last_number or update.position in (None, self.position)

    def _leaves_gap(self, update: Update) -> bool:
        """A move without its board, after others that we were not told: nobody knows where it was played."""
        return update.position is None and update.number is not None and update.number > self._last_number + 1

    def _advance(self, move: GgsMove, after: Position | None, number: int | None) -> None:
        end = self.record.end
        try:
            self.record.play(move.square, value=move.value, seconds=move.seconds)
            if after is not None and self.position.must_pass and self.position.play(PASS) == after:
                self.record.play(PASS)  # a server that passes for us
            if after is None or self.position == after:
                return
        except IllegalMoveError:
            pass
        end.children.clear()
        if after is not None:
            if self._before_gap is None and number is not None:
                self._before_gap, self._since_gap = self.record, {number: move}
            self._begin_anew(after)

    def _begin_anew(self, position: Position) -> None:
        black, white, tags = self.record.black, self.record.white, self.record.tags
        self.record = Game(start=position, black=black, white=white, tags=tags, comment=_OUT_OF_STEP)

    def finish(self, black_score: float | None) -> Game:
        """The record with its result: what the board shows, unless time ran out or a player resigned."""
        self._close_gap()
        score = self.black_score if black_score is None else black_score
        if self.timeouts:
            self.record.stated_result = Result(score, Ending.TIMEOUT)
        elif not self.position.is_over:
            self.record.stated_result = Result(score, Ending.RESIGNED if score is not None else Ending.UNFINISHED)
        else:
            self.record.stated_result = None
        return self.record

    def _close_gap(self) -> None:
        """The whole record, if all moves of the gap came late."""
        if (whole := self._before_gap) is None:
            return
        end = whole.end
        try:
            for number in sorted(self._since_gap):
                move = self._since_gap[number]
                whole.play(move.square, value=move.value, seconds=move.seconds)
        except IllegalMoveError:
            pass
        if whole.position == self.position:
            self.record = whole
        else:
            end.children.clear()


def _replayed(join: Join) -> Game:
    """The record of a join in text; from the present board on if the moves do not lead to it."""
    assert join.start is not None  # noqa: S101 - the caller looked
    now = join.position
    game = Game(start=join.start)
    try:
        for move in join.moves:
            game.play(move.square, value=move.value, seconds=move.seconds)
    except IllegalMoveError:
        return Game(start=now or join.start, comment=_OUT_OF_STEP)
    if now is None or game.position == now:
        return game
    if game.position.must_pass and game.position.play(PASS) == now:
        game.play(PASS)
        return game
    return Game(start=now, comment=_OUT_OF_STEP)


def _fill_player(player: Player, seat: GgsPlayer) -> None:
    player.name, player.rating = seat.name, seat.rating
    if seat.clock is not None and not player.clock:
        player.clock = str(seat.clock)


def _reckoned(clock: GgsClock, record: Game, color: Color) -> GgsClock:
    """The clock now, from that of the start and the times of the moves."""
    for node in record.root.main_line():
        if node.mover is color:
            clock = _after_move(clock, node.seconds)
    return clock


def _after_move(clock: GgsClock, seconds: float | None) -> GgsClock:
    left = max(clock.initial - (seconds or 0.0), 0.0) + clock.increment_per_move
    return GgsClock(left, clock.increment, clock.extension, clock.moves_per_increment)
