"""A game at the terminal without the terminal: the board, who sits at it, clocks, and what happens at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from logistello.cli.play.clocks import GameClock, Stopwatch, TimeControl, clock_text
from logistello.cli.play.computer_player import ComputerPlayer
from logistello.cli.terminal import shown
from logistello.cli.terminal_board import Marks, name_of, outcome
from logistello.engine import GameLearner
from logistello.errors import LogistelloError, UsageError
from logistello.othello.color import Color
from logistello.othello.game import Ending, Game, Result
from logistello.othello.position import Position
from logistello.othello.square import PASS, Square

#: Discs of a game that was given up or lost on time: as if the loser had none left.
_FORFEIT_DISCS = 64.0


@dataclass(frozen=True)
class SessionReply:
    """What to show after a line: a board, then text, then lines that are still being found."""

    text: str = ""
    show_board: bool = False
    quit: bool = False
    #: The computer's thinking was cut short by Ctrl-C.
    interrupted: bool = False
    #: Signs on empty squares of the board.
    marks: Marks = field(default_factory=dict)
    more: Iterator[str] | None = None


class PlaySession:
    """One sitting at the board. What is typed is understood in :mod:`logistello.cli.play.words`."""

    def __init__(
        self,
        computer: frozenset[Color] = frozenset({Color.WHITE}),
        player: ComputerPlayer | None = None,
        *,
        control: TimeControl | None = None,
        learner: GameLearner | None = None,
        stopwatch: Stopwatch | None = None,
        game: Game | None = None,
    ) -> None:
        """``computer`` plays these colours; ``learner`` is told of every game that ends here."""
        self.computer = computer
        self.player = player or ComputerPlayer(level=5)
        self.learner = learner
        self.stopwatch = stopwatch or Stopwatch()
        self.control = control
        self.redo_moves: list[Square] = []
        self.begin(game or Game())

    # -- what the terminal asks ---------------------------------------------------------------

    @property
    def position(self) -> Position:
        return self.game.position

    @property
    def last_move(self) -> Square | None:
        """The last disc put on the board; a pass after it does not count."""
        moves = [move for move in self.game.moves if move is not PASS]
        return moves[-1] if moves else None

    @property
    def is_over(self) -> bool:
        return self.game.stated_result is not None or self.position.is_over

    @property
    def computer_to_move(self) -> bool:
        return not self.is_over and self.position.turn in self.computer

    @property
    def people(self) -> frozenset[Color]:
        """The colours that people play."""
        return frozenset(Color) - self.computer

    @property
    def seconds_left(self) -> float | None:
        """On the clock of the side to move; ``None`` without clocks or when the game is over."""
        return None if self.clock is None or self.is_over else self.clock.left(self.game, self.position.turn)

    @property
    def ended(self) -> str:
        """How the game came to an end before its last move; empty if it did not."""
        result = self.game.stated_result
        if result is None or result.black_score is None:
            return ""
        if result.winner is None or result.ending not in (Ending.RESIGNED, Ending.TIMEOUT):
            return outcome(result.black_score)
        how = " on time" if result.ending is Ending.TIMEOUT else f", {name_of(result.winner.opponent)} resigned"
        return f"{name_of(result.winner)} wins{how}"

    def sides(self) -> dict[Color, str]:
        """Who plays each colour, and its clock."""
        told = {}
        for color in Color:
            words = [self.player.label if color in self.computer else "you" if self.computer else ""]
            if self.clock is not None:
                words.append(clock_text(self.clock.left(self.game, color)))
            told[color] = "  ".join(word for word in words if word)
        return told

    # -- moves --------------------------------------------------------------------------------

    def computer_move(self, *, at_once: bool = False) -> SessionReply:
        """The computer moves for the side to move, whoever that is; ``at_once`` without much thought."""
        if self.is_over:
            return SessionReply("The game is over; 'new' starts another one, 'rematch' with colours swapped.")
        color = self.position.turn
        if self.position.must_pass:
            return SessionReply(self._passes(), show_board=True)
        with self.stopwatch:
            clock = None if self.clock is None else self.clock.for_engine(self.game)
            chosen = self.player.choose(self.position, clock, at_once=at_once)
        flag = self.flag_fallen()
        if flag is not None:
            return flag
        self.redo_moves.clear()
        self._append(chosen.move, chosen.value)
        how = " (book)" if chosen.from_book else " at once" if chosen.interrupted else ""
        pondering = self.player.pondering
        expected = f" On your time: {pondering}." if pondering.replies else ""
        text = f"{name_of(color)} plays {chosen.move}{how}.{expected}{self.consequences()}"
        return SessionReply(text, show_board=True, interrupted=chosen.interrupted)

    def think_ahead(self) -> None:
        """While a person thinks, the computer may as well."""
        if self.computer and not self.is_over:
            self.player.think_ahead(self.position)

    def play_moves(self, moves: Sequence[Square]) -> SessionReply:
        """Moves of a person: all of them or, if one is illegal, none. Raises ``IllegalMoveError``, ``UsageError``."""
        if self.is_over:
            raise UsageError("The game is over; 'undo' takes a move back, 'new' starts another game.")
        end = self.game.end
        try:
            node = end
            for move in moves:
                node = node.add(move)
        except LogistelloError:
            end.children.clear()
            raise
        first = end.children[0]
        (first.children[0] if first.move is PASS else first).seconds = round(self.stopwatch.seconds, 2)
        self.stopwatch.reset()
        self.redo_moves.clear()
        return SessionReply(self.consequences().strip(), show_board=True)

    def _append(self, move: Square, value: float | None = None) -> None:
        seconds = round(self.stopwatch.seconds, 2)
        self.game.play(move, value=None if value is None else round(value, 2), seconds=seconds)
        self.stopwatch.reset()

    def consequences(self) -> str:
        """Passes that follow the last move are played; they and the end of the game are told."""
        told = ""
        if self.position.must_pass:
            told = " " + self._passes()
        if self.position.is_over:
            told += f" Game over: {outcome(self.position.final_score(Color.BLACK))}."
        return told + self._finish()

    def _passes(self) -> str:
        color = self.position.turn
        self.game.play(PASS)
        return f"{name_of(color)} has no move and passes."

    # -- the beginning and the end ------------------------------------------------------------

    def begin(self, game: Game) -> str:
        """Another game is on the board; what follows from it at once."""
        self.game = game
        self.redo_moves.clear()
        self.stopwatch.reset()
        self.player.new_game()
        self.start_clock(self.control)
        result = game.stated_result
        if result is not None and result.ending in (Ending.PLAYED, Ending.UNFINISHED, Ending.ADJOURNED):
            game.stated_result = None  # the moves tell it, or the game goes on here
        self._learned = self.is_over  # a game that was read as finished was not played here
        return self.consequences()

    def start_clock(self, control: TimeControl | None) -> None:
        """Both sides have all their time from now on; ``None`` for no clocks."""
        self.control = control
        self.clock = None if control is None else GameClock(control, self.stopwatch, self.game)

    def go_on(self) -> None:
        """Take back that the game was given up or lost on time."""
        if self.game.stated_result is not None and self.game.stated_result.ending is Ending.TIMEOUT:
            self.start_clock(None)
        self.game.stated_result = None
        self.stopwatch.reset()
        self._learned = False

    def forfeit(self, loser: Color, ending: Ending) -> str:
        """The game ends as lost for one side; what is to be said besides."""
        score = -_FORFEIT_DISCS if loser is Color.BLACK else _FORFEIT_DISCS
        self.game.stated_result = Result(score, ending)
        return self._finish()

    def flag_fallen(self) -> SessionReply | None:
        """The side to move has used up its time: it has lost."""
        left = self.seconds_left
        if left is None or left > 0:
            return None
        loser = self.position.turn
        more = self.forfeit(loser, Ending.TIMEOUT)
        text = f"The time of {name_of(loser)} is up. {name_of(loser.opponent)} wins.{more}"
        return SessionReply(text, show_board=True)

    def taken_back(self) -> None:
        """A move was taken back: the end of the game, if it was one, is to come again."""
        self.stopwatch.reset()
        self._learned = self._learned and self.is_over

    def _finish(self) -> str:
        """Once for each game that ends: names for its record, and whoever learns from games is told."""
        if not self.is_over or self._learned:
            return ""
        self._learned = True
        self.sign()
        if self.learner is None:
            return ""
        try:
            self.learner.learn(self.game)
        except LogistelloError as error:
            return f" (Nothing learned: {shown(str(error))})"
        except OSError as error:
            return shown(f" (Nothing learned: {error.filename}: {error.strerror})")
        return ""

    def sign(self) -> None:
        """Names for the record, where it has none."""
        for color in Color:
            player = self.game.player(color)
            player.name = player.name or (f"logistello {self.player.label}" if color in self.computer else "human")
