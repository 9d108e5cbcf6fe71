"""Links, methods and kinds of stages of a fit, as ``logistello fit`` offers them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from logistello.evaluation import Model, PatternSet
from logistello.train.fit import fit_model
from logistello.train.fit_options import FitOptions
from logistello.train.joint_fit import stage_window
from logistello.train.labelled_positions import Positions, make_records
from logistello.train.links import discs_per_unit, outcome_of, predicted, target_of
from tests.evaluation.twins import boards, random_positions

ROW = PatternSet.parse('name = "row"\nstages = 2\n[[pattern]]\nname = "row"\nsquares = "a2 b2 c2"\n')


@pytest.fixture(scope="module")
def planted() -> tuple[Model, Positions]:
    rng = np.random.default_rng(0)
    model = Model(ROW, rng.integers(-200, 200, (2, ROW.n_weights)).astype(np.int16))
    own, opp = boards(random_positions(2, 1500))
    return model, Positions.of(make_records(own, opp, model.evaluate(own, opp), np.arange(len(own), dtype=np.uint64)))


def correlation(model: Model, data: Positions) -> float:
    values = model.evaluate(data.records["own"], data.records["opp"])
    return float(np.corrcoef(values, data.records["score"])[0, 1])


@pytest.mark.parametrize(
    ("least", "options"),
    [
        (0.999, {"link": "sigmoid"}),
        (0.8, {"link": "logistic"}),
        (0.99, {"method": "gradient", "iterations": 300}),
        (0.95, {"stage_model": "merged"}),
        (0.95, {"stage_model": "linear"}),
        (0.95, {"stage_model": "merged", "link": "sigmoid"}),
        (0.7, {"stage_model": "linear", "link": "logistic"}),
        (0.8, {"method": "bayes"}),
    ],
    ids=lambda each: "-".join(map(str, each.values())) if isinstance(each, dict) else "",
)
def test_every_kind_of_fit_finds_planted_weights(
    planted: tuple[Model, Positions], least: float, options: dict[str, Any]
) -> None:
    _, data = planted
    given = {"l2": 1e-3, "iterations": 100, "window": 0, "holdout": 0.2, **options}
    model = fit_model([data], ROW, FitOptions(**given))
    assert correlation(model, data) > least
    assert model.provenance["fit"] == FitOptions(**given).used_for(ROW)
    # Values are in discs whatever the link: neither ten times too large nor too small.
    values = model.evaluate(data.records["own"], data.records["opp"])
    assert 0.5 < np.abs(values).mean() / np.abs(data.records["score"]).mean() < 2


def test_the_sigmoid_levels_off() -> None:
    discs = np.array([-500.0, -1.0, 0.0, 1.0, 500.0])
    assert predicted("identity", discs) is discs
    assert predicted("sigmoid", discs) == pytest.approx([-64, -1, 0, 1, 64], abs=1e-3)
    assert discs_per_unit("sigmoid", discs, discs, discs) == 32


def test_the_logistic_link_learns_who_wins() -> None:
    score = np.array([-12.0, 0.0, 0.5])
    assert outcome_of(score).tolist() == [0.0, 0.5, 1.0]
    assert target_of("logistic", score) == pytest.approx([0.1, 0.5, 0.9])
    assert discs_per_unit("logistic", np.array([1.0, -2.0]), np.array([3.0, -6.0]), np.ones(2)) == pytest.approx(3.0)


def test_windows_of_discs_as_windows_of_stages() -> None:
    patterns = PatternSet.named("logistello")
    assert stage_window(patterns, 0) == (1.0,)
    assert stage_window(patterns, 8) == (1.0, pytest.approx(2 / 3 + 1 / 18), pytest.approx(5 / 18))


def test_a_fit_of_all_stages_goes_on_after_a_stop(planted: tuple[Model, Positions], tmp_path: Path) -> None:
    _, data = planted
    options = FitOptions(stage_model="merged", iterations=6)
    whole = fit_model([data], ROW, options)
    partial = tmp_path / "partial"

    def interrupt(values: dict[str, Any]) -> None:
        if values["event"] == "iteration" and values["iteration"] == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fit_model([data], ROW, options, on_metrics=interrupt, checkpoint=partial)
    seen: list[int] = []
    again = fit_model(
        [data], ROW, options, on_metrics=lambda values: seen.append(values.get("iteration", -1)), checkpoint=partial
    )
    assert 1 not in seen
    assert again.checksum == whole.checksum
    assert not partial.exists()
