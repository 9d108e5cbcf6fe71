"""A game at the terminal without the terminal: a line comes in, text goes out."""

from __future__ import annotations

import difflib
import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from logistello.cli.computer_player import ComputerPlayer, EnginePlayer, SimplePlayer
from logistello.cli.terminal_board import name_of, outcome
from logistello.engine import Engine
from logistello.errors import LogistelloError, NotationError, UsageError
from logistello.match.simple_players import MobilityPlayer
from logistello.othello.color import Color
from logistello.othello.game import Ending, Game, Result
from logistello.othello.position import Position
from logistello.othello.square import PASS, Square

HELP = """\
A move is a square (f5); several moves may stand on one line (f5d6c3).
  undo, redo      take back your last move; play it again
  hint [N]        the N best moves the computer sees (3)
  go              let the computer make this move
  mode N          0 you are Black, 1 you are White, 2 the computer plays itself, 3 two people
  level N         a simple computer player, strength 1 to 5
  time S          the engine instead, with S seconds for each move
  new, init       a new game from the usual start
  setboard TEXT   a new game from a position in any notation
  save FILE       write the game; the ending of the name chooses the format (.svg draws the board)
  load FILE       read a game and go on from its end
  board, moves    show the board or the moves again
  resign          give up
  help, quit"""

_COMPUTER_BY_MODE: dict[str, frozenset[Color]] = {
    "0": frozenset({Color.WHITE}),
    "1": frozenset({Color.BLACK}),
    "2": frozenset(Color),
    "3": frozenset(),
}


@dataclass(frozen=True, slots=True)
class Reply:
    """What to show after a line."""

    text: str = ""
    show_board: bool = False
    quit: bool = False


class PlaySession:
    """One sitting at the board.

    >>> session = PlaySession(computer=frozenset())
    >>> session.handle("f5").show_board, session.game.transcript()
    (True, 'f5')
    >>> session.handle("a1").text
    'a1 is not legal for white; legal: f4 d6 f6'
    """

    def __init__(self, computer: frozenset[Color] = frozenset({Color.WHITE}), level: int = 3, seed: int = 0) -> None:
        self.computer = computer
        self.seed = seed
        self.player: ComputerPlayer = SimplePlayer(level, seed)
        self._engine: Engine | None = None
        self.game = Game()
        self._redo: list[Square] = []
        self._commands: dict[str, Callable[[str], Reply]] = {
            "undo": self._undo_command,
            "redo": self._redo_command,
            "hint": self._hint,
            "go": self._go,
            "mode": self._mode,
            "level": self._level,
            "time": self._time,
            "new": self._new,
            "init": self._new,
            "setboard": self._setboard,
            "save": self._save,
            "load": self._load,
            "board": lambda _: Reply(show_board=True),
            "moves": lambda _: Reply(self.game.transcript() or "no moves yet"),
            "resign": self._resign,
            "help": lambda _: Reply(HELP),
            "quit": lambda _: Reply(quit=True),
            "exit": lambda _: Reply(quit=True),
        }

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

    def handle(self, line: str) -> Reply:
        """Carry out one line. What cannot be done is explained; nothing is raised and nothing changes."""
        line = line.replace("\0", "")  # no file name may hold it
        words = line.split(maxsplit=1)
        if not words:
            return Reply()
        name, rest = words[0].lower(), words[1].strip() if len(words) > 1 else ""
        try:
            if name in self._commands:
                return self._commands[name](rest)
            return self._moves(line)
        except LogistelloError as error:
            return Reply(str(error))
        except OSError as error:
            return Reply(f"{error.filename}: {error.strerror}")

    def computer_move(self) -> Reply:
        """The computer moves for the side to move, whoever that is."""
        if self.is_over:
            return Reply("The game is over; 'new' starts another one.")
        color = self.position.turn
        if self.position.must_pass:
            return Reply(self._passes(), show_board=True)
        move = self.player.choose(self.position)
        self._redo.clear()
        self.game.play(move)
        return Reply(f"{name_of(color)} plays {move}.{self._consequences()}", show_board=True)

    # -- moves --------------------------------------------------------------------------------

    def _moves(self, line: str) -> Reply:
        moves = self._parse_moves(line)
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
        self._redo.clear()
        return Reply(self._consequences().strip(), show_board=True)

    def _parse_moves(self, line: str) -> list[Square]:
        from logistello.othello.notation.transcript import parse_transcript

        try:
            moves = list(parse_transcript(line))
        except NotationError:
            moves = []
        if moves:
            return moves
        word = line.split()[0]
        similar = difflib.get_close_matches(word.lower(), self._commands, n=1)
        meant = f"did you mean '{similar[0]}'? " if similar else ""
        legal = " ".join(str(move) for move in self.position.legal_moves)
        raise UsageError(
            f"{word!r} is neither a move nor a command; {meant}"
            + (f"legal moves: {legal}; " if legal else "")
            + "'help' lists the commands"
        )

    def _consequences(self) -> str:
        """Passes that follow the last move are played; they and the end of the game are told."""
        told = ""
        if self.position.must_pass:
            told = " " + self._passes()
        if self.position.is_over:
            told += f" Game over: {outcome(self.position.final_score(Color.BLACK))}."
        return told

    def _passes(self) -> str:
        color = self.position.turn
        self.game.play(PASS)
        return f"{name_of(color)} has no move and passes."

    # -- commands -----------------------------------------------------------------------------

    def _undo_command(self, _: str) -> Reply:
        if self.game.stated_result is not None:
            self.game.stated_result = None
            return Reply("The game goes on.", show_board=True)
        people = frozenset(Color) - self.computer or frozenset(Color)
        if not any(node.mover in people and node.move is not PASS for node in self.game.root.main_line()):
            return Reply("There is no move to take back.")
        while True:
            node = self.game.end
            if node.parent is None or node.move is None:
                break
            mover = node.mover
            node.parent.children.remove(node)
            self._redo.append(node.move)
            if node.move is not PASS and mover in people:
                break
        return Reply("Taken back.", show_board=True)

    def _redo_command(self, _: str) -> Reply:
        if not self._redo:
            return Reply("There is no move to play again.")
        while self._redo:
            self.game.play(self._redo.pop())
            position = self.position
            if not position.must_pass and (position.turn not in self.computer or len(self.computer) == 2):
                break
        told = f" Game over: {outcome(self.position.final_score(Color.BLACK))}." if self.position.is_over else ""
        return Reply(f"Played again.{told}", show_board=True)

    def _hint(self, rest: str) -> Reply:
        count = _number(rest, "hint", 1, 64) if rest else 3
        if self.is_over:
            return Reply("The game is over: there is nothing to hint at.")
        hints = self.player.hints(self.position, count)
        lines = [f"{i}. {move}  {worth}" for i, (move, worth) in enumerate(hints, start=1)]
        return Reply("\n".join(lines))

    def _go(self, _: str) -> Reply:
        return self.computer_move()

    def _mode(self, rest: str) -> Reply:
        if rest not in _COMPUTER_BY_MODE:
            raise UsageError(f"mode {rest!r} does not exist; expected 0, 1, 2 or 3 ('help' explains them)")
        self.computer = _COMPUTER_BY_MODE[rest]
        seats = (f"{name_of(color)}: {'computer' if color in self.computer else 'you'}" for color in Color)
        return Reply(", ".join(seats) + ".")

    def _level(self, rest: str) -> Reply:
        levels = MobilityPlayer.LEVELS
        if not rest:
            return Reply(self.player.description)
        self.player = SimplePlayer(_number(rest, "level", levels[0], levels[-1]), self.seed)
        return Reply(self.player.description)

    def _time(self, rest: str) -> Reply:
        try:
            seconds = float(rest) if rest else math.nan
        except ValueError:
            seconds = math.nan
        if not 0 <= seconds < math.inf:
            raise UsageError(f"time {rest!r} makes no sense; expected seconds for each move, such as 'time 1'")
        self.use_engine(seconds)
        return Reply(self.player.description)

    def use_engine(self, seconds: float) -> None:
        """The engine plays from now on, with so much time for each move."""
        if self._engine is None:
            self._engine = Engine()
        self.player = EnginePlayer(self._engine, seconds)

    def _new(self, _: str) -> Reply:
        return self._begin(Game(), "A new game.")

    def _setboard(self, rest: str) -> Reply:
        if not rest:
            raise UsageError("setboard needs a position: 64 characters X, O and -, then the side to move")
        return self._begin(Game(start=Position.parse(rest)), "A new game from this position.")

    def _begin(self, game: Game, text: str) -> Reply:
        self.game = game
        self._redo.clear()
        result = game.stated_result
        if result is not None and result.ending in (Ending.PLAYED, Ending.UNFINISHED, Ending.ADJOURNED):
            game.stated_result = None  # the moves tell it, or the game goes on here
        return Reply(text + self._consequences(), show_board=True)

    def _save(self, rest: str) -> Reply:
        from logistello.cli.files import save_game

        if not rest:
            raise UsageError("save needs the name of a file: save game.ggf")
        save_game(self.game, Path(rest))
        return Reply(f"Saved in {rest}.")

    def _load(self, rest: str) -> Reply:
        from logistello.cli.files import load_game

        if not rest:
            raise UsageError("load needs the name of a file: load game.ggf")
        game, remark = load_game(Path(rest))
        return self._begin(game, f"Loaded {rest}{remark}.")

    def _resign(self, _: str) -> Reply:
        if self.is_over:
            return Reply("The game is over already.")
        people = frozenset(Color) - self.computer
        loser = next(iter(people)) if len(people) == 1 else self.position.turn
        score = -64.0 if loser is Color.BLACK else 64.0
        self.game.stated_result = Result(score, Ending.RESIGNED)
        return Reply(f"{name_of(loser)} resigns. {name_of(loser.opponent)} wins.", show_board=True)


def _number(text: str, name: str, low: int, high: int) -> int:
    if not (text.isascii() and text.isdigit() and low <= int(text[:9]) <= high):
        raise UsageError(f"{name} {text!r} makes no sense; expected a number from {low} to {high}")
    return int(text)
