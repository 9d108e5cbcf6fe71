"""What ProbCut is calibrated with: positions, their values by depth, exact scores, going on after a stop."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from logistello.engine import Engine, calibration_pairs
from logistello.engine.calibration_pairs import Collection, Pairs, collect_pairs, values_by_depth
from logistello.engine.sample_positions import sample_positions
from logistello.evaluation import Model, PatternSet
from logistello.othello import Position

TOML = 'name = "tiny"\nstages = 4\n[[pattern]]\nname = "corner"\nsquares = "a1 b1 a2 b2"\n'
SMALL = Collection(positions=8, depth=3, solve_empties=(2, 9), seed=3)


@pytest.fixture(scope="module")
def model() -> Model:
    patterns = PatternSet.parse(TOML)
    weights = np.random.default_rng(0).integers(-500, 500, (patterns.stages, patterns.n_weights)).astype(np.int16)
    return Model(patterns, weights)


@pytest.fixture(scope="module")
def pairs(model: Model) -> Pairs:
    return collect_pairs(model, SMALL, threads=2)


def minimax(model: Model, position: Position, depth: int) -> float:
    """The plain twin: a pass costs no depth, a finished game counts its score."""
    if position.is_over:
        return position.final_score()
    if position.must_pass:
        return -minimax(model, position.play(position.legal_moves[0]), depth)
    if depth == 0:
        return float(model.evaluate([position])[0])
    return max(-minimax(model, position.play(move), depth - 1) for move in position.legal_moves)


def test_positions_are_many_different_and_the_same_again(model: Model) -> None:
    reports: list[tuple[int, int]] = []
    positions = sample_positions(model, 10, 7, lambda done, wanted: reports.append((done, wanted)))
    assert positions == sample_positions(model, 10, 7)
    assert set(positions).isdisjoint(sample_positions(model, 10, 8)[20:])
    assert len({(each.own, each.opponent) for each in positions}) == len(positions)
    stages = [int(model.patterns.stage_of_discs[64 - each.empties]) for each in positions]
    assert [stages.count(stage) for stage in range(4)] == [10] * 4
    assert all(each.legal_mask for each in positions)
    assert len({each.empties for each in positions}) > 20
    assert reports[-1] == (40, 40)


def test_values_are_those_of_plain_minimax(model: Model) -> None:
    positions = sample_positions(model, 3, 5)
    values = values_by_depth(model, positions, 2, threads=2)
    assert (values.shape, values.dtype) == ((12, 3), np.float32)
    assert (values == values_by_depth(model, positions, 2)).all()
    for position, row in zip(positions, values, strict=True):
        assert row == pytest.approx([minimax(model, position, depth) for depth in range(3)], abs=1e-4)


def test_what_is_measured_and_what_is_not(model: Model, pairs: Pairs) -> None:
    assert len(pairs) == 32
    assert pairs.values.shape == (32, 4)
    reaches_the_end = np.arange(4) >= pairs.empties[:, None]
    assert (np.isnan(pairs.values) == reaches_the_end).all()
    solved = (pairs.empties >= 2) & (pairs.empties <= 9)
    assert 0 < solved.sum() < 16
    assert (np.isfinite(pairs.exact) == solved).all()
    with Engine(hash_mb=8) as engine:
        for place in np.flatnonzero(solved):
            position = Position.from_own(int(pairs.own[place]), int(pairs.opponent[place]))
            assert engine.solve(position).score == pairs.exact[place]


def same(a: Pairs, b: Pairs) -> bool:
    names = ("own", "opponent", "values", "exact")
    return all(np.array_equal(getattr(a, name), getattr(b, name), equal_nan=name[0] in "ve") for name in names)


class StoppedError(Exception):
    pass


def test_a_stopped_collection_goes_on(
    model: Model, pairs: Pairs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calibration_pairs, "_SECONDS_BETWEEN_SAVES", 0.0)
    monkeypatch.setattr(calibration_pairs, "_CHUNK", 4)
    cache = tmp_path / "pairs.npz"

    def stop(what: str, done: int, total: int) -> None:
        if what == "searching" and done > 20:
            raise StoppedError

    with pytest.raises(StoppedError):
        collect_pairs(model, SMALL, cache=cache, on_progress=stop)
    assert [path.name for path in tmp_path.iterdir()] == ["pairs.npz"]
    totals: dict[str, int] = {}
    again = collect_pairs(model, SMALL, cache=cache, on_progress=lambda what, done, total: totals.update({what: total}))
    assert same(again, pairs)
    assert totals["searching"] == 16  # steps of 16; the second one was lost
    assert "choosing" not in totals
    totals.clear()
    assert same(collect_pairs(model, SMALL, cache=cache, on_progress=lambda *each: totals.update({each[0]: 1})), pairs)
    assert not totals


def test_a_file_of_another_collection_or_a_damaged_one_is_made_anew(model: Model, pairs: Pairs, tmp_path: Path) -> None:
    cache = tmp_path / "pairs.npz"
    other = collect_pairs(model, Collection(positions=2, depth=1, solve_empties=(2, 3)), cache=cache)
    assert len(other) == 8
    assert same(collect_pairs(model, SMALL, cache=cache), pairs)
    cache.write_bytes(cache.read_bytes()[:200])
    assert same(collect_pairs(model, SMALL, cache=cache), pairs)
    shifted = Model(model.patterns, (model.weights + 1).astype(np.int16))
    assert not same(collect_pairs(shifted, SMALL, cache=cache), pairs)


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [({"positions": 0}, "0 positions"), ({"depth": 17}, "depth 17"), ({"solve_empties": (9, 8)}, "from 9 to 8")],
)
def test_impossible_wishes(changed: dict[str, int], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        Collection(**changed)  # type: ignore[arg-type]
