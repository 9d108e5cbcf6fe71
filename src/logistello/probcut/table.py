"""The table of ProbCut: how values of shallow searches predict those of deep ones and exact scores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from logistello.errors import CalibrationError
from logistello.probcut.cut import RegressionLine
from logistello.probcut.lines import FIT_FIELDS, is_usable

#: Deepest search that is predicted, and deepest that predicts, in moves; 0 is the static evaluation.
MOST_DEEP = 40
MOST_SHALLOW = 16


@dataclass(frozen=True)
class LeftOut:
    """What was measured for a table and does not show in its lines.

    Every measured pair of values (a shallow one with a deep one or with the exact score) was used for a line, or is
    counted here.
    """

    #: Pairs of finite values.
    measured: int = 0
    #: Of searches deeper than the table goes, or that reached the end of the game.
    outside_table: int = 0
    #: With a shallow value beyond the limit (``ValueLimits.shallow``).
    beyond_limit: int = 0
    #: In groups too small for a line, or whose line does not rise or has no error.
    without_line: int = 0
    #: Values (not pairs) that are infinite.
    infinite_values: int = 0
    #: Lines of the table that were brought within ``ValueLimits``.
    limited_lines: int = 0

    @property
    def used(self) -> int:
        return self.measured - self.outside_table - self.beyond_limit - self.without_line


@dataclass(frozen=True)
class ProbCutTable:
    """Lines ``v_deep = a * v_shallow + b + error``, the error with standard deviation sigma.

    Values have the unit of the samples (discs for Othello's models) and are seen by the side to move; depths count
    moves ahead. It holds for one set of weights only.
    """

    #: ``[stages, deep, shallow, (a, b, sigma)]``, float32; NaN where ``shallow >= deep``.
    midgame: NDArray[np.float32]
    #: ``[moves left, shallow, (a, b, sigma)]`` for the exact score; NaN where ``shallow >= moves left``.
    endgame: NDArray[np.float32]
    #: What was measured, before smoothing: ``[stages, deep, shallow, FIT_FIELDS]``, all 0 where nothing was.
    midgame_fits: NDArray[np.float32]
    #: ``[moves left, shallow, FIT_FIELDS]``.
    endgame_fits: NDArray[np.float32]
    #: Checksum of the weights it was measured with.
    weights_sha256: str
    #: Counts, depths, seed, and how cuts fared on positions that were held out.
    provenance: Mapping[str, Any] = field(default_factory=dict)
    #: What the calibration that made the table left out; ``None`` if it comes from a file, which does not store it.
    left_out: LeftOut | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        stages = self.midgame.shape[0] if self.midgame.ndim == 4 else 0
        left = self.endgame.shape[0] if self.endgame.ndim == 3 else 0
        expected = {
            "midgame": (stages, MOST_DEEP + 1, MOST_SHALLOW + 1, 3),
            "endgame": (left, MOST_SHALLOW + 1, 3),
            "midgame_fits": (stages, MOST_DEEP + 1, MOST_SHALLOW + 1, len(FIT_FIELDS)),
            "endgame_fits": (left, MOST_SHALLOW + 1, len(FIT_FIELDS)),
        }
        for name, shape in expected.items():
            array = getattr(self, name)
            if array.shape != shape or array.dtype != np.float32 or 0 in shape:
                raise CalibrationError(
                    f"the array {name!r} of the ProbCut table is {array.dtype} {array.shape}; expected float32 {shape}"
                )
        _check_lines("midgame", self.midgame)
        _check_lines("endgame", self.endgame)

    # -- look-up ------------------------------------------------------------------------------

    @property
    def stages(self) -> int:
        return int(self.midgame.shape[0])

    def line(self, stage: int, deep: int, shallow: int) -> RegressionLine:
        """From a search of depth ``shallow`` to one of depth ``deep``."""
        return _line(self.midgame, (stage, deep, shallow), "no line for stage {0}, from depth {2} to {1}")

    def exact_line(self, left: int, shallow: int) -> RegressionLine:
        """From a search of depth ``shallow`` to the exact score, with ``left`` moves to the end (empty squares)."""
        return _line(self.endgame, (left, shallow), "no line with {} moves left from depth {}")

    @property
    def midgame_measured(self) -> NDArray[np.bool_]:
        """``[stages, deep, shallow]``: measured, not extended by the surface."""
        return is_usable(self.midgame_fits)

    @property
    def endgame_measured(self) -> NDArray[np.bool_]:
        """``[moves left, shallow]``."""
        return is_usable(self.endgame_fits)

    def describe(self) -> dict[str, Any]:
        """A summary that can be written as JSON."""
        return {
            "lines": int(np.isfinite(self.midgame[..., 0]).sum() + np.isfinite(self.endgame[..., 0]).sum()),
            "measured": int(self.midgame_measured.sum() + self.endgame_measured.sum()),
            **self.provenance,
            **({} if self.left_out is None else {"left_out": {**asdict(self.left_out), "used": self.left_out.used}}),
        }

    # -- parts of a file ----------------------------------------------------------------------

    def header(self) -> dict[str, Any]:
        return {"weights_sha256": self.weights_sha256, "provenance": dict(self.provenance)}

    def arrays(self) -> dict[str, NDArray[np.float32]]:
        return {name: getattr(self, name) for name in ARRAYS}

    @classmethod
    def from_parts(cls, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> ProbCutTable:
        """The table of a file. Raises ``CalibrationError`` if something is missing or impossible."""
        try:
            midgame, endgame, midgame_fits, endgame_fits = (arrays[name] for name in ARRAYS)
            parts = midgame, endgame, midgame_fits, endgame_fits
            return cls(*parts, weights_sha256=str(header["weights_sha256"]), provenance=dict(header["provenance"]))
        except (KeyError, TypeError, ValueError) as error:
            if isinstance(error, CalibrationError):
                raise
            raise CalibrationError(
                f"the ProbCut table lacks {error}; make it again with 'logistello calibrate'"
            ) from error


ARRAYS = ("midgame", "endgame", "midgame_fits", "endgame_fits")


def _check_lines(name: str, lines: NDArray[np.float32]) -> None:
    deep, shallow = lines.shape[-3], lines.shape[-2]
    usable = np.broadcast_to(np.arange(shallow) < np.arange(deep)[:, None], lines.shape[:-1])
    a, sigma = lines[..., 0], lines[..., 2]
    right = np.where(usable, np.isfinite(lines).all(axis=-1) & (a > 0) & (sigma > 0), np.isnan(lines).all(axis=-1))
    if not right.all():
        place = tuple(int(each) for each in np.argwhere(~right)[0])
        raise CalibrationError(
            f"the ProbCut table holds {lines[place].tolist()} in {name}{list(place)}; expected a > 0, a finite b and "
            "sigma > 0, or NaN where the shallow search is not the shallower one"
        )


def _line(lines: NDArray[np.float32], place: tuple[int, ...], complaint: str) -> RegressionLine:
    inside = all(0 <= each < size for each, size in zip(place, lines.shape, strict=False))
    if not inside or np.isnan(lines[place][0]):
        raise CalibrationError(complaint.format(*place))
    return RegressionLine(*(float(each) for each in lines[place]))
