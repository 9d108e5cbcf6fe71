"""Growing a book: hand out searches, and put their answers in one by one."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial

from logistello.book.evaluation import Evaluator, EvaluatorRecipe
from logistello.book.graph import Graph
from logistello.book.selection import Leaf, Selection, visits
from logistello.book.store import Run
from logistello.book.value import BookValue
from logistello.book.work import Work, WorkAnswers, ask, ask_recipe
from logistello.jobs import Pool, Task

Search = Evaluator | EvaluatorRecipe

#: Positions to look at per leaf found: a few milliseconds, little compared with its searches.
_VISITS_FOR_A_LEAF = 100


@dataclass(frozen=True, slots=True)
class Growth:
    """What a run did."""

    #: Games or lines added.
    games: int = 0
    #: Leaves expanded, or evaluations refreshed.
    expansions: int = 0
    #: New positions.
    positions: int = 0
    #: Positions that searches visited.
    nodes: int = 0
    #: The run under which the journal keeps it; ``None`` if it was not one run.
    run: int | None = field(default=None, compare=False)
    #: When that run began.
    begun: datetime | None = field(default=None, compare=False)

    def __add__(self, other: Growth) -> Growth:
        return Growth(
            self.games + other.games,
            self.expansions + other.expansions,
            self.positions + other.positions,
            self.nodes + other.nodes,
            self.run,
            self.begun,
        )


@dataclass(frozen=True, slots=True)
class GrowthProgress:
    """What has been done so far, and the current value of the root (``None`` if it is not in the book)."""

    growth: Growth
    root_value: BookValue | None


OnProgress = Callable[[GrowthProgress], None]
Stop = Callable[[], bool]


class Grower:
    """One run: the graph, who searches, and when to stop."""

    def __init__(
        self,
        graph: Graph,
        search: Search,
        pool: Pool | None = None,
        *,
        root: bytes,
        run: Run,
        stop: Stop | None = None,
        on_progress: OnProgress | None = None,
    ) -> None:
        self._graph = graph
        self._root = root
        self.run = run
        self._stop = stop or (lambda: False)
        self._on_progress = on_progress
        self._carry_out = _carrier(search, pool)
        self._in_flight: set[tuple[bytes, int | None]] = set()
        #: Positions that may lack a search which is this run's to make.
        self._open: set[bytes] = set()
        self.growth = Growth(run=run.number, begun=run.begun)

    # -- what to do ---------------------------------------------------------------------------

    def complete(self) -> None:
        """Make every search that is missing now, and those that the answers make necessary.

        What others leave open meanwhile is theirs: beside a book that grows this would never come to an end.
        """
        self._open = set(self._graph.store.pending())
        self._work(_once(self._completions))

    def extend(self, selection: Selection, expansions: int | None, nodes: int | None) -> None:
        """Expand leaf after leaf, up to a number of expansions or of visited positions."""
        graph, begun = self._graph, self.growth
        waiting: deque[Leaf] = deque()
        handed_out: set[Work] = set()

        def next_leaf() -> Work | None:
            done = self.growth.expansions - begun.expansions
            if expansions is not None and done + len(self._in_flight) >= expansions:
                return None
            if nodes is not None and self.growth.nodes - begun.nodes >= nodes:
                return None
            for _ in range(2):
                while waiting:
                    leaf = waiting.popleft()
                    if leaf.name in self._in_flight or not leaf.is_still_one(graph.store):
                        continue
                    work = graph.completion(leaf.key) if leaf.pending else graph.expansion(leaf.key, leaf.move)
                    if work not in handed_out:  # or a search whose answer changes nothing would be repeated for ever
                        handed_out.add(work)
                        return work
                waiting.extend(self._best_leaves(selection))
            return None

        self._work(next_leaf)

    def _best_leaves(self, selection: Selection) -> Iterator[Leaf]:
        """The next leaves. The book changes with every answer, so the best leaf is looked up anew each time; but where
        that takes long (a broad book has many positions before the first leaf), several are taken at once."""
        found = 0
        for seen, visit in enumerate(visits(self._graph.store, self._root, selection), start=1):
            if isinstance(visit, Leaf) and visit.name not in self._in_flight:
                found += 1
                yield visit
                if found * _VISITS_FOR_A_LEAF >= seen:
                    return

    def refresh(self, model: str, depth: int) -> None:
        """Repeat searches by another model or of less than ``depth``, best lines first."""

        def old_values() -> Iterator[Work]:
            for visit in visits(self._graph.store, self._root, Selection()):
                if self._is_old(visit.key, model, depth):
                    yield self._graph.renewal(visit.key)

        self._work(_once(old_values))

    def _is_old(self, key: bytes, model: str, depth: int) -> bool:
        node = self._graph.node(key)
        held = node.label if node.is_leaf else node.deviation.evaluation if node.deviation else None
        return held is not None and not held.proven and (held.model != model or held.depth < depth)

    def _completions(self) -> Iterator[Work]:
        for key in sorted(self._open):
            node = self._graph.store.get(key)
            if node is not None and node.pending:
                yield self._graph.completion(key)

    # -- doing it -----------------------------------------------------------------------------

    def _work(self, next_work: Callable[[], Work | None]) -> None:
        """Hand out work whenever a worker is free, until none is left. An answer may create new work, even when there
        was none left before it."""

        def handed_out() -> Iterator[Work]:
            while not self._stop() and (work := next_work()) is not None:
                self._in_flight.add(work.leaf)
                yield work

        progress = True
        while progress:
            progress = False
            for work, answers in self._carry_out(handed_out()):
                progress = True
                self._take(work, answers)

    def _take(self, work: Work, answers: WorkAnswers) -> None:
        with self._graph.change(self.run) as touched:
            new = self._graph.apply(work, answers)
        self._open |= touched
        self._in_flight.discard(work.leaf)
        self.tell(Growth(expansions=1, positions=new, nodes=answers.nodes))

    def tell(self, more: Growth) -> None:
        self.growth += more
        if self._on_progress is not None:
            node = self._graph.store.get(self._root)
            self._on_progress(GrowthProgress(self.growth, node.value if node else None))


def _once(works: Callable[[], Iterator[Work]]) -> Callable[[], Work | None]:
    """Each piece of work once; when they run out, the source is asked once more for new ones."""
    handed_out: set[Work] = set()
    going_on = works()

    def next_work() -> Work | None:
        nonlocal going_on
        for _ in range(2):
            for work in going_on:
                if work not in handed_out:
                    handed_out.add(work)
                    return work
            going_on = works()
        return None

    return next_work


Carrier = Callable[[Iterable[Work]], Iterator[tuple[Work, WorkAnswers]]]


def _carrier(search: Search, pool: Pool | None) -> Carrier:
    """What carries out the work: this process, or a pool."""
    if pool is not None:
        if not isinstance(search, EvaluatorRecipe):
            raise TypeError("a pool needs a recipe, of which every worker makes an evaluator of its own")
        return partial(_in_pool, pool, search)
    evaluator = search.make() if isinstance(search, EvaluatorRecipe) else search
    return lambda works: ((work, ask(evaluator, work.questions)) for work in works)


def _in_pool(
    pool: Pool, recipe: EvaluatorRecipe, works: Iterable[Work]
) -> Generator[tuple[Work, WorkAnswers], None, None]:
    begun: list[Work] = []
    memory_mb = getattr(recipe, "memory_mb", Task.memory_mb)  # a recipe need not say

    def tasks() -> Iterator[Task]:
        for work in works:
            begun.append(work)
            yield Task(ask_recipe, (recipe, work.questions), memory_mb=memory_mb)

    results = pool.run(tasks())
    try:
        for number, answers in results:
            yield begun[number], answers
    finally:
        results.close()
