"""Tables with tabs and a header line (read only): openings, solved positions.

``board`` and ``side`` make a position, ``moves`` with scores (``h8:+64 a1:-2``) or ``score`` what is known
about it. Without ``board``, ``moves`` is a transcript and the other columns become tags of the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate

from logistello.errors import NotationError
from logistello.othello.game import Game
from logistello.othello.notation.board import parse_position
from logistello.othello.notation.document import Document, Problem, collected
from logistello.othello.notation.limits import NO_LIMITS, ReadingLimits
from logistello.othello.notation.source import SourceText, shorten
from logistello.othello.notation.transcript import game_of, scan_transcript
from logistello.othello.square import Square

_SCORE = re.compile(r"[+-]?[0-9]{1,2}")


def looks_like_table(text: str) -> bool:
    header = _header(text)
    return len(header) > 1 and ("moves" in header or {"board", "side"} <= set(header))


def _header(text: str) -> list[str]:
    return text.lstrip("\ufeff").split("\n", 1)[0].strip("\r").split("\t")


def read_table(text: str, limits: ReadingLimits = NO_LIMITS) -> Document:
    """All rows; a row that cannot be read becomes an error."""
    return collected("table", table_rows, text, limits)


def table_rows(text: str, document: Document) -> Iterator[Game | Problem | NotationError]:
    """The same one after the other."""
    header = _header(text)
    if not looks_like_table(text):
        raise NotationError("no table header", line=1, column=1, expected="columns 'moves', or 'board' and 'side'")
    found = False
    for number, (_, line) in enumerate(SourceText(text).lines(), 1):
        if number == 1 or not line.strip():
            continue
        found = True
        cells = line.split("\t")
        cells += [""] * (len(header) - len(cells))
        columns = dict(zip(header, cells, strict=False))
        offsets = {
            name: offset + 1
            for name, offset in zip(header, accumulate((len(cell) + 1 for cell in cells), initial=0), strict=False)
        }
        try:
            yield (_read_problem if "board" in header else _read_game)(columns, offsets, number)
        except NotationError as error:
            yield NotationError(error.reason, line=number, column=error.column or 1, expected=error.expected)
    if not found:
        raise NotationError("a table without rows", line=1, column=1, expected="at least one row")


def _read_problem(columns: dict[str, str], offsets: dict[str, int], line: int) -> Problem:
    position = parse_position(f"{columns.get('board', '')} {columns.get('side', '')}")
    problem = Problem(position, line=line)
    score = columns.get("score", "")
    if score:
        if not _SCORE.fullmatch(score):
            raise NotationError(f"score {shorten(score)}", column=offsets["score"], expected="-64 to +64")
        problem.stated_score = int(score)
    for word in columns.get("moves", "").split():
        if word in ("pass", "end"):
            continue
        name, _, value = word.partition(":")
        square = Square.parse(name)
        if not _SCORE.fullmatch(value) or not position.is_legal(square):
            raise NotationError(f"{shorten(word)}", column=offsets["moves"], expected="a legal move and its score")
        problem.scores[square] = int(value)
    return problem


def _read_game(columns: dict[str, str], offsets: dict[str, int], line: int) -> Game:
    # Blanks in front make the columns of errors right.
    source = SourceText(" " * (offsets["moves"] - 1) + columns.get("moves", ""), line)
    transcript = scan_transcript(source)
    if not transcript.moves:
        raise NotationError("a row without moves", column=1, expected="a transcript in the column 'moves'")
    game = game_of(transcript, source)
    game.tags = {name: value for name, value in columns.items() if name != "moves" and value}
    return game
