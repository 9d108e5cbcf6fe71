"""Figures about a book."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from logistello.book.book_game import BookGame
from logistello.book.evaluation import NO_MODEL
from logistello.book.node import BookNode


@dataclass(frozen=True, slots=True)
class Statistics:
    """What a book contains."""

    positions: int
    #: Ends of lines.
    leaves: int
    edges: int
    deviations: int
    #: Positions that lack a search.
    pending: int
    #: Games through the position that occurred most often.
    games: int
    #: Positions by what is known of them: ``win``, ``draw``, ``loss``, ``estimate``; for the side to move.
    outcomes: Mapping[str, int]
    #: Positions by moves since the start of the game.
    by_ply: Mapping[int, int]
    #: Evaluations by the model that made them; results of games have none.
    models: Mapping[str, int]
    #: Evaluations of models by depth.
    depths: Mapping[int, int]


def statistics(nodes: Iterable[BookNode], game: BookGame[Any, Any]) -> Statistics:
    """Compute them from all positions."""
    counts: Counter[str] = Counter()
    outcomes: Counter[str] = Counter({"win": 0, "draw": 0, "loss": 0, "estimate": 0})
    by_ply: Counter[int] = Counter()
    models: Counter[str] = Counter()
    depths: Counter[int] = Counter()
    games = 0
    for node in nodes:
        counts["positions"] += 1
        counts["leaves"] += node.is_leaf
        counts["edges"] += len(node.edges)
        counts["deviations"] += node.deviation is not None
        counts["pending"] += node.pending
        games = max(games, node.games)
        outcomes[node.value.outcome or "estimate"] += 1
        by_ply[game.ply(node.key)] += 1
        for evaluation in (node.label, node.deviation.evaluation if node.deviation else None):
            if evaluation is not None and evaluation.model != NO_MODEL:
                models[evaluation.model] += 1
                depths[evaluation.depth] += 1
    return Statistics(
        positions=counts["positions"],
        leaves=counts["leaves"],
        edges=counts["edges"],
        deviations=counts["deviations"],
        pending=counts["pending"],
        games=games,
        outcomes=dict(outcomes),
        by_ply=dict(sorted(by_ply.items())),
        models=dict(models.most_common()),
        depths=dict(sorted(depths.items())),
    )
