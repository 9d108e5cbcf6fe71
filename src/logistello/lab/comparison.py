"""The same positions searched by many algorithms: what each of them costs (Plaat 1996, chapter 4)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from logistello.errors import UsageError
from logistello.games import GameRules
from logistello.lab.search.algorithms import ALGORITHMS
from logistello.lab.search.evaluator import StateEvaluator
from logistello.lab.search.found import Counts
from logistello.lab.search.limits import SearchLimit
from logistello.lab.search.search import Search
from logistello.lab.search.transposition_table import TranspositionTable
from logistello.lab.search.tree_search import S

#: What the others are compared with, as in Plaat's tables: NegaScout with a first window around the expected value.
ASPIRATION_NEGASCOUT = "aspiration-negascout"
#: Half the width of that window, as a part of the range of outcomes.
ASPIRATION = 1 / 64


@dataclass(frozen=True)
class Cost:
    """What one algorithm needed for all positions, to one depth. ``values`` are those that it found."""

    algorithm: str
    title: str
    depth: int
    counts: Counts
    #: Of the processor.
    seconds: float
    values: tuple[float, ...]

    def as_json(self) -> dict[str, Any]:
        """All fields, and the sums of nodes."""
        return asdict(self) | {"nodes": self.counts.nodes}


def compared_algorithms(game: GameRules[Any], *, with_minimax: bool = False) -> list[str]:
    """Those that can search the game; minimax and negamax only if asked for, as nobody wants to wait for them."""
    if hasattr(game, "chances"):
        return ["expectimax", "star1", "star2"]
    plain = {"minimax", "negamax"}
    names = [name for name, each in ALGORITHMS.items() if each.chance is None and (with_minimax or name not in plain)]
    return [*names, ASPIRATION_NEGASCOUT]


def search_named(
    game: GameRules[S],
    evaluator: StateEvaluator[S],
    name: str,
    ordering: Sequence[str] = (),
    aspiration: float = ASPIRATION,
) -> Search[S]:
    """The search that a comparison uses: every algorithm deepens, with a table that remembers leaves."""
    table = TranspositionTable(leaves=True)
    if name != ASPIRATION_NEGASCOUT:
        return Search(game, evaluator, name, table=table, ordering=ordering)
    low, high = game.value_range
    window = (high - low) * aspiration
    return Search(game, evaluator, "negascout", table=table, ordering=ordering, aspiration=window)


def compare(
    game: GameRules[S],
    evaluator: StateEvaluator[S],
    states: Iterable[S],
    depth: int,
    algorithms: Sequence[str],
    *,
    ordering: Sequence[str] = ("history",),
    aspiration: float = ASPIRATION,
    on_progress: Callable[[int, int], None] | None = None,
) -> list[Cost]:
    """Search every state with every algorithm; each begins with an empty table.

    Raises ``UsageError`` if two of them find different values: they are all exact.
    """
    states = list(states)
    costs = {name: Cost(name, title_of(name), depth, Counts(), 0.0, ()) for name in algorithms}
    for number, state in enumerate(states):
        for place, name in enumerate(algorithms):
            search = search_named(game, evaluator, name, ordering, aspiration)
            began = time.process_time()
            found = search.search(state, SearchLimit(depth=depth))
            seconds = time.process_time() - began
            known = costs[name]
            costs[name] = replace(
                known,
                counts=known.counts + found.counts,
                seconds=known.seconds + seconds,
                values=(*known.values, found.value),
            )
            if on_progress is not None:
                on_progress(number * len(algorithms) + place + 1, len(states) * len(algorithms))
        _check_values(list(costs.values()), game.text(state))
    return list(costs.values())


def title_of(name: str) -> str:
    return "Aspiration NegaScout" if name == ASPIRATION_NEGASCOUT else ALGORITHMS[name].title


def _check_values(costs: Sequence[Cost], where: str) -> None:
    first = costs[0]
    for other in costs[1:]:
        if abs(other.values[-1] - first.values[-1]) > 1e-9:
            raise UsageError(
                f"{other.title} finds {other.values[-1]} where {first.title} finds {first.values[-1]}, in {where}: "
                "searches with a table differ in games whose rules look back on the moves before; search less deep"
            )
