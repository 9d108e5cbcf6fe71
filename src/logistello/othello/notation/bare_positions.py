"""Files of bare positions: one diagram, or one position per line in any one-line dialect."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice

from logistello.errors import NotationError
from logistello.othello.notation.board import (
    looks_like_bitboards,
    parity_side,
    parse_position,
    side_note,
    write_ggs_board,
)
from logistello.othello.notation.document import Document, Problem, collected
from logistello.othello.notation.fen import fen_note, looks_like_fen, write_fen, write_flipello
from logistello.othello.notation.limits import NO_LIMITS, ReadingLimits
from logistello.othello.notation.reading_note import ReadingNote
from logistello.othello.notation.source import SourceText
from logistello.othello.position import Position

#: More lines than any one diagram with its remarks: what is longer is a list.
_MOST_LINES = 200


def read_positions(text: str, limits: ReadingLimits = NO_LIMITS) -> Document:
    """All positions of a text. Where the side to move is missing, parity decides and a note says so."""
    return collected("position", positions_in, text, limits)


def positions_in(text: str, document: Document) -> Iterator[Problem | NotationError]:
    """The same one after the other."""
    source = SourceText(text)
    lines = (entry for entry in enumerate((line for _, line in source.lines()), 1) if entry[1].strip())
    first = next(lines, None)
    if first is None:
        raise NotationError("the text is empty", line=1, column=1, expected="a board")
    rest = list(islice(lines, _MOST_LINES))
    if len(rest) < _MOST_LINES:
        try:
            yield _read_one(text, first[0], document.notes)
            return
        except NotationError:
            if not rest or not _is_list([first, *rest]):
                raise
    for number, line in chain([first], rest, lines):
        try:
            yield _read_one(line, number, document.notes)
        except NotationError as error:
            yield NotationError(error.reason, line=number, column=error.column, expected=error.expected)


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
        notes.append(side_note(side, line))
    if looks_like_bitboards(text):
        words = f"line {line}: bitboards taken as black and white discs, bit 0 = a1"
        notes.append(ReadingNote(words, "bitboards", line=line))
    elif looks_like_fen(text) and (note := fen_note(text, line)):
        notes.append(note)
    return Problem(position, line=line)


def _writer(to_text: Callable[[Position], str]) -> Callable[[Document], bytes]:
    def write(document: Document) -> bytes:
        return "".join(f"{to_text(problem.position)}\n" for problem in document.problems).encode()

    return write


write_positions = _writer(lambda position: position.text)
write_ggs_boards = _writer(write_ggs_board)
write_fens = _writer(write_fen)
write_flipello_fens = _writer(write_flipello)
