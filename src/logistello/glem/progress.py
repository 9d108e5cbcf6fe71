"""What a fit tells while it runs: one ``FitProgress`` per iteration, to any number of listeners."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self


@dataclass(frozen=True)
class FitProgress:
    """The state of a fit after an iteration; iteration 0 is the start.

    ``loss`` is the mean squared error on the training rows, ``gradient`` the norm of the preconditioned gradient
    relative to the start, ``passes`` how often the rows were read, ``seconds`` the time since ``fit`` was called,
    earlier runs of a resumed fit included. Validation figures are mean absolute errors, ``None`` without validation
    rows (or, by stage, where a stage has none).
    """

    iteration: int
    loss: float
    gradient: float
    passes: int
    seconds: float
    validation_mae: float | None = None
    validation_mae_by_stage: tuple[float | None, ...] | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON, without what is unknown."""
        return {name: value for name, value in asdict(self).items() if value is not None}

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> FitProgress:
        by_stage = values.get("validation_mae_by_stage")
        return cls(**{**values, "validation_mae_by_stage": None if by_stage is None else tuple(by_stage)})


OnProgress = Callable[[FitProgress], None]


class MetricsWriter:
    """Appends each progress as a line of JSON to a file, together with fixed values such as the name of the fit.

    Give it to ``fit`` as ``on_progress``; every line is on disk before the next iteration begins.
    """

    def __init__(self, path: str | Path, **fixed: Any) -> None:
        self._fixed = fixed
        self._file = Path(path).open("a", encoding="utf-8")  # noqa: SIM115 (closed by close)

    def __call__(self, progress: FitProgress) -> None:
        self._file.write(json.dumps({**self._fixed, **progress.to_dict()}) + "\n")
        self._file.flush()

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def tell_all(*listeners: OnProgress) -> OnProgress:
    """One listener that tells several, in order."""

    def tell(progress: FitProgress) -> None:
        for listener in listeners:
            listener(progress)

    return tell
