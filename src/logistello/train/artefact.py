"""Files of a run. Each names the inputs it was made from: what exists and fits is not made again, what does not fit is
an error. No file holds a time or a path, so that the same run gives the same bytes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from logistello.errors import TrainingRunError
from logistello.files import write_whole
from logistello.framed_file import Kind, read_frame, write_frame

KIND = Kind(b"LOGISRUN", 1, "file of a training run", TrainingRunError)

Inputs = Mapping[str, Any]
Arrays = dict[str, NDArray[Any]]


def digest(value: Any) -> str:
    """SHA-256 of plain values."""
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def check_inputs(path: Path, stored: Any, wanted: Inputs) -> None:
    """Raises ``TrainingRunError`` if a file was made from something else."""
    plain = json.loads(json.dumps(dict(wanted)))
    if stored == plain:
        return
    names = [key for key in plain if not isinstance(stored, Mapping) or stored.get(key) != plain[key]] or ["inputs"]
    raise TrainingRunError(
        f"{path} was made from another {', '.join(names)}: it belongs to another run. Give the settings of that run, "
        f"or name another folder, or remove this file and what was made after it"
    )


# -- arrays -----------------------------------------------------------------------------------


def write_arrays(path: Path, inputs: Inputs, arrays: Arrays) -> str:
    """Returns the checksum. The same inputs and arrays give the same bytes."""
    parts = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    listing = [
        {"name": name, "dtype": part.dtype.newbyteorder("<").str, "shape": part.shape} for name, part in parts.items()
    ]
    body = [part.astype(part.dtype.newbyteorder("<"), copy=False).tobytes() for part in parts.values()]
    return write_frame(path, KIND, {"inputs": dict(inputs), "arrays": listing}, body, sum(map(len, body)))


def read_arrays(path: Path, inputs: Inputs) -> tuple[Arrays, str] | None:
    """The arrays and the checksum, ``None`` if there is no such file.

    Raises ``TrainingRunError`` if it is damaged or was made from other inputs.
    """
    if not path.exists():
        return None
    frame = read_frame(path, KIND)
    check_inputs(path, frame.header.get("inputs"), inputs)
    frame.verify()
    arrays: Arrays = {}
    with path.open("rb") as file:
        file.seek(frame.body_offset)
        for entry in frame.header["arrays"]:
            dtype, shape = np.dtype(entry["dtype"]), tuple(entry["shape"])
            count = int(np.prod(shape, dtype=np.int64))
            arrays[entry["name"]] = np.frombuffer(file.read(count * dtype.itemsize), dtype=dtype).reshape(shape)
    return arrays, frame.checksum


def stored_inputs(path: Path) -> Any:
    """What a file of arrays was made from."""
    return read_frame(path, KIND).header.get("inputs")


# -- plain values -----------------------------------------------------------------------------


def write_json(path: Path, inputs: Inputs, result: Any) -> None:
    write_whole(path, json.dumps({"inputs": dict(inputs), "result": result}, indent=1) + "\n")


def read_json(path: Path, inputs: Inputs | None = None) -> Any | None:
    """The result, ``None`` if there is no such file. Without ``inputs`` they are not compared."""
    if not path.exists():
        return None
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
        found, made_from = stored["result"], stored["inputs"]
    except (ValueError, KeyError, TypeError):
        raise TrainingRunError(f"{path} is damaged or no file of a training run; remove it to make it again") from None
    if inputs is not None:
        check_inputs(path, made_from, inputs)
    return found
