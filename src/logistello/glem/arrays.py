"""The arrays a fit reads, checked at the edge. They may be memory-mapped files: nothing large is copied."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from logistello.errors import TrainingDataError

Ids = NDArray[np.uint32]
Vector = NDArray[np.float64]
T = TypeVar("T")


@dataclass(frozen=True)
class Rows:
    """Training or validation positions: the weight ids that are active in each, and what each is worth.

    ``indices`` is ``uint32[n, f]``, C-contiguous; the id ``n_weights`` stands for "nothing here", ids may repeat.
    ``row_weights`` says how much each row counts (default 1; rows of weight 0 are not even read), ``stages`` of which
    position type it is (default: all of type 0).
    """

    indices: Ids
    targets: NDArray[np.float32]
    row_weights: NDArray[np.float32] | None = None
    stages: NDArray[np.uint8] | None = None

    def __post_init__(self) -> None:
        n = len(_checked_indices(self.indices))
        object.__setattr__(self, "targets", _column("targets", self.targets, np.float32, n))
        if self.row_weights is not None:
            object.__setattr__(self, "row_weights", _column("row_weights", self.row_weights, np.float32, n))
        if self.stages is not None:
            object.__setattr__(self, "stages", checked_stages(self.stages, n))

    def __len__(self) -> int:
        return len(self.targets)


def checked_indices(indices: Ids) -> Ids:
    """The array itself, if rows can be read from it in place and there are any."""
    _checked_indices(indices)
    return indices


def checked_stages(stages: ArrayLike, n: int) -> NDArray[np.uint8]:
    """Stages as bytes, one per row."""
    given = np.asarray(stages)
    if given.dtype != np.uint8 and given.size:
        if given.dtype.kind not in "iu":
            raise TrainingDataError(f"stages are of type {given.dtype}; integers were expected")
        if given.min() < 0 or given.max() > 255:
            raise TrainingDataError(f"stages lie between {given.min()} and {given.max()}; 0 to 255 are possible")
    return _column("stages", given, np.uint8, n)


def native_check(call: Callable[[], T]) -> T:
    """What the native core finds wrong with data, as an error of ours."""
    try:
        return call()
    except (IndexError, ValueError, TypeError) as error:
        raise TrainingDataError(str(error)) from error


def _checked_indices(indices: Ids) -> Ids:
    if not isinstance(indices, np.ndarray) or indices.dtype != np.uint32 or indices.ndim != 2:
        kind = f"{indices.dtype}{list(indices.shape)}" if isinstance(indices, np.ndarray) else type(indices).__name__
        raise TrainingDataError(f"indices are {kind}; expected a NumPy array uint32[rows, features]")
    if not indices.flags.c_contiguous:
        raise TrainingDataError("indices are not C-contiguous; they would have to be copied (numpy.ascontiguousarray)")
    if indices.size == 0:
        raise TrainingDataError(f"there is nothing to learn from: indices have the shape {indices.shape}")
    return indices


def _column(name: str, values: Any, dtype: Any, n: int) -> NDArray[Any]:
    """A contiguous column of n values; copied only if type or layout differ."""
    try:
        column = np.ascontiguousarray(values, dtype=dtype)
    except (TypeError, ValueError) as error:
        raise TrainingDataError(f"{name} are not numbers: {error}") from error
    if column.shape != (n,):
        raise TrainingDataError(f"{name} have the shape {column.shape}, but there are {n} rows of indices")
    return column
