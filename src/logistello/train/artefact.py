"""What the stages of learning leave on disk, and tasks whose results are such files.

An artefact names the inputs it was made from: one that exists and fits is not made again, one that does not fit is an
error. It is written whole or not at all, carries its checksum, and holds no time and no path, so that the same work
gives the same bytes. After a stop, only what is missing is done.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from logistello import framed_file
from logistello.errors import TrainingRunError
from logistello.files import write_whole
from logistello.framed_file import Kind, read_frame
from logistello.jobs import Pool, Task

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
    return framed_file.write_arrays(path, KIND, {"inputs": dict(inputs)}, arrays)


def read_arrays(path: Path, inputs: Inputs | None = None) -> tuple[Arrays, str] | None:
    """The arrays and the checksum, ``None`` if there is no such file. Without ``inputs`` they are not compared.

    Raises ``TrainingRunError`` if the file is damaged or was made from other inputs.
    """
    if not path.exists():
        return None
    frame = read_frame(path, KIND)
    if inputs is not None:
        check_inputs(path, frame.header.get("inputs"), inputs)
    return framed_file.read_arrays(frame), frame.checksum


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


# -- tasks ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shard:
    """A task that gives arrays, and the file for them."""

    path: Path
    inputs: Inputs
    #: Its function returns ``Arrays``.
    task: Task


@dataclass(frozen=True)
class ShardResult:
    """What a task gave, as it stands in its file."""

    number: int
    arrays: Arrays
    checksum: str


def carry_out(
    pool: Pool, shards: Sequence[Shard], on_done: Callable[[ShardResult], None] = lambda done: None
) -> list[ShardResult]:
    """All results in order. ``on_done`` gets each as it comes, in any order."""
    results: dict[int, ShardResult] = {}
    for done in as_they_come(pool, shards):
        results[done.number] = done
        on_done(done)
    return [results[number] for number in range(len(shards))]


def in_order(pool: Pool, shards: Sequence[Shard]) -> Generator[ShardResult, None, None]:
    """Results by rising number, each as soon as all before it are there, so that whatever is done with them, and when
    it stops, does not depend on which task ended first."""
    waiting: dict[int, ShardResult] = {}
    following = 0
    with closing(as_they_come(pool, shards)) as results:
        for done in results:
            waiting[done.number] = done
            while following in waiting:
                yield waiting.pop(following)
                following += 1


def as_they_come(pool: Pool, shards: Sequence[Shard]) -> Generator[ShardResult, None, None]:
    """Those that have a file come first, then the others as they end; each is on disk before it is given."""
    missing = []
    for number, shard in enumerate(shards):
        found = read_arrays(shard.path, shard.inputs)
        if found is None:
            missing.append(number)
        else:
            yield ShardResult(number, *found)
    if missing:
        for folder in {shards[number].path.parent for number in missing}:
            folder.mkdir(parents=True, exist_ok=True)
    with closing(pool.run([shards[number].task for number in missing])) as results:
        for place, arrays in results:
            shard = shards[missing[place]]
            yield ShardResult(missing[place], arrays, write_arrays(shard.path, shard.inputs, arrays))
