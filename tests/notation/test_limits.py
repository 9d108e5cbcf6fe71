"""How much a reading may make, and that it costs little: many lines, bombs, texts that make patterns backtrack."""

from __future__ import annotations

import gzip
import random

import pytest

from logistello.errors import NotationError
from logistello.othello import Game
from logistello.othello.check import check_document
from logistello.othello.notation import ReadingLimits, read, read_portions
from logistello.othello.notation.bulk import BulkGames
from logistello.othello.notation.game_table import table_of
from tests.random_games import random_game

BOARD = "---------------------------OX------XO--------------------------- X"
#: One record of each format whose records stand one after the other.
RECORDS = {
    "transcript": "f5d6c3\n",
    "numbered": "1. f5 d6\n",
    "ggf": "(;GM[Othello]PB[a]PW[b]B[f5]W[d6];)\n",
    "sgf": "(;GM[2];B[f5];W[d6])\n",
    "pgn": '[Event "x"]\n\n1. f5 d6\n\n',
    "ios": "772942166 e black 0 ( 30) white 0 ( 30) +65-46 +0\n",
    "obf": f"{BOARD}; F5:+2;\n",
    "position": f"{BOARD}\n",
    "logbook": "+f5-d6: +01 10\n",
    "bad": "zz\n",
}


def _text(kind: str, count: int) -> bytes:
    return ((RECORDS["transcript"] if kind == "bad" else "") + RECORDS[kind] * count).encode()


@pytest.mark.parametrize("kind", RECORDS)
def test_no_more_games_than_allowed(kind: str) -> None:
    with pytest.raises(NotationError, match="51 or more games or positions; expected at most 50"):
        read(_text(kind, 51), limits=ReadingLimits(games=50))
    read(_text(kind, 49), limits=ReadingLimits(games=50))


def test_gzip_is_counted_while_it_is_unpacked() -> None:
    packed = gzip.compress(b"f5d6c3\n" * 1000)
    assert len(read(packed, limits=ReadingLimits(unpacked_bytes=7000)).games) == 1000
    with pytest.raises(NotationError, match="unpacks to more than 6,999 bytes"):
        read(packed, limits=ReadingLimits(unpacked_bytes=6999))
    # 200 MB of it: what is beyond the limit is never made.
    bomb = gzip.compress(b"\0" * (200 << 20), compresslevel=1)
    with pytest.raises(NotationError, match="more than 1,000 bytes"):
        read(bomb, limits=ReadingLimits(unpacked_bytes=1000))


def test_lines_of_bare_moves_are_read_as_one_table() -> None:
    """Against the same lines read one by one; in all layouts, with games that are broken in between."""
    choose = random.Random(7)
    lines = []
    for number in range(120):
        words = [str(move) for move in random_game(number).moves if str(move) != "pass"]
        words = words[: choose.randrange(1, len(words) + 1)]
        if number % 10 == 3:
            words[choose.randrange(len(words))] = "d4"  # never legal
        if number % 30 == 7:
            words *= 70  # longer than any game
        line = choose.choice(["", " ", ", "]).join(words)
        lines.append(choose.choice([str.upper, str.lower])(line) + choose.choice(["", " ", "\r"]))
    text = "\n".join(lines[:60]) + "\n\n \n" + "\n".join(lines[60:])
    document = read(text)
    assert isinstance(document.games, BulkGames)
    games, complaints = [], []
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                games.append(read(line).games[0])
            except NotationError as error:
                complaints.append((number, error.column, error.reason))
    assert list(document.games) == games
    assert [(error.line, error.column, error.reason) for error in document.errors] == complaints
    assert len(complaints) > 12
    # Those who take tables see the same as those who take games.
    assert (table_of(document.games).key == table_of(games).key).all()
    alone = check_document(type(document)("transcript", games))
    bulk = check_document(document)
    assert (bulk.unscored, bulk.findings[len(complaints) :]) == (alone.unscored, alone.findings)


@pytest.mark.parametrize("line", ["f5 d6 c3 34-30", "f5 d6 pa", "f 5d6", "f5d", "+f5-d6", "f5d9", "f5é"])
def test_a_line_with_anything_else_is_read_with_care(line: str) -> None:
    text = f"f5d6\n{line}\nf5f6\n"
    document = read(text)
    assert not isinstance(document.games, BulkGames)
    assert [game.transcript() for game in document.games][:1] == ["f5d6"]
    assert len(document.games) + len(document.errors) == 3


def test_a_large_file_comes_in_portions() -> None:
    for kind in ("ggf", "sgf", "pgn", "ios"):
        broken = "(;GM[Othello]B[a1];)\n" if kind == "ggf" else ""
        source = (RECORDS[kind] * 25 + broken).encode()
        whole = read(source)
        parts = list(read_portions(source, size=10))
        assert [len(part.games) for part in parts] == [10, 10, 5]
        assert [game for part in parts for game in part.games] == list(whole.games)
        assert [str(error) for part in parts for error in part.errors] == [str(error) for error in whole.errors]
    (only,) = read_portions(b"f5d6\n" * 30, size=10)
    assert len(only.games) == 30
    with pytest.raises(NotationError, match="at most 20"):
        list(read_portions(RECORDS["ggf"].encode() * 30, size=10, limits=ReadingLimits(games=20)))


SPACES = " " * 50_000


@pytest.mark.parametrize(
    "text",
    [
        "772942166 r black 64 (" + SPACES,
        "772942166 r black 64 ( 3) white 0 (" + SPACES + "x",
        "(;GM[Othello]RE[" + SPACES + "x:y]B[f5];)",
        "(;GM[Othello]RE[" + SPACES + ":r]B[f5];)",
        "f5d6" * 50_000,
        "f5" + SPACES + "34-30" + SPACES + "x",
        '[Event "x"]\n' + "{" * 50_000,
        "(;GM[2]C[" + "\\" * 50_000,
        "(;" * 25_000,
        "[" * 50_000,
        "/8" * 100_000 + "\n" + "-" * 64 + " O",
        "8/8/8/8 " + "x" * 100_000 + "\nx",
        "name\tmoves" + "\t" * 50_000 + "\nx\tf5\n",
    ],
    ids=lambda text: text[:24].strip(),
)
def test_patterns_do_not_search_for_ever(text: str) -> None:
    """Some of these took minutes for a thousand characters, and years for these."""
    said = ""
    try:
        assert read(text).format
    except NotationError as error:
        said = str(error)
    assert len(said) < 1000  # what came is not repeated


def test_a_game_of_too_many_moves() -> None:
    with pytest.raises(NotationError, match="1000 or more moves"):
        Game.from_moves("f5" * 2000)
    with pytest.raises(NotationError, match="f5 is not legal"):
        read("f5d6" * 2000)
