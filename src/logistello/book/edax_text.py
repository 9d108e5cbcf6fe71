"""Books in the text format of Edax (``book export``, ``book import``).

One position per line: the board as 64 characters with ``X`` for the side to move, a blank and ``X``; the level of the
search; Edax's *leaf*, which is our deviation, or ``--``; and its score in whole discs. Moves between positions are not
written: whoever reads the file finds them. Positions with a forced pass are positions of their own.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from logistello.book.book_game import Step
from logistello.book.counting import counted
from logistello.book.evaluation import Evaluation, RatedMove
from logistello.book.growth import Growth
from logistello.book.node import BookNode, united
from logistello.book.othello_book import Book
from logistello.book.othello_game import OthelloBookGame
from logistello.book.value import BookValue
from logistello.errors import IllegalMoveError, NotationError
from logistello.files import write_lines
from logistello.othello import PASS, Position, Square
from logistello.othello.notation.source import shorten

_HIGHEST_LEVEL = 60
_NO_LEAF = "--,-127"
_GAME = OthelloBookGame()


def read_edax(book: Book, path: str | os.PathLike[str], *, on_progress: Callable[[int], None] | None = None) -> Growth:
    """Import a book. Its values become estimates by the model ``Edax level N``, with the level as the depth.

    Raises ``NotationError`` with the line; then nothing is imported. ``on_progress`` gets how many more lines were
    read.
    """
    with Path(path).open(encoding="ascii", errors="replace") as file:
        nodes = nodes_of_edax(counted(file, on_progress))
    return book.absorb(nodes, kind="import", note=f"Edax: {Path(path).name}")


def write_edax(
    book: Book,
    path: str | os.PathLike[str],
    *,
    level: int | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> int:
    """Write all positions that Edax can use; returns how many. Without ``level`` each has the depth of its search.

    Edax has no room for several leaves: of the moves to leaves of our book only the best is written. ``on_progress``
    gets how many more positions of the book were looked at.
    """
    lines = list(edax_lines(book, level, on_progress))
    write_lines(Path(path), lines)
    return len(lines)


def nodes_of_edax(lines: Iterable[str]) -> list[BookNode]:
    """The positions, linked to one another."""
    found: dict[bytes, BookNode] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            node = _node(line.strip())
        except NotationError as error:
            raise NotationError(error.reason, line=number, expected=error.expected) from error
        except (ValueError, IllegalMoveError) as error:
            raise NotationError(f"not a position of an Edax book: {error}", line=number) from error
        known = found.get(node.key)
        found[node.key] = node if known is None else united(known, node)
    return [_linked(node, found) for node in found.values()]


def _node(line: str) -> BookNode:
    words = line.split(",")
    if len(words) != 4:
        raise NotationError(f"{len(words)} fields", expected="board,level,move,score")
    position = Position.parse(words[0])
    place = _GAME.place(position)
    level, score = int(words[1]), int(words[3])
    if not 0 <= level <= _HIGHEST_LEVEL:
        raise NotationError(f"level {shorten(words[1])}", expected=f"0 to {_HIGHEST_LEVEL}")
    empty = BookNode(place.key, BookValue(0.0, 0.0))
    result = _GAME.result(place.key)
    if result is not None:
        return replace(empty, label=Evaluation(result, proven=True))
    move = Square.parse(words[2]) if words[2].strip() not in ("--", "") else None
    if move is None or abs(score) > 64:
        return empty
    evaluation = Evaluation(float(score), depth=level, model=f"Edax level {level}")
    if move is PASS:
        if place.sign > 0:
            raise NotationError("a pass where there is a move")
        return replace(empty, label=replace(evaluation, value=-evaluation.value + 0.0))
    if place.sign < 0:
        raise NotationError(f"{move} where only a pass is legal", expected="pa")
    return replace(empty, deviation=RatedMove(_GAME.step(place.key, _GAME.to_book(move, place)).move, evaluation))


def _linked(node: BookNode, found: dict[bytes, BookNode]) -> BookNode:
    edges = tuple(step for step in _GAME.steps(node.key) if step.key in found)
    deviation = node.deviation
    if deviation is not None and any(step.move == deviation.move for step in edges):
        deviation = None
    label = node.label
    if edges and label is not None and not label.proven:
        label = None
    if not edges and label is None:
        # A leaf needs a value: that of its best move, or none until it is searched.
        label = Evaluation(0.0) if deviation is None else deviation.evaluation
        deviation = None
    return replace(node, edges=edges, deviation=deviation, label=label)


def edax_lines(book: Book, level: int | None = None, on_progress: Callable[[int], None] | None = None) -> Iterator[str]:
    """Positions with moves, and the forced passes between them."""
    passes: set[str] = set()
    for node in counted(book.nodes(), on_progress):
        if node.is_leaf:
            continue
        leaf, depth = _leaf(book, node)
        shown = min(depth if level is None else level, _HIGHEST_LEVEL)
        yield f"{_GAME.text(node.key)} X,{shown},{leaf}"
        for step in node.edges:
            if step.sign > 0 and (after := book.store.get(step.key)) is not None and not after.is_leaf:
                text = _before_pass(node, step)
                if text not in passes:
                    passes.add(text)
                    yield f"{text} X,{shown},{_NO_LEAF}"


def _leaf(book: Book, node: BookNode) -> tuple[str, int]:
    """The best of the moves that lead to no position of the text, and the depth of its search."""
    offered: list[tuple[float, int, int]] = []
    if node.deviation is not None:
        offered.append((node.deviation.evaluation.value, node.deviation.move, node.deviation.evaluation.depth))
    for step in node.edges:
        after = book.graph.node(step.key)
        if after.is_leaf and after.label is not None:
            offered.append((step.sign * after.label.value, step.move, after.label.depth + 1))
    if not offered:
        return _NO_LEAF, 0
    value, move, depth = max(offered)
    return f"{_GAME.move_text(move)},{round(value)}", depth


def _before_pass(node: BookNode, step: Step) -> str:
    """The position after a move that leaves the other side, ``X``, without one: it has to pass."""
    position = _GAME.position(node.key).play(step.move)
    return Position(position.white, position.black).text[:64]
