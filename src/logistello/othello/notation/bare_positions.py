"""Files of bare positions: one diagram, or one position per line in any one-line dialect."""

from __future__ import annotations

from collections.abc import Callable

from logistello.errors import NotationError
from logistello.othello.notation.board import (
    looks_like_bitboards,
    parity_side,
    parse_position,
    write_ggs_board,
)
from logistello.othello.notation.document import Document, Problem
from logistello.othello.notation.fen import fen_note, looks_like_fen, write_fen, write_flipello
from logistello.othello.notation.source import SourceText
from logistello.othello.position import Position


def read_positions(text: str) -> Document:
    """All positions of a text. Where the side to move is missing, parity decides and a note says so."""
    source = SourceText(text)
    lines = [(number, line) for number, (_, line) in enumerate(source.lines(), 1) if line.strip()]
    if not lines:
        raise NotationError("the text is empty", line=1, column=1, expected="a board")
    document = Document("position")
    try:
        document.problems.append(_read_one(text, lines[0][0], document.notes))
        return document
    except NotationError as error:
        if len(lines) == 1 or not _is_list(lines):
            raise
        del error
    for number, line in lines:
        try:
            document.problems.append(_read_one(line, number, document.notes))
        except NotationError as error:
            document.errors.append(
                NotationError(error.reason, line=number, column=error.column, expected=error.expected)
            )
    return document.checked()


def _is_list(lines: list[tuple[int, str]]) -> bool:
    """A list of positions has long lines; a broken diagram has short ones."""
    return any(
        len("".join(line.split())) >= 64 or looks_like_fen(line) or looks_like_bitboards(line) for _, line in lines
    )


def _read_one(text: str, line: int, notes: list[str]) -> Problem:
    try:
        position = parse_position(text)
    except NotationError as error:
        if "side to move is missing" not in error.reason:
            raise
        side = parity_side(text)
        position = parse_position(text, default_side=side)
        parity = "odd" if position.empties % 2 else "even"
        notes.append(f"line {line}: no side to move; {side} taken, as the number of discs is {parity}")
    if looks_like_bitboards(text):
        notes.append(f"line {line}: bitboards taken as black and white discs, bit 0 = a1")
    elif looks_like_fen(text) and (note := fen_note(text)):
        notes.append(f"line {line}: {note}")
    return Problem(position, line=line)


def _writer(to_text: Callable[[Position], str]) -> Callable[[Document], bytes]:
    def write(document: Document) -> bytes:
        return "".join(f"{to_text(problem.position)}\n" for problem in document.problems).encode()

    return write


write_positions = _writer(lambda position: position.text)
write_ggs_boards = _writer(write_ggs_board)
write_fens = _writer(write_fen)
write_flipello_fens = _writer(write_flipello)
