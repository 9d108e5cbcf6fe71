"""Random trees behind the contract of games: ties, odd branching, leaves at all depths, players that move twice."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple
from zlib import crc32

from logistello.errors import IllegalMoveError
from logistello.games import CHANCE


@dataclass(frozen=True)
class TreeShape:
    depth: int = 4
    most_moves: int = 4
    #: Leaves are whole numbers from ``-values`` to ``values``: the fewer, the more ties.
    values: int = 3
    #: How often the game ends before ``depth``.
    early_end: float = 0.0
    #: How often a player moves again.
    again: float = 0.0
    #: How often chance moves.
    chance: float = 0.0


class _Drawn(NamedTuple):
    player: int
    moves: int
    #: Of a finished game, for player 0; otherwise an estimate.
    value: float
    probabilities: list[float]


class RandomTree:
    """States are paths from the root. What lies at one is drawn with its path as seed, when it is first asked for."""

    unit = "points"

    def __init__(self, seed: int, shape: TreeShape | None = None) -> None:
        self.shape = shape or TreeShape()
        self.seed = seed
        self.name = f"tree{seed}"
        self.value_range = (-float(self.shape.values), float(self.shape.values))

    @cached_property
    def _nodes(self) -> dict[tuple[int, ...], _Drawn]:
        return {}

    def _node(self, state: tuple[int, ...]) -> _Drawn:
        if state not in self._nodes:
            dice, shape = random.Random(crc32(bytes(state), self.seed)), self.shape
            over = len(state) >= shape.depth or (len(state) > 0 and dice.random() < shape.early_end)
            count = 0 if over else dice.randint(1, shape.most_moves)
            player = (len(state) + (dice.random() < shape.again)) % 2
            if len(state) % 2 and count and dice.random() < shape.chance:
                player = CHANCE
            value = float(dice.randint(-shape.values, shape.values))
            weights = [dice.randint(1, 5) for _ in range(count)]
            self._nodes[state] = _Drawn(player, count, value, [weight / sum(weights) for weight in weights])
        return self._nodes[state]

    def start(self) -> tuple[int, ...]:
        return ()

    def player(self, state: tuple[int, ...]) -> int:
        return self._node(state).player

    def is_over(self, state: tuple[int, ...]) -> bool:
        return self._node(state).moves == 0

    def moves(self, state: tuple[int, ...]) -> range:
        return range(self._node(state).moves)

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        if move not in self.moves(state):
            raise IllegalMoveError(f"{move} is not legal here", self.moves(state))
        return (*state, move)

    def outcome(self, state: tuple[int, ...], player: int) -> float:
        value = self._node(state).value
        return value if player == 0 else -value

    def value(self, state: tuple[int, ...]) -> float:
        """An evaluator, too: seen by the player to move or, at chance nodes, by player 0."""
        return self._node(state).value

    def chances(self, state: tuple[int, ...]) -> list[tuple[int, float]]:
        node = self._node(state)
        return list(enumerate(node.probabilities)) if node.player == CHANCE else []

    def key(self, state: tuple[int, ...]) -> tuple[int, ...]:
        return state

    def move_text(self, state: tuple[int, ...], move: int) -> str:
        return str(move)

    def parse_move(self, state: tuple[int, ...], text: str) -> int:
        return int(text)

    def text(self, state: tuple[int, ...]) -> str:
        return "-".join(map(str, state)) or "root"

    def parse(self, text: str) -> tuple[int, ...]:
        return tuple(map(int, text.split("-"))) if text != "root" else ()
