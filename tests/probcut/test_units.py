"""Values of any size: discs, centipawns or fractions give the same lines up to scale, and nothing is lost silently."""

from __future__ import annotations

from dataclasses import astuple, replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from logistello.errors import CalibrationError
from logistello.probcut import LeftOut, ProbCutTable, Samples, ValueLimits, calibrate
from logistello.probcut.lines import fit_line, is_usable
from logistello.probcut.plot import draw_calibration

from .planted import MOST_LEFT, STAGES, planted

SAMPLES = planted(11, 3_000)
#: From discs to centipawns, and to parts of 64 discs.
SCALES = {"centipawns": 100.0, "fractions": 1 / 64}


def scaled(samples: Samples, scale: float) -> Samples:
    return replace(samples, values=samples.values * scale, exact=samples.exact * scale)


def made(samples: Samples, limits: ValueLimits | None = None) -> ProbCutTable:
    return calibrate(samples, stages=STAGES, most_left=MOST_LEFT, weights_sha256="0" * 64, limits=limits, seed=2)


def assert_same_up_to(scale: float, one: np.ndarray, other: np.ndarray) -> None:
    """Lines or fits: a, the count and the correlation have no unit, b and sigma have that of values."""
    units = np.array([1, scale, scale, 1, 1][: one.shape[-1]])
    np.testing.assert_allclose(other, one * units, rtol=2e-4, atol=1e-5 * scale)


@pytest.mark.parametrize("scale", SCALES.values(), ids=SCALES.keys())
@pytest.mark.parametrize("limits", [None, ValueLimits(shallow=12.0, bias=1.0, sigma=(2.5, 9.0))], ids=["data", "given"])
def test_the_unit_of_values_does_not_matter(scale: float, limits: ValueLimits | None) -> None:
    discs = made(SAMPLES, limits)
    if limits is not None:
        low, high = limits.sigma
        limits = ValueLimits(limits.shallow * scale, limits.bias * scale, (low * scale, high * scale))
    other = made(scaled(SAMPLES, scale), limits)
    for name, array in discs.arrays().items():
        assert_same_up_to(scale, array, other.arrays()[name])
    assert other.left_out == discs.left_out
    assert other.provenance["held_out"] == discs.provenance["held_out"]
    assert other.provenance["most_shallow_value"] == pytest.approx(scale * discs.provenance["most_shallow_value"])


def test_limits_of_the_data_leave_nothing_out() -> None:
    for scale in (1.0, *SCALES.values()):
        left_out = made(scaled(SAMPLES, scale)).left_out
        assert left_out is not None
        assert left_out.used == left_out.measured == 3_000 * (10 + 5)
        assert (left_out.beyond_limit, left_out.infinite_values, left_out.limited_lines) == (0, 0, 0)


def test_limits_of_another_unit_are_noticed() -> None:
    """What was silent: centipawns under the limits of discs lost nearly all pairs."""
    left_out = made(scaled(planted(12, 20_000), 100.0), ValueLimits(40.0, 20.0, (0.05, 40.0))).left_out
    assert left_out is not None
    assert left_out.beyond_limit > 0.9 * left_out.measured
    assert left_out.limited_lines > 1000
    assert made(SAMPLES).describe()["left_out"]["beyond_limit"] == 0


def test_a_file_does_not_say_what_was_left_out() -> None:
    table = made(SAMPLES)
    again = ProbCutTable.from_parts(table.header(), table.arrays())
    assert again.left_out is None
    assert "left_out" not in again.describe()


values = st.one_of(
    st.floats(-50, 50), st.just(np.nan), st.just(np.inf), st.just(-np.inf), st.floats(-5, 5), st.floats(-5, 5)
)


def by_hand(samples: Samples, most: float, table: ProbCutTable) -> LeftOut:
    """Pair by pair, with plain loops."""
    found = dict.fromkeys(("measured", "outside", "beyond", "without"), 0)
    usable = table.midgame_measured, table.endgame_measured
    for row, stage, exact, left in zip(*astuple(samples), strict=True):
        pairs = [
            (row[shallow], row[deep], shallow <= 16 and deep <= 40, (0, stage, deep, shallow))
            for deep in range(len(row))
            for shallow in range(deep)
        ]
        pairs += [
            (row[shallow], exact, shallow <= 16 and shallow < left, (1, left, shallow)) for shallow in range(len(row))
        ]
        for x, y, in_table, (kind, *place) in pairs:
            if not (np.isfinite(x) and np.isfinite(y)):
                continue
            found["measured"] += 1
            if not in_table:
                found["outside"] += 1
            elif abs(x) > most:
                found["beyond"] += 1
            elif not usable[kind][tuple(place)]:
                found["without"] += 1
    infinite = int(np.isinf(samples.values).sum() + np.isinf(samples.exact).sum())
    limited = table.left_out.limited_lines if table.left_out is not None else 0
    return LeftOut(*found.values(), infinite, limited)


@settings(max_examples=15, deadline=None)
@given(st.data(), st.sampled_from([2, 3, 5, 18, 20, 43]), st.floats(1.0, 60.0))
def test_every_pair_is_used_or_counted(data: st.DataObject, depths: int, most: float) -> None:
    """Whatever holes, infinities and wild values there are."""
    samples = planted(data.draw(st.integers(0, 1000)), 100, depths)
    samples = replace(samples, left=data.draw(st.permutations([depths // 2 + 1, depths + 1] * 50).map(np.array)))
    for _ in range(data.draw(st.integers(0, 30))):
        row, depth = data.draw(st.integers(0, 99)), data.draw(st.integers(0, depths - 1))
        samples.values[row, depth] = data.draw(values)
        samples.exact[data.draw(st.integers(0, 99))] = data.draw(values)
    limits = ValueLimits(most, 20.0, (0.05, 40.0))
    try:
        table = calibrate(samples, stages=STAGES, most_left=depths + 1, weights_sha256="0" * 64, limits=limits)
    except CalibrationError:
        assume(False)
    assert table.left_out == by_hand(samples, most, table)
    counts = [fits[..., 3][is_usable(fits)].sum() for fits in (table.midgame_fits, table.endgame_fits)]
    assert table.left_out is not None
    assert table.left_out.used == sum(counts)


@given(st.integers(3, 40), st.sampled_from([0.01, 1 / 64, 1.0, 100.0, 1e6]), st.integers(0, 10_000))
def test_a_line_scales_with_its_values(count: int, scale: float, seed: int) -> None:
    x, noise = np.random.default_rng(seed).normal(0, 5, (2, count))
    y = 0.8 * x + 1 + noise
    fit, other = fit_line(x, y, most=9.0), fit_line(scale * x, scale * y, most=9.0 * scale * (1 + 1e-12))
    assert (fit is None) == (other is None)
    if fit is not None and other is not None:
        assert (other.a, other.count, other.correlation) == pytest.approx((fit.a, fit.count, fit.correlation))
        assert (other.b, other.sigma) == pytest.approx((scale * fit.b, scale * fit.sigma), rel=1e-6, abs=1e-9 * scale)


@pytest.mark.parametrize(
    "impossible", [(0.0, 1.0, (1.0, 2.0)), (1.0, -1.0, (1.0, 2.0)), (1.0, 1.0, (0.0, 2.0)), (np.inf, 1.0, (1.0, 2.0))]
)
def test_impossible_limits(impossible: tuple[float, float, tuple[float, float]]) -> None:
    with pytest.raises(CalibrationError, match="expected finite limits"):
        ValueLimits(*impossible)


def test_positions_outside_of_the_table_are_refused() -> None:
    for name, wrong in (("stage", STAGES), ("stage", -1), ("left", MOST_LEFT + 1)):
        array = getattr(SAMPLES, name).copy()
        array[7] = wrong
        with pytest.raises(CalibrationError, match=f"{name if name == 'stage' else 'moves left'} from .*expected 0 to"):
            made(replace(SAMPLES, **{name: array}))


@pytest.mark.parametrize("scale", [1.0, *SCALES.values()])
def test_a_picture_shows_all_points_or_says_how_many_it_does_not(scale: float) -> None:
    samples = scaled(SAMPLES, scale)
    everything = draw_calibration(made(samples), samples, ["a", "b", "c"])
    assert "points outside" not in everything
    assert everything.count("<circle") > 3_000
    small = made(samples, ValueLimits(12.0 * scale, 20.0 * scale, (0.05 * scale, 40.0 * scale)))
    assert "points outside" in draw_calibration(small, samples, ["a", "b", "c"])
    assert "points outside" in draw_calibration(made(samples), samples, ["a", "b", "c"], most_deep=10.0 * scale)
