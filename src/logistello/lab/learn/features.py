"""Atomic features: what a learned evaluation sees of a state (Buro 1999, section 2).

A feature has one of a few values, small numbers, 0 where nothing is; a state is shown as one byte per feature.
Configurations, which GenConf finds, are conjunctions of (feature = value). Any game of OpenSpiel has features, those of
its observation tensor; some games bring better ones, each in a file of its own (as :mod:`connect_four_features`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Protocol, TypeVar

from logistello.errors import GameError
from logistello.games import OpenSpielRules, OpenSpielState
from logistello.lab.learn.amazons_features import AmazonsFeatures
from logistello.lab.learn.breakthrough_features import BreakthroughFeatures
from logistello.lab.learn.checkers_features import CheckersFeatures
from logistello.lab.learn.connect_four_features import ConnectFourFeatures

S_contra = TypeVar("S_contra", bound=Hashable, contravariant=True)

#: Sets of features among which configurations are looked for.
Regions = tuple[tuple[int, ...], ...]
#: For each feature the one that takes its place when the board is turned or mirrored.
Image = tuple[int, ...]


class GameFeatures(Protocol[S_contra]):
    """The features of a game."""

    @property
    def name(self) -> str:
        """Identifies them: weights of others mean nothing here."""
        ...

    @property
    def count(self) -> int:
        """How many there are."""
        ...

    @property
    def kinds(self) -> int:
        """Values are below this."""
        ...

    @property
    def stages(self) -> int:
        """Types of positions, each with weights of its own."""
        ...

    @property
    def regions(self) -> Regions:
        """Configurations are looked for inside each of these; if there are none, anywhere."""
        ...

    @property
    def images(self) -> tuple[Image, ...]:
        """Symmetries besides the identity: a position has the value of its images."""
        ...

    def read(self, state: S_contra) -> tuple[bytes, int]:
        """The values of the features, seen by the side to move, and the stage. The value 0 stands for nothing."""
        ...


class ObservationFeatures:
    """What OpenSpiel shows to the player to move, each number of the tensor a feature: made for any game.

    Whoever moves first may be better off, and the tensor of most games does not turn the board round for the second
    player: each player has stages of its own.
    """

    kinds = 16
    regions: Regions = ()
    images: tuple[Image, ...] = ()

    def __init__(self, rules: OpenSpielRules, *, bands: int = 4, band_moves: int = 12) -> None:
        self._rules = rules
        self._bands, self._band_moves = bands, band_moves
        shape = rules.spiel_game.observation_tensor_shape()
        self.name = f"observation{tuple(shape)}/{bands}x{band_moves}"
        self.count = rules.spiel_game.observation_tensor_size()
        self.stages = 2 * bands

    def read(self, state: OpenSpielState) -> tuple[bytes, int]:
        player = max(self._rules.player(state), 0)
        spiel = state.spiel
        most = self.kinds - 1
        values = bytes(min(max(round(value), 0), most) for value in spiel.observation_tensor(player))
        band = min(spiel.move_number() // self._band_moves, self._bands - 1)
        return values, player * self._bands + band


_BETTER: dict[str, Callable[[OpenSpielRules], GameFeatures[OpenSpielState]]] = {
    "amazons": AmazonsFeatures,
    "breakthrough": BreakthroughFeatures,
    "checkers": CheckersFeatures,
    "connect_four": ConnectFourFeatures,
}


def features_of(rules: OpenSpielRules, *, plain: bool = False) -> GameFeatures[OpenSpielState]:
    """The best features that are known for a game; with ``plain`` those of its observation tensor.

    Raises ``GameError`` for a game that has no observation tensor.
    """
    family = rules.spiel_game.get_type().short_name
    if family in _BETTER and not plain:
        return _BETTER[family](rules)
    if not rules.spiel_game.get_type().provides_observation_tensor:
        raise GameError(f"{rules.name} has no observation tensor, so there are no features to learn from")
    return ObservationFeatures(rules)
