"""LOGISTELLO's book lines (``logbook.gam``): ``+d3-c3+c4 ... +b8-b7: -04 10``.

``+`` marks a move of Black, ``-`` one of White, so passes show as two equal signs in a row. After the
colon: the **raw** disc difference for Black (empty squares are not counted), then a number of unknown
meaning that is always 10.
"""

from __future__ import annotations

import re
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from logistello.errors import NotationError
from logistello.othello.color import Color
from logistello.othello.game import Ending, Game, Result
from logistello.othello.notation.bulk import END, ILLEGAL, OVER, BulkGames
from logistello.othello.notation.document import Document, without_frames
from logistello.othello.notation.source import shorten
from logistello.othello.notation.transcript import require_usual_start
from logistello.othello.square import PASS

_LINE = re.compile(
    rb"(?P<moves>(?:[+-][a-h][1-8]){0,60})\s*:\s*(?P<score>[+-]?[0-9]{1,2})(?:\s+(?P<flag>[0-9]{1,4}))?\s*"
)
_MOVE = re.compile(rb"[+-][a-h][1-8]")
_USUAL_FLAG = 10
_MOST_MOVES = 60


class LogbookGames(BulkGames):
    """The lines of a logbook as arrays."""

    def __init__(
        self,
        moves: NDArray[np.uint8],
        black_signs: NDArray[np.uint64],
        scores: NDArray[np.int16],
        flags: NDArray[np.int16],
        lines: NDArray[np.int64],
    ) -> None:
        self.moves = moves
        self.black_signs = black_signs
        self.scores = scores
        self.flags = flags
        self.lines = lines

    @cached_property
    def wrong_signs(self) -> NDArray[np.uint64]:
        """Bit k is set where move k carries the sign of the side that did not make it."""
        played = np.where(
            self.replay.plies >= 64, ~np.uint64(0), (np.uint64(1) << self.replay.plies.astype(np.uint64)) - np.uint64(1)
        )
        return (self.black_signs ^ self.replay.black_moved) & played

    @cached_property
    def is_bad(self) -> NDArray[np.bool_]:
        bad: NDArray[np.bool_] = self.wrong_signs != 0
        bad |= self.replay.status >= ILLEGAL
        return bad

    @property
    def stated(self) -> NDArray[np.int16]:
        return self.scores

    @property
    def reached(self) -> NDArray[np.int16]:
        return self.replay.raw_difference

    def place_of(self, row: int) -> str:
        return f"line {self.lines[row]}"

    def error_of(self, row: int) -> NotationError:
        line = int(self.lines[row])
        wrong = int(self.wrong_signs[row])
        if wrong:
            ply = (wrong & -wrong).bit_length() - 1
            sign, other = "+-" if int(self.black_signs[row]) >> ply & 1 else "-+"
            return NotationError(f"move {ply + 1} has the sign {sign}", line=line, column=3 * ply + 1, expected=other)
        cause = self.illegal_move(row)
        error = NotationError(str(cause), line=line, column=3 * int(self.replay.plies[row]) + 1)
        error.__cause__ = cause
        return error

    def game_of(self, row: int) -> Game:
        game = self.played(row)
        raw = int(self.scores[row])
        over = bool(self.replay.status[row] == OVER)
        # A true raw difference says no more than the moves do, and they know about empty squares.
        agrees = over and raw == int(self.replay.raw_difference[row])
        score = int(self.replay.final_score[row]) if agrees else raw
        game.stated_result = Result(score, Ending.PLAYED if over else Ending.UNFINISHED)
        game.tags = {"raw_difference": f"{raw:+03d}", "flag": str(self.flags[row])}
        return game


def read_logbook(data: bytes, *, keep_positions: bool = False) -> Document:
    """All lines of a logbook; lines that cannot be read become errors."""
    buffer = np.frombuffer(data, dtype=np.uint8)
    ends = np.flatnonzero(buffer == ord("\n"))
    if len(buffer) and (not len(ends) or ends[-1] != len(buffer) - 1):
        ends = np.append(ends, len(buffer))
    starts = np.concatenate(([0], ends[:-1] + 1)) if len(ends) else ends
    colons = _first_colons(buffer, starts, ends)
    moves, signs, good = _scan_moves(buffer, starts, colons)
    scores, flags, good_tail = _scan_tails(buffer, colons, ends)
    good &= good_tail

    errors = []
    blank = np.zeros(len(starts), dtype=bool)
    for row in np.flatnonzero(~good).tolist():
        line = data[starts[row] : ends[row]]
        if not line.strip():
            blank[row] = True
            continue
        try:
            moves[row], signs[row], scores[row], flags[row] = _parse_line(line, row + 1)
            good[row] = True
        except NotationError as error:
            errors.append(without_frames(error))
    games = LogbookGames(moves[good], signs[good], scores[good], flags[good], np.flatnonzero(good) + 1)
    games.keep_positions = keep_positions
    errors += games.errors
    errors.sort(key=lambda error: error.line or 0)
    if not errors and not len(games):
        raise NotationError("no game in the file", line=1, column=1, expected="+d3-c3...: +02 10")
    return Document("logbook", games, errors=errors).checked()


def _first_colons(buffer: NDArray[np.uint8], starts: NDArray[np.int64], ends: NDArray[np.int64]) -> NDArray[np.int64]:
    """Where the moves of each line end; the start of the line where it has no colon."""
    colons = np.append(np.flatnonzero(buffer == ord(":")), np.iinfo(np.int64).max)
    first = colons[np.searchsorted(colons, starts)]
    return np.where(first < ends, first, starts)


def _scan_moves(
    buffer: NDArray[np.uint8], starts: NDArray[np.int64], colons: NDArray[np.int64]
) -> tuple[NDArray[np.uint8], NDArray[np.uint64], NDArray[np.bool_]]:
    """Squares, signs, and which lines have the usual layout of three characters per move."""
    count = len(starts)
    lengths = colons - starts
    good = (lengths > 0) & (lengths % 3 == 0) & (lengths <= 3 * _MOST_MOVES)
    moves = np.full((count, _MOST_MOVES), END, dtype=np.uint8)
    signs = np.zeros(count, dtype=np.uint64)
    plies = np.where(good, lengths // 3, 0)
    for ply in range(_MOST_MOVES):
        rows = np.flatnonzero(plies > ply)
        if not len(rows):
            break
        at = starts[rows] + 3 * ply
        sign, column, rank = buffer[at], buffer[at + 1] - ord("a"), buffer[at + 2] - ord("1")
        is_black = sign == ord("+")
        fine = (is_black | (sign == ord("-"))) & (column < 8) & (rank < 8)
        moves[rows, ply] = 8 * rank + column
        signs[rows] |= is_black.astype(np.uint64) << np.uint64(ply)
        good[rows] &= fine
    return moves, signs, good


def _scan_tails(
    buffer: NDArray[np.uint8], colons: NDArray[np.int64], ends: NDArray[np.int64]
) -> tuple[NDArray[np.int16], NDArray[np.int16], NDArray[np.bool_]]:
    """Scores and flags of the lines that end exactly like ``: -04 10``."""
    count = len(ends)
    scores = np.zeros(count, dtype=np.int16)
    flags = np.full(count, _USUAL_FLAG, dtype=np.int16)
    good = ends - colons == len(": -04 10")
    rows = np.flatnonzero(good)
    tail = buffer[colons[rows, None] + np.arange(8)]
    tens, ones = tail[:, 3] - ord("0"), tail[:, 4] - ord("0")
    negative = tail[:, 2] == ord("-")
    fine = (tail[:, 0] == ord(":")) & (tail[:, 1] == ord(" ")) & (tail[:, 5:8] == list(b" 10")).all(axis=1)
    fine &= (negative | (tail[:, 2] == ord("+"))) & (tens < 10) & (ones < 10)
    value = 10 * tens.astype(np.int16) + ones
    scores[rows] = np.where(negative, -value, value)
    good[rows] = fine & (value <= 64)
    return scores, flags, good


def _parse_line(line: bytes, number: int) -> tuple[NDArray[np.uint8], int, int, int]:
    """A line of unusual layout, slowly; raises ``NotationError`` at the place that is wrong."""
    match = _LINE.fullmatch(line)
    if match is None:
        offset = 0
        while move := _MOVE.match(line, offset):
            offset = move.end()
        rest = line[offset:].decode("latin-1")
        expected = "a colon and the score, such as ': -04 10'" if offset else "a signed move such as +d3"
        raise NotationError(f"unexpected {shorten(rest, 20)}", line=number, column=offset + 1, expected=expected)
    score = int(match["score"])
    if abs(score) > 64:
        raise NotationError(f"score {score}", line=number, column=match.start("score") + 1, expected="-64 to +64")
    text = match["moves"]
    moves = np.full(_MOST_MOVES, END, dtype=np.uint8)
    signs = 0
    for ply in range(len(text) // 3):
        sign, column, rank = text[3 * ply : 3 * ply + 3]
        moves[ply] = 8 * (rank - ord("1")) + column - ord("a")
        signs |= (sign == ord("+")) << ply
    return moves, signs, score, int(match["flag"] or _USUAL_FLAG)


def write_logbook(document: Document) -> bytes:
    """One line per game; passes show in the signs."""
    return "".join(_write_line(game, number) for number, game in enumerate(document.games, 1)).encode()


def _write_line(game: Game, number: int) -> str:
    require_usual_start(game, number, "a logbook")
    moves = "".join(
        f"{'+' if node.mover is Color.BLACK else '-'}{node.move}"
        for node in game.root.main_line()
        if node.move is not PASS
    )
    raw = game.tags.get("raw_difference", "")
    position = game.position
    if not re.fullmatch(r"[+-]?[0-9]{1,2}", raw):
        if not position.is_over:
            raise NotationError(f"game {number} is not over: a logbook needs its raw disc difference")
        raw = str(position.count(Color.BLACK) - position.count(Color.WHITE))
    flag = game.tags.get("flag", "")
    return f"{moves}: {int(raw):+03d} {flag if re.fullmatch('[0-9]{1,4}', flag) else _USUAL_FLAG}\n"
