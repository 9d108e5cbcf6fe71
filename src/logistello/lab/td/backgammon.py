"""Backgammon's inputs as TD-Gammon had them, from the states of OpenSpiel (Tesauro 1995; Sutton and Barto, 16.1)."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import cast

import numpy as np
from numpy.typing import NDArray

from logistello import _native
from logistello.errors import ModelError
from logistello.games import OpenSpielRules, OpenSpielState, openspiel_rules
from logistello.lab.td.learner import Floats
from logistello.lab.td.network import Inputs, Network, NetworkShape
from logistello.lab.td.td_file import TdRun, read_td_file

#: Units of the coding: four for each point and player, the bar, checkers borne off, and whose turn it is.
UNITS = 198
#: The estimates: that player 0 wins, that it wins a gammon, that player 1 does.
OUTPUTS = 3

_POINTS = 24
_TENSOR = 200
_CHECKERS = 15
#: Half a second of learning, after which it is saved.
_GAMES_AT_ONCE = 250


def backgammon_rules() -> OpenSpielRules:
    """Wins count 1 and gammons 2 points; a backgammon counts as a gammon."""
    return openspiel_rules("backgammon(scoring_type=enable_gammons)")


def inputs(states: Sequence[OpenSpielState]) -> NDArray[np.float32]:
    """The classic 198 units of positions in which a player is about to roll, or to move.

    A point has four units for each player: one, two, three checkers or more, and half of the number beyond three. Then
    for each player half of its checkers on the bar and a fifteenth of those borne off; then two units for whose turn it
    is. Before the first roll, which decides who begins, both are 0.
    """
    tensors = _tensors(states)
    counts = _counts(tensors)
    found = np.zeros((len(states), UNITS), dtype=np.float32)
    points = found[:, : 8 * _POINTS].reshape(len(states), 2, _POINTS, 4)
    for unit in range(3):
        points[..., unit] = counts > unit
    points[..., 3] = np.maximum(counts - 3, 0) / 2
    found[:, 192:194] = tensors[:, 192:197:3] / 2
    found[:, 194:196] = tensors[:, 193:198:3] / _CHECKERS
    for row, state in enumerate(states):
        turn = turn_of(state)
        if turn >= 0:
            found[row, 196 + turn] = 1
    return found


def turn_of(state: OpenSpielState) -> int:
    """Who moves, or rolls next; -1 before the first roll. Where chance moves, the text of the state tells who did."""
    text = str(state)
    for turn, mark in ((0, "Turn: x"), (1, "Turn: o"), (0, "Previous player: 1"), (1, "Previous player: 0")):
        if mark in text:
            return turn
    return -1


def pip_count(state: OpenSpielState, player: int) -> int:
    """How far a player's checkers have to go, in points of the dice; those on the bar have 25 each."""
    tensors = _tensors([state])
    counts = _counts(tensors)[0, player]
    distance = np.arange(_POINTS, 0, -1) if player == 0 else np.arange(1, _POINTS + 1)
    return int(counts @ distance + 25 * tensors[0, 192 + 3 * player])


def position_bytes(state: OpenSpielState) -> bytes:
    """The position in the form of the native core: for each player 26 counts, by how far checkers have to go: 0 is
    borne off, 25 the bar."""
    tensor = _tensors([state])
    counts = _counts(tensor)[0].astype(np.uint8)
    bars, scores = tensor[0, 192:197:3].astype(np.uint8), tensor[0, 193:198:3].astype(np.uint8)
    sides = (counts[0, ::-1], counts[1])
    return b"".join(bytes([scores[player], *side, bars[player]]) for player, side in enumerate(sides))


def equity(values: Floats) -> Floats:
    """What player 0 may expect to win, in points, from the outputs of a network."""
    return 2 * values[..., 0] - 1 + values[..., 1] - values[..., 2]


class BackgammonCoding:
    """Shows backgammon to a network. Fulfils ``Coding``."""

    def __init__(self, rules: OpenSpielRules) -> None:
        self._rules = rules

    def inputs(self, states: Sequence[OpenSpielState]) -> Sequence[Inputs]:
        return cast("Sequence[Inputs]", inputs(states))  # an array is a sequence of its rows

    def equity(self, values: Floats) -> Floats:
        return equity(values)

    def targets(self, state: OpenSpielState) -> Floats:
        """The outputs that the end of a game asks for."""
        points = self._rules.outcome(state, 0)
        return np.array([points > 0, points > 1, points < -1], dtype=np.float64)


@dataclass(frozen=True)
class BackgammonSettings:
    """How a network learns backgammon by itself."""

    hidden: int = 40
    rate: float = 0.1
    decay: float = 0.7
    seed: int = 1


def learn_backgammon(
    path: Path, games: int, settings: BackgammonSettings, on_game: Callable[[int], None] = lambda done: None
) -> Network:
    """Self-play by the native core into a file, on from what is in it. The plain twin is ``NetworkLearner`` in
    ``SelfPlay``."""
    run = TdRun(path, {"game": "backgammon", **asdict(settings)})
    shape = NetworkShape(UNITS, settings.hidden, OUTPUTS)
    state = run.load(lambda: Network.new(shape, seed=settings.seed).parameters)
    learner = _native.BackgammonLearner(state.weights.tolist(), settings.hidden, settings.rate, settings.decay)
    done = state.games
    while done < games:
        count = min(_GAMES_AT_ONCE - done % _GAMES_AT_ONCE, games - done)
        learner.play_games(settings.seed, done, count)
        done += count
        run.save(learner.parameters(), done)
        on_game(done)
    return Network(shape, learner.parameters().copy())


def read_network(path: Path) -> Network:
    """A network that learned backgammon. Raises ``ModelError`` for another file."""
    weights, header = read_td_file(path)
    if header["settings"].get("game") != "backgammon":
        raise ModelError(f"{path}: learned {header['settings'].get('game')}, not backgammon")
    hidden = header["settings"].get("hidden")
    if type(hidden) is not int or hidden < 1:
        raise ModelError(f"{path}: a network with {hidden!r} hidden units; expected a number above 0")
    return Network(NetworkShape(UNITS, hidden, OUTPUTS), weights.copy())


def _tensors(states: Sequence[OpenSpielState]) -> NDArray[np.float64]:
    """Observations of player 0. ``array`` reads a list twice as fast as NumPy does."""
    values = array("d")
    for state in states:
        values.extend(state.spiel.observation_tensor(0))
    return np.frombuffer(values, dtype=np.float64).reshape(-1, _TENSOR)


def _counts(tensors: NDArray[np.float64]) -> NDArray[np.int64]:
    """Checkers ``[states, player, point]``: OpenSpiel has a unit each for one, two, three, and for how many more."""
    units = tensors[:, : 8 * _POINTS].reshape(-1, 2, _POINTS, 4)
    more = units[..., 3]
    counts = units[..., 0] + 2 * units[..., 1] + 3 * units[..., 2] + np.where(more > 0, more + 3, 0)
    return counts.astype(np.int64)
