"""Answers for positions on disk, kept while they are found: a stop loses seconds of work, not hours.

A file is written by appending, so that nothing is rewritten; what a crash left half-written is cut off.

======================  =======================================================================
bytes                   meaning (little-endian)
======================  =======================================================================
8                       magic ``LOGISLBL``
4                       version of the format
4                       length of the question
question                JSON in UTF-8: how the answers were found. Other questions have other answers
blocks                  until the end of the file, each:
4                       number of answers
4                       CRC-32 of the answers
24 each                 own discs (8), opponent's discs (8), score in discs (float, 4), best move (1), zeros (3)
======================  =======================================================================
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from logistello.errors import PositionsError
from logistello.othello.hashing import position_keys

ANSWER = np.dtype([("own", "<u8"), ("opp", "<u8"), ("score", "<f4"), ("move", "u1"), ("zeros", "u1", 3)])

_MAGIC = b"LOGISLBL"
_VERSION = 1
_PREFIX = struct.Struct("<8sII")
_BLOCK = struct.Struct("<II")


class LabelStore:
    """Scores and best moves by position, in memory and in a file that grows."""

    def __init__(self, path: Path, question: Mapping[str, Any]) -> None:
        """Open a file; one that answers another question is begun anew.

        Raises ``PositionsError`` if there is something else under this name.
        """
        self.path = path
        head = json.dumps(dict(question), sort_keys=True).encode()
        start = _PREFIX.pack(_MAGIC, _VERSION, len(head)) + head
        data = path.read_bytes() if path.exists() else b""
        if data and data[:8] != _MAGIC[: len(data)]:
            raise PositionsError(f"{path}: not a file of solved positions; name another one, or remove it")
        blocks, good = _blocks(data, len(start)) if data.startswith(start) else ([], 0)
        self._answers = np.concatenate([np.empty(0, dtype=ANSWER), *blocks])
        self._sort()
        with path.open("r+b" if data else "wb") as file:
            if not good:
                file.write(start)
            file.truncate(good or len(start))

    def __len__(self) -> int:
        return len(self._answers)

    def find(
        self, own: NDArray[np.uint64], opp: NDArray[np.uint64]
    ) -> tuple[NDArray[np.bool_], NDArray[np.float32], NDArray[np.uint8]]:
        """Which positions have an answer, and the answers (0 where there is none)."""
        score = np.zeros(len(own), dtype=np.float32)
        move = np.zeros(len(own), dtype=np.uint8)
        known = np.zeros(len(own), dtype=np.bool_)
        if len(self):
            places = np.minimum(np.searchsorted(self._keys, position_keys(own, opp)), len(self) - 1)
            found = self._answers[places]
            known = (found["own"] == own) & (found["opp"] == opp)
            score[known], move[known] = found["score"][known], found["move"][known]
        return known, score, move

    def add(
        self,
        own: NDArray[np.uint64],
        opp: NDArray[np.uint64],
        score: NDArray[np.floating[Any]],
        move: NDArray[np.integer[Any]],
    ) -> None:
        """Append answers to the file. They are found after the file was opened again."""
        answers = np.zeros(len(own), dtype=ANSWER)
        answers["own"], answers["opp"], answers["score"], answers["move"] = own, opp, score, move
        data = answers.tobytes()
        with self.path.open("ab") as file:
            file.write(_BLOCK.pack(len(answers), zlib.crc32(data)) + data)

    def remove(self) -> None:
        self.path.unlink(missing_ok=True)

    def _sort(self) -> None:
        keys = position_keys(self._answers["own"], self._answers["opp"])
        order = np.argsort(keys, kind="stable")
        self._answers, self._keys = self._answers[order], keys[order]


def _blocks(data: bytes, start: int) -> tuple[list[NDArray[np.void]], int]:
    """All whole blocks, and where they end."""
    blocks = []
    while start + _BLOCK.size <= len(data):
        count, checksum = _BLOCK.unpack_from(data, start)
        end = start + _BLOCK.size + count * ANSWER.itemsize
        body = data[start + _BLOCK.size : end]
        if end > len(data) or zlib.crc32(body) != checksum:
            break
        blocks.append(np.frombuffer(body, dtype=ANSWER))
        start = end
    return blocks, start
