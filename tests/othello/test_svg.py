"""Pictures: valid XML with the right things in them."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logistello.errors import NotationError
from logistello.othello import PASS, SQUARES, Color, Mark, Position, Shape, Square
from logistello.othello.svg import BoardStyle, draw_board

NS = "{http://www.w3.org/2000/svg}"
AFTER_F5 = Position.initial().play("f5")


def parse(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)  # noqa: S314 - our own text


def of_class(svg: str, name: str) -> list[ElementTree.Element]:
    return [element for element in parse(svg).iter(f"{NS}circle") if element.get("class") == name]


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in parse(svg).iter(f"{NS}text")]


def test_discs() -> None:
    svg = draw_board(AFTER_F5)
    assert len(of_class(svg, "black")) == 4
    assert len(of_class(svg, "white")) == 1
    assert not of_class(svg, "legal")
    assert not of_class(svg, "last-move")


def test_methods_and_notebooks_draw_the_same() -> None:
    assert AFTER_F5.svg() == AFTER_F5._repr_svg_() == draw_board(AFTER_F5)


def test_size() -> None:
    root = parse(draw_board(AFTER_F5, BoardStyle(size=321)))
    assert (root.get("width"), root.get("height")) == ("321", "321")
    with pytest.raises(ValueError, match="at least 1"):
        BoardStyle(size=0)


def test_it_says_in_words_what_it_shows() -> None:
    style = BoardStyle(legal_moves=True, last_move=Square.F5, values={Square.D6: -3}, marks={Square.A1: "A"})
    root = parse(draw_board(AFTER_F5, style))
    title, desc = root.findtext(f"{NS}title", ""), root.findtext(f"{NS}desc", "")
    assert title == "Othello board, white to move, black 4 discs, white 1 discs"
    assert desc == (
        "Black: e4, d5, e5, f5. White: d4. Last move: f5. Legal moves: f4, d6, f6. Values: d6 −3. Marks: a1 A."
    )
    ids = {element.get("id") for element in root.iter() if element.get("id")}
    assert root.get("role") == "img"
    assert set((root.get("aria-labelledby") or "").split()) <= ids


def test_finished_games_say_so() -> None:
    assert "game over" in draw_board(Position(0, 0))


def test_coordinates() -> None:
    assert texts(draw_board(AFTER_F5)) == list("a1b2c3d4e5f6g7h8")
    assert texts(draw_board(AFTER_F5, BoardStyle(rotated=True))) == list("h8g7f6e5d4c3b2a1")
    assert texts(draw_board(AFTER_F5, BoardStyle(coordinates=False))) == []


def test_rotated_boards_put_h8_first() -> None:
    upright = of_class(draw_board(Position(1, 0)), "black")[0]
    turned = of_class(draw_board(Position(1 << 63, 0), BoardStyle(rotated=True)), "black")[0]
    assert (upright.get("cx"), upright.get("cy")) == (turned.get("cx"), turned.get("cy"))


def test_last_move_and_legal_moves() -> None:
    svg = draw_board(AFTER_F5, BoardStyle(last_move=Square.F5, legal_moves=True, values={Square.D6: 1}))
    assert len(of_class(svg, "last-move")) == 1
    assert len(of_class(svg, "legal")) == 2
    assert not of_class(draw_board(AFTER_F5, BoardStyle(last_move=PASS)), "last-move")


def test_values_and_the_best_of_them() -> None:
    values: dict[Square, float | str] = {Square.D6: -2, Square.F4: 1.25, Square.F6: "+1.25", Square.A1: "book"}
    style = BoardStyle(values=values, coordinates=False)
    elements = list(parse(draw_board(AFTER_F5, style)).iter(f"{NS}text"))
    assert {element.text: element.get("font-weight") for element in elements} == {
        "−2": None,
        "+1.2": "700",
        "+1.25": "700",
        "book": None,
    }
    plain = BoardStyle(values=values, coordinates=False, highlight_best=False)
    assert all(element.get("font-weight") is None for element in parse(draw_board(AFTER_F5, plain)).iter(f"{NS}text"))


def test_long_values_become_smaller() -> None:
    style = BoardStyle(values={Square.A1: "+1", Square.B1: "a very long remark"}, coordinates=False)
    short, long = (float(e.get("font-size", "0")) for e in parse(draw_board(AFTER_F5, style)).iter(f"{NS}text"))
    assert long < short


def test_text_is_escaped() -> None:
    nasty = "<script>&\"'</script>\0\x1b\ud800"
    svg = draw_board(AFTER_F5, BoardStyle(values={Square.A1: nasty}, marks={Square.B1: nasty}, coordinates=False))
    assert "<script" not in svg
    assert texts(svg) == ["<script>&\"'</script>\ufffd\ufffd\ufffd"] * 2


def test_print_has_no_colours_and_no_gradients() -> None:
    style = BoardStyle(monochrome=True, last_move=Square.F5, legal_moves=True, values={Square.D6: 1, Square.D5: 2})
    root = parse(draw_board(AFTER_F5, style))
    assert not list(root.iter(f"{NS}defs"))
    colours = {element.get(name) for element in root.iter() for name in ("fill", "stroke")}
    assert colours <= {None, "none", "#000000", "#ffffff"}


def test_nothing_is_loaded_from_elsewhere() -> None:
    svg = draw_board(AFTER_F5).replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert "http" not in svg
    assert "href" not in svg


def test_different_pictures_on_one_page_do_not_share_ids() -> None:
    first, second = draw_board(AFTER_F5), draw_board(AFTER_F5, BoardStyle(legal_moves=True))
    assert draw_board(AFTER_F5) == first
    ids = [{e.get("id") for e in parse(svg).iter() if e.get("id")} for svg in (first, second)]
    assert not ids[0] & ids[1]


def test_names_of_squares_are_understood_and_checked() -> None:
    assert "+4" in texts(draw_board(AFTER_F5, BoardStyle(values={"d6": 4})))  # type: ignore[dict-item]
    with pytest.raises(NotationError):
        draw_board(AFTER_F5, BoardStyle(marks={"z9": "x"}))  # type: ignore[dict-item]


SQUARE = st.sampled_from(SQUARES)


@given(
    occupied=st.integers(0, (1 << 64) - 1),
    black=st.integers(0, (1 << 64) - 1),
    turn=st.sampled_from(Color),
    style=st.builds(
        BoardStyle,
        size=st.integers(1, 5000),
        coordinates=st.booleans(),
        last_move=st.none() | st.sampled_from(Square),
        values=st.dictionaries(SQUARE, st.floats() | st.text(max_size=9), max_size=9),
        highlight_best=st.booleans(),
        marks=st.dictionaries(SQUARE, st.text(max_size=9), max_size=9),
        legal_moves=st.booleans(),
        monochrome=st.booleans(),
        rotated=st.booleans(),
    ),
)
def test_any_picture_is_valid_xml(occupied: int, black: int, turn: Color, style: BoardStyle) -> None:
    position = Position(black & occupied, occupied & ~black, turn)
    svg = draw_board(position, style)
    parse(svg)
    assert len(of_class(svg, "black")) == position.count(Color.BLACK)
    assert len(of_class(svg, "white")) == position.count(Color.WHITE)


def test_drawings_lie_where_they_were_drawn() -> None:
    drawings = {
        Mark(Shape.CIRCLE, Square.A1),
        Mark(Shape.ARROW, Square.A1, to=Square.A3),
        Mark(Shape.TRIANGLE, Square.B1),
        Mark(Shape.SQUARE, Square.C1),
        Mark(Shape.CROSS, Square.D1),
        Mark(Shape.LABEL, Square.E1, text="<b>"),
    }
    picture = draw_board(Position.initial(), BoardStyle(drawings=frozenset(drawings)))
    root = parse(picture)
    shapes = root.findall(".//*[@class='drawn']")
    assert len(shapes) == 5
    (circle,) = [each for each in shapes if each.tag.endswith("circle")]
    assert (circle.get("cx"), circle.get("cy")) == ("102", "102")
    assert any("rotate(90.0)" in (each.get("transform") or "") for each in shapes)
    assert "label &lt;b&gt; e1" in picture
    turned = draw_board(Position.initial(), BoardStyle(drawings=frozenset(drawings), rotated=True, monochrome=True))
    assert 'cx="802" cy="802"' in turned
    assert "#ff9d2e" not in turned
