"""The frame that our binary files share.

======================  =======================================================================
bytes                   meaning (little-endian)
======================  =======================================================================
8                       magic: what kind of file this is
4                       version of the format
4                       length of the header
header                  JSON in UTF-8, filled up with blanks so that the body begins at a multiple of 64
body                    its length in bytes is ``"body_bytes"`` of the header
32                      SHA-256 of everything before
======================  =======================================================================

A file of arrays lists them in its header as ``"arrays": [{"name", "dtype", "shape"}, ...]``; the body holds them one
after the other.

Files are written with :mod:`logistello.files`, so that a reader never meets half a file.
"""

from __future__ import annotations

import hashlib
import json
import os
import struct
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from logistello.errors import LogistelloError
from logistello.files import writing_whole

_PREFIX = struct.Struct("<8sII")
_ALIGNMENT = 64
_CHECKSUM_BYTES = 32
_MOST_HEADER = 1 << 26
_CHUNK = 1 << 22


@dataclass(frozen=True)
class Kind:
    """What a reader expects."""

    magic: bytes
    version: int
    #: In a message: "a <name>".
    name: str
    error: type[LogistelloError]


@dataclass(frozen=True)
class Frame:
    """The header of a file, and where its body is."""

    path: Path
    kind: Kind
    header: dict[str, Any]
    body_offset: int
    body_bytes: int
    #: SHA-256 as the file states it.
    checksum: str

    def verify(self) -> None:
        """Read the whole file and compare its checksum."""
        sha = hashlib.sha256()
        left = self.body_offset + self.body_bytes
        with self.path.open("rb") as file:
            while left > 0:
                data = file.read(min(_CHUNK, left))
                if not data:
                    raise self.kind.error(f"{self.path}: the file became shorter while it was read")
                sha.update(data)
                left -= len(data)
        if sha.hexdigest() != self.checksum:
            raise self.kind.error(f"{self.path}: the checksum is wrong: the file is damaged; make or fetch it again")


def encode_frame(kind: Kind, header: dict[str, Any], body_bytes: int) -> bytes:
    """Everything in front of the body."""
    text = json.dumps({**header, "body_bytes": body_bytes}, ensure_ascii=False, separators=(",", ":")).encode()
    text += b" " * (-(_PREFIX.size + len(text)) % _ALIGNMENT)
    return _PREFIX.pack(kind.magic, kind.version, len(text)) + text


def write_frame(path: Path, kind: Kind, header: dict[str, Any], body: Iterable[bytes | memoryview], size: int) -> str:
    """Write a file whose body has ``size`` bytes; returns the checksum. The file appears whole or not at all."""
    sha = hashlib.sha256()
    with writing_whole(path) as file:
        for part in (encode_frame(kind, header, size), *body):
            sha.update(part)
            file.write(part)
        file.write(sha.digest())
    return sha.hexdigest()


def read_frame(path: Path, kind: Kind) -> Frame:
    """The frame of a file; only its ends are read. Raises ``kind.error`` if it is not what was expected."""

    def fail(what: str) -> LogistelloError:
        return kind.error(f"{path}: {what}")

    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        prefix = file.read(_PREFIX.size)
        if prefix[:8] != kind.magic[: len(prefix[:8])] or not prefix:
            raise fail(f"not a {kind.name}" + (" but an empty file" if not prefix else ""))
        if len(prefix) < _PREFIX.size:
            raise fail(f"the {kind.name} ends at byte {size}, inside its first {_PREFIX.size} bytes")
        _, version, header_bytes = _PREFIX.unpack(prefix)
        if version != kind.version:
            raise fail(f"a {kind.name} of version {version}; this program reads version {kind.version}")
        start = _PREFIX.size + header_bytes
        if header_bytes > _MOST_HEADER:
            raise fail(f"the header would have {header_bytes} bytes: the file is damaged")
        if size < start:
            raise fail(f"the {kind.name} ends at byte {size}, inside its header of {header_bytes} bytes")
        try:
            header = json.loads(file.read(header_bytes).decode())
            body_bytes = header["body_bytes"]
            if type(body_bytes) is not int or body_bytes < 0:
                raise TypeError
        except (ValueError, KeyError, TypeError, RecursionError):
            raise fail("the header cannot be read: the file is damaged") from None
        expected = start + body_bytes + _CHECKSUM_BYTES
        if size != expected:
            what = f"ends at byte {size}, too early" if size < expected else f"goes on to byte {size}"
            raise fail(f"the {kind.name} {what}; it should have {expected} bytes")
        file.seek(-_CHECKSUM_BYTES, os.SEEK_END)
        return Frame(path, kind, header, start, body_bytes, file.read().hex())


# -- arrays -----------------------------------------------------------------------------------


def write_arrays(path: Path, kind: Kind, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> str:
    """Returns the checksum. The same header and arrays give the same bytes."""
    parts = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    listing = [
        {"name": name, "dtype": part.dtype.newbyteorder("<").str, "shape": part.shape} for name, part in parts.items()
    ]
    body = [part.astype(part.dtype.newbyteorder("<"), copy=False).tobytes() for part in parts.values()]
    return write_frame(path, kind, {**header, "arrays": listing}, body, sum(map(len, body)))


def read_arrays(frame: Frame) -> dict[str, NDArray[Any]]:
    """The arrays of a file, whose checksum is compared."""
    frame.verify()
    try:
        return _arrays_of(frame)
    except (KeyError, TypeError, ValueError, OverflowError, MemoryError) as error:
        raise frame.kind.error(
            f"{frame.path}: the list of its arrays cannot be followed ({error}): make it again"
        ) from error


def _arrays_of(frame: Frame) -> dict[str, NDArray[Any]]:
    arrays: dict[str, NDArray[Any]] = {}
    with frame.path.open("rb") as file:
        file.seek(frame.body_offset)
        for entry in frame.header["arrays"]:
            dtype, shape = np.dtype(entry["dtype"]), tuple(entry["shape"])
            count = int(np.prod(shape, dtype=np.int64))
            arrays[entry["name"]] = np.frombuffer(file.read(count * dtype.itemsize), dtype=dtype).reshape(shape)
        if file.tell() != frame.body_offset + frame.body_bytes:
            raise ValueError("they are not as large as the body")
    return arrays
