"""Games against oneself, learned from while they are played."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

import numpy as np

from logistello.games import CHANCE, GameRules
from logistello.lab.chance import roll
from logistello.lab.td.learner import Floats, TdLearner

S = TypeVar("S", bound=Hashable)
S_contra = TypeVar("S_contra", bound=Hashable, contravariant=True)
I = TypeVar("I")  # noqa: E741 - inputs
I_co = TypeVar("I_co", covariant=True)


class Coding(Protocol[S_contra, I_co]):
    """How a game is shown to a learner, and what its outputs mean."""

    def inputs(self, states: Sequence[S_contra]) -> Sequence[I_co]: ...

    def equity(self, values: Floats) -> Floats:
        """What player 0 expects, from ``[positions, outputs]``."""
        ...

    def targets(self, state: S_contra) -> Floats:
        """The outputs at the end of a game."""
        ...


@dataclass(frozen=True)
class SelfPlay(Generic[S, I]):
    """Plays one game after another. Both sides take the move whose position the learner likes best.

    explore: the share of moves made at random, from which nothing is learned. Dice explore by themselves.
    """

    rules: GameRules[S]
    coding: Coding[S, I]
    explore: float = 0.0

    def play(
        self, learner: TdLearner[I], random: np.random.Generator, on_state: Callable[[S], None] | None = None
    ) -> S:
        """One game, learned from at every move; returns its last state. ``on_state`` gets every state in which a player
        moves, and the last one."""
        rules = self.rules
        state = rules.start()
        last: I | None = None
        learner.begin()
        while not rules.is_over(state):
            if rules.player(state) == CHANCE:
                state = rules.play(state, roll(rules, state, random))
                continue
            if on_state is not None:
                on_state(state)
            candidates = _next_states(rules, state)
            if self.explore and random.random() < self.explore:
                state = candidates[int(random.integers(len(candidates)))]
                last = None if rules.is_over(state) else self.coding.inputs([state])[0]
                learner.begin()
                continue
            inputs = self.coding.inputs(candidates)
            values = learner.estimates(inputs)
            for place, candidate in enumerate(candidates):
                if rules.is_over(candidate):
                    values[place] = self.coding.targets(candidate)
            sign = 1 if rules.player(state) == 0 else -1
            best = int(np.argmax(sign * self.coding.equity(values)))
            if last is not None:
                learner.learn(last, values[best])
            state, last = candidates[best], inputs[best]
        if on_state is not None:
            on_state(state)
        return state


def _next_states(rules: GameRules[S], state: S) -> list[S]:
    """The states after each move; of those that look alike, after the same steps in another order, the first one."""
    found: dict[str, S] = {}
    for move in rules.moves(state):
        after = rules.play(state, move)
        found.setdefault(str(after), after)
    return list(found.values())
