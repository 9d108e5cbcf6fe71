"""Sparse patterns: what is kept, where halves stand, values against a dictionary, fits and files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from logistello.errors import ModelError, PatternError, TrainingDataError
from logistello.evaluation import Model, Pattern, PatternSet
from logistello.evaluation.model_file import write_model_file
from logistello.evaluation.pattern_set import GROUP, halves
from logistello.evaluation.sparse_patterns import SparseConfigurations, with_mirrored
from logistello.othello import Position, Square
from logistello.othello.symmetry import Symmetry
from logistello.train.fit import fit_model
from logistello.train.fit_options import FitOptions
from logistello.train.labelled_positions import Positions, make_records
from logistello.train.labels import LabelOptions, label_games
from logistello.train.training_data import frequent_of_pattern

from .twins import boards, frequent, random_model, random_positions, random_table, shapes, value

# Shapes that 1, 2, 4 and 8 symmetries keep, an odd number of squares, and flat patterns before and after.
MIXED = PatternSet.parse("""
name = "mixed"
stages = 3
[[pattern]]
name = "odd"
sparse = true
squares = "a1 b1 c1 a2 b2"
[[pattern]]
name = "line"
squares = "a2 b2 c2 d2 e2 f2"
[[pattern]]
name = "edges"
sparse = true
squares = "a1 b1 g1 h1 a8 b8 g8 h8"
[[pattern]]
name = "rows"
sparse = true
squares = "a1 b1 c1 d1 e1 f1 a2 b2 c2 d2 e2 f2"
[[pattern]]
name = "middle"
sparse = true
squares = "d4 e4 d5 e5"
[[pattern]]
name = "corner"
squares = "a1 b1 a2"
""")


def kept_of(patterns: PatternSet, positions: list[Position], least: int) -> dict[str, NDArray[np.uint32]]:
    return {each.name: np.array(frequent(each, positions, least), np.uint32) for each in patterns.sparse_patterns}


# -- what is kept -----------------------------------------------------------------------------


@settings(max_examples=25, deadline=None)
@given(
    squares=st.lists(st.sampled_from(range(64)), min_size=2, max_size=7, unique=True),
    least=st.integers(1, 12),
    threads=st.integers(1, 3),
)
def test_frequent_configurations_are_those_of_plain_counting(squares: list[int], least: int, threads: int) -> None:
    pattern = Pattern("any", tuple(Square(each) for each in squares), sparse=True)
    positions = random_positions(11, 40)
    found = frequent_of_pattern(pattern, *boards(positions), least, threads)
    assert found.tolist() == frequent(pattern, positions, least)


def test_matches_of_symmetric_instances_and_mirrored_configurations_count_together() -> None:
    positions = random_positions(12, 30)
    turned = [each.transform(Symmetry(number % 8)) for number, each in enumerate(positions)]
    for pattern in MIXED.sparse_patterns:
        one = frequent_of_pattern(pattern, *boards(positions), 2)
        assert len(one)
        assert one.tolist() == frequent_of_pattern(pattern, *boards(turned), 2).tolist()


def test_mirrored_configurations_have_the_same_weight() -> None:
    for pattern in MIXED.sparse_patterns:
        everything = np.array(sorted(set(frequent(pattern, random_positions(13, 60), 1))), dtype=np.uint32)
        configurations, numbers = with_mirrored(pattern, everything)
        assert len(np.unique(configurations)) == len(configurations) > len(everything) - 1
        assert set(everything[numbers].tolist()) == set(everything.tolist())
        assert (everything[numbers] <= configurations).all()


def test_numbers_of_weights_agree_with_a_dictionary() -> None:
    positions = random_positions(14, 80)
    sparse = SparseConfigurations(MIXED, kept_of(MIXED, positions[:40], 3))
    indices = sparse.weight_indices(*boards(positions))
    assert (sparse.weight_indices(*boards(positions[:9])) == indices[:9]).all()  # searched for, without tables
    none = sparse.n_weights
    for number, pattern in enumerate(MIXED.patterns):
        columns = np.flatnonzero(MIXED.pattern_of_instance == number)
        if not pattern.sparse:
            assert indices[:, columns].max() < MIXED.n_weights - 2
            continue
        place = {int(each): at for at, each in enumerate(sparse.kept[pattern.name], sparse.weight_offset[pattern.name])}
        expected = [[place.get(shape, none) for shape in shapes(pattern, position)] for position in positions]
        assert indices[:, columns].tolist() == expected
    assert (indices == none).any()
    assert (indices[:, -1] - (none - 2) == np.array([position.empties % 2 for position in positions])).all()


# -- where halves stand -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "patterns", [MIXED, *map(PatternSet.named, ("sparse", "logistello+ABC"))], ids=lambda p: p.name
)
def test_slots_hold_every_instance(patterns: PatternSet) -> None:
    slots = patterns.slots
    flat = [each for pattern in patterns.patterns if not pattern.sparse for each in pattern.instances]
    assert list(slots.squares[: len(flat)]) == flat
    first = -(-len(flat) // GROUP) * GROUP
    assert slots.squares[len(flat) : first] == ((),) * (first - len(flat))
    added = slots.squares[first:]
    assert len(set(added)) == len(added)
    assert not set(added) & set(flat)
    instances = [ways for pattern in patterns.sparse_patterns for ways in pattern.instance_ways]
    for pair, ways in zip(slots.pairs, instances, strict=True):
        assert (slots.squares[pair[0]], slots.squares[pair[1]]) in [halves(way) for way in ways]


def test_halves_are_shared() -> None:
    # 46 instances in 48 places; second rows are there already; 4 edges for A, B and C, 4 angles and an edge for B.
    assert len(PatternSet.named("logistello+ABC").slots.squares) == 48 + 4 + 4 + 1
    flat = PatternSet.named("modern")
    assert [list(map(int, each)) for each in flat.slots.squares] == [
        [square for square in row if square < 64] for row in flat.squares.tolist()
    ]


def test_too_many_halves_and_too_few_squares() -> None:
    sparse = PatternSet.named("sparse").patterns
    with pytest.raises(PatternError, match=r"77 indices .* at most 64"):
        PatternSet("much", PatternSet.named("modern").patterns + sparse)
    with pytest.raises(PatternError, match="expected 2 to 16"):
        Pattern("one", (Square(0),), sparse=True)


# -- values -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "patterns", [MIXED, *map(PatternSet.named, ("sparse", "logistello+ABC"))], ids=lambda p: p.name
)
def test_values_agree_with_a_dictionary(patterns: PatternSet) -> None:
    positions = random_positions(15, 160)
    model = random_model(patterns, seed=3, kept=kept_of(patterns, positions[:80], 2))
    values = model.evaluate(positions)
    assert values.tolist() == [value(model, position) for position in positions]
    for symmetry in Symmetry:
        assert (model.evaluate([each.transform(symmetry) for each in positions]) == values).all()
    without = replace(
        model, weights=np.where(np.arange(model.weights.shape[1]) < patterns.n_weights - 2, model.weights, 0)
    )
    assert (without.evaluate(positions) != values).any()


def test_looking_ahead_follows_the_halves() -> None:
    """The search updates indices move by move."""
    positions = random_positions(16, 60)
    model = random_model(MIXED, seed=4, kept=kept_of(MIXED, positions, 1))
    for position in positions:
        after = [position.play(move) for move in position.legal_moves]
        if not after or any(not each.legal_mask for each in after):
            continue
        assert model.look_ahead(position, 1) == max(-value(model, each) for each in after)


# -- fits -------------------------------------------------------------------------------------

PAIR = PatternSet.parse(
    'name = "pair"\nstages = 2\n[[pattern]]\nname = "rows"\nsparse = true\nsquares = "c3 d3 e3 f3 c4 d4 e4 f4"\n'
)


def test_planted_weights_are_found_again() -> None:
    positions = random_positions(17, 3000)
    own, opp = boards(positions)
    kept = {"rows": frequent_of_pattern(PAIR.patterns[0], own, opp, 40)}
    model = random_model(PAIR, seed=5, kept=kept)
    games = np.random.default_rng(0).integers(100, size=len(own)).astype(np.uint64)
    data = Positions.of(make_records(own, opp, np.clip(model.evaluate(own, opp), -64, 64), games))
    options = FitOptions(l2=1e-3, iterations=300, window=0, holdout=0, sparse_min_matches=40)
    fitted = fit_model([data], PAIR, options)
    assert fitted.kept["rows"].tolist() == kept["rows"].tolist()
    assert 10 < len(kept["rows"]) < 1000
    often = np.bincount(model.sparse.weight_indices(own, opp).ravel(), minlength=model.sparse.n_weights)
    rows = often[: len(kept["rows"])] >= 40
    assert rows.all()
    values = fitted.evaluate(own, opp)
    assert np.abs(values - model.evaluate(own, opp)).mean() < 0.1
    # Positions without any kept configuration have the value of the parity alone.
    bare = (model.sparse.weight_indices(own, opp)[:, :-1] == model.sparse.n_weights).all(axis=1)
    assert bare.any()
    assert len(np.unique(values[bare])) <= 4
    assert fitted.provenance["fit"]["sparse_min_matches"] == 40


@pytest.fixture(scope="module")
def games() -> Positions:
    return label_games(random_table(1, 40, 4)[1], LabelOptions())


def test_the_same_fit_gives_the_same_bytes(games: Positions, tmp_path: Path) -> None:
    for threads in (1, 2):
        options = FitOptions(iterations=4, seed=5, sparse_min_matches=5, threads=threads)
        fit_model([games], MIXED, options).save(tmp_path / f"{threads}.model")
    assert (tmp_path / "1.model").read_bytes() == (tmp_path / "2.model").read_bytes()


def test_validation_positions_are_not_counted(games: Positions) -> None:
    options = FitOptions(iterations=1, holdout=0.5, sparse_min_matches=20)
    half = fit_model([games], MIXED, options)
    whole = fit_model([games], MIXED, replace(options, holdout=0.0))
    for name, kept in half.kept.items():
        assert set(kept.tolist()) <= set(whole.kept[name].tolist())
    assert half.sparse.n_weights < whole.sparse.n_weights


def test_too_few_matches(games: Positions) -> None:
    with pytest.raises(TrainingDataError, match=r"no configuration of .*rows.* has 100000 matches .* fewer"):
        fit_model([games], MIXED, FitOptions(sparse_min_matches=100_000))


# -- files ------------------------------------------------------------------------------------


@pytest.fixture
def model() -> Model:
    return random_model(MIXED, kept=kept_of(MIXED, random_positions(18, 60), 2))


def test_round_trip(model: Model, tmp_path: Path) -> None:
    path = replace(model, extra={"probcut": np.ones(3, dtype=np.float32)}).save(tmp_path / "mixed.model")
    read = Model.load(path)
    assert {name: each.tolist() for name, each in read.kept.items()} == {
        name: each.tolist() for name, each in model.kept.items()
    }
    positions = random_positions(19, 50)
    assert (read.evaluate(positions) == model.evaluate(positions)).all()
    assert read.save(tmp_path / "again.model").read_bytes() == path.read_bytes()
    info = read.describe()
    assert info["sections"] == ["weights", *(f"sparse/{name}" for name in model.kept), "probcut"]
    assert info["sparse"]["rows"]["weights"] == len(model.kept["rows"])
    assert info["sparse"]["rows"]["entries"] >= 3**6
    assert 0 < info["sparse"]["rows"]["load"] <= 1


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda kept: None, "lacks 'sparse/rows'"),
        (lambda kept: kept[::-1], "ascending"),
        (lambda kept: np.append(kept[:-1], kept[-2]), "ascending"),
        (lambda kept: np.append(kept[:-1], np.uint32(3**12)), "ascending order below 531441"),
        (lambda kept: kept[:-1], "expected int16"),
        (lambda kept: kept.astype(np.int32), "32-bit"),
        (lambda kept: np.append(kept[:-1], np.uint32(3**12 - 2)), "smallest"),
    ],
)
def test_whole_files_with_nonsense_in_them(
    tmp_path: Path, change: Callable[[NDArray[np.uint32]], NDArray[np.generic] | None], complaint: str
) -> None:
    path = tmp_path / "odd.model"
    # A shape that a mirror keeps, so that a configuration can be the larger of two.
    patterns = PatternSet.parse(
        'name = "odd"\nstages = 1\n[[pattern]]\nname = "rows"\nsparse = true\n'
        'squares = "b1 c1 d1 e1 f1 g1 b2 c2 d2 e2 f2 g2"\n'
    )
    good = random_model(patterns, kept=kept_of(patterns, random_positions(20, 60), 2))
    sections = {"weights": good.weights, "sparse/rows": change(good.kept["rows"])}
    write_model_file(path, good._header(), {name: each for name, each in sections.items() if each is not None})
    with pytest.raises(ModelError, match=rf"odd\.model.*{complaint}"):
        Model.load(path)


def test_configurations_belong_to_sparse_patterns(model: Model) -> None:
    with pytest.raises(ModelError, match="configurations of no pattern"):
        Model(MIXED, model.weights)
    with pytest.raises(ModelError, match="has no sparse patterns"):
        SparseConfigurations(PatternSet.named("logistello"), {"A": np.zeros(0, dtype=np.uint32)})
