from __future__ import annotations

import pytest
from hypothesis import given

from logistello import NotationError
from logistello.othello import Color, Position
from logistello.othello.notation import Document, Problem, parse_position, read, write, write_flipello
from tests.random_games import positions

AFTER_F5 = Position.initial().play("f5")
ROWS = "-" * 24 + "---OX---" + "---XXX--" + "-" * 24

GGS_DISPLAY = """|   A B C D E F G H
| 1 - - - - - - - - 1
| 2 - - - - - - - - 2
| 3 - - - - - - - - 3
| 4 - - - O * - - - 4
| 5 - - - * * * - - 5
| 6 - - - - - - - - 6
| 7 - - - - - - - - 7
| 8 - - - - - - - - 8
|   A B C D E F G H
|
|O to move
"""

EDAX_DISPLAY = """  A B C D E F G H
1 - - - - - - - - 1
2 - - - - - - - - 2 O to move
3 - - - - - - - - 3
4 - - - O * - - - 4 O: discs =  1    moves =  3
5 - - - * * * - - 5 *: discs =  4    moves =  0
6 - - - . - . - - 6   empties = 59      ply =  2
7 - - - - - - - - 7
8 - - - - - - - - 8
  A B C D E F G H
"""

FRAMED = """+-----------------+
| - - - - - - - - |
| - - - - - - - - |
| - - - - - - - - |
| - - - O X - - - |
| - - - X X X - - |
| - - - - - - - - |
| - - - - - - - - |
| - - - - - - - - |
+-----------------+
White to play"""


@pytest.mark.parametrize(
    "text",
    [
        ROWS + " O",
        ROWS + "O",
        ROWS + " O;",
        ROWS.lower() + " o",
        ROWS.replace("X", "B").replace("O", "W") + " W",
        ROWS.replace("X", "b").replace("O", "w").replace("-", ".") + "\nw",
        ROWS.replace("X", "*") + " O",
        ROWS.replace("O", "0") + " 0",
        ROWS.replace("X", "0").replace("O", "1").replace("-", ".") + " 1",
        ROWS.replace("X", "0") + " O",
        ROWS.replace("X", "●").replace("O", "○").replace("-", "·") + " ○",
        ROWS + " white",
        "\n".join(ROWS[i : i + 8] for i in range(0, 64, 8)) + "\nO",
        "8 " + " ".join(ROWS[i : i + 8] for i in range(0, 64, 8)).replace("X", "*") + " O",
        str(AFTER_F5),
        GGS_DISPLAY,
        EDAX_DISPLAY,
        FRAMED,
        "8/8/8/3ppp2/3Pp3/8/8/8 w - - 0 1",
        "8/8/8/3pP3/3PPP2/8/8/8[PPPppp] b 0 1",
        f"{AFTER_F5.black:#x}\t{AFTER_F5.white:#x} O",
        f"{AFTER_F5.black:016x} {AFTER_F5.white:016X} w",
    ],
)
def test_dialects(text: str) -> None:
    assert parse_position(text) == AFTER_F5
    assert read(text).problems[0].position == AFTER_F5


def test_start_position_of_both_fen_dialects() -> None:
    start = Position.initial()
    assert parse_position("8/8/8/3pP3/3Pp3/8/8/8[Pp] w 0 1") == start
    assert parse_position("8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1") == start
    swapped = read("8/8/8/3Pp3/3pP3/8/8/8 w - - 0 1")
    assert swapped.problems[0].position == Position(start.white, start.black, Color.WHITE)
    assert "colours swapped" in swapped.notes[0]


def test_missing_side_is_an_error_unless_a_default_is_given() -> None:
    with pytest.raises(NotationError, match="side to move is missing"):
        parse_position(ROWS)
    assert parse_position(ROWS, default_side=Color.WHITE) == AFTER_F5


def test_reading_takes_the_side_by_parity_and_says_so() -> None:
    document = read(ROWS)
    assert document.problems[0].position == AFTER_F5
    assert "white taken, as the number of discs is odd" in document.notes[0]


def test_zero_alone_is_ambiguous() -> None:
    with pytest.raises(NotationError, match="0 alone"):
        parse_position("0" + "-" * 63 + " X")
    with pytest.raises(NotationError, match="both colours"):
        parse_position("0XO" + "-" * 61 + " X")


@pytest.mark.parametrize(
    ("text", "line", "column", "what"),
    [
        ("X" * 63, 1, 64, "ends after 63"),
        ("X" * 64 + " Q", 1, 66, "unknown side"),
        ("XXXXXXXX\nXXXX?XXX\n" + "XXXXXXXX\n" * 6 + "X", 2, 5, "no square"),
        ("4 ---- -O*- -*O- ---- *", 1, 1, "board of size"),
        ("8/8/8/3pP3/3Pp3/8/8/7 b", 1, 21, "7 squares"),
        ("8/8/8/3pP3/3Pp3/8/8/8 x", 1, 23, "unknown side"),
        ("8/8/8/3pP3/3Pk3/8/8/8 b", 1, 14, "'k'"),
        ("8/8/8/8/8/8/8 b", 1, 1, "7 rows"),
        ("0x1 0x1 X", 1, 5, "same squares"),
    ],
)
def test_errors_say_where(text: str, line: int, column: int, what: str) -> None:
    with pytest.raises(NotationError, match=what) as caught:
        parse_position(text)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_list_of_positions_with_a_bad_line() -> None:
    document = read(f"{AFTER_F5.text}\n{ROWS[:60]}\n{Position.initial().text}\n")
    assert [problem.line for problem in document.problems] == [1, 3]
    assert [error.line for error in document.errors] == [2]


@pytest.mark.parametrize("name", ["position", "ggs", "fen", "flipello", "obf", "sgf", "ggf"])
@given(position=positions)
def test_round_trip(name: str, position: Position) -> None:
    document = read(write(Document("position", problems=[Problem(position)]), name))
    found = document.problems[0].position if document.problems else document.games[0].start
    assert found == position


@given(positions)
def test_strings_of_positions_read_back(position: Position) -> None:
    assert Position.parse(str(position)) == position
    assert Position.parse(position.text) == position
    assert Position.parse(write_flipello(position)) == position
