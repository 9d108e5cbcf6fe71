"""Fits that are interrupted and resumed."""

from __future__ import annotations

import signal
from pathlib import Path
from types import FrameType

import numpy as np
import pytest

from logistello.errors import TrainingDataError
from logistello.glem import FitProgress, GlemRegressor, Rows, StagedGlemRegressor

from .synthetic import planted


class Interruption:
    """Ctrl-C at a given iteration."""

    def __init__(self, iteration: int) -> None:
        self.iteration = iteration

    def __call__(self, progress: FitProgress) -> None:
        if progress.iteration == self.iteration:
            raise KeyboardInterrupt


@pytest.mark.parametrize("link", ["identity", "logistic"])
@pytest.mark.parametrize("method", ["cg", "gd"])
@pytest.mark.parametrize("at", [0, 1, 3])
def test_a_resumed_fit_gives_the_same_bytes(link: str, method: str, at: int, tmp_path: Path) -> None:
    data = planted(link)
    half = len(data.targets) // 2
    path = tmp_path / "fit.checkpoint"

    def fit(**options: object) -> GlemRegressor:
        model = GlemRegressor(link=link, method=method, iterations=5, tolerance=0.0, momentum=0.5)  # type: ignore[arg-type]
        return model.fit(
            data.indices[:half],
            data.targets[:half],
            n_weights=data.n_weights,
            validation=Rows(data.indices[half:], data.targets[half:]),
            **options,  # type: ignore[arg-type]
        )

    whole = fit()
    with pytest.raises(KeyboardInterrupt):
        fit(checkpoint=path, on_progress=Interruption(at))
    assert path.exists() == (at > 0)
    resumed = fit(checkpoint=path)
    assert resumed.coef_.tobytes() == whole.coef_.tobytes()
    assert resumed.n_iter_ == whole.n_iter_
    assert [entry.iteration for entry in resumed.history_] == list(range(6))
    assert [entry.loss for entry in resumed.history_] == [entry.loss for entry in whole.history_]
    assert [entry.validation_mae for entry in resumed.history_] == [entry.validation_mae for entry in whole.history_]
    seen: list[FitProgress] = []
    assert fit(checkpoint=path, on_progress=seen.append).coef_.tobytes() == whole.coef_.tobytes()
    assert seen == []  # it was finished


def test_a_finished_fit_goes_on_with_more_iterations(tmp_path: Path) -> None:
    data = planted()
    path = tmp_path / "fit.checkpoint"
    for iterations in (2, 4, 6):
        model = GlemRegressor(iterations=iterations, tolerance=0.0)
        model.fit(data.indices, data.targets, n_weights=data.n_weights, checkpoint=path, checkpoint_every=1)
    whole = GlemRegressor(iterations=6, tolerance=0.0).fit(data.indices, data.targets, n_weights=data.n_weights)
    assert model.coef_.tobytes() == whole.coef_.tobytes()


def test_staged_fits_resume_too(tmp_path: Path) -> None:
    data = planted()
    stages = np.arange(len(data.targets)) % 3
    path = tmp_path / "fit.checkpoint"

    def fit(**options: object) -> StagedGlemRegressor:
        model = StagedGlemRegressor(iterations=6, tolerance=0.0, stage_model="linear", window=(1.0, 0.5))
        return model.fit(data.indices, data.targets, stages, n_weights=data.n_weights, n_stages=3, **options)  # type: ignore[arg-type]

    with pytest.raises(KeyboardInterrupt):
        fit(checkpoint=path, on_progress=Interruption(4))
    assert fit(checkpoint=path).coef_.tobytes() == fit().coef_.tobytes()


def test_a_foreign_or_damaged_checkpoint_is_refused(tmp_path: Path) -> None:
    data = planted()
    path = tmp_path / "fit.checkpoint"
    GlemRegressor().fit(data.indices, data.targets, n_weights=data.n_weights, checkpoint=path)
    with pytest.raises(TrainingDataError, match="other data or other settings"):
        GlemRegressor(l2=9.0).fit(data.indices, data.targets, n_weights=data.n_weights, checkpoint=path)
    with pytest.raises(TrainingDataError, match="other data or other settings"):
        GlemRegressor().fit(data.indices[1:], data.targets[1:], n_weights=data.n_weights, checkpoint=path)
    with pytest.raises(TrainingDataError, match="other data or other settings"):
        GlemRegressor().fit(data.indices, -data.targets, n_weights=data.n_weights, checkpoint=path)
    whole = path.read_bytes()
    for damaged in (b"", b"not an archive", whole[: len(whole) // 2]):
        path.write_bytes(damaged)
        with pytest.raises(TrainingDataError, match=r"fit\.checkpoint: (not a|the) checkpoint of a fit"):
            GlemRegressor().fit(data.indices, data.targets, n_weights=data.n_weights, checkpoint=path)


def test_ctrl_c_ends_a_fit(tmp_path: Path) -> None:
    def interrupt(signum: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    data = planted(n=20000)
    before = signal.signal(signal.SIGALRM, interrupt)
    # Again every two seconds: an exception inside a destructor, such as that of an archive being written, is lost.
    signal.setitimer(signal.ITIMER_REAL, 0.3, 2.0)
    try:
        with pytest.raises(KeyboardInterrupt):
            GlemRegressor(method="gd", iterations=10**9, tolerance=0.0).fit(
                data.indices, data.targets, n_weights=data.n_weights, checkpoint=tmp_path / "fit.checkpoint"
            )
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert not list(tmp_path.glob("*.tmp"))
