"""Weights that depend on the stage, against a plain twin: loops for the merging, dense algebra for the fit."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from logistello.errors import TrainingDataError
from logistello.glem import MergeRule, Rows, StagedGlemRegressor
from logistello.glem.arrays import Vector
from logistello.glem.layout import merge_stages, stage_layout

from .synthetic import dense, planted, ridge

N_STAGES = 5


def plain_groups(counts: list[int], rule: MergeRule) -> list[list[int]]:
    """The groups of stages of one configuration, as one would explain them."""
    target = rule.enough if rule.linear_enough is None else rule.linear_enough
    groups: list[list[int]] = []
    run: list[list[int]] = []  # complete groups of stages next to each other
    group: list[int] = []
    for stage, count in enumerate([*counts, 0]):
        if count <= rule.few:
            matches = sum(counts[k] for k in group)
            if group and matches > rule.enough:
                run.append(group)
            elif group and run:
                run[-1] += group
            groups += run
            run, group = [], []
            continue
        group.append(stage)
        alone = len(group) == 1 and count > rule.enough
        if alone or sum(counts[k] for k in group) > target:
            run.append(group)
            group = []
    return groups


def plain_basis(counts: NDArray[np.int64], rule: MergeRule) -> Vector:
    """cells = basis @ parameters, with w(k) = b + a * x(k) for lines."""
    n_stages, n_ids = counts.shape
    columns = []
    for i in range(n_ids):
        for group in plain_groups(counts[:, i].tolist(), rule):
            column = np.zeros((n_stages, n_ids))
            column[group, i] = 1
            columns.append(column.ravel())
            matches = sum(counts[k, i] for k in group)
            if rule.linear_enough is not None and len(group) > 1 and matches > rule.linear_enough:
                column = np.zeros((n_stages, n_ids))
                column[group, i] = np.linspace(-1, 1, len(group))
                columns.append(column.ravel())
    return np.array(columns).T if columns else np.zeros((n_stages * n_ids, 0))


rules = st.builds(
    lambda few, more, linear: MergeRule(few, few + more, None if linear is None else few + more + linear),
    st.integers(0, 3),
    st.integers(0, 8),
    st.none() | st.integers(0, 8),
)


@given(arrays(np.int64, st.tuples(st.integers(1, 7), st.integers(1, 4)), elements=st.integers(0, 14)), rules)
def test_stages_are_merged_as_explained(counts: NDArray[np.int64], rule: MergeRule) -> None:
    groups = merge_stages(counts, rule)
    for i in range(counts.shape[1]):
        expected = np.full(len(counts), -1)
        for group in plain_groups(counts[:, i].tolist(), rule):
            expected[group] = group[0]
        assert groups[:, i].tolist() == expected.tolist()
    layout = stage_layout(counts, rule)
    basis = plain_basis(counts, rule)
    assert layout.n_parameters == basis.shape[1]
    mine = np.array([layout.expand(unit) for unit in np.eye(layout.n_parameters)]).T.reshape(basis.shape)
    assert sorted(map(tuple, mine.T.round(9))) == sorted(map(tuple, basis.T.round(9)))
    cells = np.random.default_rng(1).normal(size=counts.size)
    np.testing.assert_allclose(layout.reduce(cells), mine.T @ cells, atol=1e-12)
    np.testing.assert_allclose(layout.reduce_diagonal(cells**2), (mine**2).T @ cells**2, atol=1e-12)


def test_the_papers_thresholds() -> None:
    counts = np.array([[30, 4, 10, 10, 3, 21, 8, 10, 5]]).T
    assert merge_stages(counts, MergeRule()).ravel().tolist() == [0, -1, -1, -1, -1, 5, 6, 6, 6]


def staged_rows(seed: int = 1) -> tuple[NDArray[np.uint32], NDArray[np.float32], NDArray[np.uint8], int]:
    """Rows in which some configurations are rare in some stages."""
    data = planted(n=400, features=3, per_feature=6, seed=seed)
    rng = np.random.default_rng(seed)
    indices = data.indices.copy()
    rare = rng.random(indices.shape) < 0.6
    indices[rare] -= indices[rare] % 6
    stages = np.sort(rng.integers(0, N_STAGES, len(indices))).astype(np.uint8)
    targets = (data.targets + 0.5 * stages + rng.normal(size=len(indices))).astype(np.float32)
    return indices, targets, stages, data.n_weights


@pytest.mark.parametrize("stage_model", ["separate", "merged", "linear"])
@pytest.mark.parametrize("window", [(1.0,), (1.0, 0.5, 0.25)])
@pytest.mark.parametrize("method", ["cg", "gd"])
def test_staged_fits_are_those_of_dense_algebra(stage_model: str, window: tuple[float, ...], method: str) -> None:
    indices, targets, stages, n_weights = staged_rows()
    model = StagedGlemRegressor(
        stage_model=stage_model,  # type: ignore[arg-type]
        window=window,
        method=method,  # type: ignore[arg-type]
        iterations=20000,
        momentum=0.8 if method == "gd" else 0.0,
        few=2,
        enough=8,
        linear_enough=16,
        l2=1.0,
        tolerance=1e-9,
        threads=2,
    )
    model.fit(indices, targets, stages, n_weights=n_weights, n_stages=N_STAGES)
    # Every position once per stage that it trains.
    matrix = dense(indices, n_weights)
    parts, repeated, weights = [], [], []
    for stage in range(N_STAGES):
        distance = np.abs(stages.astype(int) - stage)
        factor = np.where(distance < len(window), np.array(window)[np.minimum(distance, len(window) - 1)], 0.0)
        part = np.zeros((len(indices), N_STAGES * n_weights))
        part[:, stage * n_weights : (stage + 1) * n_weights] = matrix
        parts.append(part)
        repeated.append(targets)
        weights.append(factor)
    big, weight = np.concatenate(parts), np.concatenate(weights)
    counts = big[weight > 0].sum(axis=0).astype(np.int64).reshape(N_STAGES, n_weights)
    np.testing.assert_array_equal(model.counts_, counts)
    if stage_model == "separate":
        basis = np.eye(counts.size)[:, counts.ravel() > 2]
    else:
        basis = plain_basis(counts, MergeRule(2, 8, 16 if stage_model == "linear" else None))
    assert model.n_parameters_ == basis.shape[1]
    expected = basis @ ridge(big @ basis, np.concatenate(repeated), weight, 1.0)
    np.testing.assert_allclose(model.coef_.ravel(), expected, atol=1e-5)
    own = np.append(model.coef_, np.zeros((N_STAGES, 1)), axis=1)[stages[:, np.newaxis], indices].sum(axis=1)
    np.testing.assert_allclose(model.predict(indices, stages), own, atol=1e-4)


def test_a_line_over_stages_is_found_again() -> None:
    """One rare configuration per position, whose weight is 2 k - 3 in stage k."""
    rng = np.random.default_rng(1)
    stages = rng.integers(0, N_STAGES, 60).astype(np.uint8)
    indices = np.zeros((60, 1), dtype=np.uint32)
    model = StagedGlemRegressor(stage_model="linear", few=0, enough=50, linear_enough=50, l2=0.0, tolerance=1e-9)
    model.fit(indices, 2.0 * stages - 3, stages, n_weights=1, n_stages=N_STAGES)
    assert model.n_parameters_ == 2
    np.testing.assert_allclose(model.coef_.ravel(), 2 * np.arange(N_STAGES) - 3, atol=1e-6)


@pytest.mark.parametrize("link", ["sigmoid", "logistic"])
def test_curved_links_with_stages_and_window(link: str) -> None:
    data = planted(link, n=6000)
    stages = (np.arange(6000) % 2).astype(np.uint8)
    model = StagedGlemRegressor(link=link, window=(1.0, 0.5), l2=0.0, tolerance=1e-8)  # type: ignore[arg-type]
    model.fit(data.indices, data.targets, stages, n_weights=data.n_weights, n_stages=2)
    np.testing.assert_allclose(model.coef_, [data.weights, data.weights], atol=2e-3)


def test_validation_by_stage() -> None:
    indices, targets, stages, n_weights = staged_rows()
    model = StagedGlemRegressor(few=0, enough=1)
    model.fit(
        indices,
        targets,
        stages,
        n_weights=n_weights,
        n_stages=N_STAGES + 1,
        validation=Rows(indices, targets, None, stages),
    )
    by_stage = model.history_[model.n_iter_].validation_mae_by_stage
    errors = np.abs(model.predict(indices, stages) - targets)
    assert by_stage is not None
    assert by_stage[N_STAGES] is None
    np.testing.assert_allclose(
        [mae for mae in by_stage if mae is not None],
        [errors[stages == stage].mean() for stage in range(N_STAGES)],
        rtol=1e-4,
    )
    assert model.training_errors_.mae == pytest.approx(errors.mean(), rel=1e-4)


@pytest.mark.parametrize(
    ("stages", "options", "message"),
    [
        ([0, 5], {}, "row 1 is of stage 5, but there are 2"),
        ([0, -1], {}, "stages lie between -1 and 0"),
        ([0.5, 1.0], {}, "integers were expected"),
        ([0], {}, "stages have the shape"),
        ([0, 1], {"n_stages": 0}, "n_stages is 0"),
        ([0, 1], {"validation": Rows(np.zeros((1, 1), dtype=np.uint32), [1.0])}, "validation rows have no stages"),  # type: ignore[arg-type]
    ],
)
def test_bad_stages_say_what_is_wrong(stages: list[int], options: dict[str, object], message: str) -> None:
    with pytest.raises(TrainingDataError, match=message):
        StagedGlemRegressor().fit(
            np.zeros((2, 1), dtype=np.uint32),
            [1.0, 2.0],
            stages,
            **{"n_weights": 1, "n_stages": 2, **options},  # type: ignore[arg-type]
        )


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"few": 9, "enough": 3}, "few is 9"),
        ({"stage_model": "linear", "linear_enough": 3}, "linear_enough is 3"),
        ({"stage_model": "cubic"}, "stage_model is 'cubic'"),
        ({"window": ()}, "window is"),
        ({"window": (1.0, -1.0)}, "window is"),
    ],
)
def test_bad_stage_settings_say_what_is_wrong(settings: dict[str, object], message: str) -> None:
    with pytest.raises(TrainingDataError, match=message):
        StagedGlemRegressor(**settings).fit(  # type: ignore[arg-type]
            np.zeros((2, 1), dtype=np.uint32), [1.0, 2.0], [0, 0], n_weights=1, n_stages=1
        )
