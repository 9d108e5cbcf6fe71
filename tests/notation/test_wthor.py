from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logistello import NotationError
from logistello.othello import Color, Ending, Game, Position, Result
from logistello.othello.notation import (
    Document,
    WthorGames,
    WthorNames,
    read,
    read_file,
    read_path,
    write,
    write_path,
    write_wthor_files,
)
from tests.random_games import finished_games, names, random_game

TODAY = date(2024, 2, 29)


def test_a_year(data: Path) -> None:
    document = read_path(data / "WTH_1977.wtb")
    games = document.games
    assert isinstance(games, WthorGames)
    assert (document.format, len(games), document.errors) == ("wthor", 12, [])
    assert (games.header.year, games.header.depth) == (1977, 24)
    game = games[0]
    assert (game.date, game.black.name != "", game.place != "") == ("1977", True, True)
    assert game.result.black_score == game.position.final_score(Color.BLACK)
    # The list of names beside it was cut: player 2438 has none.
    assert document.notes == [
        "2 records have a black number without a name",
        "3 records have a white number without a name",
    ]


def test_reading_and_writing_is_byte_identical(data: Path) -> None:
    for name, kind in (("WTH_1977.wtb", "wthor"), ("WTH.JOU", "jou"), ("WTH.TRN", "trn")):
        content = (data / name).read_bytes()
        assert read(content).format == kind
        assert write(read_file(data / name), kind) == content


def test_all_years_are_byte_identical(shared_data: Path) -> None:
    files = list((shared_data / "wthor").iterdir())
    assert files
    for file in files:
        document = read_file(file)
        assert write(document, document.format) == file.read_bytes()


def test_folder_of_years_is_lazy(shared_data: Path) -> None:
    document = read_path(shared_data / "wthor")
    assert (document.format, len(document.games), document.errors) == ("wthor", 129_259, [])
    assert document.games[-1].date == "2022"
    assert len(write(document, "wthor")) == 16 + 68 * 129_259


def test_truncated_games_are_marked_and_keep_their_score(shared_data: Path) -> None:
    game = read_path(shared_data / "wthor" / "WTH_1981.wtb").games[68]
    assert game.result == Result(-64, Ending.UNFINISHED)
    assert not game.is_over


@given(st.lists(st.tuples(finished_games, names, names, names), min_size=1, max_size=5))
def test_round_trip(items: list[tuple[Game, str, str, str]]) -> None:
    games = []
    for game, black, white, place in items:
        game.black.name, game.white.name, game.place, game.date = black, white, place, "12 May 1999"
        games.append(game)
    files = write_wthor_files(games, created=TODAY)
    players = WthorNames.parse(files.players, 20)
    tournaments = WthorNames.parse(files.tournaments, 26)
    parsed, errors = WthorGames.parse(files.games, players, tournaments)
    assert errors == []
    assert parsed.header.year == 1999
    assert (parsed.header.century, parsed.header.year_in_century, parsed.header.month) == (20, 24, 2)
    for before, after in zip(games, parsed, strict=True):
        assert (after.moves, after.result) == (before.moves, before.result)
        assert [after.black.name, after.white.name, after.place] == [
            name or "???" for name in (before.black.name, before.white.name, before.place)
        ]


def test_files_belong_together(tmp_path: Path) -> None:
    game = random_game(3)
    game.black.name, game.white.name, game.place = "Björn", "Zoë", "Liège"
    assert len(write_path(Document("", [game]), tmp_path / "mine.wtb")) == 3
    again = read_path(tmp_path / "mine.wtb").games[0]
    assert (again.black.name, again.white.name, again.place) == ("Björn", "Zoë", "Liège")


def _named(name: str) -> Game:
    game = random_game(1)
    game.black.name = name
    return game


@pytest.mark.parametrize(
    ("game", "what"),
    [
        (random_game(1, 20), "no result"),
        (Game(start=Position.initial().play("f5")), "another position"),
    ],
)
def test_what_wthor_cannot_hold(game: Game, what: str) -> None:
    with pytest.raises(NotationError, match=what):
        write(Document("", [game]), "wthor")


def test_names_that_wthor_cannot_hold_are_written_as_well_as_can_be() -> None:
    names = ("x" * 20, "村上健", "Łukasz Ångström\0", "Zoë")
    files = write_wthor_files([_named(name) for name in names])
    players = WthorNames.parse(files.players, 20)
    assert list(players)[1:] == ["x" * 19, "???", "Lukasz Ångström?", "Zoë"]
    assert files.notes == (
        f"player {'x' * 20!r} is written as {'x' * 19!r}",
        "player '村上健' is written as '???'",
        "player 'Łukasz Ångström\\x00' is written as 'Lukasz Ångström?'",
    )


def test_too_many_players() -> None:
    document = Document("jou", names=tuple(str(number) for number in range(65_536)))
    with pytest.raises(NotationError, match="at most 65535"):
        write(document, "jou")


def test_short_and_long_files(data: Path) -> None:
    content = (data / "WTH_1977.wtb").read_bytes()
    short = read(content[:-10], name="a.wtb")
    assert (len(short.games), len(short.errors)) == (11, 1)
    assert "record 11 (byte offset 764)" in str(short.errors[0])
    long = read(content + b"\1\2\3", name="a.wtb")
    assert (len(long.games), len(long.errors)) == (12, 1)
    with pytest.raises(NotationError, match="inside its header"):
        read(content[:7], name="a.wtb")


def test_bad_records_are_named(data: Path) -> None:
    content = bytearray((data / "WTH_1977.wtb").read_bytes())
    content[16 + 68 * 2 + 8 + 3] = 11  # a1 as the fourth move
    content[16 + 68 * 4 + 8 + 5] = 99  # no square
    content[16 + 68 * 6 + 8 + 30] = 0  # a gap
    content[16 + 68 * 8 + 6] = 65
    document = read(bytes(content))
    assert len(document.games) == 8
    assert [str(error)[:9] for error in document.errors] == ["record 2 ", "record 4 ", "record 6 ", "record 8 "]
    assert "move 4, a1, is not legal" in str(document.errors[0])
    assert "not a square" in str(document.errors[1])


@pytest.mark.parametrize(("offset", "value", "what"), [(12, 10, "board size 10"), (13, 1, "problems")])
def test_headers_we_do_not_read(data: Path, offset: int, value: int, what: str) -> None:
    content = bytearray((data / "WTH_1977.wtb").read_bytes())
    content[offset] = value
    with pytest.raises(NotationError, match=what):
        read(bytes(content), name="x.wtb")
