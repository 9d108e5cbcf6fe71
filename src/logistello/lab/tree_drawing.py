"""A small search tree as SVG: values, windows, and the moves that were cut off, for teaching."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Generic
from xml.sax.saxutils import escape

from logistello.errors import UsageError
from logistello.games import GameRules
from logistello.lab.search.limits import SearchLimit
from logistello.lab.search.search import Search
from logistello.lab.search.tree_search import S

#: More than this no one can look at.
MOST_NODES = 400
_HEIGHT, _RADIUS, _MARGIN = 92, 17, 40
#: Of a letter of a move's name; leaves stand so far apart that names have room.
_LETTER = 6.5


@dataclass
class DrawnNode(Generic[S]):
    """One visit of a state; the same state may be visited again with another window."""

    state: S
    move: int | None
    #: The player whose window and value these are: the one who chose the move; at the root, the one to move.
    player: int
    alpha: float = -math.inf
    beta: float = math.inf
    #: ``None`` if it was not searched.
    value: float | None = None
    children: list[DrawnNode[S]] = field(default_factory=list)
    #: From the left: first in leaves, then in pixels.
    place: float = 0.0
    #: On the line that the search expects.
    expected: bool = False

    @property
    def label(self) -> str:
        """The value for player 0, with a sign before it if it is only a bound."""
        if self.value is None:
            return ""
        if not self.children:  # a leaf has a value, whatever the window
            return _number(self.value if self.player == 0 else -self.value)
        bound = "≥" if self.value >= self.beta else "≤" if self.value <= self.alpha else ""
        if self.player == 0 or not bound:
            return bound + _number(self.value if self.player == 0 else -self.value)
        return ("≤" if bound == "≥" else "≥") + _number(-self.value)

    def walk(self, level: int = 0) -> Iterator[tuple[DrawnNode[S], int]]:
        yield self, level
        for child in self.children:
            yield from child.walk(level + 1)


class TreeRecorder(Generic[S]):
    """A ``TreeObserver`` that keeps the tree, and adds the moves that were not searched."""

    def __init__(self, game: GameRules[S], state: S) -> None:
        self._game = game
        self.root = DrawnNode(state, None, game.player(state))
        self._open = [self.root]
        self._nodes = 1

    def enter(self, move: int, depth: int, alpha: float, beta: float) -> None:
        self._nodes += 1
        if self._nodes > MOST_NODES:
            raise UsageError(
                f"the tree has more than {MOST_NODES} nodes, too many to look at; search less deep, or begin later in "
                "the game"
            )
        parent = self._open[-1]
        player = self._game.player(parent.state)
        node = DrawnNode(self._game.play(parent.state, move), move, player, alpha, beta)
        parent.children.append(node)
        self._open.append(node)

    def leave(self, value: float) -> None:
        node = self._open.pop()
        node.value = value
        self._add_unsearched(node)

    def finish(self, value: float) -> None:
        self.root.value = value
        self._add_unsearched(self.root)

    def _add_unsearched(self, node: DrawnNode[S]) -> None:
        searched = {child.move for child in node.children}
        if searched:
            left = [move for move in self._game.moves(node.state) if move not in searched]
            player = self._game.player(node.state)
            node.children += [DrawnNode(self._game.play(node.state, move), move, player) for move in left]


def draw_search_tree(search: Search[S], state: S, depth: int) -> str:
    """Search a state to a depth, at once and without table, and draw what was visited.

    Squares are nodes of player 0, circles those of player 1. Numbers are values for player 0, with ``≥`` or ``≤``
    if they are only bounds. Dashed moves were cut off. Raises ``UsageError`` if the tree is too large.
    """
    game = search.game
    plain = Search(
        game,
        search.evaluator,
        # Minimax is an oracle that nobody may look over the shoulder of; negamax visits the same tree.
        "negamax" if search.algorithm == "minimax" else search.algorithm,
        table=False,
        ordering=search.ordering,
        deepening=0,
        prunings=search.prunings,
        quiescence=search.quiescence,
    )
    recorder = TreeRecorder(game, state)
    found = plain.search(state, SearchLimit(depth=depth), observer=recorder)
    recorder.finish(found.value)
    _mark_line(recorder.root, found.line)
    leaves = 0
    for node, _ in recorder.root.walk():
        if not node.children:
            node.place = leaves
            leaves += 1
    _place_parents(recorder.root)
    levels = 1 + max(level for _, level in recorder.root.walk())
    longest = max((len(name) for name in _names(game, recorder.root)), default=1)
    step = max(2 * _RADIUS + 10, longest * _LETTER + 6)
    for node, _ in recorder.root.walk():
        node.place = _MARGIN + (node.place + 0.5) * step
    width, height = round(leaves * step) + 2 * _MARGIN, levels * _HEIGHT + _MARGIN
    counts = found.counts
    title = (
        f"{search.algorithm}, depth {depth}: value {_number(found.value)} for player {game.player(state)}; "
        f"{counts.leaves} leaves, {counts.inner_nodes} inner nodes, {counts.cut_offs} cut-offs"
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        'role="img" font-family="sans-serif" font-size="12" text-anchor="middle">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        f'<text x="{_MARGIN / 2}" y="18" text-anchor="start" font-size="13">{escape(title)}</text>',
    ]
    edges, nodes = [], []
    for node, level in recorder.root.walk():
        x, y = _position(node, level)
        for child in node.children:
            edges += _edge(game, node, child, x, y, level, best=child.expected)
        nodes += _node(game, node, x, y)
    return "\n".join([*parts, *edges, *nodes, "</svg>"]) + "\n"


def _mark_line(node: DrawnNode[S], line: tuple[int, ...]) -> None:
    """Where a move was searched more than once, the last search counts."""
    for move in line:
        if not (found := [child for child in node.children if child.move == move]):
            return
        node = found[-1]
        node.expected = True


def _place_parents(node: DrawnNode[S]) -> None:
    for child in node.children:
        _place_parents(child)
    if node.children:
        node.place = (node.children[0].place + node.children[-1].place) / 2


def _position(node: DrawnNode[S], level: int) -> tuple[float, float]:
    return node.place, _MARGIN + 12 + level * _HEIGHT


def _names(game: GameRules[S], root: DrawnNode[S]) -> Iterator[str]:
    for node, _ in root.walk():
        for child in node.children:
            yield game.move_text(node.state, child.move if child.move is not None else 0)


def _edge(
    game: GameRules[S], node: DrawnNode[S], child: DrawnNode[S], x: float, y: float, level: int, *, best: bool
) -> list[str]:
    to_x, to_y = _position(child, level + 1)
    cut = child.value is None
    style = 'stroke="#b4b4b4" stroke-dasharray="4 4"' if cut else f'stroke="{"#1f5fbf" if best else "#444444"}"'
    width = 2.4 if best and not cut else 1.2
    middle_x, middle_y = x + (to_x - x) * 0.6, y + (to_y - y) * 0.6
    name = escape(game.move_text(node.state, child.move if child.move is not None else 0))
    line = f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" {style} stroke-width="{width}"/>'
    colour = "#9a9a9a" if cut else "#222222"
    label = (
        f'<text x="{middle_x:.1f}" y="{middle_y:.1f}" fill="{colour}" stroke="#ffffff" stroke-width="3" '
        f'paint-order="stroke" font-size="11">{name}</text>'
    )
    return [line, label]


def _node(game: GameRules[S], node: DrawnNode[S], x: float, y: float) -> list[str]:
    """The shape tells who moves, the text what it is worth to player 0."""
    if node.value is None:
        return [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="#d8d8d8"/>']
    if game.player(node.state) == 0:
        corner = f'x="{x - _RADIUS:.1f}" y="{y - _RADIUS:.1f}"'
        shape = f'<rect {corner} width="{2 * _RADIUS}" height="{2 * _RADIUS}" rx="2"'
    else:
        shape = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_RADIUS}"'
    return [
        f'{shape} fill="{"#fff6dd" if node.children else "#e9f3e4"}" stroke="#444444"/>',
        f'<text x="{x:.1f}" y="{y + 4:.1f}">{escape(node.label)}</text>',
    ]


def _number(value: float) -> str:
    return f"{round(value, 2) + 0.0:g}"
