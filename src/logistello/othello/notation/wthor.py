"""WTHOR, the database of the French federation: yearly ``.wtb`` files, ``.jou`` players, ``.trn`` tournaments.

Little endian; a header of 16 bytes, then records of 68 (games), 20 (players) or 26 bytes (tournaments).
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import overload

import numpy as np
from numpy.typing import NDArray

from logistello.errors import NotationError
from logistello.othello.game import Ending, Game, Result
from logistello.othello.notation.bulk import END, ILLEGAL, NO_SQUARE, OVER, BulkGames
from logistello.othello.notation.document import Document

HEADER_SIZE = 16
PLAYER_SIZE = 20
TOURNAMENT_SIZE = 26
GAME = np.dtype(
    [
        ("tournament", "<u2"),
        ("black", "<u2"),
        ("white", "<u2"),
        ("score", "u1"),
        ("theoretical_score", "u1"),
        ("moves", "u1", (60,)),
    ]
)
_HEADER = struct.Struct("<BBBBIHHBBBB")

# A move is 10 * row + column, both from 1; 0 fills the record up.
_SQUARE_OF = np.full(256, NO_SQUARE, dtype=np.uint8)
_SQUARE_OF[0] = END
for _square in range(64):
    _SQUARE_OF[10 * (_square // 8 + 1) + _square % 8 + 1] = _square
MOVE_OF = np.array([10 * (square // 8 + 1) + square % 8 + 1 for square in range(64)], dtype=np.uint8)


@dataclass(frozen=True, slots=True)
class WthorHeader:
    """The 16 bytes in front of every file, field by field."""

    century: int = 0
    year_in_century: int = 0
    month: int = 0
    day: int = 0
    games: int = 0
    names: int = 0
    year: int = 0
    board_size: int = 8
    is_problems: int = 0
    depth: int = 0
    reserved: int = 0

    @classmethod
    def parse(cls, data: bytes) -> WthorHeader:
        if len(data) < HEADER_SIZE:
            raise NotationError(
                f"the file ends at byte {len(data)}, inside its header", expected=f"{HEADER_SIZE} bytes"
            )
        return cls(*_HEADER.unpack_from(data))

    def pack(self) -> bytes:
        return _HEADER.pack(
            self.century, self.year_in_century, self.month, self.day, self.games, self.names,
            self.year, self.board_size, self.is_problems, self.depth, self.reserved,
        )  # fmt: skip


class WthorNames(Sequence[str]):
    """A ``.jou`` or ``.trn`` file. Names are Latin-1 and end at the first zero byte."""

    def __init__(self, header: WthorHeader, size: int, records: bytes) -> None:
        self.header = header
        self.size = size
        self.records = records

    @classmethod
    def parse(cls, data: bytes, size: int) -> WthorNames:
        """Raises ``NotationError`` unless the length of the file is what its header says."""
        header = WthorHeader.parse(data)
        expected = HEADER_SIZE + size * header.names
        if len(data) != expected:
            raise NotationError(
                f"{header.names} names of {size} bytes need {expected} bytes, but the file has {len(data)}",
                expected=f"the end of the file at byte {expected}",
            )
        return cls(header, size, data[HEADER_SIZE:])

    @cached_property
    def names(self) -> tuple[str, ...]:
        starts = range(0, len(self.records), self.size)
        return tuple(self.records[i : i + self.size].split(b"\0", 1)[0].decode("latin-1") for i in starts)

    def __len__(self) -> int:
        return len(self.records) // self.size

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        return self.names[index]

    def to_bytes(self) -> bytes:
        return self.header.pack() + self.records


class WthorGames(BulkGames):
    """A ``.wtb`` file: its header, its records as one structured array, names where they are known."""

    def __init__(
        self,
        header: WthorHeader,
        records: NDArray[np.void],
        players: Sequence[str] = (),
        tournaments: Sequence[str] = (),
    ) -> None:
        self.header = header
        self.records = records
        self.players = players
        self.tournaments = tournaments
        self.moves = _SQUARE_OF[records["moves"]]

    @classmethod
    def parse(
        cls, data: bytes, players: Sequence[str] = (), tournaments: Sequence[str] = ()
    ) -> tuple[WthorGames, list[NotationError]]:
        """The games, and what is wrong with the length of the file."""
        header = WthorHeader.parse(data)
        if header.board_size not in (0, 8):
            raise NotationError(f"byte offset 12: board size {header.board_size}", expected="8 (or 0)")
        if header.is_problems:
            raise NotationError("byte offset 13: a collection of problems", expected="games")
        body = len(data) - HEADER_SIZE
        count = min(header.games, body // GAME.itemsize)
        errors = []
        if body != header.games * GAME.itemsize:
            offset = HEADER_SIZE + count * GAME.itemsize
            what = (
                f"record {count} (byte offset {offset}): the file ends before {header.games} records"
                if count < header.games
                else f"byte offset {offset}: {body - count * GAME.itemsize} bytes follow after the last record"
            )
            errors.append(NotationError(what, expected=f"{HEADER_SIZE + header.games * GAME.itemsize} bytes"))
        records = np.frombuffer(data, dtype=GAME, count=count, offset=HEADER_SIZE)
        return cls(header, records, players, tournaments), errors

    def to_bytes(self) -> bytes:
        """The file again, byte for byte."""
        return self.header.pack() + self.records.tobytes()

    @cached_property
    def is_bad(self) -> NDArray[np.bool_]:
        ended = self.moves == END
        bad: NDArray[np.bool_] = (ended[:, :-1] & ~ended[:, 1:]).any(axis=1)
        bad |= self.replay.status >= ILLEGAL
        bad |= self.records["score"] > 64
        return bad

    @property
    def stated(self) -> NDArray[np.int16]:
        return 2 * self.records["score"].astype(np.int16) - 64

    @property
    def reached(self) -> NDArray[np.int16]:
        return self.replay.final_score

    def place_of(self, row: int) -> str:
        return f"record {row}"

    def error_of(self, row: int) -> NotationError:
        place = f"record {row} (byte offset {HEADER_SIZE + GAME.itemsize * row})"
        if self.records["score"][row] > 64:
            return NotationError(f"{place}: score {self.records['score'][row]}", expected="0 to 64 discs")
        if self.replay.status[row] < ILLEGAL:
            return NotationError(f"{place}: moves go on after the zero that ends them")
        cause = self.illegal_move(row)
        error = NotationError(f"{place}: {cause}")
        error.__cause__ = cause
        return error

    def game_of(self, row: int) -> Game:
        record = self.records[row]
        game = self.played(row)
        game.black.name = _name(self.players, int(record["black"]))
        game.white.name = _name(self.players, int(record["white"]))
        game.place = _name(self.tournaments, int(record["tournament"]))
        game.date = str(self.header.year) if self.header.year else ""
        ending = Ending.PLAYED if self.replay.status[row] == OVER else Ending.UNFINISHED
        game.stated_result = Result(int(self.stated[row]), ending)
        game.tags = {
            "theoretical_score": str(2 * int(record["theoretical_score"]) - 64),
            "theoretical_depth": str(self.header.depth or 22),
        }
        return game

    def notes(self) -> list[str]:
        """What a reader should know beyond the errors."""
        notes = []
        for field, names in (("black", self.players), ("white", self.players), ("tournament", self.tournaments)):
            if names and (unknown := int(np.count_nonzero(self.records[field] >= len(names)))):
                notes.append(f"{unknown} records have a {field} number without a name")
        return notes


def _name(names: Sequence[str], number: int) -> str:
    return names[number] if number < len(names) else ""


def read_wthor(
    data: bytes, players: Sequence[str] = (), tournaments: Sequence[str] = (), *, keep_positions: bool = False
) -> Document:
    """A ``.wtb`` file. Games that stop early are kept and marked ``Ending.UNFINISHED``."""
    games, errors = WthorGames.parse(data, players, tournaments)
    games.keep_positions = keep_positions
    return Document("wthor", games, errors=[*errors, *games.errors], notes=games.notes()).checked()


def read_players(data: bytes) -> Document:
    return Document("jou", names=WthorNames.parse(data, PLAYER_SIZE))


def read_tournaments(data: bytes) -> Document:
    return Document("trn", names=WthorNames.parse(data, TOURNAMENT_SIZE))
