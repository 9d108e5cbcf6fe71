"""Fitting one weight per configuration: against dense algebra, for every link and method."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from logistello import _native
from logistello.errors import FitDivergedError, TrainingDataError
from logistello.glem import FitProgress, GlemRegressor, Rows

from .synthetic import SCALE, dense, link_value, planted, ridge

LINKS = ["identity", "sigmoid", "logistic"]


@pytest.mark.parametrize("link", LINKS)
@pytest.mark.parametrize("method", ["cg", "gd"])
def test_planted_weights_are_found_again(link: str, method: str) -> None:
    data = planted(link)
    model = GlemRegressor(
        link=link,  # type: ignore[arg-type]
        method=method,  # type: ignore[arg-type]
        l2=0.0,
        iterations=60 if method == "cg" else 3000,
        tolerance=1e-7,
        momentum=0.9 if method == "gd" else 0.0,
        threads=2,
    )
    model.fit(data.indices, data.targets, n_weights=data.n_weights)
    np.testing.assert_allclose(model.coef_, data.weights, atol=2e-3)
    np.testing.assert_allclose(model.predict(data.indices), data.targets, atol=1e-2)
    assert model.history_[-1].gradient <= 1e-7
    assert model.training_errors_.mae < 1e-2


@pytest.mark.parametrize("link", LINKS)
def test_gradient_and_curvature_are_those_of_dense_algebra(link: str) -> None:
    data = planted(link, n=500)
    rng = np.random.default_rng(2)
    row_weights = rng.integers(0, 4, len(data.targets)).astype(np.float32)
    rows = _native.TrainingRows(data.indices, data.targets, row_weights, None, data.n_weights, 1, [1.0], link, SCALE, 2)
    matrix = dense(data.indices, data.n_weights)
    counts = rows.count()
    np.testing.assert_array_equal(counts, matrix[row_weights > 0].sum(axis=0).astype(np.int64))
    point, direction = rng.normal(size=(2, data.n_weights)) * 0.3
    sums, gradient = rows.evaluate(point, True)
    value = link_value(link, matrix @ point)
    error = data.targets - value
    slope = {
        "identity": np.ones_like(value),
        "sigmoid": (SCALE**2 - value**2) / (2 * SCALE),
        "logistic": value * (1 - value),
    }[link]
    expected = [np.sum(row_weights * error**2), np.sum(row_weights * abs(error)), row_weights.sum()]
    np.testing.assert_allclose(sums[0, :3], expected, rtol=1e-9)
    np.testing.assert_allclose(gradient, matrix.T @ (row_weights * slope * error), rtol=1e-7, atol=1e-6)
    curvature = row_weights * slope**2
    np.testing.assert_allclose(
        rows.product(direction), matrix.T @ (curvature * (matrix @ direction)), rtol=1e-5, atol=1e-5 * curvature.max()
    )
    np.testing.assert_allclose(rows.diagonal(), matrix.T @ curvature, rtol=1e-5)
    np.testing.assert_allclose(rows.match_weights(), matrix.T @ row_weights, rtol=1e-9)


@pytest.mark.parametrize("l2", [0.0, 3.5])
def test_conjugate_gradient_solves_the_ridge_problem(l2: float) -> None:
    data = planted(n=600, seed=3)
    rng = np.random.default_rng(4)
    targets = (data.targets + rng.normal(size=len(data.targets))).astype(np.float32)
    row_weights = rng.random(len(targets)).astype(np.float32)
    model = GlemRegressor(l2=l2, tolerance=1e-10)
    model.fit(data.indices, targets, n_weights=data.n_weights, row_weights=row_weights)
    matrix = dense(data.indices, data.n_weights)
    np.testing.assert_allclose(model.coef_, ridge(matrix, targets, row_weights, l2), atol=1e-6)
    # The loss that conjugate gradients track without a pass is the loss.
    assert model.history_[-1].loss == pytest.approx(model.training_errors_.mse, rel=1e-6)
    if l2 == 0.0:
        scale = np.sqrt(row_weights)
        solution = np.linalg.lstsq(matrix * scale[:, np.newaxis], targets * scale)[0]
        np.testing.assert_allclose(model.coef_, solution, atol=1e-6)


def test_gradient_descent_is_the_papers() -> None:
    """Section 5.1, written down for dense matrices: three steps with momentum."""
    data = planted("logistic", n=300)
    matrix = dense(data.indices, data.n_weights)
    weights, delta = np.zeros(data.n_weights), np.zeros(data.n_weights)
    for _ in range(3):
        value = link_value("logistic", matrix @ weights)
        sums = matrix.T @ (value * (1 - value) * (data.targets - value))
        delta = 2 * 0.7 * sums / matrix.sum(axis=0) + 0.5 * delta
        weights = weights + delta
    model = GlemRegressor(link="logistic", method="gd", l2=0.0, step=0.7, momentum=0.5, iterations=3, tolerance=0.0)
    model.fit(data.indices, data.targets, n_weights=data.n_weights)
    np.testing.assert_allclose(model.coef_, weights, rtol=1e-6, atol=1e-9)
    assert model.n_iter_ == 3


@pytest.mark.parametrize("method", ["cg", "gd"])
@pytest.mark.parametrize("link", ["identity", "logistic"])
def test_same_bytes_for_any_number_of_threads(method: str, link: str) -> None:
    data = planted(link, n=9000)
    settings = {"link": link, "method": method, "iterations": 8, "tolerance": 0.0}
    fits = [
        GlemRegressor(**settings, threads=threads).fit(data.indices, data.targets, n_weights=data.n_weights)
        for threads in (1, 1, 2, 5)
    ]
    assert len({fit.coef_.tobytes() for fit in fits}) == 1
    assert len({tuple(entry.loss for entry in fit.history_) for fit in fits}) == 1


def test_rows_of_weight_zero_do_not_count() -> None:
    data = planted(n=500)
    kept = np.arange(500) % 3 != 0
    wild = np.where(kept, data.targets, 1e30).astype(np.float32)
    settings = {"n_weights": data.n_weights}
    masked = GlemRegressor().fit(data.indices, wild, row_weights=kept.astype(np.float32), **settings)
    alone = GlemRegressor().fit(data.indices[kept], data.targets[kept], **settings)
    np.testing.assert_allclose(masked.coef_, alone.coef_, atol=1e-9)
    np.testing.assert_array_equal(masked.counts_, alone.counts_)


def test_rare_weights_stay_zero() -> None:
    indices = np.array([[0], [0], [0], [1]], dtype=np.uint32)
    model = GlemRegressor(l2=0.0, min_matches=2).fit(indices, [2.0, 4.0, 6.0, 9.0], n_weights=3)
    np.testing.assert_allclose(model.coef_, [4.0, 0.0, 0.0])
    assert model.counts_.tolist() == [3, 1, 0]


def test_shrinkage_counts_pseudo_positions() -> None:
    indices = np.array([[0], [0]], dtype=np.uint32)
    assert GlemRegressor(l2=2.0).fit(indices, [6.0, 6.0], n_weights=1).coef_[0] == pytest.approx(3.0)


def test_memory_maps_are_read_in_place(tmp_path: Path) -> None:
    data = planted()
    data.indices.tofile(tmp_path / "indices")
    data.targets.tofile(tmp_path / "targets")
    indices = np.memmap(tmp_path / "indices", dtype=np.uint32, mode="r", shape=data.indices.shape)
    targets = np.memmap(tmp_path / "targets", dtype=np.float32, mode="r")
    mapped = GlemRegressor().fit(indices, targets, n_weights=data.n_weights)
    assert np.shares_memory(Rows(indices, targets).targets, targets)
    plain = GlemRegressor().fit(data.indices, data.targets, n_weights=data.n_weights)
    assert mapped.coef_.tobytes() == plain.coef_.tobytes()
    assert mapped.predict(indices).tobytes() == plain.predict(data.indices).tobytes()


def test_validation_stops_and_the_best_weights_win() -> None:
    """Few rows, many weights, much noise: the validation error falls, then rises."""
    rng = np.random.default_rng(5)
    data = planted(n=1200, features=8, per_feature=40)
    noisy = (data.targets + rng.normal(size=1200) * 20).astype(np.float32)
    seen: list[FitProgress] = []
    model = GlemRegressor(l2=0.0, patience=3, tolerance=0.0)
    model.fit(
        data.indices[:600],
        noisy[:600],
        n_weights=data.n_weights,
        validation=Rows(data.indices[600:], noisy[600:]),
        on_progress=seen.append,
    )
    assert seen == model.history_
    errors = [entry.validation_mae for entry in seen]
    assert model.n_iter_ == int(np.argmin(errors)) < len(seen) - 1  # type: ignore[arg-type]
    assert len(seen) - 1 == model.n_iter_ + 3
    mae = np.abs(model.predict(data.indices[600:]) - noisy[600:]).mean()
    assert mae == pytest.approx(min(errors), rel=1e-5)  # type: ignore[type-var]


def test_a_fit_goes_on_from_given_weights() -> None:
    data = planted()
    first = GlemRegressor(tolerance=1e-9).fit(data.indices, data.targets, n_weights=data.n_weights)
    again = GlemRegressor(tolerance=1e-9, iterations=0)
    again.fit(data.indices, data.targets, n_weights=data.n_weights, initial=first.coef_)
    np.testing.assert_array_equal(again.coef_, first.coef_)


def test_parameters_as_scikit_learn_has_them() -> None:
    model = GlemRegressor(link="logistic", l2=1.5)
    assert model.get_params()["l2"] == 1.5
    assert GlemRegressor(**model.get_params()) == model
    assert model.set_params(l2=3.0) is model
    assert model.l2 == 3.0
    with pytest.raises(TrainingDataError, match="no parameter depth"):
        model.set_params(depth=1)


INDICES = np.array([[0, 1], [1, 2]], dtype=np.uint32)


@pytest.mark.parametrize(
    ("indices", "targets", "options", "message"),
    [
        (np.zeros((0, 3), dtype=np.uint32), [], {}, "nothing to learn from"),
        (np.zeros((3, 0), dtype=np.uint32), [1, 2, 3], {}, "nothing to learn from"),
        (INDICES.astype(np.int64), [1, 2], {}, "int64.*expected a NumPy array uint32"),
        (INDICES.ravel(), [1, 2], {}, "expected a NumPy array"),
        ([[0, 1]], [1], {}, "indices are list"),
        (np.asfortranarray(INDICES), [1, 2], {}, "not C-contiguous"),
        (INDICES, [1.0], {}, "targets have the shape .1,., but there are 2 rows"),
        (INDICES, ["a", "b"], {}, "targets are not numbers"),
        (INDICES, [1.0, np.nan], {}, "row 1 has target nan"),
        (INDICES, [np.inf, 1.0], {}, "row 0 has target inf"),
        (INDICES, [1.0, 2.0], {"n_weights": 1}, "row 1 names weight 2, but there are 1"),
        (INDICES, [1.0, 2.0], {"n_weights": 0}, "n_weights is 0"),
        (INDICES, [1.0, 2.0], {"row_weights": [1.0, -1.0]}, "weights finite and not negative"),
        (INDICES, [1.0, 2.0], {"row_weights": [1.0, np.nan]}, "weights finite"),
        (INDICES, [1.0, 2.0], {"row_weights": [0.0, 0.0]}, "nothing to learn"),
        (INDICES, [1.0, 2.0], {"initial": [0.0]}, "initial weights must be 3"),
        (INDICES, [1.0, 2.0], {"validation": Rows(INDICES + np.uint32(2), [1.0, 2.0])}, "row 1 names weight 4"),  # type: ignore[arg-type]
    ],
)
def test_bad_data_say_what_is_wrong(indices: object, targets: object, options: dict[str, object], message: str) -> None:
    with pytest.raises(TrainingDataError, match=message):
        GlemRegressor().fit(indices, targets, **{"n_weights": 3, **options})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"link": "probit"}, "link is 'probit'"),
        ({"method": "adam"}, "method is 'adam'"),
        ({"l2": -1.0}, "l2 is -1.0"),
        ({"scale": 0.0}, "scale is 0.0; it must be more than"),
        ({"momentum": 1.0}, "momentum is 1.0"),
        ({"threads": 0}, "threads must be at least 1"),
    ],
)
def test_bad_settings_say_what_is_wrong(settings: dict[str, object], message: str) -> None:
    with pytest.raises(TrainingDataError, match=message):
        GlemRegressor(**settings).fit(INDICES, [1.0, 2.0], n_weights=3)  # type: ignore[arg-type]


def test_a_step_too_large_is_told() -> None:
    data = planted()
    with pytest.raises(FitDivergedError, match="smaller step"):
        GlemRegressor(method="gd", step=3.0).fit(data.indices, data.targets, n_weights=data.n_weights)


def test_predict_checks_its_rows() -> None:
    model = GlemRegressor().fit(INDICES, [1.0, 2.0], n_weights=3)
    with pytest.raises(TrainingDataError, match="row 1 names weight 9"):
        model.predict(np.array([[0], [9]], dtype=np.uint32))
