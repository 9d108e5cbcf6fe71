"""What people paste: messages, links, boards of signs, moves with a slip."""

from __future__ import annotations

import pytest

from logistello.errors import IllegalMoveError, NotationError
from logistello.othello import Game, Position
from logistello.othello.notation import read, read_pasted

#: After f5d6c5f4d3, as Edax prints it.
EDAX = """\
  A B C D E F G H            BLACK            A  B  C  D  E  F  G  H
1 - - - - - - - - 1         0:00.012       1 |  |  |  |  |  |  |  |  | 1
2 - - - . - - - - 2    6 discs   6 moves   2 |  |  |  |  |  |  |  |  | 2
3 - - . * . - - - 3                        3 |  |  |  | 5|  |  |  |  | 3
4 - . . * * O - - 4  ply  6 (55 empties)   4 |  |  |  |()|##| 4|  |  | 4
5 - . * * O * . - 5    White's turn (O)    5 |  |  | 3|##|()| 1|  |  | 5
6 - - - O - . - - 6                        6 |  |  |  | 2|  |  |  |  | 6
7 - - - - - - - - 7    3 discs   8 moves   7 |  |  |  |  |  |  |  |  | 7
8 - - - - - - - - 8         0:00.000       8 |  |  |  |  |  |  |  |  | 8
  A B C D E F G H            WHITE            A  B  C  D  E  F  G  H
"""
ASKED = Game.from_moves("f5d6c5f4d3").position


def drawn(black: str, white: str, empty: str, tail: str = "") -> str:
    """The position of ``ASKED`` with other signs."""
    signs = {"X": black, "O": white, "-": empty}
    rows = [ASKED.text[8 * row : 8 * row + 8] for row in range(8)]
    return "\n".join("".join(signs[cell] for cell in row) for row in rows) + tail


@pytest.mark.parametrize(
    "text",
    [
        drawn("●", "○", "・"),
        drawn("●", "○", "+"),
        drawn("⚫", "⚪", "🟩"),
        drawn("⚫\ufe0f", "⚪\ufe0f", "🟩", "\n⚪\ufe0f to move"),
        drawn("⚫", "⚪", "⬜"),
        drawn("⬛", "⬜", "🟩"),
        drawn("🖤", "🤍", "🟢"),
        EDAX,
        "Edax plays D3\n\n" + EDAX + "\n>",
        "8/8/3X4/3XXO2/2XXOX2/3O4/8/8 O",
        "8/8/3x4/3xxo2/2xxox2/3o4/8/8 w - - 0 1",
    ],
)
def test_boards_of_other_signs(text: str) -> None:
    document = read(text)
    assert [problem.position for problem in document.problems] == [ASKED]
    assert document.errors == []


def test_fen_with_x_and_o_says_what_it_means() -> None:
    assert "row 1" in read("8/8/8/3OX3/3XO3/8/8/8 X").notes[0]
    with pytest.raises(NotationError, match="unknown side to move"):
        read("8/8/8/3OX3/3XO3/8/8/8 Z")
    with pytest.raises(NotationError, match="row 4 of the FEN has 9 squares"):
        read("8/8/8/4OX3/3XO3/8/8/8 X")


def test_links_of_the_page() -> None:
    link = "http://127.0.0.1:8000/review#g=f5d6c3d3c4&v=0.2.c4d3,1.3.b3&l=1&p=3&o=1&b=Ann%20Lee&w=Bob"
    for text in (link, f"look at {link} please", "#g=f5d6c3d3c4&v=0.2.c4d3,1.3.b3&b=Ann+Lee&w=Bob"):
        (game,) = read(text).games
        assert (game.transcript(), game.black.name, game.white.name) == ("f5d6c3d3c4", "Ann Lee", "Bob")
        after_two = game.root.children[0].children[0]
        assert [str(child.move) for child in after_two.children] == ["c3", "c4"]
        assert [str(child.move) for child in after_two.children[1].children] == ["d3", "b3"]
    start = ASKED.text.replace(" ", "")
    (game,) = read(f"/#s={start}&g=c3").games
    assert game.start == ASKED
    assert str(game.end.move) == "c3"


@pytest.mark.parametrize("rest", ["g=f5f5", "g=f5&v=7.0.c3", "g=f5&v=0.9.c3", "g=f5&v=x", "s=XX&g=f5", "g=z9"])
def test_links_that_are_wrong(rest: str) -> None:
    with pytest.raises(NotationError, match="in the link"):
        read(f"http://localhost/#{rest}")


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ("Hey look at this: f5d6c3d3c4, what do you think?", ["f5d6c3d3c4"]),
        ("1. f5 (of course) d6 2. c3 the parallel is better d3", ["f5d6c3d3"]),
        ("I like F5D6C3 more than F5F6E6, and b2 is bad", ["f5d6c3", "f5f6e6"]),
        ("黒: f5 白: d6", ["f5d6"]),
        ("https://example.org/viewer?moves=f5d6c3d3c4&x=1", ["f5d6c3d3c4"]),
    ],
)
def test_moves_among_words(text: str, games: list[str]) -> None:
    document = read_pasted(text)
    assert [game.transcript() for game in document.games] == games
    assert document.errors == []
    assert "taken out of the text" in document.notes[0]


def test_an_illegal_move_keeps_those_before_it() -> None:
    for text in ("f5d6c3d3c4h8f4", "1. f5 d6 2. c3 d3 3. c4 h8", "My game: f5d6c3d3c4h8f4 lost at b2"):
        document = read_pasted(text)
        assert [game.transcript() for game in document.games] == ["f5d6c3d3c4"]
        (error,) = document.errors
        assert isinstance(error.__cause__, IllegalMoveError)
        assert text[(error.column or 0) - 1 :].startswith("h8")
        assert document.notes[-1] == "5 moves were kept, to c4; the rest was left out"
    # Files stay strict: a collection must not hold games that nobody played.
    with pytest.raises(NotationError, match="h8 is not legal"):
        read("f5d6c3d3c4h8f4")


def test_what_holds_no_game_is_told_in_words() -> None:
    with pytest.raises(NotationError, match="no game and no position in this text: 'Hey look at b2 please'"):
        read_pasted("Hey look at b2 please")
    with pytest.raises(NotationError, match="a1 is not legal"):
        read_pasted("a1b1c1")
    with pytest.raises(NotationError, match="neither a game nor a position"):
        read_pasted("hello")
    # What has a format of its own is judged by it.
    with pytest.raises(NotationError):
        read_pasted("(;GM[Othello]PB[a]PW[b]BO[8 -------- *]B[f5]W[d6];)")
    assert read_pasted("f5d6").notes == []
    assert read_pasted(Position.initial().text).problems[0].position == Position.initial()


def test_what_looks_like_a_square_and_is_none_is_told() -> None:
    document = read_pasted("f5 d6 c9")
    assert document.games[0].transcript() == "f5d6"
    assert [str(error) for error in document.errors] == ["line 1, column 7: no move: 'c9'; expected a square a1 to h8"]
