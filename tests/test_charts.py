"""Charts are well-formed SVG whose shapes lie where their values are."""

from __future__ import annotations

import random
from xml.etree import ElementTree

import pytest

from logistello.charts import COLOURS, Chart, picture, round_numbers


def parsed(*charts: Chart, columns: int = 1) -> ElementTree.Element:
    return ElementTree.fromstring(picture(charts, columns=columns, title="A <title>"))  # noqa: S314 - our own


def texts(root: ElementTree.Element) -> list[str]:
    return ["".join(each.itertext()) for each in root.findall(".//{*}text")]


def places(shape: ElementTree.Element) -> list[tuple[float, ...]]:
    return [tuple(map(float, point.split(","))) for point in shape.attrib["points"].split()]


@pytest.mark.parametrize(
    "lines", [[], [[]], [[(1.0, 50.0)]], [[(1.0, 1.0), (2.0, 3.0)], []], [[(-5.0, 0.001), (1e6, 0.002)]]]
)
def test_any_number_of_points_gives_a_picture(lines: list[list[tuple[float, float]]]) -> None:
    chart = Chart("", "x", "y")
    chart.level(0.5)
    for line in lines:
        chart.line(line, name="<&>", dots=True, band=[(y, y) for _, y in line])
    root = parsed(chart)
    assert texts(root).count("<&>") == len(lines)
    assert len(root.findall(".//{*}circle")) == sum(map(len, lines))


def test_values_lie_between_the_numbers_of_the_axes() -> None:
    chart = Chart("Title", "x", "y", (0, 10), (0, 100), width=400, height=300, y_unit=" %")
    chart.line([(0, 0), (5, 50), (10, 100)], name="line")
    root = parsed(chart)
    line = root.find(".//{*}svg/{*}polyline")
    assert line is not None
    assert line.attrib["stroke"] == COLOURS[0]
    (x0, y0), (x1, y1), (x2, y2) = places(line)
    assert (x0 + x2) / 2 == x1
    assert (y0 + y2) / 2 == y1
    numbers = {each.text: each.attrib for each in root.findall(".//{*}text")}
    assert float(numbers["0"]["x"]) == x0
    assert float(numbers["10"]["x"]) == x2
    assert float(numbers["100 %"]["y"]) == y2 + 4
    assert {"Title", "x", "y", "line"} <= set(numbers)


def test_what_lies_outside_of_given_ranges_is_cut_off() -> None:
    chart = Chart("", "x", "y", (0, 1), (0, 1))
    chart.points([(0.5, 0.5), (1.5, 0.5), (0.5, -0.1)], "red")
    chart.line([(0, 0), (2, 2)])
    root = parsed(chart)
    window = root.find(".//{*}svg")
    assert window is not None
    assert window.attrib["overflow"] == "hidden"
    assert len(root.findall(".//{*}circle")) == 1


def test_a_band_encloses_its_line() -> None:
    chart = Chart("", "x", "y")
    chart.line([(1, 10), (2, 20)], band=[(5, 15), (18, 30)])
    root = parsed(chart)
    area = root.find(".//{*}polygon")
    line = root.find(".//{*}svg/{*}polyline")
    assert area is not None
    assert line is not None
    high_1, high_2, low_2, low_1 = (y for _, y in places(area))
    (_, middle_1), (_, middle_2) = places(line)
    assert high_1 < middle_1 < low_1  # y grows downwards
    assert high_2 < middle_2 < low_2


def test_charts_stand_in_rows() -> None:
    root = parsed(*(Chart(str(number), "x", "y", width=300, height=200) for number in range(5)), columns=3)
    assert (root.attrib["width"], root.attrib["height"]) == ("900", "400")
    moved = [each.attrib["transform"] for each in root.findall("{*}g")]
    assert moved[0] == "translate(0 0)"
    assert moved[4] == "translate(300 200)"


def test_round_numbers() -> None:
    assert round_numbers(0, 1) == [0, 0.2, 0.4, 0.6, 0.8, 1.0]
    assert round_numbers(0.5, 1.5, whole=True) == [1]
    assert round_numbers(1, 40, whole=True) == [10, 20, 30, 40]
    source = random.Random(3)
    for _ in range(300):
        low = source.uniform(-1, 1) * 10 ** source.uniform(-4, 6)
        high = low + 10 ** source.uniform(-4, 6)
        found = round_numbers(low, high)
        assert 2 <= len(found) <= 9
        assert low - 1e-6 <= found[0] <= found[-1] <= high + 1e-6
