"""Boards in the terminal."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logistello.cli.terminal_board import BesideBoard, BoardPrinter, SquareSign, coloured_board, facts, plain_board
from logistello.othello import Color, Position, Square

BITS = st.integers(0, (1 << 64) - 1)


@given(occupied=BITS, black=BITS, turn=st.sampled_from(Color), last=st.none() | st.sampled_from(Square))
def test_every_board_fits_80_columns_and_shows_the_discs(
    occupied: int, black: int, turn: Color, last: Square | None
) -> None:
    position = Position(black & occupied, occupied & ~black, turn)
    plain = plain_board(position, last)
    coloured = coloured_board(position, last).plain
    assert max(len(line) for line in (plain + "\n" + coloured).splitlines()) <= 80
    rows = [line[2:17] for line in plain.splitlines()[1:9]]
    assert "".join(rows).count("X") == position.count(Color.BLACK)
    assert "".join(rows).count("O") == position.count(Color.WHITE)
    assert "".join(rows).count(".") == position.legal_mask.bit_count()
    assert coloured.count("●") == position.count(Color.BLACK) + position.count(Color.WHITE) + 2


def test_a_plain_board_reads_back() -> None:
    position = Position.initial().play("f5")
    board = "\n".join(line[:19] for line in plain_board(position).splitlines())
    assert Position.parse(board + "\nO to move") == position


def test_a_board_of_signs() -> None:
    signs = plain_board(Position.initial(), unicode=True)
    assert "4 · · + ○ ● · · · 4" in signs
    assert "● Black  2" in signs
    assert "○ White  2" in signs


def test_marks_and_what_a_game_adds() -> None:
    marks = {Square.F5: SquareSign("1", "+3"), Square.D3: SquareSign("2", "-12")}
    beside = BesideBoard({Color.BLACK: "you  4:59", Color.WHITE: "level 20  5:00"})
    plain = plain_board(Position.initial(), None, beside, marks)
    assert "3 - - - 2 - - - - 3" in plain
    assert "5 - - - X O 1 - - 5" in plain
    assert "X Black  2  you  4:59" in plain
    coloured = coloured_board(Position.initial(), None, beside, marks).plain
    assert "+3" in coloured
    assert "-12" in coloured
    assert max(map(len, coloured.splitlines())) <= 80
    ended = plain_board(Position.initial(), None, BesideBoard(ended="White wins on time"))
    assert "Game over: White wins on time" in ended
    assert "." not in ended


def test_facts_of_a_pass_and_of_an_end() -> None:
    passing = Position(Square.A1.mask, Square.B1.mask, Color.WHITE)
    assert "White to move must pass" in facts(passing)
    assert "Game over: Black wins 64-0" in facts(passing.play("pass").play("c1"))


class FakeTerminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def test_colours_only_where_they_belong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.delenv("NO_COLOR", raising=False)
    terminal = FakeTerminal()
    BoardPrinter(terminal).board(Position.initial())
    assert "\x1b[" in terminal.getvalue()
    assert "●" in terminal.getvalue()

    monkeypatch.setenv("NO_COLOR", "1")
    plain = FakeTerminal()
    BoardPrinter(plain).board(Position.initial())
    assert plain.getvalue() == plain_board(Position.initial()) + "\n"

    pipe = io.StringIO()
    BoardPrinter(pipe).board(Position.initial())
    assert pipe.getvalue() == plain.getvalue()


def test_terminals_without_unicode_get_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    terminal = FakeTerminal()
    terminal.encoding = "ascii"
    BoardPrinter(terminal).board(Position.initial())
    assert "●" not in terminal.getvalue()
