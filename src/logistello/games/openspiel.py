"""Games of OpenSpiel behind the contract: two players, zero sum, perfect information, with or without chance.

OpenSpiel comes with the extra ``lab``: ``pip install 'logistello[lab]'``. Most of its games, Othello among them, count
+1 for a win and -1 for a loss.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from importlib import import_module
from types import ModuleType
from typing import Any

from logistello.errors import GameError, IllegalMoveError, NotationError
from logistello.extras import require
from logistello.games.contract import CHANCE

#: Games in which no position comes twice, and in which the text of a state, the player and the legal moves are all that
#: matters for the rest of the game; a test looks for two ways to a position that go on differently.
ACYCLIC = frozenset(
    (
        *("amazons", "breakthrough", "clobber", "connect_four", "dots_and_boxes", "gomoku", "havannah", "hex", "mnk"),
        *("nim", "othello", "pentago", "tic_tac_toe", "ultimate_tic_tac_toe", "y"),
    )
)
#: Games in which that is all that matters, too, but positions may come again.
_WITHOUT_MEMORY = frozenset({"backgammon"})
#: Games with rules that look back (repetitions, moves without a capture), but whose text shows the board. Their keys
#: leave the past out, as those of programs for these games do.
_SHOWING_THE_BOARD = frozenset(["antichess", "checkers", "chess", "nine_mens_morris", "lines_of_action"])
#: Games whose text is a FEN: the last two fields count moves, which tables leave out.
_FEN = frozenset(["antichess", "chess"])

_NO_MOVES = "start"


class OpenSpielState:
    """A state of OpenSpiel as a value: nothing changes it, and equal positions are equal.

    In games without memory, states are equal if position and number of moves are; in others, only after the same moves.
    """

    __slots__ = ("_identity", "_moves", "_rules", "_spiel")

    def __init__(self, rules: OpenSpielRules, spiel: Any) -> None:
        self._rules = rules
        self._spiel = spiel
        self._moves: tuple[int, ...] | None = None
        self._identity: Hashable = None

    @property
    def moves(self) -> tuple[int, ...]:
        if self._moves is None:
            self._moves = tuple(self._spiel.legal_actions())
        return self._moves

    @property
    def player(self) -> int:
        """Who moves, as the rules answer."""
        return self._rules.player(self)

    @property
    def identity(self) -> Hashable:
        if self._identity is None:
            self._identity = self._rules.identity(self)
        return self._identity

    @property
    def spiel(self) -> Any:
        """A ``pyspiel.State`` of one's own, for what the contract does not offer (tensors, bots)."""
        return self._spiel.clone()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, OpenSpielState):
            return NotImplemented
        return self is other or (self._rules.name == other._rules.name and self.identity == other.identity)

    def __hash__(self) -> int:
        return hash(self.identity)

    def __str__(self) -> str:
        return str(self._spiel).rstrip("\n")

    def __repr__(self) -> str:
        return f"<{self._rules.name}: {self._rules.text(self)}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _read, (self._rules.name, self._rules.text(self))


class OpenSpielRules:
    """A game of OpenSpiel; :func:`openspiel_rules` loads one. Fulfils ``GameRules``."""

    unit = "points"

    def __init__(self, spiel_game: Any) -> None:
        self.spiel_game = spiel_game
        self.name = str(spiel_game)
        self.value_range: tuple[float, float] = (spiel_game.min_utility(), spiel_game.max_utility())
        self._family: str = spiel_game.get_type().short_name
        self._remembers = self._family not in ACYCLIC | _WITHOUT_MEMORY
        self._shows_the_board = not self._remembers or self._family in _SHOWING_THE_BOARD

    def __reduce__(self) -> tuple[Any, ...]:
        return openspiel_rules, (self.name,)

    def start(self) -> OpenSpielState:
        return OpenSpielState(self, self.spiel_game.new_initial_state())

    def player(self, state: OpenSpielState) -> int:
        player: int = state._spiel.current_player()
        return player if player >= CHANCE else 0

    def is_over(self, state: OpenSpielState) -> bool:
        over: bool = state._spiel.is_terminal()
        return over

    def moves(self, state: OpenSpielState) -> tuple[int, ...]:
        return state._moves if state._moves is not None else state.moves

    def play(self, state: OpenSpielState, move: int) -> OpenSpielState:
        if move not in state.moves:  # OpenSpiel itself does not check, or ends the process
            raise IllegalMoveError(f"{move} is not legal here; legal: {' '.join(map(str, state.moves))}", state.moves)
        return OpenSpielState(self, state._spiel.child(move))

    def outcome(self, state: OpenSpielState, player: int) -> float:
        value: float = state._spiel.player_return(player)
        return value + 0.0

    def key(self, state: OpenSpielState) -> Hashable:
        """The text of the state, the player, and the moves: some texts do not tell which piece is in the middle of its
        move (amazons, checkers). For a game that nothing is known of, the moves made so far, which never errs."""
        if not self._shows_the_board:
            return self.text(state)
        text = str(state._spiel)
        if self._family in _FEN:
            text = " ".join(text.split()[:4])
        return text, self.player(state), state.moves

    def identity(self, state: OpenSpielState) -> Hashable:
        """What makes a state equal to another one."""
        return self.text(state) if self._remembers else (self.key(state), state._spiel.move_number())

    def move_text(self, state: OpenSpielState, move: int) -> str:
        """OpenSpiel's name without blanks."""
        return str(state._spiel.action_to_string(move)).replace(" ", "")

    def parse_move(self, state: OpenSpielState, text: str) -> int:
        for move in state.moves:
            if self.move_text(state, move) == text:
                return move
        raise IllegalMoveError(f"{text} is not a move here", [self.move_text(state, move) for move in state.moves])

    def text(self, state: OpenSpielState) -> str:
        """The numbers of the moves made, with commas between them; before them, if the game began in another position
        than usual, that position with ``_`` for blanks, and a semicolon."""
        start = state._spiel.serialize().partition("\n")[0] if self._family in _FEN else ""
        fen = start.removeprefix("FEN:").strip().replace(" ", "_")
        moves = ",".join(map(str, state._spiel.history())) or _NO_MOVES
        return f"{fen};{moves}" if fen else moves

    def parse(self, text: str) -> OpenSpielState:
        fen, _, moves = text.rpartition(";")
        if fen and self._family not in _FEN:
            raise NotationError(f"{fen!r}", expected=f"moves only: {self.name} always begins in the same position")
        try:
            spiel = self.spiel_game.new_initial_state(fen.replace("_", " ")) if fen else None
        except Exception as error:  # whatever OpenSpiel raises
            raise NotationError(f"no position of {self.name}: {fen!r}") from error
        state = self.start() if spiel is None else OpenSpielState(self, spiel)
        for move in moves.split(",") if moves != _NO_MOVES else ():
            if not move.isdecimal():
                raise NotationError(f"{move!r}", expected="numbers of moves with commas between them")
            state = self.play(state, int(move))
        return state


class OpenSpielChanceRules(OpenSpielRules):
    """A game with explicit chance. Fulfils ``ChanceRules``."""

    def chances(self, state: OpenSpielState) -> list[tuple[int, float]]:
        found: list[tuple[int, float]] = state._spiel.chance_outcomes() if state._spiel.is_chance_node() else []
        return found


class OpenSpielAcyclicRules(OpenSpielRules):
    """A game in which no position comes twice. Fulfils ``AcyclicRules``, and ``SymmetricRules``: as long as nobody has
    told how a board can be turned, with the identity alone."""

    def __init__(self, spiel_game: Any) -> None:
        super().__init__(spiel_game)
        self._images = _images_of_moves(self._family, spiel_game.get_parameters())
        self.symmetries = len(self._images) or 1

    def ply(self, state: OpenSpielState) -> int:
        """The moves made."""
        ply: int = state._spiel.move_number()
        return ply

    def image(self, state: OpenSpielState, symmetry: int) -> OpenSpielState:
        if symmetry == 0:
            return state
        spiel = self.spiel_game.new_initial_state()
        for move in state._spiel.history():
            spiel.apply_action(self._images[symmetry][move])
        return OpenSpielState(self, spiel)

    def image_of_move(self, move: int, symmetry: int) -> int:
        return self._images[symmetry][move] if symmetry else move


def openspiel_rules(name: str) -> OpenSpielRules:
    """A game by OpenSpiel's name, with parameters if need be: ``breakthrough(rows=6,columns=6)``.

    Raises ``GameError`` for a game that the contract does not cover, ``MissingPackageError`` without OpenSpiel.

    >>> rules = openspiel_rules("connect_four")
    >>> rules.name, rules.moves(rules.start())
    ('connect_four()', (0, 1, 2, 3, 4, 5, 6))
    """
    pyspiel = _pyspiel()
    if name.partition("(")[0] not in pyspiel.registered_names():
        raise GameError(f"OpenSpiel has no game {name!r}; 'pyspiel.registered_names()' lists those it has")
    try:
        game = pyspiel.load_game(name)
    except Exception as error:  # whatever OpenSpiel raises
        raise GameError(f"OpenSpiel cannot load {name!r}: {error}") from error
    kind = game.get_type()
    wanted = {
        "two players": game.num_players() == 2,
        "moves one after the other": kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL,
        "perfect information": kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION,
        "zero sum": kind.utility == pyspiel.GameType.Utility.ZERO_SUM,
        "chance with known probabilities": kind.chance_mode != pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
        "rewards at the end only": kind.reward_model == pyspiel.GameType.RewardModel.TERMINAL,
    }
    lacking = [each for each, fulfilled in wanted.items() if not fulfilled]
    if lacking:
        raise GameError(f"{name} is not a game for this contract: it lacks {', '.join(lacking)}")
    if kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC:
        return OpenSpielChanceRules(game)
    return OpenSpielAcyclicRules(game) if kind.short_name in ACYCLIC else OpenSpielRules(game)


def _read(name: str, text: str) -> OpenSpielState:
    """A state from its pickle."""
    return openspiel_rules(name).parse(text)


def _pyspiel() -> ModuleType:
    require("lab", "games of OpenSpiel")
    return import_module("pyspiel")


def _images_of_moves(family: str, parameters: dict[str, Any]) -> tuple[tuple[int, ...], ...]:
    """Where each move goes under each symmetry; empty if none are known."""
    if family == "connect_four":
        columns = range(parameters.get("columns", 7))
        return tuple(columns), tuple(reversed(columns))
    if family == "tic_tac_toe":
        return tuple(_square_images(3))
    return ()


def _square_images(size: int) -> Iterable[tuple[int, ...]]:
    """The 8 symmetries of a square board."""
    for symmetry in range(8):
        image = []
        for row in range(size):
            for column in range(size):
                r = size - 1 - row if symmetry & 1 else row
                c = size - 1 - column if symmetry & 2 else column
                image.append(size * c + r if symmetry & 4 else size * r + c)
        yield tuple(image)
