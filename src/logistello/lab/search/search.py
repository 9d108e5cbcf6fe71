"""A search put together from its parts: algorithm, table, move ordering, pruning, deepening, limits."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event
from typing import Generic

from logistello.errors import UsageError
from logistello.games import CHANCE, GameRules
from logistello.lab.search.algorithms import ALGORITHMS
from logistello.lab.search.aspiration import aspiration
from logistello.lab.search.evaluator import StateEvaluator
from logistello.lab.search.found import Answer, Found
from logistello.lab.search.history import History
from logistello.lab.search.iterative_deepening import depths
from logistello.lab.search.killers import Killers
from logistello.lab.search.limits import SearchLimit, SearchStoppedError, Watch
from logistello.lab.search.ordering import EvaluationOrdering, MoveOrdering
from logistello.lab.search.quiescence import Quiescence
from logistello.lab.search.transposition_table import TranspositionTable
from logistello.lab.search.tree_search import INFINITY, ForwardPruning, S, TreeObserver, TreeSearch

#: What ``Search`` takes in ``ordering``. Each search begins with a new one.
ORDERINGS: dict[str, Callable[[], MoveOrdering]] = {
    "evaluation": EvaluationOrdering,
    "history": History,
    "killers": Killers,
}


class Search(Generic[S]):
    """Finds values and moves of any game of the contract.

    ``algorithm`` is a name of ``ALGORITHMS``. ``table`` is a ``TranspositionTable``, which remembers from one search to
    the next; ``True`` makes one for each search, ``False`` does without. ``ordering`` names heuristics of
    ``ORDERINGS``, the weightiest first; the table's move goes before all of them. ``deepening`` is the step of
    iterative deepening; 0 goes to the depth of the limit at once. ``aspiration`` is half the width of the first window
    around the value of the last iteration but one, in the game's unit. Prunings that guess make results differ from
    minimax's; everything else does not. ``minimax`` is the plain one, which uses none of these but ``deepening`` and
    ``quiescence``.

    >>> from logistello.games import OthelloRules
    >>> from logistello.lab import NoKnowledge
    >>> game = OthelloRules()
    >>> ending = game.parse("XXXXXXXXXXXXXXXXXXXOXXXXXXXOOXXXXXXXOXXXXXXXXOXXXXXXXXOXOOOO-O--X")
    >>> found = Search(game, NoKnowledge(), "mtd-f").search(ending)
    >>> found.exact, found.value == Search(game, NoKnowledge(), "minimax").search(ending).value
    (True, True)
    """

    def __init__(
        self,
        game: GameRules[S],
        evaluator: StateEvaluator[S],
        algorithm: str = "negascout",
        *,
        table: TranspositionTable | bool = True,
        ordering: Sequence[str] = (),
        deepening: int = 1,
        aspiration: float | None = None,
        prunings: Sequence[ForwardPruning] = (),
        quiescence: Quiescence | None = None,
    ) -> None:
        if algorithm not in ALGORITHMS:
            raise UsageError(f"no algorithm {algorithm!r}; expected one of {', '.join(ALGORITHMS)}")
        if unknown := [each for each in ordering if each not in ORDERINGS]:
            raise UsageError(f"no move ordering {unknown[0]!r}; expected {', '.join(ORDERINGS)}")
        if deepening < 0:
            raise UsageError(f"deepening by {deepening} moves: expected 1 or more, or 0 for none")
        if aspiration is not None and not ALGORITHMS[algorithm].takes_window:
            able = ", ".join(name for name, each in ALGORITHMS.items() if each.takes_window)
            raise UsageError(f"{algorithm} takes no window, so it cannot aspire; these can: {able}")
        if aspiration is not None and not aspiration > 0:
            raise UsageError(f"an aspiration window of {aspiration} to both sides: expected more than 0")
        self.game = game
        self.evaluator = evaluator
        self.algorithm = algorithm
        self.table = table
        self.ordering = tuple(ordering)
        self.deepening = deepening
        self.aspiration = aspiration
        self.prunings = tuple(prunings)
        self.quiescence = quiescence

    def search(
        self,
        state: S,
        limit: SearchLimit | None = None,
        *,
        stop: Event | None = None,
        observer: TreeObserver | None = None,
    ) -> Found:
        """Search until a limit is reached, the event is set, or the outcome of the game is known.

        Cut short, it answers with the last depth that was finished; before the first, with the first legal move.
        """
        began = time.perf_counter()
        limit = limit or SearchLimit()
        if limit.depth is None and not self.deepening:
            raise UsageError("a search that does not deepen needs a limit of depth")
        search = self._begun(limit, stop, observer)
        best = _Finished(*_without_search(search, state), depth=0, exact=False)
        values = {0: best.value}
        complete = False
        try:
            for depth in depths(limit.depth, self.deepening):
                before = search.estimates
                # Values swing between odd and even depths: the last one of the same parity is the better guess.
                expected = values.get(depth - 2, best.value)
                value, line = self._at_root(search, state, depth, expected, first=not best.depth)
                best = _Finished(value, line, depth, exact=search.estimates == before)
                values[depth] = value
                if best.exact:
                    break
            complete = True
        except SearchStoppedError:
            pass
        move = best.line[0] if best.line else None
        if move is None and not complete and self.game.player(state) != CHANCE:
            move = next(iter(self.game.moves(state)), None)
        return Found(
            best.value + 0.0,
            move,
            best.line,
            best.depth,
            complete,
            best.exact,
            search.counts,
            time.perf_counter() - began,
        )

    def _begun(self, limit: SearchLimit, stop: Event | None, observer: TreeObserver | None) -> TreeSearch[S]:
        algorithm = ALGORITHMS[self.algorithm]
        table = (TranspositionTable() if self.table else None) if isinstance(self.table, bool) else self.table
        return TreeSearch(
            self.game,
            self.evaluator,
            Watch(limit, stop),
            algorithm.expand,
            chance=algorithm.chance,
            table=table,
            narrowed=algorithm.narrowed,
            orderings=[ORDERINGS[name]() for name in self.ordering],
            prunings=self.prunings,
            quiescence=self.quiescence,
            observer=observer,
        )

    def _at_root(self, search: TreeSearch[S], state: S, depth: int, expected: float, *, first: bool) -> Answer:
        if self.game.player(state) == CHANCE:
            return search.value_for(0, state, depth, -INFINITY, INFINITY)
        if self.aspiration is not None and not first:
            return aspiration(search, state, depth, expected, self.aspiration)
        return ALGORITHMS[self.algorithm].root(search, state, depth, expected)


@dataclass(frozen=True)
class _Finished:
    """What the last finished iteration found."""

    value: float
    line: tuple[int, ...]
    depth: int
    exact: bool


def _without_search(search: TreeSearch[S], state: S) -> Answer:
    """What is known before the first iteration; costs nothing that is counted."""
    game = search.game
    if game.is_over(state):
        return game.outcome(state, game.player(state)), ()
    return search.evaluator.value(state), ()
