from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logistello import NotationError
from logistello.othello import PASS, SQUARES, Color, Ending, Game, Mark, Position, Shape, Square
from logistello.othello.notation import Document, read, write
from tests.random_games import positions, random_game, same_tree, seeds

EDAX = (
    "(;FF[4]GM[2]AP[edax:4.4]PC[here]DT[2025-03-10]PB[Edax]PW[Human]SZ[8]"
    "AB[e4][d5]AW[d4][e5]PL[B]RE[B+12]B[f5];W[d6];B[c3];)"
)


def test_edax_dialect() -> None:
    game = read(EDAX).games[0]
    assert (str(game), game.start, game.black.name, game.place) == ("f5d6c3", Position.initial(), "Edax", "here")
    assert (game.result.black_score, game.result.ending) == (12, Ending.UNFINISHED)


@pytest.mark.parametrize("moves", ["B[f5];W[d6];B[c3]", "B[fe];W[df];B[cc]", "B[F5];W[DF];B[C3]"])
def test_coordinates(moves: str) -> None:
    assert str(read(f"(;GM[2];{moves})").games[0]) == "f5d6c3"


@pytest.mark.parametrize("word", ["", "tt", "pass", "PA"])
def test_passes(word: str) -> None:
    # White has no disc that flanks: only Black can move here.
    text = f"(;GM[2]AB[a1]AW[b1][c2]PL[W];W[{word}];B[c1])"
    assert read(text).games[0].moves[0] is PASS


def test_variations_comments_and_escapes() -> None:
    text = r"(;GM[2]C[root \] one\\two];B[f5]C[first:\] ](;W[d6];B[c3])(;W[f4]V[-2.5])(;W[f6]))"
    game = read(text).games[0]
    first = game.root.children[0]
    assert game.comment == "root ] one\\two"
    assert first.comment == "first:] "
    assert [str(child.move) for child in first.children] == ["d6", "f4", "f6"]
    assert first.children[1].value == 2.5
    assert same_tree(game, read(write(Document("", [game]), "sgf")).games[0])


def test_setup_and_rectangles() -> None:
    game = read("(;GM[2]SZ[8]AB[aa:bb]AW[c3:c4]PL[W])").games[0]
    assert game.start.count(Color.BLACK) == 4
    assert game.start.count(Color.WHITE) == 2
    assert game.start.turn is Color.WHITE


def test_first_move_tells_who_begins() -> None:
    text = "(;GM[2]AB[d4][e5]AW[e4][d5];W[f5])"
    assert read(text).games[0].start.turn is Color.WHITE


@pytest.mark.parametrize(
    ("result", "score", "ending"),
    [
        ("B+12", 12, Ending.UNFINISHED),
        ("W+3.5", -3.5, Ending.UNFINISHED),
        ("0", 0, Ending.UNFINISHED),
        ("Draw", 0, Ending.UNFINISHED),
        ("B+R", None, Ending.RESIGNED),
        ("W+Time", None, Ending.TIMEOUT),
        ("?", None, Ending.UNFINISHED),
        ("Void", None, Ending.UNFINISHED),
    ],
)
def test_results(result: str, score: float | None, ending: Ending) -> None:
    game = read(f"(;GM[2]RE[{result}];B[f5])").games[0]
    assert (game.result.black_score, game.result.ending) == (score, ending)
    if score is None:
        assert f"RE[{result}]" in write(Document("", [game]), "sgf").decode()


def test_collections_keep_good_games() -> None:
    document = read("(;GM[2];B[f5])\n(;GM[1];B[aa])\n(;GM[2];B[a1])\n(;GM[2];B[d3])\n(;GM[2]SZ[10])")
    assert [str(game) for game in document.games] == ["f5", "d3"]
    assert [error.line for error in document.errors] == [2, 3, 5]


@pytest.mark.parametrize(
    ("text", "column", "what"),
    [
        ("(;GM[2];B[a1])", 11, "not legal"),
        ("(;GM[2];W[f5])", 11, "marked as a move of white"),
        ("(;GM[2];B[xy])", 11, "unknown square"),
        ("(;GM[2];B[f5];AB[a1])", 18, "changes the board"),
        ("(;GM[2];B[f5", 10, "does not end"),
        ("(;GM[2];B[f5]", 14, "end of the text"),
        ("(;GM[2]RE[hm])", 11, "result"),
        ("(;GM[2] 5 )", 9, "inside a game"),
        ("(GM[2];B[f5](;", 2, "outside of a node"),
    ],
)
def test_errors_say_where(text: str, column: int, what: str) -> None:
    with pytest.raises(NotationError, match=what) as caught:
        read(text, format="sgf")
    assert (caught.value.line, caught.value.column) == (1, column)


@pytest.mark.parametrize("text", ["(;" * 100_000, "(;\n" * 100_000, "(;GM[2]" + "(;B[f5]" * 50_000, "(;[" * 50_000])
def test_deep_nesting_is_an_error_and_quick(text: str) -> None:
    with pytest.raises(NotationError):
        read(text)


def test_deep_but_balanced_nesting() -> None:
    assert str(read("(;GM[2]" + "(;" * 50_000 + "B[f5]" + ")" * 50_001).games[0]) == "f5"


@st.composite
def trees(draw: st.DrawFn) -> Game:
    """A game with random variations and annotations."""
    game = random_game(draw(seeds), draw(st.integers(1, 40)), draw(positions))
    rng = random.Random(draw(seeds))
    nodes = [game.root, *game.root.main_line()]
    for node in nodes[1:]:
        node.comment = rng.choice(["", "a", "]\\[", "ünï\ncode"])
        node.value = rng.choice([None, 2.0, -3.25])
    for node in nodes:
        node.marks = frozenset(_mark(rng) for _ in range(rng.choice([0, 0, 1, 4])))
    for _ in range(draw(st.integers(0, 5))):
        node = rng.choice(nodes)
        while (moves := node.position.legal_moves) and rng.random() < 0.8:
            node = node.add(rng.choice(moves))
            nodes.append(node)
    return game


def _mark(rng: random.Random) -> Mark:
    square, to = rng.sample(SQUARES, 2)
    shape = rng.choice(list(Shape))
    return Mark(
        shape,
        square,
        to if shape is Shape.ARROW else None,
        rng.choice(["A", "12", "a:b]\\"]) if shape is Shape.LABEL else "",
    )


def test_marks_of_other_programs() -> None:
    text = "(;GM[2]CR[d3][fe]AR[cc:d6]LB[a1:one]DD[a1];B[f5]TR[a1:b2]SQ[h8]MA[c1]CR[xx]LB[a1]AR[c3:c3])"
    document = read(text)
    game = document.games[0]
    assert game.root.marks == {
        Mark(Shape.CIRCLE, Square.D3),
        Mark(Shape.CIRCLE, Square.F5),
        Mark(Shape.ARROW, Square.C3, to=Square.D6),
        Mark(Shape.LABEL, Square.A1, text="one"),
    }
    squares = [Square.A1, Square.B1, Square.A2, Square.B2]
    assert game.end.marks == {
        *(Mark(Shape.TRIANGLE, square) for square in squares),
        Mark(Shape.SQUARE, Square.H8),
        Mark(Shape.CROSS, Square.C1),
    }
    # What makes no sense is left out, and said.
    assert any("CR" in note and "LB" in note and "AR" in note for note in document.notes)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Mark(Shape.CIRCLE, PASS),
        lambda: Mark(Shape.ARROW, Square.A1),
        lambda: Mark(Shape.ARROW, Square.A1, to=Square.A1),
        lambda: Mark(Shape.CROSS, Square.A1, to=Square.B1),
        lambda: Mark(Shape.LABEL, Square.A1),
        lambda: Mark(Shape.CIRCLE, Square.A1, text="x"),
    ],
)
def test_marks_that_make_no_sense(make: Callable[[], Mark]) -> None:
    with pytest.raises(NotationError):
        make()


@given(trees())
def test_round_trip(game: Game) -> None:
    again = read(write(Document("", [game]), "sgf")).games[0]
    assert again.start == game.start
    assert same_tree(game, again)
