"""Fitting: planted weights are found again, the same input gives the same bytes, bad data are refused in words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from logistello.errors import NumberError, TrainingDataError
from logistello.evaluation import Model, PatternSet
from logistello.train.fit import fit_model
from logistello.train.fit_options import FitOptions
from logistello.train.labelled_positions import RECORD, Flag, Positions, make_records
from logistello.train.labels import LabelOptions, label_games
from logistello.train.training_data import IndexStore
from tests.evaluation.twins import boards, random_positions, random_table

ROW = PatternSet.parse('name = "row"\nstages = 2\n[[pattern]]\nname = "row"\nsquares = "a2 b2 c2"\n')
OPTIONS = FitOptions(l2=1e-3, iterations=100, window=0, holdout=0.2)


@pytest.fixture(scope="module")
def games() -> Positions:
    return label_games(random_table(1, 40, 4)[1], LabelOptions())


def planted(seed: int = 0) -> tuple[Model, Positions]:
    rng = np.random.default_rng(seed)
    model = Model(ROW, rng.integers(-200, 200, (2, ROW.n_weights)).astype(np.int16))
    own, opp = boards(random_positions(2, 1200))
    games = rng.integers(60, size=len(own)).astype(np.uint64)
    return model, Positions.of(make_records(own, opp, model.evaluate(own, opp), games))


def test_planted_weights_are_found_again() -> None:
    model, positions = planted()
    fitted = fit_model([positions], ROW, OPTIONS)
    own, opp = positions.records["own"], positions.records["opp"]
    assert np.abs(fitted.evaluate(own, opp) - model.evaluate(own, opp)).mean() < 0.05
    assert fitted.metrics["validation_mae"] < 0.3
    assert [stage["stage"] for stage in fitted.metrics["stages"]] == [0, 1]
    assert sum(stage["positions"] + stage["validation"] for stage in fitted.metrics["stages"]) == len(positions)


def test_the_same_fit_gives_the_same_bytes(games: Positions, tmp_path: Path) -> None:
    options = FitOptions(iterations=4, seed=5)
    for number, threads in enumerate((1, 2)):
        again = FitOptions(**{**options.as_dict(), "threads": threads})
        fit_model([games], ROW, again).save(tmp_path / f"{number}.model")
    assert (tmp_path / "0.model").read_bytes() == (tmp_path / "1.model").read_bytes()


def test_an_interrupted_fit_goes_on(games: Positions, tmp_path: Path) -> None:
    options = FitOptions(iterations=3)
    whole = fit_model([games], ROW, options)
    seen: list[tuple[str, int]] = []

    def interrupt(values: dict[str, Any]) -> None:
        seen.append((values["event"], values["stage"]))
        if values["event"] == "stage":
            raise KeyboardInterrupt

    partial = tmp_path / "partial"
    with pytest.raises(KeyboardInterrupt):
        fit_model([games], ROW, options, on_metrics=interrupt, checkpoint=partial)
    assert seen[-1] == ("stage", 1)
    seen.clear()
    again = fit_model(
        [games], ROW, options, on_metrics=lambda v: seen.append((v["event"], v["stage"])), checkpoint=partial
    )
    assert ("iteration", 1) not in seen
    assert again.checksum == whole.checksum
    assert not partial.exists()


def test_a_partial_file_of_another_fit_is_not_used(games: Positions, tmp_path: Path) -> None:
    partial = tmp_path / "partial"

    def interrupt(values: dict[str, Any]) -> None:
        if values["event"] == "stage":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fit_model([games], ROW, FitOptions(iterations=1), on_metrics=interrupt, checkpoint=partial)
    other = FitOptions(iterations=3)
    assert fit_model([games], ROW, other, checkpoint=partial).checksum == fit_model([games], ROW, other).checksum
    partial.write_bytes(b"nonsense")
    with pytest.raises(TrainingDataError, match="not a checkpoint of a fit; remove it, or name another output"):
        fit_model([games], ROW, other, checkpoint=partial)
    assert partial.read_bytes() == b"nonsense"


def test_stages_without_positions_take_the_nearest(games: Positions) -> None:
    late = Positions.of(np.asarray(games.records[games.discs >= 50]))
    model = fit_model([late], ROW.with_stages(13), FitOptions(iterations=3))
    assert (model.weights[:9] == model.weights[9]).all()
    assert model.metrics["stages"][0] == {"stage": 0, "discs": [0, 16], "positions": 0, "taken_from_stage": 9}


def test_exact_scores_count_more() -> None:
    own, opp = boards([random_positions(3, 1)[0]] * 2)
    games = np.arange(2, dtype=np.uint64)
    records = make_records(own, opp, np.array([0.0, 10.0]), games, np.array([0, int(Flag.EXACT)]))
    options = FitOptions(l2=0, window=0, holdout=0, exact_weight=4.0)
    model = fit_model([Positions.of(records)], ROW, options)
    assert model.evaluate(own[:1], opp[:1])[0] == pytest.approx(8.0, abs=0.05)


def test_frequent_positions_count_more() -> None:
    own, opp = boards([random_positions(3, 1)[0]] * 2)
    records = make_records(own, opp, np.array([0.0, 8.0]), np.arange(2, dtype=np.uint64), 0, np.array([1, 9]))
    for power, expected in ((0.0, 4.0), (0.5, 6.0), (1.0, 7.2)):
        options = FitOptions(l2=0, window=0, holdout=0, count_power=power)
        model = fit_model([Positions.of(records)], ROW, options)
        assert model.evaluate(own[:1], opp[:1])[0] == pytest.approx(expected, abs=0.05)


def test_indices_may_live_in_a_file() -> None:
    with IndexStore(most_bytes=100) as store:
        assert not isinstance(store.matrix(5, 5), np.memmap)
        large = store.matrix(6, 5)
        assert isinstance(large, np.memmap)
        large[:] = 7
    assert large.sum() == 210


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"score": np.nan}, "score nan"),
        ({"score": 65.0}, r"score 65.*expected -64 to 64"),
        ({"own": 1, "opp": 1}, "both sides"),
    ],
)
def test_positions_that_make_no_sense(games: Positions, change: dict[str, Any], complaint: str) -> None:
    records = np.array(games.records)
    for name, value in change.items():
        records[name][3] = value
    with pytest.raises(TrainingDataError, match=complaint):
        fit_model([Positions.of(records)], ROW)


def test_empty_and_contradictory_data(games: Positions) -> None:
    with pytest.raises(TrainingDataError, match="no position"):
        fit_model([], ROW)
    with pytest.raises(TrainingDataError, match="no position"):
        fit_model([Positions.of(np.empty(0, dtype=RECORD))], ROW)
    exact = np.array(games.records)
    exact["flags"] = int(Flag.EXACT)
    other = exact.copy()
    other["score"][5] += 2
    fit_model([Positions.of(exact), Positions.of(exact)], ROW, FitOptions(iterations=1))
    with pytest.raises(TrainingDataError, match="two different exact scores"):
        fit_model([Positions.of(exact), Positions.of(other)], ROW)


@pytest.mark.parametrize(
    "wrong",
    [
        {"l2": -1},
        {"iterations": 0},
        {"holdout": 1.0},
        {"exact_weight": 0},
        {"window": -1},
        {"threads": 0},
        {"count_power": 2},
        {"sparse_min_matches": 0},
        {"l2": float("nan")},
        {"exact_weight": float("inf")},
        {"seed": -1},
        {"iterations": "many"},
    ],
)
def test_options_that_make_no_sense(wrong: dict[str, Any]) -> None:
    with pytest.raises(NumberError):
        FitOptions(**wrong)
