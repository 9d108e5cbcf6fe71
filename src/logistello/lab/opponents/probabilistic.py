"""PrOM search: the opponent is one of several, each with a probability (Orlovich 2002, section 2.1).

Donkers, Uiterwijk and van den Herik, "Probabilistic opponent-model search", 2001. At the opponent's nodes our value is
the expectation over the moves that each of them would make.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias

from logistello.errors import UsageError
from logistello.games import GameRules
from logistello.lab.opponents.model_search import ModelledGame
from logistello.lab.search.evaluator import StateEvaluator
from logistello.lab.search.found import Counts, Line
from logistello.lab.search.limits import Watch
from logistello.lab.search.tree_search import INFINITY, S

#: Our value with the line of the most likely moves, and the value that each opponent sees; all seen by us.
ManyValues: TypeAlias = tuple[float, Line, tuple[float, ...]]


@dataclass(frozen=True)
class LikelyOpponent(Generic[S]):
    """An opponent's evaluator, and how likely it is that we play against it."""

    name: str
    evaluator: StateEvaluator[S]
    probability: float


@dataclass(frozen=True)
class ProbablyModelledGame(Generic[S]):
    """What PrOM search carries through the tree."""

    game: GameRules[S]
    own: StateEvaluator[S]
    opponents: Sequence[LikelyOpponent[S]]
    us: int
    watch: Watch
    counts: Counts

    def __post_init__(self) -> None:
        total = sum(each.probability for each in self.opponents)
        if not self.opponents or abs(total - 1) > 1e-9 or any(each.probability < 0 for each in self.opponents):
            shares = ", ".join(f"{each.name} {each.probability}" for each in self.opponents)
            raise UsageError(f"opponents with the probabilities {shares or 'none'}: expected a sum of 1")

    def leaf(self, state: S, evaluator: StateEvaluator[S]) -> float:
        return ModelledGame(self.game, self.own, self.own, self.us, self.watch, self.counts).leaf(state, evaluator)


def prom_search(
    known: ProbablyModelledGame[S], state: S, depth: int, betas: tuple[float, ...] | None = None, *, prune: bool = True
) -> ManyValues:
    """PrOM search; with ``prune``, a node of ours is left as soon as no opponent would let it come to that.

    Each opponent's values from its beta on are bounds.
    """
    if depth <= 0 or known.game.is_over(state):
        theirs = tuple(known.leaf(state, each.evaluator) for each in known.opponents)
        return known.leaf(state, known.own), (), theirs
    known.watch.step()
    known.counts.inner_nodes += 1
    betas = betas or (INFINITY,) * len(known.opponents)
    if known.game.player(state) == known.us:
        return _our_choice(known, state, depth, betas, prune)
    return _their_choices(known, state, depth, prune)


def _our_choice(
    known: ProbablyModelledGame[S], state: S, depth: int, betas: tuple[float, ...], prune: bool
) -> ManyValues:
    value = -INFINITY
    line: Line = ()
    theirs = (-INFINITY,) * len(betas)
    for move in known.game.moves(state):
        own, rest, seen = prom_search(known, known.game.play(state, move), depth - 1, betas, prune=prune)
        theirs = tuple(map(max, theirs, seen))
        if own > value:
            value, line = own, (move, *rest)
        if prune and all(each >= beta for each, beta in zip(theirs, betas, strict=True)):
            known.counts.cut_offs += 1
            break
    return value, line, theirs


def _their_choices(known: ProbablyModelledGame[S], state: S, depth: int, prune: bool) -> ManyValues:
    """Every opponent takes the first of the moves that it likes best."""
    best = [INFINITY] * len(known.opponents)
    chosen: list[tuple[float, Line]] = [(0.0, ())] * len(known.opponents)
    for move in known.game.moves(state):
        own, rest, seen = prom_search(known, known.game.play(state, move), depth - 1, tuple(best), prune=prune)
        for number, value in enumerate(seen):
            if value < best[number]:
                best[number] = value
                chosen[number] = own, (move, *rest)
    expected = sum(each.probability * own for each, (own, _) in zip(known.opponents, chosen, strict=True))
    likeliest = max(range(len(best)), key=lambda number: known.opponents[number].probability)
    return expected, chosen[likeliest][1], tuple(best)
