"""Taking over what another book knows: merging, and reading books from text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from logistello.book.evaluation import Evaluation, RatedMove
from logistello.book.graph import Graph
from logistello.book.growth import Growth
from logistello.book.node import Node
from logistello.book.store import Run


def absorb(graph: Graph, nodes: Iterable[Node], run: Run) -> Growth:
    """Take over these positions, all or none. Moves of both books are kept, and of two evaluations the surer one.

    Values are computed again, whatever the nodes say. Raises ``BookError`` if an edge leads nowhere.
    """
    games = positions = 0
    with graph.change(run):
        for theirs in nodes:
            mine = graph.store.get(theirs.key)
            positions += mine is None
            games = max(games, theirs.games)
            graph.put(theirs if mine is None else united(mine, theirs))
    return Growth(games=games, positions=positions, run=run.number)


def united(mine: Node, theirs: Node) -> Node:
    """One position of two books."""
    edges = {step.move: step for step in (*theirs.edges, *mine.edges)}
    label = _surer(mine.label, theirs.label)
    if edges and label is not None and not label.proven:
        label = None
    offered = [each for each in (mine.deviation, theirs.deviation) if each is not None and each.move not in edges]
    deviation: RatedMove | None = max(offered, key=lambda each: each.evaluation.sureness, default=None)
    return replace(
        mine,
        edges=tuple(edges[move] for move in sorted(edges)),
        deviation=deviation,
        label=label,
        games=mine.games + theirs.games,
    )


def _surer(mine: Evaluation | None, theirs: Evaluation | None) -> Evaluation | None:
    if mine is None or theirs is None:
        return mine or theirs
    return theirs if theirs.sureness > mine.sureness else mine
