"""Checking a book: everything is recomputed in the plainest way."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from logistello.book.book_game import BookGame, Step, named
from logistello.book.evaluation import Evaluation, Evaluator
from logistello.book.node import BookNode, negamax
from logistello.book.store import Store
from logistello.book.value import BookValue
from logistello.errors import BookError


@dataclass(frozen=True, slots=True)
class BookProblem:
    """A fault found in a book."""

    #: The position as text where it has one; empty for the file as a whole.
    position: str
    what: str

    def __str__(self) -> str:
        return f"{self.position}: {self.what}" if self.position else self.what


def verify(
    store: Store,
    game: BookGame[Any, Any],
    *,
    solver: Evaluator | None = None,
    sample: int = 0,
    seed: int = 0,
    on_progress: Callable[[int], None] | None = None,
) -> list[BookProblem]:
    """All problems of a book. A ``solver`` solves ``sample`` of the proven results again."""
    with store.reading():
        found: list[BookProblem] = []
        try:
            found.extend(_Check(store, game, on_progress).problems(solver, sample, seed))
        except BookError as error:  # the file itself cannot be read any further
            found.append(BookProblem("", str(error)))
        return found


class _Check:
    def __init__(self, store: Store, game: BookGame[Any, Any], on_progress: Callable[[int], None] | None) -> None:
        self._store = store
        self._game = game
        self._on_progress = on_progress
        self._nodes: dict[bytes, BookNode] = {}

    def problems(self, solver: Evaluator | None, sample: int, seed: int) -> Iterator[BookProblem]:
        yield from (BookProblem("", text) for text in self._store.check())
        for number, key in enumerate(self._store.all_keys(), start=1):
            yield from self._read(key)
            if self._on_progress is not None and number % 1000 == 0:
                self._on_progress(number)
        for node in self._nodes.values():
            yield from (self._problem(node.key, what) for what in self._about(node))
        yield from self._values()
        yield from self._journal()
        if solver is not None:
            yield from self._proofs(solver, sample, seed)

    def _problem(self, key: bytes, what: str) -> BookProblem:
        return BookProblem(named(self._game, key), what)

    def _read(self, key: bytes) -> Iterator[BookProblem]:
        """Reading a node replays its edges, so illegal ones show here."""
        try:
            node = self._store.get(key)
            place = self._game.place(self._game.position(key))
        except (BookError, ValueError, TypeError) as error:
            yield self._problem(key, f"cannot be read: {error.__cause__ or error}")
            return
        if place.key != key or place.sign < 0:
            yield self._problem(key, "is not the representative of its class")
        if node is not None:
            self._nodes[key] = node

    def _about(self, node: BookNode) -> Iterator[str]:
        game = self._game
        steps = {step.move: step for step in game.steps(node.key)}
        for step in node.edges:
            name = game.move_text(step.move)
            if step.key not in self._nodes:
                yield f"{name} leads to no position of the book"
            elif node.key not in self._store.parents(step.key):
                yield f"the position after {name} does not know where it comes from"
            if steps.get(step.move) != step:
                yield f"{name} is not the first of the moves that lead where it does"
        yield from self._about_deviation(node, steps)
        yield from self._about_label(node, len(steps))

    def _about_deviation(self, node: BookNode, steps: dict[int, Step]) -> Iterator[str]:
        if node.deviation is None:
            return
        name = f"the deviation {self._game.move_text(node.deviation.move)}"
        step = steps.get(node.deviation.move)
        if step is None:
            yield f"{name} is not legal, or not the first of its kind"
        elif node.edge(step.move) is not None:
            yield f"{name} is an edge"
        elif node.key not in self._store.parents(step.key):
            yield f"the position after {name} does not know where it comes from"
        elif step.key in self._nodes:
            yield f"{name} leads into the book"

    def _about_label(self, node: BookNode, moves: int) -> Iterator[str]:
        label = node.label
        result = self._game.result(node.key)
        if result is not None and (label is None or not label.proven or label.value != result):
            yield f"the game is over with {result:+g}, but the book does not say so"
        if node.is_leaf and label is None:
            yield "a leaf without a label"
        if node.is_leaf and node.deviation is not None:
            yield "a leaf with a deviation"
        if not node.is_leaf and label is not None and not label.proven:
            yield "an estimate of a position that has moves"
        unfinished = node.deviation is None and len(node.edges) < moves
        unsearched = label is not None and (label.depth == 0 or label.is_half_known)
        lacking = unsearched if node.is_leaf else unfinished
        if node.pending != (lacking and not node.is_solved):
            yield "marked as pending, but nothing is missing" if node.pending else "a search is missing, but not marked"

    def _values(self) -> Iterator[BookProblem]:
        """Latest positions first, each from the values computed here, not from stored ones."""
        values: dict[bytes, BookValue] = {}
        for key in sorted(self._nodes, key=self._game.ply, reverse=True):
            node = self._nodes[key]
            try:
                values[key] = negamax(node, values.__getitem__)
            except (KeyError, BookError):
                continue  # an edge that leads nowhere: reported above
            if values[key] != node.value:
                yield self._problem(key, f"its value is stored as {node.value!r}, but is {values[key]!r}")

    def _journal(self) -> Iterator[BookProblem]:
        """Every entry is taken back, newest first: what it leaves must be a book again wherever it changed one."""
        nodes: dict[bytes, BookNode] = dict(self._nodes)
        parents: dict[bytes, set[bytes]] = {}
        for node in nodes.values():
            _add_parents(parents, node)
        for entry in self._store.entries():
            try:
                before = self._store.before(entry.number)
            except BookError as error:
                yield BookProblem("", f"entry {entry.number} of the journal cannot be read: {error}")
                return  # what older entries changed is not known
            for key, old in before:
                if old is None and key not in nodes:
                    yield self._problem(key, f"new in entry {entry.number} of the journal, but not there after it")
                if old is None:
                    nodes.pop(key, None)
                else:
                    nodes[key] = old
                    _add_parents(parents, old)
            changed = {key for key, _ in before}
            for key in sorted(changed.union(*(parents.get(key, ()) for key in changed)) & nodes.keys()):
                if not self._fits(nodes[key], nodes):
                    yield self._problem(key, f"is not as it was before entry {entry.number} of the journal")

    def _fits(self, node: BookNode, nodes: Mapping[bytes, BookNode]) -> bool:
        """Whether its value is the one that its moves give it."""
        try:
            return negamax(node, lambda key: nodes[key].value) == node.value
        except (KeyError, BookError):
            return False

    def _proofs(self, solver: Evaluator, sample: int, seed: int) -> Iterator[BookProblem]:
        proven = [
            (node.key, node.label) for node in self._nodes.values() if node.label is not None and node.label.proven
        ]
        proven += [
            (step.key, node.deviation.evaluation.after_move(step.sign))
            for node in self._nodes.values()
            if node.deviation is not None and node.deviation.evaluation.proven
            for step in [self._game.step(node.key, node.deviation.move)]
        ]
        chosen = random.Random(seed).sample(proven, min(sample, len(proven)))  # noqa: S311 - which ones does not matter
        for key, claimed in chosen:
            result = self._game.result(key)
            found = solver.evaluate(key) if result is None else None
            true = found.evaluation.value if found is not None else result
            if true is None or (found is not None and not found.evaluation.proven):
                continue
            if _contradicts(claimed, true):
                yield self._problem(key, f"called proven with {claimed.value:+g}, but solving it gives {true:+g}")


def _add_parents(parents: dict[bytes, set[bytes]], node: BookNode) -> None:
    for step in node.edges:
        parents.setdefault(step.key, set()).add(node.key)


def _contradicts(claimed: Evaluation, true: float) -> bool:
    if claimed.is_half_known:
        return true < 0 if claimed.bound == "lower" else true > 0
    return _sign(true) != _sign(claimed.value) or (claimed.bound == "exact" and true != claimed.value)


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)
