"""What a fit tells while it runs: one ``FitProgress`` per iteration."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any


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
