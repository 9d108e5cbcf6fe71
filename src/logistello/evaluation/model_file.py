"""The model file: patterns, stages, weights, where they come from, and how good they are.

The frame is that of :mod:`logistello.framed_file`. The body is made of sections, which the header lists in
order as ``"sections": [{"name", "dtype", "shape", "encoding", "bytes"}, ...]``. Encodings are ``raw``, ``nonzero``: a
bit for every number, the first one in the highest bit, then the numbers whose bit is set; the others are 0, and, for
8-bit numbers, ``rows``: a bit for every row along the last axis, then the rows whose bit is set, as zlib packs them.
Most configurations never occur, so this halves the file.
Section ``weights`` is required: 16-bit weights ``[stages, weights]``. For every sparse pattern there is a section
``sparse/<name>`` with the configurations that have weights, as 32-bit numbers in ascending order, of mirrored ones only
the smallest; their tables of offsets are built when the model is used first. Those of the
ProbCut table, ``probcut.*`` of float32, are optional, and so is the entry ``"probcut"`` of the header, which holds the
checksum of the weights that the table was made with, and what it was made from. A reader keeps sections it does not
know.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Mapping
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from logistello.errors import CalibrationError, ModelError
from logistello.framed_file import Frame, Kind, encode_frame, read_frame, write_frame
from logistello.probcut.table import ProbCutTable

KIND = Kind(b"LOGISMDL", 1, "model file", ModelError)

_PROBCUT = "probcut."
#: Smaller files take longer to write and are hardly smaller.
_ZLIB_LEVEL = 6
_DTYPES = frozenset(("<i2", "<i4", "<f4", "<u4", "|u1", "|i1"))


def write_model_file(path: Path, header: Mapping[str, Any], sections: Mapping[str, NDArray[Any]]) -> str:
    """Write a model; returns its checksum."""
    full, parts = _encoded(header, sections)
    return write_frame(path, KIND, full, parts, sum(map(len, parts)))


def checksum_of(header: Mapping[str, Any], sections: Mapping[str, NDArray[Any]]) -> str:
    """The checksum that the file would have."""
    full, parts = _encoded(header, sections)
    sha = hashlib.sha256(encode_frame(KIND, full, sum(map(len, parts))))
    for part in parts:
        sha.update(part)
    return sha.hexdigest()


def _encoded(header: Mapping[str, Any], sections: Mapping[str, NDArray[Any]]) -> tuple[dict[str, Any], list[bytes]]:
    entries = []
    parts = []
    for name, array in sections.items():
        little = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<"))
        encodings = {"raw": little.tobytes(), "nonzero": _packed(little.reshape(-1))}
        if little.dtype.itemsize == 1 and little.ndim > 1:
            encodings["rows"] = _packed_rows(little.reshape(-1, little.shape[-1]))
        encoding = min(encodings, key=lambda each: len(encodings[each]))
        parts.append(encodings[encoding])
        entry = {"name": name, "dtype": little.dtype.str, "shape": list(array.shape)}
        entries.append({**entry, "encoding": encoding, "bytes": len(parts[-1])})
    return {**header, "sections": entries}, parts


def _packed(numbers: NDArray[Any]) -> bytes:
    present = numbers != 0
    bits, values = np.packbits(present), np.ascontiguousarray(numbers[present])
    return bits.tobytes() + values.tobytes()


def _unpacked(data: bytes, dtype: np.dtype[Any], count: int) -> NDArray[Any] | None:
    """The numbers again; ``None`` if there are not as many as the bits say."""
    bits = np.frombuffer(data, dtype=np.uint8, count=min(-(-count // 8), len(data)))
    present = np.unpackbits(bits)[:count].view(np.bool_)
    if len(data) - len(bits) != dtype.itemsize * np.count_nonzero(present):
        return None
    numbers = np.zeros(count, dtype=dtype)
    numbers[present] = np.frombuffer(data, dtype=dtype, offset=len(bits))
    return numbers


def _packed_rows(rows: NDArray[Any]) -> bytes:
    present = rows.any(axis=1)
    return np.packbits(present).tobytes() + zlib.compress(rows[present].tobytes(), _ZLIB_LEVEL)


def _unpacked_rows(data: bytes, dtype: np.dtype[Any], shape: tuple[int, ...]) -> NDArray[Any] | None:
    """The rows again; ``None`` if there are not as many as the bits say."""
    count, width = prod(shape[:-1]), shape[-1]
    bits = np.frombuffer(data, dtype=np.uint8, count=min(-(-count // 8), len(data)))
    present = np.unpackbits(bits)[:count].view(np.bool_)
    kept = int(np.count_nonzero(present))
    # No more than is expected is unpacked, whatever the file says.
    unpacker = zlib.decompressobj()
    try:
        found = unpacker.decompress(data[len(bits) :], max(kept * width, 1))
    except zlib.error:
        return None
    if len(found) != kept * width or not unpacker.eof or unpacker.unused_data:
        return None
    rows = np.zeros((count, width), dtype=dtype)
    rows[present] = np.frombuffer(found, dtype=dtype).reshape(kept, width)
    return rows.reshape(-1)


def read_model_file(path: Path) -> tuple[dict[str, Any], dict[str, NDArray[Any]], str]:
    """Header, sections and checksum. Raises ``ModelError`` if the file is damaged, foreign or of another version."""
    frame = read_frame(path, KIND)
    frame.verify()
    try:
        entries = frame.header.pop("sections")
        frame.header.pop("body_bytes")
        sections = _sections(frame, entries)
    except (KeyError, TypeError, AttributeError, ValueError, IndexError) as error:
        if isinstance(error, ModelError):
            raise
        raise ModelError(f"{path}: the sections of the file make no sense ({error!r})") from error
    return frame.header, sections, frame.checksum


def _sections(frame: Frame, entries: list[dict[str, Any]]) -> dict[str, NDArray[Any]]:
    with frame.path.open("rb") as file:
        file.seek(frame.body_offset)
        body = file.read(frame.body_bytes)
    found: dict[str, NDArray[Any]] = {}
    start = 0
    for entry in entries:
        name, size = str(entry["name"]), int(entry["bytes"])
        data = body[start : start + size]
        start += size
        if entry["dtype"] not in _DTYPES or entry["encoding"] not in ("raw", "nonzero", "rows"):
            raise ModelError(f"{frame.path}: section {name!r} of type {entry['dtype']}, {entry['encoding']}: unknown")
        dtype, shape = np.dtype(entry["dtype"]), tuple(int(each) for each in entry["shape"])
        count = prod(shape)
        numbers = _decoded(data, entry["encoding"], dtype, shape)
        if numbers is None or len(numbers) != count:
            raise ModelError(f"{frame.path}: section {name!r} does not hold {count} numbers")
        numbers.flags.writeable = False  # several engines may share a model
        found[name] = numbers.reshape(shape)
    if start != len(body):
        raise ModelError(f"{frame.path}: the sections have {start} bytes, the body {len(body)}")
    return found


def _decoded(data: bytes, encoding: str, dtype: np.dtype[Any], shape: tuple[int, ...]) -> NDArray[Any] | None:
    match encoding:
        case "nonzero":
            return _unpacked(data, dtype, prod(shape))
        case "rows" if dtype.itemsize == 1 and len(shape) > 1:
            return _unpacked_rows(data, dtype, shape)
        case _:
            return np.frombuffer(data, dtype=dtype)


# -- the ProbCut table ------------------------------------------------------------------------


def probcut_header(table: ProbCutTable | None) -> dict[str, Any]:
    return {} if table is None else {"probcut": table.header()}


def probcut_sections(table: ProbCutTable | None) -> dict[str, NDArray[np.float32]]:
    return {} if table is None else {_PROBCUT + name: array for name, array in table.arrays().items()}


def pop_probcut(header: dict[str, Any], sections: dict[str, NDArray[Any]], *, wanted: bool) -> ProbCutTable | None:
    """Take the table out of what was read from a file. Raises ``CalibrationError`` if only half of it is there."""
    names = [name for name in sections if name.startswith(_PROBCUT)]
    arrays = {name.removeprefix(_PROBCUT): sections.pop(name) for name in names}
    entry = header.get("probcut")
    if not wanted or (entry is None and not arrays):
        return None
    if not isinstance(entry, dict):
        raise CalibrationError(
            "sections of a ProbCut table, but no entry 'probcut' in the header; "
            "make the table again with 'logistello calibrate'"
        )
    return ProbCutTable.from_parts(entry, arrays)
