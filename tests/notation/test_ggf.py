from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logistello import NotationError
from logistello.othello import PASS, Color, Ending, Game, Position
from logistello.othello.notation import Document, read, read_path, write
from tests.random_games import games, names, positions, random_game

BOARD = "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"


def test_archive_of_a_match(data: Path) -> None:
    document = read_path(data / "murakami.ggf")
    game = document.games[0]
    assert (document.format, len(document.games), document.errors, document.notes) == ("ggf", 6, [], [])
    assert (game.black.name, game.place, game.date) == ("Murakami Takeshi", "NECI Princeton", "1997.08.04")
    assert game.result.black_score == game.position.final_score(Color.BLACK) == -32
    assert PASS in game.moves


def test_real_archive(data: Path) -> None:
    """A 4x4 game, a komi game, a synchro pair: the small board is an error and hides nothing."""
    document = read_path(data / "ggs.ggf")
    assert len(document.games) == 3
    assert [(error.line, error.reason) for error in document.errors] == [(1, "a board of size '4'")]
    komi, one, two = document.games
    assert komi.tags == {"TY": "8kr20", "KB": "B3/2.00/27.23", "KW": "B3/-8.27", "KM": "-3.133"}
    assert komi.result.black_score == -22.87
    assert komi.date == "940607137"
    assert (one.black.name, one.white.name) == (two.white.name, two.black.name)
    assert (one.black.rating, one.black.clock) == (2691.38, "05:00//02:00")
    first = next(one.root.main_line())
    assert (str(first.move), first.value, first.seconds) == ("f1", -6.0, 26.0)


def test_synchro_pairs_share_a_line(data: Path) -> None:
    document = read_path(data / "ggs.ggf")
    lines = write(document, "ggf").decode().splitlines()
    assert [line[:4] for line in lines] == ["1 (;", "2 (;"]
    again = read("\n".join(lines))
    assert [game.moves for game in again.games] == [game.moves for game in document.games]
    assert [game.tags for game in again.games] == [game.tags for game in document.games]
    assert again.notes == []


@pytest.mark.parametrize(
    ("result", "score", "ending"),
    [
        ("+12.00", 12, Ending.UNFINISHED),
        ("-64.00:r", -64, Ending.RESIGNED),
        ("-2:t", -2, Ending.TIMEOUT),
        ("0:s", 0, Ending.AGREED),
        ("+4.0:l", 4, Ending.ADJOURNED),
        ("?", None, Ending.UNFINISHED),
        ("?:l", None, Ending.ADJOURNED),
    ],
)
def test_results(result: str, score: float | None, ending: Ending) -> None:
    game = read(f"(;GM[Othello]RE[{result}]{BOARD}B[F5]W[d6];)").games[0]
    assert (game.result.black_score, game.result.ending) == (score, ending)


def test_move_annotations_and_clocks() -> None:
    game = read(f"(;GM[Othello] TB[1:00]\nTW[2:00] ZZ[new] CO[fine] {BOARD} B[F5//4.09] W[d6/-2.5] B[c3/1/2] ;)").games[
        0
    ]
    nodes = list(game.root.main_line())
    assert [(node.value, node.seconds) for node in nodes] == [(None, 4.09), (-2.5, None), (1, 2)]
    assert (game.black.clock, game.white.clock, game.comment, game.tags) == ("1:00", "2:00", "fine", {"ZZ": "new"})


@pytest.mark.parametrize(
    ("text", "column", "what"),
    [
        (f"(;GM[Othello]{BOARD}B[F5]B[D6];)", 100, "d6 is marked as a move of black"),
        (f"(;GM[Othello]{BOARD}B[A1];)", 95, "a1 is not legal"),
        (f"(;GM[Othello]{BOARD}B[PA];)", 95, "pass is not legal"),
        (f"(;GM[Othello]{BOARD}B[F5/x];)", 95, "'x'"),
        ("(;GM[Go]B[aa];)", 6, "a game of 'Go'"),
        ("(;GM[Othello]RE[won];)", 17, "result"),
        ("(;GM[Othello", 5, "does not end"),
        ("(;GM[Othello]", 14, "end of the text"),
        ("(;GM[Othello]BO[8 ---];)", 17, "ends after 3"),
        ("(;GM[Othello]BO[];)", 17, "without a size"),
    ],
)
def test_errors_say_where(text: str, column: int, what: str) -> None:
    with pytest.raises(NotationError, match=what) as caught:
        read(text, format="ggf")
    assert (caught.value.line, caught.value.column) == (1, column)


def test_broken_games_do_not_hide_others() -> None:
    good = f"(;GM[Othello]{BOARD}B[F5];)"
    document = read(f"1 {good}\njunk\n1 (;GM[Othello]{BOARD}B[F5\n2 {good}\n1 {good}")
    assert len(document.games) >= 2
    assert document.errors
    assert document.errors[0].line == 2


def test_comments_of_moves_come_back() -> None:
    game = Game.from_moves("f5d6c3")
    first, second, _ = game.root.main_line()
    game.comment, first.comment, second.comment = "the game", "a move", "another, with /;) and [ in it"
    back = read(write(Document("", [game]), "ggf")).games[0]
    assert [node.comment for node in back.root.main_line()] == [first.comment, second.comment, ""]
    assert back.comment == "the game"
    twice = read(f"(;GM[Othello]{BOARD}B[F5]CO[one]CO[two];)").games[0]
    assert (twice.end.comment, twice.comment) == ("one\ntwo", "")
    game.end.comment = "a]b"
    with pytest.raises(NotationError, match="cannot hold"):
        write(Document("", [game]), "ggf")


def test_closing_bracket_cannot_be_written() -> None:
    game = random_game(1)
    game.black.name = "a]b"
    with pytest.raises(NotationError, match="cannot hold"):
        write(Document("", [game]), "ggf")


def test_tags_of_other_formats_do_no_harm() -> None:
    game = random_game(1)
    game.tags = {"B": "a1", "GM": "Go", "RE": "B+R", "lower": "x", "EV": "cup"}
    again = read(write(Document("", [game]), "ggf")).games[0]
    assert (again.moves, again.tags) == (game.moves, {"TY": "8", "EV": "cup"})


numbers = st.none() | st.floats(-100, 100).map(lambda value: round(value, 3))


@given(games, names, names, st.lists(st.tuples(numbers, numbers), min_size=80, max_size=80))
def test_round_trip(game: Game, black: str, white: str, extras: list[tuple[float | None, float | None]]) -> None:
    game.black.name, game.white.name, game.black.rating = black, white, 1234.5
    for node, (value, seconds) in zip(game.root.main_line(), extras, strict=False):
        node.value, node.seconds = value, seconds
    again = read(write(Document("", [game]), "ggf")).games[0]
    assert (again.moves, again.result, again.black, again.white) == (game.moves, game.result, game.black, game.white)
    before = [(node.value, node.seconds) for node in game.root.main_line()]
    assert [(node.value, node.seconds) for node in again.root.main_line()] == before


@given(positions, st.integers(0, 2**32))
def test_round_trip_from_any_position(position: Position, seed: int) -> None:
    game = random_game(seed, start=position)
    again = read(write(Document("", [game]), "ggf")).games[0]
    assert (again.start, again.moves) == (game.start, game.moves)
