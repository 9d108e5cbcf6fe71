"""The ProbCut table in a model file: kept with its weights, dropped with others, refused when it cannot be."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from logistello.errors import ModelError
from logistello.evaluation import Model, PatternSet
from logistello.evaluation.model_file import read_model_file, write_model_file
from logistello.probcut import ProbCutTable, Samples, calibrate

from .twins import random_model

TINY = PatternSet.parse('name = "tiny"\nstages = 3\n[[pattern]]\nname = "row"\nsquares = "a1 b1 c1 d1"\n')


@pytest.fixture(scope="module")
def model() -> Model:
    plain = random_model(TINY)
    rng = np.random.default_rng(1)
    values = np.cumsum(rng.normal(0, 3, (400, 4)), axis=1)
    samples = Samples(values, rng.integers(0, 3, 400), values[:, -1] + rng.normal(0, 3, 400), rng.integers(5, 9, 400))
    table = calibrate(
        samples, stages=3, most_left=60, weights_sha256=plain.weights_sha256, provenance={"depth": 3, "seed": 1}
    )
    return replace(plain, probcut=table)


@pytest.fixture
def path(model: Model, tmp_path: Path) -> Path:
    return model.save(tmp_path / "with.model")


def rewritten(path: Path, table: ProbCutTable | None, sections: dict[str, NDArray[np.float32]]) -> Path:
    """The file with another entry in its header and other sections instead of the same names."""
    header, old, _ = read_model_file(path)
    header.pop("probcut", None)
    if table is not None:
        header["probcut"] = table.header()
    write_model_file(path, header, {**old, **sections})
    return path


def test_round_trip(model: Model, path: Path, tmp_path: Path) -> None:
    read = Model.load(path)
    assert read.probcut is not None
    assert model.probcut is not None
    for name, array in model.probcut.arrays().items():
        assert np.array_equal(read.probcut.arrays()[name], array, equal_nan=True)
    assert read.probcut.header() == model.probcut.header()
    assert read.extra == {}
    assert read.checksum == path.read_bytes()[-32:].hex()
    assert read.save(tmp_path / "again.model").read_bytes() == path.read_bytes()
    info = json.loads(json.dumps(read.describe()))
    assert info["sections"] == [
        "weights",
        "probcut.midgame",
        "probcut.endgame",
        "probcut.midgame_fits",
        "probcut.endgame_fits",
    ]
    assert info["probcut"]["pairs_of"] == 400


def test_a_file_without_a_table(tmp_path: Path) -> None:
    read = Model.load(random_model(TINY).save(tmp_path / "plain.model"))
    assert read.probcut is None
    assert read.describe()["probcut"] is None


def test_other_weights_drop_the_table(model: Model, tmp_path: Path) -> None:
    other = replace(model, weights=random_model(TINY, seed=9).weights)
    assert other.probcut is None
    assert Model.load(other.save(tmp_path / "other.model")).probcut is None
    assert replace(model, name="renamed").probcut is model.probcut


def test_a_table_of_other_weights_is_refused(model: Model, path: Path) -> None:
    assert model.probcut is not None
    rewritten(path, replace(model.probcut, weights_sha256="ab" * 32), {})
    with pytest.raises(ModelError, match=r"with\.model: its ProbCut table was made for other weights \(abababababab"):
        Model.load(path)
    assert Model.load(path, with_probcut=False).probcut is None


def test_a_damaged_table_is_a_clear_error(model: Model, path: Path) -> None:
    table = model.probcut
    assert table is not None
    rewritten(path, table, {"probcut.midgame": -table.midgame})
    with pytest.raises(ModelError, match=r"with\.model: the ProbCut table holds .* in midgame"):
        Model.load(path)
    rewritten(path, table, {"probcut.midgame": table.midgame[:, :30]})
    with pytest.raises(ModelError, match=r"with\.model: the array 'midgame' .* expected float32"):
        Model.load(path)
    rewritten(path, None, {})
    with pytest.raises(ModelError, match="no entry 'probcut' in the header"):
        Model.load(path)
    plain = Model.load(path, with_probcut=False)
    assert plain.extra == {}
    rewritten(plain.save(path), table, {})
    with pytest.raises(ModelError, match="lacks 'midgame'"):
        Model.load(path)
    rewritten(path, table, {f"probcut.{name}": array[:2] for name, array in table.arrays().items()})
    with pytest.raises(ModelError, match="2 stages; the model has 3"):
        Model.load(path)
