"""Files of a run: what they were made from decides, damage is an error that says what to do."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest

from logistello.errors import LogistelloError, TrainingRunError
from logistello.framed_file import Kind, read_frame, write_frame
from logistello.framed_file import read_arrays as framed_arrays
from logistello.jobs import InlinePool, Task
from logistello.jobs.task import Results
from logistello.train.artefact import Shard, carry_out, in_order, read_arrays, read_json, write_arrays, write_json
from logistello.train.preset import Preset
from logistello.train.run import train


def test_arrays_come_back(tmp_path: Path) -> None:
    path = tmp_path / "x.games"
    arrays = {"a": np.arange(6, dtype=np.uint8).reshape(2, 3), "b": np.array([1.5, np.nan], dtype=np.float32)}
    checksum = write_arrays(path, {"seed": 1}, arrays)
    first = path.read_bytes()
    assert write_arrays(path, {"seed": 1}, arrays) == checksum
    assert path.read_bytes() == first
    found = read_arrays(path, {"seed": 1})
    assert found is not None
    np.testing.assert_equal(found[0], arrays)
    assert found[1] == checksum
    assert read_arrays(tmp_path / "none", {}) is None


@pytest.mark.parametrize(
    "listing",
    [3, [3], [{}], [{"name": "a", "dtype": "<q9", "shape": [1]}], [{"name": "a", "dtype": "<u4", "shape": [3]}]],
)
def test_a_list_of_arrays_that_cannot_be_followed(tmp_path: Path, listing: object) -> None:
    kind = Kind(b"ODDFILES", 1, "odd file", TrainingRunError)
    write_frame(tmp_path / "odd", kind, {"arrays": listing}, [b"12345"], 5)
    with pytest.raises(TrainingRunError, match="odd: the list of its arrays cannot be followed"):
        framed_arrays(read_frame(tmp_path / "odd", kind))


def test_other_inputs_are_named(tmp_path: Path) -> None:
    path = tmp_path / "x.games"
    write_arrays(path, {"seed": 1, "model": "a"}, {"a": np.zeros(1)})
    with pytest.raises(TrainingRunError, match=r"x\.games was made from another model.*remove this file"):
        read_arrays(path, {"seed": 1, "model": "b"})
    write_json(tmp_path / "x.json", {"seed": 1}, [1])
    assert read_json(tmp_path / "x.json", {"seed": 1}) == [1]
    with pytest.raises(TrainingRunError, match="another seed"):
        read_json(tmp_path / "x.json", {"seed": 2})


@pytest.mark.parametrize("place", [0, 20, -40, -1])
def test_damage_is_seen(tmp_path: Path, place: int) -> None:
    path = tmp_path / "x.games"
    write_arrays(path, {"seed": 1}, {"a": np.arange(100)})
    data = bytearray(path.read_bytes())
    data[place] ^= 1
    path.write_bytes(data)
    with pytest.raises(TrainingRunError):
        read_arrays(path, {"seed": 1})
    path.write_bytes(data[:50])
    with pytest.raises(TrainingRunError):
        read_arrays(path, {"seed": 1})


def test_json_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text('{"result": 1')
    with pytest.raises(TrainingRunError, match="remove it"):
        read_json(tmp_path / "x.json")


def count_calls(file: Path, number: int) -> dict[str, np.ndarray]:
    with file.open("a") as stream:
        stream.write("x")
    return {"number": np.array([number])}


class Backwards(InlinePool):
    """Finishes the last task first."""

    def run(self, tasks: Iterable[Task]) -> Results:
        for number, task in reversed(list(enumerate(tasks))):
            yield number, task.run()


def test_shards_are_carried_out_once_and_given_in_order(tmp_path: Path) -> None:
    calls = tmp_path / "calls"
    shards = [
        Shard(tmp_path / "run" / f"{number}.x", {"number": number}, Task(count_calls, (calls, number)))
        for number in range(5)
    ]
    assert [int(done.arrays["number"][0]) for done in in_order(Backwards(), shards)] == [0, 1, 2, 3, 4]
    shards[2].path.unlink()
    assert [done.number for done in carry_out(Backwards(), shards)] == [0, 1, 2, 3, 4]
    assert calls.read_text() == "x" * 6


@pytest.mark.parametrize(
    "name",
    [
        "generation-001/games/00001.games",
        "generation-001/candidates.arrays",
        "generation-001/labels/exact.positions",
        "generation-001/fitted.model",
        "generation-001/generation-001.model",
        "generation-001/gate.json",
    ],
)
def test_a_damaged_file_of_a_run_is_named(finished: Path, micro: Preset, tmp_path: Path, name: str) -> None:
    folder = tmp_path / "run"
    shutil.copytree(finished, folder)
    path = folder / name
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0x55
    if path.suffix == ".json":
        data[0] = 0
    path.write_bytes(data)
    with pytest.raises(LogistelloError, match=path.name) as raised:
        train(folder, micro, InlinePool())
    assert "remove" in str(raised.value) or "make" in str(raised.value)


def test_a_file_of_another_run_is_refused(finished: Path, micro: Preset, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    shutil.copytree(finished, folder)
    games = folder / "generation-001" / "games"
    (games / "00000.games").write_bytes((games / "00001.games").read_bytes())
    with pytest.raises(TrainingRunError, match=r"00000\.games was made from another shard"):
        train(folder, micro, InlinePool())


def test_a_folder_that_is_no_run(micro: Preset, tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("important")
    with pytest.raises(TrainingRunError, match=r"thesis\.txt but no run\.json"):
        train(tmp_path, micro, InlinePool())
