"""Labelled positions on disk: what an evaluation is fitted to.

A record is a position, its score for the side to move, the game it comes from and how the score was found. The file
is memory-mapped, so it may be larger than the memory.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntFlag
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from logistello.errors import PositionsError
from logistello.framed_file import Frame, Kind, read_frame, write_frame
from logistello.othello.hashing import mix, position_keys

KIND = Kind(b"LOGISPOS", 1, "file of labelled positions", PositionsError)

RECORD = np.dtype(
    [
        ("own", "<u8"),  # discs of the side to move
        ("opp", "<u8"),
        ("game", "<u8"),  # hash of the moves of the game: the same in every file
        ("score", "<f4"),  # discs, for the side to move
        ("flags", "<u2"),
        ("count", "<u2"),  # how often the games came here, 65535 for more
    ]
)

_CHUNK = 1 << 18
_MOST_DISCS = 64


class Flag(IntFlag):
    """How a record came about."""

    #: The score is proven.
    EXACT = 1
    #: Added after the best move of another record, with its score negated.
    SUCCESSOR = 2
    #: The score is the value of a search of limited depth with a model.
    SEARCHED = 4
    #: Met inside a search from a position of the game.
    INSIDE_SEARCH = 8
    #: Reached by random moves from a position of the game, for the sake of a rare configuration.
    RARE = 16
    #: From a game that was not played for learning.
    GIVEN = 32


@dataclass(frozen=True)
class Positions:
    """Records in memory or in a file, with the header that says where they come from."""

    records: NDArray[np.void]
    header: Mapping[str, Any]
    #: SHA-256 of the file, or of the records where there is none.
    checksum: str

    @classmethod
    def of(cls, records: NDArray[np.void], **header: Any) -> Positions:
        """Positions that are not in a file (yet)."""
        if records.dtype != RECORD or records.ndim != 1:
            raise PositionsError(f"records of the type {records.dtype}; expected one row of {RECORD}")
        return cls(records, header, hashlib.sha256(np.ascontiguousarray(records).view(np.uint8).data).hexdigest())

    @classmethod
    def load(cls, path: Path | str, *, verify: bool = True) -> Positions:
        """Map a file into memory. Raises ``PositionsError`` if it is damaged, foreign or of another version."""
        frame = read_frame(Path(path), KIND)
        _check(frame)
        if verify:
            frame.verify()
        count = frame.header["positions"]
        records = (
            np.memmap(path, dtype=RECORD, mode="r", offset=frame.body_offset, shape=(count,))
            if count
            else np.empty(0, dtype=RECORD)
        )
        if verify:
            _check_records(frame, records)
        header = {key: value for key, value in frame.header.items() if key not in ("body_bytes", "positions")}
        return cls(records, header, frame.checksum)

    def save(self, path: Path | str) -> str:
        """Write the file; returns its checksum. The same records and header give the same bytes."""
        chunks = (
            np.ascontiguousarray(self.records[start : start + _CHUNK]).view(np.uint8).data
            for start in range(0, len(self.records), _CHUNK)
        )
        header = {**self.header, "positions": len(self.records)}
        return write_frame(Path(path), KIND, header, chunks, len(self.records) * RECORD.itemsize)

    def __len__(self) -> int:
        return len(self.records)

    @property
    def discs(self) -> NDArray[np.uint8]:
        counts: NDArray[np.uint8] = np.bitwise_count(self.records["own"] | self.records["opp"])
        return counts


def _check(frame: Frame) -> None:
    count = frame.header.get("positions")
    if type(count) is not int or count < 0 or count * RECORD.itemsize != frame.body_bytes:
        raise PositionsError(
            f"{frame.path}: {count} positions of {RECORD.itemsize} bytes do not make {frame.body_bytes} bytes"
        )
    sources = frame.header.get("sources", [])
    if not isinstance(sources, list) or not all(
        isinstance(each, dict) and isinstance(each.get("sha256"), str) for each in sources
    ):
        raise PositionsError(f"{frame.path}: the header does not name its sources as it should; make the file again")


def _check_records(frame: Frame, records: NDArray[np.void]) -> None:
    """What nobody can learn from, although the checksum is right."""
    for start in range(0, len(records), _CHUNK):
        part = records[start : start + _CHUNK]
        wrong = ((part["own"] & part["opp"]) != 0) | ~(np.abs(part["score"]) <= _MOST_DISCS)
        if wrong.any():
            row = start + int(np.argmax(wrong))
            raise PositionsError(
                f"{frame.path}: position {row + 1} has overlapping discs or a score of more than {_MOST_DISCS} discs: "
                "the file is damaged; make it again"
            )


def make_records(
    own: NDArray[np.uint64],
    opp: NDArray[np.uint64],
    score: NDArray[np.floating[Any]],
    game: NDArray[np.uint64],
    flags: NDArray[np.integer[Any]] | int = 0,
    count: NDArray[np.integer[Any]] | int = 1,
) -> NDArray[np.void]:
    """Put columns together."""
    records = np.zeros(len(own), dtype=RECORD)
    records["own"], records["opp"], records["score"], records["game"] = own, opp, score, game
    records["flags"] = flags
    records["count"] = np.minimum(count, 65535)
    return records


# -- splitting --------------------------------------------------------------------------------


def fresh(records: NDArray[np.void], known: NDArray[np.void]) -> NDArray[np.intp]:
    """Rows of positions that are not among the ``known`` ones, each position once; as they stand, not turned."""
    keys = np.concatenate([position_keys(each["own"], each["opp"]) for each in (known, records)])
    _, first = np.unique(keys, return_index=True)
    rows: NDArray[np.intp] = np.sort(first[first >= len(known)]) - len(known)
    return rows


def is_held_out(game: NDArray[np.uint64], fraction: float, seed: int = 0) -> NDArray[np.bool_]:
    """Which positions belong to games kept for validation: all positions of a game, in every file, or none."""
    if not 0 <= fraction < 1:
        raise ValueError(f"a fraction {fraction} to hold out; expected 0 or more and less than 1")
    salt = mix(np.array([seed], dtype=np.uint64))[0]
    chosen: NDArray[np.bool_] = mix(game ^ salt) < np.uint64(int(fraction * 2**64))
    return chosen
