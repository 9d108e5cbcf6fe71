"""Models: values against a plain twin, symmetries, files."""

from __future__ import annotations

import json
import struct
import subprocess
import sys
import time
from dataclasses import FrozenInstanceError
from importlib import resources
from pathlib import Path

import numpy as np
import pytest

from logistello.errors import ModelError
from logistello.evaluation import Model, PatternSet
from logistello.evaluation.model import find_model
from logistello.evaluation.model_file import write_model_file
from logistello.othello import Position
from logistello.othello.symmetry import Symmetry

from .twins import boards, random_model, random_positions, value

TINY = PatternSet.parse('name = "tiny"\nstages = 3\n[[pattern]]\nname = "row"\nsquares = "a1 b1 c1 d1"\n')


@pytest.mark.parametrize("name", ["logistello", "modern"])
def test_values_agree_with_the_plain_twin(name: str) -> None:
    model = random_model(PatternSet.named(name))
    positions = random_positions(5, 80)
    values = model.evaluate(positions)
    assert values.dtype == np.float32
    assert values.tolist() == [value(model, position) for position in positions]
    assert (model.evaluate(*boards(positions)) == values).all()


@pytest.mark.parametrize("name", ["logistello", "modern"])
def test_values_are_the_same_on_turned_boards(name: str) -> None:
    model = random_model(PatternSet.named(name), seed=1)
    positions = random_positions(6, 60)
    values = model.evaluate(positions)
    for symmetry in Symmetry:
        assert (model.evaluate([each.transform(symmetry) for each in positions]) == values).all()


def test_colours_do_not_matter_but_the_side_to_move_does() -> None:
    model = random_model(PatternSet.named("logistello"), seed=2)
    position = random_positions(7, 30)[3]
    swapped = Position(position.white, position.black, position.turn.opponent)
    other = Position(position.black, position.white, position.turn.opponent)
    same, different = model.evaluate([swapped, other]).tolist()
    assert same == model.evaluate([position])[0]
    assert different != same


def test_no_positions_and_unequal_arrays() -> None:
    model = random_model(TINY)
    assert model.evaluate([]).shape == (0,)
    with pytest.raises(ValueError, match="2 boards"):
        model.evaluate([1, 2], [4])


def test_rounding() -> None:
    assert Model.rounded(np.array([0.5, -1.0, 400.0, -400.0, 0.003])).tolist() == [64, -128, 32767, -32767, 0]


def test_weights_must_fit_the_patterns() -> None:
    with pytest.raises(ModelError, match="expected int16"):
        Model(TINY, np.zeros((3, 5), dtype=np.int16))
    with pytest.raises(ModelError, match="float64"):
        Model(TINY, np.zeros((3, TINY.n_weights)))


# -- files ------------------------------------------------------------------------------------


@pytest.fixture
def path(tmp_path: Path) -> Path:
    model = random_model(TINY)
    return Model(TINY, model.weights, "tiny", {"from": ["a", {"b": 1}]}, {"mae": 3.5}).save(tmp_path / "tiny.model")


def test_round_trip(path: Path, tmp_path: Path) -> None:
    model = Model.load(path)
    assert (model.name, model.patterns) == ("tiny", TINY)
    assert (model.provenance, model.metrics) == ({"from": ["a", {"b": 1}]}, {"mae": 3.5})
    assert (model.weights == random_model(TINY).weights).all()
    again = model.save(tmp_path / "again.model")
    assert again.read_bytes() == path.read_bytes()
    assert path.read_bytes()[-32:].hex() == model.checksum


def test_a_folder_gets_the_name_with_the_checksum(path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "models"
    folder.mkdir()
    saved = Model.load(path).save(folder)
    assert saved.name == f"tiny-{saved.read_bytes()[-32:].hex()[:12]}.model"
    assert [entry.name for entry in folder.iterdir()] == [saved.name]


def test_further_sections_are_kept(tmp_path: Path) -> None:
    table = np.arange(12, dtype=np.float32).reshape(3, 4)
    model = Model(TINY, random_model(TINY).weights, extra={"future": table})
    read = Model.load(model.save(tmp_path / "with.model"))
    assert (read.extra["future"] == table).all()
    assert read.describe()["sections"] == ["weights", "future"]


def test_describe_can_be_written_as_json(path: Path) -> None:
    info = json.loads(json.dumps(Model.load(path).describe()))
    assert info["stages"] == [[0, 30], [31, 47], [48, 64]]
    assert info["weights"] == 3 * (81 + 2)
    assert info["patterns"] == {"row": 8}


def test_every_cut_and_every_changed_byte_is_noticed(path: Path) -> None:
    data = path.read_bytes()
    for length in range(0, len(data), 37):
        path.write_bytes(data[:length])
        with pytest.raises(ModelError, match=r"tiny\.model"):
            Model.load(path)
    for place in range(0, len(data), 23):
        changed = bytearray(data)
        changed[place] ^= 0xFF
        path.write_bytes(changed)
        with pytest.raises(ModelError):
            Model.load(path)


def test_messages_say_what_came(path: Path, data: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[:8] + struct.pack("<I", 7) + content[12:])
    with pytest.raises(ModelError, match="version 7; this program reads version 1"):
        Model.load(path)
    with pytest.raises(ModelError, match="not a model file"):
        Model.load(data / "ffo.obf")
    path.write_bytes(b"")
    with pytest.raises(ModelError, match="empty"):
        Model.load(path)


def test_a_whole_file_with_nonsense_in_it(tmp_path: Path) -> None:
    path = tmp_path / "odd.model"
    weights = random_model(TINY).weights
    header = {"name": "odd", "patterns": TINY.as_dict(), "units_per_disc": 128, "provenance": {}, "metrics": {}}
    write_model_file(path, header, {})
    with pytest.raises(ModelError, match="weights"):
        Model.load(path)
    write_model_file(path, {**header, "units_per_disc": 32}, {"weights": weights})
    with pytest.raises(ModelError, match="32 units per disc"):
        Model.load(path)
    for part in ({"name": "../up"}, {"name": 7}, {"provenance": ["x"]}, {"metrics": 1}):
        write_model_file(path, {**header, **part}, {"weights": weights})
        with pytest.raises(ModelError, match=r"name is|no tables"):
            Model.load(path)
    write_model_file(path, {**header, "patterns": {"name": "x"}}, {"weights": weights})
    with pytest.raises(ModelError, match="pattern"):
        Model.load(path)
    write_model_file(path, header, {"weights": weights[:, :-1]})
    with pytest.raises(ModelError, match="expected int16"):
        Model.load(path)
    write_model_file(path, header, {"weights": weights.astype(np.complex128)})
    with pytest.raises(ModelError, match="unknown"):
        Model.load(path)


# -- the model of the package -----------------------------------------------------------------


def test_the_default_model_is_small_quick_and_sensible() -> None:
    size = (resources.files("logistello.evaluation") / "data" / "default.model").stat().st_size  # type: ignore[attr-defined]
    assert size < 8 << 20
    Model.default().evaluate([Position.initial()])
    seconds = []
    for _ in range(3):
        started = time.process_time()
        Model.default().evaluate([Position.initial()])
        seconds.append(time.process_time() - started)
    assert min(seconds) < 0.5  # 0.05 on a quiet machine; see benchmarks
    corner = Position.parse(
        "XXXX----" + "XXX-----" + "XX------" + "---OX---" + "---XO---" + "--O--O--" + "-" * 16 + " X"
    )
    swapped = Position(corner.white, corner.black, corner.turn)
    mine, yours = Model.default().evaluate([corner, swapped]).tolist()
    assert mine > 4 > -4 > yours


@pytest.mark.parametrize("name", Model.names())
def test_models_of_the_package_have_names(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = Model.named(name)
    assert Model.named(name) is model is find_model(name) is find_model(Path(name))
    assert model.probcut is not None  # calibrated: searches prune
    for position in random_positions(6, 20):
        shares, constant = model.shares(position)
        assert constant + sum(share.discs for share in shares) == model.evaluate([position])[0]
    monkeypatch.chdir(tmp_path)
    random_model(PatternSet.named("logistello").with_stages(1)).save(tmp_path / name)
    assert find_model(name).name == "random"  # a file comes first


def test_other_names_are_refused() -> None:
    with pytest.raises(ModelError, match=r"no model 'deep'; the package has default.* name a file"):
        Model.named("deep")


def test_the_default_model_is_loaded_once() -> None:
    assert Model.default() is Model.default()


def test_threads_that_ask_at_once_share_one_default_model_and_its_native_tables() -> None:
    program = """
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from logistello.evaluation import Model

together = Barrier(4)

def ask(_: int) -> tuple[int, int]:
    together.wait()
    model = Model.default()
    return id(model), id(model.native)

with ThreadPoolExecutor(4) as pool:
    print(len(set(pool.map(ask, range(4)))))
"""
    # In a fresh process, where nothing has loaded the model yet.
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert answer.stdout.split() == ["1"]


def test_a_shared_model_cannot_be_changed() -> None:
    model = Model.default()
    with pytest.raises(ValueError, match="read-only"):
        model.weights[0, 0] = 1
    with pytest.raises(FrozenInstanceError):
        model.name = "mine"  # type: ignore[misc]
    assert model.probcut is not None
    for array in (*model.kept.values(), *model.extra.values(), *model.probcut.arrays().values()):
        assert not array.flags.writeable
