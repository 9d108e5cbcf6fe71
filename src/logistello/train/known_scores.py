"""Scores that are known already, by position; in memory and, for exact ones, in a file that commands share.

The file is an artefact with the columns ``own``, ``opp``, ``score`` and ``best``, by rising hash of the position. Files
of earlier versions are read, too. They were appended to; what a crash left half-written at their end is ignored:

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
from logistello.train.artefact import KIND, Arrays, read_arrays, stored_inputs, write_arrays

ANSWER = np.dtype([("own", "<u8"), ("opp", "<u8"), ("score", "<f4"), ("best", "u1"), ("zeros", "u1", 3)])

_EARLIER_MAGIC = b"LOGISLBL"
_PREFIX = struct.Struct("<8sII")
_BLOCK = struct.Struct("<II")


class KnownScores:
    """Scores and best squares by position."""

    def __init__(self, answers: NDArray[np.void] | None = None) -> None:
        self._answers = np.empty(0, dtype=ANSWER) if answers is None else answers
        self._added: list[NDArray[np.void]] = []
        self._sort()

    @classmethod
    def load(cls, path: Path, question: Mapping[str, Any]) -> KnownScores:
        """Those of a file, if there is one and it answers this question.

        Raises ``PositionsError`` if there is something else under this name, so that it is not overwritten.
        """
        start = b""
        if path.exists():
            with path.open("rb") as file:
                start = file.read(8)
        if start == _EARLIER_MAGIC:
            return cls(_read_earlier(path.read_bytes(), question))
        if start == KIND.magic:
            if stored_inputs(path) != dict(question):
                raise PositionsError(f"{path} holds no solved positions; name another file")
            found = read_arrays(path)
            return cls(None if found is None else _stored_rows(path, found[0]))
        if start != _EARLIER_MAGIC[: len(start)]:  # an earlier version was killed while it began the file
            raise PositionsError(f"{path}: not a file of solved positions; name another one, or remove it")
        return cls()

    def save(self, path: Path, question: Mapping[str, Any]) -> None:
        """Write all answers, if there are new ones."""
        if self._added:
            self._answers = np.concatenate([self._answers, *self._added])
            self._added = []
            self._sort()
            _, first = np.unique(self._keys, return_index=True)
            found = self._answers[first]
            write_arrays(path, question, {name: found[name] for name in ("own", "opp", "score", "best")})

    def __len__(self) -> int:
        return len(self._answers)

    def find(
        self, own: NDArray[np.uint64], opp: NDArray[np.uint64]
    ) -> tuple[NDArray[np.bool_], NDArray[np.float32], NDArray[np.uint8]]:
        """Which positions have an answer, and the answers (0 where there is none)."""
        score = np.zeros(len(own), dtype=np.float32)
        best = np.zeros(len(own), dtype=np.uint8)
        known = np.zeros(len(own), dtype=np.bool_)
        if len(self):
            places = np.minimum(np.searchsorted(self._keys, position_keys(own, opp)), len(self) - 1)
            found = self._answers[places]
            known = (found["own"] == own) & (found["opp"] == opp)
            score[known], best[known] = found["score"][known], found["best"][known]
        return known, score, best

    def add(
        self,
        own: NDArray[np.uint64],
        opp: NDArray[np.uint64],
        score: NDArray[np.floating[Any]],
        best: NDArray[np.integer[Any]],
    ) -> None:
        """To be saved with the others. They are found in a file that is opened again, not before."""
        self._added.append(_rows(own, opp, score, best))

    def _sort(self) -> None:
        keys = position_keys(self._answers["own"], self._answers["opp"])
        order = np.argsort(keys, kind="stable")
        self._answers, self._keys = self._answers[order], keys[order]


def _rows(
    own: NDArray[np.uint64], opp: NDArray[np.uint64], score: NDArray[np.floating[Any]], best: NDArray[np.integer[Any]]
) -> NDArray[np.void]:
    answers = np.zeros(len(own), dtype=ANSWER)
    answers["own"], answers["opp"], answers["score"], answers["best"] = own, opp, score, best
    return answers


def _stored_rows(path: Path, arrays: Arrays) -> NDArray[np.void]:
    """Raises ``PositionsError`` if they are not what ``save`` writes."""
    try:
        return _rows(arrays["own"], arrays["opp"], arrays["score"], arrays["best"])
    except (KeyError, TypeError, ValueError, OverflowError):
        raise PositionsError(f"{path}: its arrays are no solved positions; name another file, or remove it") from None


def _read_earlier(data: bytes, question: Mapping[str, Any]) -> NDArray[np.void]:
    """All whole blocks of a file of an earlier version; none if it answers another question."""
    head = json.dumps(dict(question), sort_keys=True).encode()
    blocks = [np.empty(0, dtype=ANSWER)]
    place = _PREFIX.size + len(head)
    if data[:place] != _PREFIX.pack(_EARLIER_MAGIC, 1, len(head)) + head:
        return blocks[0]
    while place + _BLOCK.size <= len(data):
        count, checksum = _BLOCK.unpack_from(data, place)
        end = place + _BLOCK.size + count * ANSWER.itemsize
        body = data[place + _BLOCK.size : end]
        if end > len(data) or zlib.crc32(body) != checksum:
            break
        blocks.append(np.frombuffer(body, dtype=ANSWER))
        place = end
    return np.concatenate(blocks)
