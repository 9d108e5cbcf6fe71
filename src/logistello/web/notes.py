"""Comments and marks between games and the page."""

from __future__ import annotations

from collections.abc import Sequence

from logistello.errors import NotationError
from logistello.othello import PASS, Game, Mark, Shape, Square
from logistello.othello.game import Node
from logistello.othello.notation import Document
from logistello.web.schemas.notes import BoardMark, Note

#: What one reply tells; as much as one request may.
_MOST_NOTES = 500
_MOST_MARKS = 200
_COMMENT = 10_000
_LABEL = 40


def notes_of(game: Game) -> list[Note]:
    """One for each position that has any, the start first: its comment is that of the game."""
    found: list[Note] = []
    for node in game.root.walk():
        comment = node.comment or (game.comment if node is game.root else "")
        if (comment or node.marks) and len(found) < _MOST_NOTES:
            moves = "".join("pa" if move is PASS else str(move) for move in node.line())
            found.append(Note(moves=moves, comment=comment[:_COMMENT], marks=board_marks(node)))
    return found


def board_marks(node: Node) -> list[BoardMark]:
    """In an order that depends on the marks alone."""
    marks = sorted(node.marks, key=lambda mark: (mark.square, mark.shape.value, mark.to or 0, mark.text))
    return [
        BoardMark(
            shape=mark.shape.value,
            square=str(mark.square),
            to=None if mark.to is None else str(mark.to),
            text=mark.text[:_LABEL],
        )
        for mark in marks[:_MOST_MARKS]
    ]


def line_end(game: Game, line: str) -> Node:
    """The last position of a line that is put into the tree, if it is not in it. Raises ``NotationError``,
    ``IllegalMoveError``.
    """
    node = game.root
    for start in range(0, len(line), 2):
        word = line[start : start + 2].lower()
        node = node.add(PASS if word == "pa" else Square.parse(word))
    return node


def add_notes(document: Document, notes: Sequence[Note]) -> None:
    """To the only game of a document, in place of what it says of these positions."""
    if not notes:
        return
    if len(document.games) != 1:
        raise NotationError(f"notes on {len(document.games)} games", expected="one game")
    (game,) = document.games = list(document.games)  # games of an array are made anew each time
    for note in notes:
        node = line_end(game, note.moves)
        node.marks = frozenset(map(drawn_mark, note.marks))
        if node is game.root:
            game.comment = note.comment
        else:
            node.comment = note.comment


def drawn_mark(mark: BoardMark) -> Mark:
    """Raises ``NotationError`` for one that makes no sense."""
    to = None if mark.to is None else Square.parse(mark.to)
    return Mark(Shape(mark.shape), Square.parse(mark.square), to, mark.text)
