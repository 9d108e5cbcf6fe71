"""The ProbCut table of a model, in the form that the native search takes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from logistello.evaluation import Model


@dataclass(frozen=True)
class ProbCutTables:
    """Numbers (a, b, sigma) in discs: how shallow values predict deep ones, and final scores."""

    #: ``[stages, deep, shallow, 3]``
    midgame: NDArray[np.float32]
    #: ``[empty squares, shallow, 3]``
    endgame: NDArray[np.float32]


def probcut_tables(model: Model) -> ProbCutTables | None:
    """``None`` if the model was never calibrated: then nothing is pruned by probability."""
    table: Any = getattr(model, "probcut", None)
    return None if table is None else ProbCutTables(table.midgame, table.endgame)
