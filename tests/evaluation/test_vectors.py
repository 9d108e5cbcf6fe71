"""Vectors beside linear weights: values against a plain twin, shares, files, what is refused."""

from __future__ import annotations

import json
import zlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from logistello import Engine, Limit
from logistello.errors import ModelError
from logistello.evaluation import Model, PatternSet
from logistello.evaluation.model_file import _unpacked_rows
from logistello.evaluation.vectors import HIDDEN, MOST_OFFSET, MOST_OUT, Vectors
from logistello.othello import Position
from logistello.othello.symmetry import Symmetry

from .twins import random_model, random_positions, ternary, value

SMALL = PatternSet.parse(
    'name = "small"\nstages = 3\n[[pattern]]\nname = "row"\nsquares = "a1 b1 c1 d1"\n'
    '[[pattern]]\nname = "corner"\nsquares = "a1 b1 a2 b2 c3"\n'
)


def random_vectors(patterns: PatternSet, seed: int = 0) -> Vectors:
    rng = np.random.default_rng(seed)

    def numbers(most: int, *shape: int) -> np.ndarray:
        return rng.integers(-most, most + 1, shape)

    return Vectors(
        numbers(127, patterns.stages, int(patterns.weight_offset[-1]), HIDDEN).astype(np.int8),
        numbers(500, 65).astype(np.int16),
        numbers(800, 65, HIDDEN).astype(np.int16),
        numbers(MOST_OUT, 65, HIDDEN).astype(np.int16),
    )


def model_with_vectors(patterns: PatternSet, seed: int = 0) -> Model:
    return replace(random_model(patterns, seed), vectors=random_vectors(patterns, seed))


def read_frame_header(path: Path) -> bytes:
    data = path.read_bytes()
    return data[16 : 16 + int.from_bytes(data[12:16], "little")]


def plain_value(model: Model, position: Position) -> float:
    """Lane by lane."""
    assert model.vectors is not None
    patterns, discs = model.patterns, 64 - position.empties
    stage = int(patterns.stage_of_discs[discs])
    numbers = []
    for instance, configuration in enumerate(ternary(patterns, position)):
        pattern = int(patterns.pattern_of_instance[instance])
        numbers.append(int(patterns.weight_offset[pattern]) + int(patterns.patterns[pattern].weight_of[configuration]))
    hidden = 0
    for lane in range(HIDDEN):
        total = int(model.vectors.offsets[discs, lane])
        total += sum(int(model.vectors.rows[stage, number, lane]) for number in numbers)
        hidden += max(total, 0) * int(model.vectors.outs[discs, lane])
    units = 128 * value(model, position) + int(model.vectors.constants[discs]) + (hidden >> 10)
    return units / 128


@pytest.mark.parametrize("patterns", [SMALL, PatternSet.named("modern").with_stages(4)], ids=lambda each: each.name)
def test_values_agree_with_the_plain_twin(patterns: PatternSet) -> None:
    model = model_with_vectors(patterns)
    positions = random_positions(8, 60)
    values = model.evaluate(positions)
    assert values.tolist() == [plain_value(model, position) for position in positions]
    for symmetry in Symmetry:
        assert (model.evaluate([each.transform(symmetry) for each in positions]) == values).all()


def test_shares_add_up_to_the_value() -> None:
    model = model_with_vectors(SMALL)
    for position in random_positions(9, 40):
        shares, constant = model.shares(position)
        assert len(shares) == SMALL.n_instances
        assert constant + sum(share.discs for share in shares) == model.evaluate([position])[0]


def test_an_instance_without_effect_has_no_share() -> None:
    vectors = random_vectors(SMALL)
    vectors.rows[:, : int(SMALL.weight_offset[1])] = 0
    linear = random_model(SMALL)
    weights = linear.weights.copy()
    weights[:, : int(SMALL.weight_offset[1])] = 0
    model = Model(SMALL, weights, vectors=vectors)
    for position in random_positions(10, 10):
        assert all(share.discs == 0 for share in model.shares(position)[0] if share.pattern == "row")


def test_a_file_brings_the_same_model(tmp_path: Path) -> None:
    model = model_with_vectors(SMALL)
    again = Model.load(model.save(tmp_path / "small.model"))
    assert again.checksum == model.checksum
    assert again.weights_sha256 == model.weights_sha256 != random_model(SMALL).weights_sha256
    assert again.describe()["vectors"]["hidden"] == HIDDEN
    positions = random_positions(11, 20)
    assert (again.evaluate(positions) == model.evaluate(positions)).all()


def test_rows_without_numbers_cost_a_bit_each(tmp_path: Path) -> None:
    vectors = random_vectors(SMALL)
    vectors.rows[:, ::2] = 0
    vectors.rows[1] = 0
    model = Model(SMALL, random_model(SMALL).weights, vectors=vectors)
    path = model.save(tmp_path / "sparse.model")
    entries = json.loads(read_frame_header(path))["sections"]
    assert {each["name"]: each["encoding"] for each in entries}["vectors.rows"] == "rows"
    again = Model.load(path)
    assert again.vectors is not None
    assert (again.vectors.rows == vectors.rows).all()


@pytest.mark.parametrize("change", ["no zlib", "too short", "too long", "no bits"])
def test_damaged_rows_are_refused(change: str, tmp_path: Path) -> None:
    rows = random_vectors(SMALL).rows.reshape(-1, HIDDEN)[:40].copy()
    rows[:20] = 0
    bits, packed = np.packbits(rows.any(axis=1)).tobytes(), zlib.compress(rows[20:].tobytes())
    data = {
        "no zlib": bits + b"nonsense",
        "too short": bits + zlib.compress(rows[21:].tobytes()),
        "too long": bits + zlib.compress(rows[19:].tobytes()),
        "no bits": bits[:2],
    }[change]
    assert (_unpacked_rows(bits + packed, rows.dtype, rows.shape) == rows.reshape(-1)).all()  # type: ignore[union-attr]
    assert _unpacked_rows(data, rows.dtype, rows.shape) is None


def test_a_search_is_that_of_the_twin() -> None:
    model = model_with_vectors(SMALL)
    with Engine(model=model, selectivity="none", hash_mb=1) as engine:
        for position in random_positions(12, 15):
            if position.empties > 6 and position.legal_moves:
                found = engine.search(position, Limit(depth=2)).score
                assert found == pytest.approx(max(-63, min(63, model.look_ahead(position, 2))))


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("rows", lambda each: each[:2], "rows of the vectors"),
        ("rows", lambda each: each.astype(np.int16), "expected int8"),
        ("offsets", lambda each: np.full_like(each, MOST_OFFSET + 1), "offsets of the vectors reach 8192"),
        ("outs", lambda each: np.full_like(each, -MOST_OUT - 1), "outs of the vectors reach 9001"),
        ("constants", lambda each: each[:-1], "constants of the vectors"),
    ],
)
def test_vectors_that_do_not_fit(name: str, change: object, message: str) -> None:
    good = random_vectors(SMALL)
    with pytest.raises(ModelError, match=message):
        Model(SMALL, random_model(SMALL).weights, vectors=replace(good, **{name: change(getattr(good, name))}))  # type: ignore[operator]


def test_vectors_and_sparse_patterns_do_not_go_together() -> None:
    sparse = PatternSet.parse(
        'name = "s"\nstages = 2\n[[pattern]]\nname = "r"\nsparse = true\nsquares = "a1 b1 c1 d1 e1 f1 g1 h1"\n'
    )
    kept = {"r": np.array([0, 5], dtype=np.uint32)}
    with pytest.raises(ModelError, match="flat patterns only"):
        Model(sparse, random_model(sparse, kept=kept).weights, kept=kept, vectors=random_vectors(SMALL))
