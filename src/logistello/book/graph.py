"""The book as a graph: lines are added, leaves expanded, and values kept up to date.

Nothing here searches. Searches are planned as :class:`Work`, and their answers are put in when they arrive, even if the
book has changed in the meantime. Everything that changes the book runs inside a transaction of the store.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from logistello.book.book_game import BookGame, Step, named
from logistello.book.evaluation import Evaluation, RatedMove
from logistello.book.node import BookNode, lacks_search, negamax, united
from logistello.book.store import Run, Store
from logistello.book.value import BookValue
from logistello.book.work import BookQuestion, Work, WorkAnswers
from logistello.errors import BookError

_UNKNOWN = BookValue(0.0, 0.0)


@dataclass(frozen=True, slots=True)
class BookPath:
    """A line in the book's frame: where it begins, its moves, and what is known of its last position."""

    start: bytes
    steps: tuple[Step, ...]
    #: An estimate makes the end a pending leaf; the result of a finished game is proven.
    end: Evaluation

    def keys(self) -> list[bytes]:
        return [self.start, *(step.key for step in self.steps)]


class Graph:
    """The algorithm over a store."""

    def __init__(self, store: Store, game: BookGame[Any, Any]) -> None:
        self.store = store
        self.game = game
        self._touched: set[bytes] | None = None

    # -- changing -----------------------------------------------------------------------------

    @contextmanager
    def change(self, run: Run | None) -> Iterator[set[bytes]]:
        """A transaction that brings the values up to date before it is committed; gives the keys that it puts."""
        with self.store.transaction(run):
            self._touched = touched = set[bytes]()
            try:
                yield touched
                propagate(self.store, self.game.ply, touched)
            finally:
                self._touched = None

    def put(self, node: BookNode) -> None:
        """Keep a node whose value will be computed at the end of the change."""
        if self._touched is None:
            raise BookError("a change outside of Graph.change()")
        node = self._deviating_out_of_the_book(node)
        is_new = self.store.value(node.key) is None
        self._touched.add(node.key)
        self.store.put(replace(node, pending=lacks_search(node, len(self.game.steps(node.key)))))
        for parent in self.store.parents(node.key) if is_new else ():
            self.put(self.node(parent))

    def _deviating_out_of_the_book(self, node: BookNode) -> BookNode:
        """A deviation to a position that is now in the book becomes an edge."""
        if node.deviation is None:
            return node
        step = self.game.step(node.key, node.deviation.move)
        return node if self.store.value(step.key) is None else self._with_edges(node, [step])

    def add_path(self, path: BookPath, games: int = 1) -> int:
        """Add a line; it is cut short where the result is already known. Returns the number of new positions."""
        new = 0
        for key, step in zip(path.keys(), [*path.steps, None], strict=True):
            node = self.store.get(key)
            if node is None:
                new += 1
                node = BookNode(key, _UNKNOWN)
            node = replace(node, games=node.games + games)
            if node.is_solved:
                self.put(node)
                return new
            if step is None:
                self.put(self._labelled(node, path.end))
            else:
                self.put(self._with_edges(node, [step]))
        return new

    def _labelled(self, node: BookNode, label: Evaluation) -> BookNode:
        """An estimate adds nothing to a position that has edges, and never replaces a surer one."""
        known = node.label
        if not label.proven and (node.edges or (known is not None and known.sureness >= label.sureness)):
            return node
        return replace(node, label=label)

    def _with_edges(self, node: BookNode, steps: Iterable[Step]) -> BookNode:
        """The node with these edges and all other moves that lead into the book."""
        edges = {step.move: step for step in node.edges}
        edges.update((step.move, step) for step in steps)
        for step in self.game.steps(node.key):
            if step.move not in edges and self.store.value(step.key) is not None:
                edges[step.move] = step
        deviation = node.deviation if node.deviation is None or node.deviation.move not in edges else None
        label = node.label if node.label is not None and node.label.proven else None
        return replace(node, edges=tuple(edges[move] for move in sorted(edges)), deviation=deviation, label=label)

    def absorb(self, nodes: Iterable[BookNode]) -> tuple[int, int]:
        """Take over positions of another book. Moves of both are kept, and of two evaluations the surer one; values are
        computed anew, whatever the nodes say. Returns how many games came through and how many positions are new."""
        games = positions = 0
        for theirs in nodes:
            mine = self.store.get(theirs.key)
            positions += mine is None
            games = max(games, theirs.games)
            self.put(theirs if mine is None else united(mine, theirs))
        return games, positions

    def prove(self, key: bytes, proof: Evaluation) -> int:
        """Label a position with what is proven of it, unless more is. Returns the number of new positions."""
        node = self.store.get(key)
        known = None if node is None else node.label
        if node is None:
            self.put(BookNode(key, _UNKNOWN, label=proof))
            return 1
        if known is None or proof.sureness > known.sureness:
            self.put(replace(node, label=proof))
        return 0

    def link(self, key: bytes) -> int:
        """Make all moves of a position that lead into the book edges; returns how many were added."""
        node = self.node(key)
        linked = node if node.is_leaf or node.is_solved else self._with_edges(node, [])
        if linked.edges == node.edges:
            return 0
        self.put(linked)
        return len(linked.edges) - len(node.edges)

    # -- planning searches --------------------------------------------------------------------

    def expansion(self, key: bytes, move: int | None) -> Work:
        """For a leaf: its best move and its deviation; if it was a deviation itself, also the next one of its node."""
        node = self.node(key)
        if move is None:
            return Work("expand", key, None, (BookQuestion(self.game.portable(key), count=2),))
        child = self.game.step(key, move).key
        questions = [BookQuestion(self.game.portable(key), self._known_moves(node) | {move})]
        if self.store.value(child) is None and self.game.result(child) is None:
            questions.append(BookQuestion(self.game.portable(child), count=2))
        return Work("expand", key, move, tuple(questions))

    def completion(self, key: bytes) -> Work:
        """For a pending node: the missing search."""
        return Work("complete", key, None, (self._question_about(key),))

    def renewal(self, key: bytes) -> Work:
        """Repeat the search that gave a node its deviation or its label."""
        return Work("refresh", key, None, (self._question_about(key),))

    def _question_about(self, key: bytes) -> BookQuestion:
        """The best move that is not known yet."""
        return BookQuestion(self.game.portable(key), self._known_moves(self.node(key)))

    def _known_moves(self, node: BookNode) -> frozenset[int]:
        """The edges of an interior node, and the moves that will become edges because they lead into the book."""
        return frozenset() if node.is_leaf else self._with_edges(node, []).moves

    def node(self, key: bytes) -> BookNode:
        found = self.store.get(key)
        if found is None:
            raise BookError(f"the book has no position {named(self.game, key)}; 'logistello book verify' tells more")
        return found

    # -- putting answers in -------------------------------------------------------------------

    def apply(self, work: Work, answers: WorkAnswers) -> int:
        """Put in the answers. Returns the number of new positions."""
        node = self.store.get(work.key)
        if node is None or node.is_solved:
            return 0  # undone or solved in the meantime
        if work.kind != "expand":
            self._renew(node, answers.moves[0], work.questions[0].excluded)
            return 0
        if work.move is None:
            return self._grow(node, answers.moves[0]) if node.is_leaf else 0
        return self._add_deviation(node, work, answers)

    def _renew(self, node: BookNode, found: tuple[RatedMove, ...], excluded: frozenset[int]) -> None:
        best = found[0] if found else None
        if node.is_leaf:
            if node.label is not None and node.label.is_half_known:
                self._grow(node, found)
            elif best is not None:
                self.put(replace(node, label=best.evaluation))
            return
        linked = self._with_edges(node, [])
        if excluded == linked.moves:  # otherwise the node has changed since
            linked = replace(linked, deviation=best)
        self.put(linked)

    def _add_deviation(self, node: BookNode, work: Work, answers: WorkAnswers) -> int:
        """The deviation becomes an edge, and the next best move the new deviation."""
        if work.move is None or node.edge(work.move) is not None:
            return 0
        step = self.game.step(node.key, work.move)
        new = 0
        if self.store.value(step.key) is None:
            result = self.game.result(step.key)
            if result is not None:
                self.put(BookNode(step.key, _UNKNOWN, label=Evaluation(result, proven=True)))
                new = 1
            elif len(answers.moves) > 1:
                new = 1 + self._grow(BookNode(step.key, _UNKNOWN), answers.moves[1])
            else:
                return 0  # it was in the book when the search was planned, but no longer is
        node = self._with_edges(node, [step])
        following = answers.moves[0][0] if answers.moves[0] else None
        if following is not None and node.edge(following.move) is None:
            node = replace(node, deviation=following)
        self.put(node)
        return new

    def _grow(self, node: BookNode, found: tuple[RatedMove, ...]) -> int:
        """Make a leaf interior: the best move becomes an edge, the second best the deviation."""
        if not found:
            raise BookError(f"a search found no move in {self.game.text(node.key)}, but there is one")
        best = found[0]
        if best.evaluation.proven:
            self.put(replace(node, label=best.evaluation))
            return 0
        step = self.game.step(node.key, best.move)
        new = 0
        if self.store.value(step.key) is None:
            result = self.game.result(step.key)
            label = best.evaluation.after_move(step.sign) if result is None else Evaluation(result, proven=True)
            self.put(BookNode(step.key, _UNKNOWN, label=label))
            new = 1
        node = self._with_edges(node, [step])
        if len(found) > 1 and node.edge(found[1].move) is None:
            node = replace(node, deviation=found[1])
        self.put(node)
        return new


def propagate(store: Store, ply: Callable[[bytes], int], changed: Iterable[bytes]) -> int:
    """Recompute these nodes and, where values change, their predecessors. Returns how many changed.

    The latest positions come first, so that every node is computed after all of its successors.
    """
    queue = [(-ply(key), key) for key in set(changed)]
    heapq.heapify(queue)
    waiting = {key for _, key in queue}
    count = 0
    while queue:
        _, key = heapq.heappop(queue)
        waiting.discard(key)
        node = store.get(key)
        if node is None:
            continue
        value = negamax(node, lambda successor: _value(store, successor))
        if value == node.value:
            continue
        count += 1
        store.put(replace(node, value=value))
        for parent in store.parents(key):
            if parent not in waiting:
                waiting.add(parent)
                heapq.heappush(queue, (-ply(parent), parent))
    return count


def _value(store: Store, key: bytes) -> BookValue:
    value = store.value(key)
    if value is None:
        raise BookError("an edge that leads nowhere; 'logistello book verify' tells more")
    return value
