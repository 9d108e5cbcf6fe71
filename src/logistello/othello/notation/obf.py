"""OBF: positions with the exact score of every move, one per line (the format of Edax's problems).

``<64 squares> <X|O>; G8:+18; H1:+12;  % comment``. Scores are for the side to move.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from logistello.errors import NotationError
from logistello.othello.notation.board import parity_side, parse_position, side_note
from logistello.othello.notation.document import Document, Problem, collected
from logistello.othello.notation.limits import NO_LIMITS, ReadingLimits
from logistello.othello.notation.source import SourceText, shorten
from logistello.othello.position import Position
from logistello.othello.square import PASS, Square

_FIELD = re.compile(r"\s*(?:(?P<move>[A-Za-z@-][A-Za-z0-9@-]{0,3})\s*:)?\s*(?P<score>[+-]?[0-9]{1,3})\s*")
# Written by some programs where there is no further move.
_FILLER_SCORE = -127


def read_obf(text: str, limits: ReadingLimits = NO_LIMITS) -> Document:
    """All problems of a file; a line that cannot be read becomes an error of the document."""
    return collected("obf", obf_problems, text, limits)


def obf_problems(text: str, document: Document) -> Iterator[Problem | NotationError]:
    """The same one after the other."""
    found = False
    for number, (_, line) in enumerate(SourceText(text).lines(), 1):
        content, _, comment = line.lstrip("\ufeff").partition("%")
        if not content.strip():
            continue
        found = True
        try:
            yield _read_line(content, comment.strip(), number, document.notes)
        except NotationError as error:
            yield error
    if not found:
        raise NotationError("no position in the file", line=1, column=1, expected="64 squares and a side to move")


def _read_line(line: str, comment: str, number: int, notes: list[str]) -> Problem:
    board, *fields = line.split(";")
    problem = Problem(_read_board(board, number, notes), comment=comment, line=number)
    column = len(board) + 2
    for field in fields:
        if field.strip():
            _read_field(problem, field, number, column + len(field) - len(field.lstrip()))
        column += len(field) + 1
    return problem


def _read_board(board: str, number: int, notes: list[str]) -> Position:
    try:
        return parse_position(board)
    except NotationError as error:
        if "side to move is missing" not in error.reason:
            raise NotationError(error.reason, line=number, column=error.column, expected=error.expected) from None
    side = parity_side(board)
    notes.append(side_note(side, number))
    return parse_position(board, default_side=side)


def _read_field(problem: Problem, field: str, line: int, column: int) -> None:
    def fail(message: str, expected: str) -> NotationError:
        return NotationError(message, line=line, column=column, expected=expected)

    match = _FIELD.fullmatch(field)
    if match is None:
        raise fail(f"no score: {shorten(field.strip())}", "a move and its score such as G8:+18")
    score = int(match["score"])
    if score == _FILLER_SCORE and match["move"] == "--":
        return
    if abs(score) > 64:
        raise fail(f"score {score}", "-64 to +64")
    if match["move"] is None:
        problem.stated_score = score
        return
    try:
        move = Square.parse(match["move"])
    except NotationError as error:
        raise fail(error.reason, error.expected or "a square") from None
    if not problem.position.is_legal(move):
        legal = " ".join(str(square) for square in problem.position.legal_moves) or "none, the game is over"
        raise fail(f"{move} is not a legal move", f"one of: {legal}")
    if problem.scores.setdefault(move, score) != score:
        raise fail(f"{move} has two scores", "one score per move")


def write_obf(document: Document) -> bytes:
    """One line per problem, the best move first."""
    return "".join(_write_line(problem) for problem in document.problems).encode()


def _write_line(problem: Problem) -> str:
    fields = [problem.position.text + ";"]
    for move, score in sorted(problem.scores.items(), key=lambda item: (-item[1], item[0])):
        fields.append(f"{'PA' if move is PASS else str(move).upper()}:{score:+d};")
    if problem.stated_score is not None and not problem.scores:
        fields.append(f"{problem.stated_score:+d};")
    if problem.comment:
        fields.append("% " + " ".join(problem.comment.split()))
    return " ".join(fields) + "\n"
