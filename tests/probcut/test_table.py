"""The surface and the table: what is measured stays, the rest is filled sensibly, nonsense is refused."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logistello.errors import CalibrationError
from logistello.probcut import MOST_DEEP, MOST_SHALLOW, ProbCutTable, Samples, calibrate
from logistello.probcut.lines import FEWEST_PAIRS, ValueLimits, fill
from logistello.probcut.plot import draw_calibration

from .planted import MOST_LEFT, STAGES, line_over, planted

#: As Othello's models use them.
LIMITS = ValueLimits(shallow=40.0, bias=20.0, sigma=(0.05, 40.0))


@pytest.fixture(scope="module")
def table() -> ProbCutTable:
    return made(planted(5, 9_000))


def made(samples: Samples) -> ProbCutTable:
    return calibrate(samples, stages=STAGES, most_left=MOST_LEFT, weights_sha256="0" * 64, provenance={"seed": 5})


def test_planted_lines_come_through_the_smoothing(table: ProbCutTable) -> None:
    for deep in range(1, 5):
        for shallow in range(deep):
            a, b, sigma = line_over(deep - shallow)
            for stage in range(STAGES):
                line = table.line(stage, deep, shallow)
                assert line.a == pytest.approx(a, rel=0.04)
                assert line.b == pytest.approx(b, abs=0.4)
                assert line.sigma == pytest.approx(sigma, rel=0.08)
    assert table.exact_line(8, 4) == pytest.approx(line_over(1), abs=0.4)


def test_shapes_and_where_there_is_nothing(table: ProbCutTable) -> None:
    assert table.midgame.shape == (STAGES, MOST_DEEP + 1, MOST_SHALLOW + 1, 3)
    assert table.endgame.shape == (MOST_LEFT + 1, MOST_SHALLOW + 1, 3)
    assert (MOST_DEEP, MOST_SHALLOW, table.midgame.dtype, table.endgame.dtype) == (40, 16, np.float32, np.float32)
    for lines in (table.midgame, table.endgame):
        first, shallow = np.indices(lines.shape[-3:-1])
        nothing = np.isnan(lines).any(axis=-1)
        assert (nothing == (shallow >= first)).all()
    for deep, shallow in ((4, 4), (3, 4), (41, 2), (4, -1)):
        with pytest.raises(CalibrationError, match=f"stage 0, from depth {shallow} to {deep}"):
            table.line(0, deep, shallow)
    with pytest.raises(CalibrationError, match="3 moves left from depth 3"):
        table.exact_line(3, 3)


def test_measured_and_extended_are_told_apart(table: ProbCutTable) -> None:
    deep, shallow = np.indices(table.midgame.shape[1:3])
    assert (table.midgame_measured == ((shallow < deep) & (deep < 5))).all()
    assert np.flatnonzero(table.endgame_measured[:, 4]).tolist() == [6, 7, 8, 9, 10, 11]
    info = table.describe()
    assert info["measured"] == 3 * 10 + 6 * 5
    assert info["lines"] == np.isfinite(table.midgame[..., 0]).sum() + np.isfinite(table.endgame[..., 0]).sum()
    assert json.loads(json.dumps(info)) == info


def test_held_out_positions_are_predicted(table: ProbCutTable) -> None:
    assert table.provenance["held_out"]
    for found in table.provenance["held_out"].values():
        assert [each["t"] for each in found] == [1.0, 1.5, 2.0, 2.5]
        for each in found:
            assert each["wrong_high"] == pytest.approx(each["predicted"], abs=0.02)
            assert each["wrong_low"] == pytest.approx(each["predicted"], abs=0.02)


def test_a_poor_measurement_is_drawn_to_the_surface_a_good_one_is_not() -> None:
    fits = np.zeros((1, 9, 7, 5), dtype=np.float32)
    for deep in range(1, 9):
        for shallow in range(min(deep, 7)):
            fits[0, deep, shallow] = 1.0, 0.0, 2.0 * (deep - shallow) ** 0.5, 1000, 0.9
    smooth = fill(fits, LIMITS)[0][0, 6, 2, 2]
    assert smooth == pytest.approx(4.0, rel=0.02)
    sigmas = {}
    for count in (FEWEST_PAIRS - 1, 40, 1000):
        fits[0, 6, 2] = 1.0, 0.0, 8.0, count, 0.9
        sigmas[count] = float(fill(fits, LIMITS)[0][0, 6, 2, 2])
    unused, poor, good = sigmas.values()
    assert unused == pytest.approx(4.0, rel=0.02)
    assert 4.0 < poor < 5.0
    assert good > 6.5


cells = st.tuples(
    st.floats(-0.5, 3.0), st.floats(-12, 12), st.floats(0.0, 30.0), st.sampled_from([0, 3, 19, 20, 100, 5000])
)


@settings(max_examples=60)
@given(st.integers(1, 4), st.integers(2, 7), st.data())
def test_whatever_was_measured_the_table_is_sane(stages: int, depths: int, data: st.DataObject) -> None:
    fits = np.zeros((stages, 24, 17, 5), dtype=np.float32)
    for _ in range(data.draw(st.integers(0, 12))):
        stage, deep = data.draw(st.integers(0, stages - 1)), data.draw(st.integers(1, depths))
        a, b, sigma, count = data.draw(cells)
        fits[stage, deep, data.draw(st.integers(0, deep - 1))] = a, b, sigma, count, 0.5
    fits[0, 1, 0] = 1.0, 0.0, 3.0, 100, 0.9  # one at least can be used
    lines, limited = fill(fits, LIMITS)
    assert 0 <= limited <= np.isfinite(lines[..., 0]).sum()
    deep, shallow = np.indices(lines.shape[1:3])
    usable = lines[:, shallow < deep]
    assert np.isfinite(usable).all()
    assert (usable[..., 0] > 0).all()
    assert (usable[..., 2] > 0).all()
    assert np.isnan(lines[:, shallow >= deep]).all()
    # Beyond what was measured, looking deeper never makes a prediction surer.
    growth = lines[:, depths + 3 :, :, 2] - lines[:, depths + 1 : -2, :, 2]
    assert (growth[np.isfinite(growth)] >= 0).all()


def test_sigma_grows_with_the_distance(table: ProbCutTable) -> None:
    sigma = table.midgame[1, :, :, 2]
    for deep in (12, 20, 40):
        assert sigma[deep, 2] > sigma[deep - 2, 2]


def test_too_few_positions() -> None:
    with pytest.raises(CalibrationError, match="collect more"):
        made(planted(6, 40))
    few = planted(7, 90)  # about 30 a stage, 15 for each number of moves left
    with pytest.raises(CalibrationError, match="exact scores"):
        made(few)
    with pytest.raises(CalibrationError, match="shape"):
        Samples(few.values[:, :1], few.stage, few.exact, few.left)
    with pytest.raises(CalibrationError, match="stage of the shape"):
        Samples(few.values, few.stage[1:], few.exact, few.left)


def test_nonsense_is_refused(table: ProbCutTable) -> None:
    def damaged(place: tuple[int, ...], value: float) -> np.ndarray:
        lines = table.midgame.copy()
        lines[place] = value
        return lines

    for place, value in (((1, 8, 4, 2), 0.0), ((1, 8, 4, 0), -1.0), ((0, 3, 2, 1), np.nan), ((0, 2, 2, 0), 1.0)):
        with pytest.raises(CalibrationError, match=rf"midgame\[{place[0]}, {place[1]}, {place[2]}\]"):
            replace(table, midgame=damaged(place, value))
    with pytest.raises(CalibrationError, match="expected float32"):
        replace(table, endgame=table.endgame[:, :5])
    with pytest.raises(CalibrationError, match="float64"):
        replace(table, midgame=table.midgame.astype(np.float64))
    parts = table.arrays()
    again = ProbCutTable.from_parts(table.header(), parts)
    assert again.header() == table.header()
    with pytest.raises(CalibrationError, match="endgame_fits"):
        ProbCutTable.from_parts(table.header(), {name: parts[name] for name in parts if name != "endgame_fits"})
    with pytest.raises(CalibrationError, match="weights_sha256"):
        ProbCutTable.from_parts({}, parts)


def test_the_picture(table: ProbCutTable) -> None:
    from xml.etree import ElementTree

    samples = planted(5, 900)
    picture = draw_calibration(table, samples, ["early & late", "middle", "late"])
    root = ElementTree.fromstring(picture)  # noqa: S314 - our own text
    texts = ["".join(each.itertext()) for each in root.iter("{http://www.w3.org/2000/svg}text")]
    assert any(text.startswith("early & late: a 1.2") for text in texts)
    assert "σ of exact scores" in texts
    assert len(list(root.iter("{http://www.w3.org/2000/svg}circle"))) > 500
