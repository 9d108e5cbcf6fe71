"""The file of games: what goes in comes out, and statistics agree with plain counting."""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from pathlib import Path

import pytest

from logistello.errors import LibraryError
from logistello.library import GameFilter, Library, rows_of
from logistello.library.counted_games import year_of
from logistello.library.moves_table import MovesTable
from logistello.othello import PASS, Color, Game, Mark, Position, Shape, Square
from logistello.othello.notation import read, read_path
from logistello.othello.opening_names import all_openings, opening_of
from logistello.othello.symmetry import Symmetry


def random_games(count: int, seed: int = 1) -> list[Game]:
    """Few choices in the beginning, so that games meet; any symmetry."""
    rng = random.Random(seed)
    games = []
    for number in range(count):
        game = Game(date=str(1990 + number % 20))
        game.black.name, game.white.name = f"player {number % 7}", f"player {number % 5}"
        length = rng.choice([3, 8, 20, 70])
        while (moves := game.position.legal_moves) and len(game.moves) < length:
            game.play(rng.choice(moves[:2]))
        turned = game.transform(
            rng.choice([each for each in Symmetry if Position.initial().transform(each) == Position.initial()])
        )
        games.append(turned)
    return games


def test_what_is_stored_comes_back() -> None:
    record = "(;GM[2]PB[Ann]PW[Bob]DT[2001];B[f5]C[good](;W[d6])(;W[f6]V[2]AR[a1:c3]))"
    board = Position.initial().text[:64].replace("X", "*")
    with_values = f"(;GM[Othello]PB[a]PW[b]TY[8]RE[?]BO[8 {board} *]B[f5/1.5/3];)"
    setup = Game(start=Position.parse("--------" * 3 + "---OOX------XO--" + "--------" * 3 + " X"))
    setup.play(setup.position.legal_moves[0])
    games = [*random_games(20), read(record).games[0], read(with_values).games[0], setup]
    with Library(None) as library:
        ids = library.add(rows_of(games), "test").ids
        assert len(set(ids)) == len(library) == len({row.identity for row in rows_of(games)})
        for number, game in zip(ids, games, strict=True):
            stored = library.get(number)
            assert stored is not None
            back = stored.row.game()
            assert (back.moves, back.start, back.black.name) == (game.moves, game.start, game.black.name)
            assert back.result == game.result
        with_variation = library.get(ids[-3])
        assert with_variation is not None
        root = with_variation.row.game().root.children[0]
        assert (root.comment, len(root.children), root.children[1].value) == ("good", 2, -2.0)
        assert root.children[1].marks == {Mark(Shape.ARROW, Square.A1, to=Square.C3)}
        valued = library.get(ids[-2])
        assert valued is not None
        assert valued.row.game().end.value == 1.5


def test_what_is_said_of_a_stored_game_can_be_renewed() -> None:
    game = Game.from_moves("f5d6c3")
    with Library(None) as library:
        (number,) = library.add(rows_of([game]), "test").ids
        game.end.marks = frozenset((Mark(Shape.CROSS, Square.B2),))
        game.comment = "one more look"
        assert library.add(rows_of([game]), "test") == ([number], 0)
        stored = library.get(number)
        assert stored is not None
        assert stored.row.game().end.marks == frozenset()  # an import brings no other words for what is there
        assert library.add(rows_of([game]), "test", renew=True) == ([number], 0)
        renewed = library.get(number)
        assert renewed is not None
        assert renewed.row.game().end.marks == game.end.marks
        assert renewed.row.comment == "one more look"


def test_wthor_rows_are_those_of_its_games(data: Path) -> None:
    document = read_path(data / "WTH_1977.wtb")
    fast = list(rows_of(document.games))
    plain = list(rows_of(list(document.games)))
    assert fast == plain
    assert fast[0].black


def test_an_opening_is_found_in_what_follows_it_too() -> None:
    # The Tiger by two orders of moves, a Stephenson, which begins with it, and a Diagonal.
    games = [Game.from_moves(moves) for moves in ("f5d6c3d3c4", "c4e3f6e6f5", "f5d6c3d3c4f4f6", "f5f6e6f4")]
    setup = Game(start=Game.from_moves("f5d6c3d3").position)
    setup.play("c4")
    with Library(None) as library:
        ids = library.add(rows_of([*games, setup]), "test").ids
        found = {
            name: [stored.id for stored in library.find(GameFilter(opening=name), order="oldest")[1]]
            for name in ("tiger", "  ", "STEPHENSON", "no such name")
        }
    assert found["tiger"] == [*ids[:3], ids[4]]
    assert found["  "] == ids
    assert found["STEPHENSON"] == [ids[2]]
    assert found["no such name"] == []


def test_openings_of_many_games_at_once() -> None:
    games = random_games(60, seed=2)
    rng = random.Random(5)
    for opening in rng.sample(all_openings(), 20):
        game = Game.from_moves(opening.moves)
        for _ in range(rng.randrange(3)):
            game.play(rng.choice(game.position.legal_moves))
        games.append(game)
    rows = list(rows_of(games))
    expected = [None if (found := opening_of(game.positions())) is None else found.name for game in games]
    assert MovesTable([row.moves for row in rows]).openings() == expected


def test_statistics_agree_with_plain_counting() -> None:
    games = random_games(80, seed=3)
    with Library(None) as library:
        ids = dict.fromkeys(library.add(rows_of(games), "test").ids)
        kept = [stored.row.game() for number in ids if (stored := library.get(number)) is not None]
        asked = [Position.initial(), *(position for game in kept[:6] for position in list(game.positions())[1:9])]
        asked += [position for game in kept for position in game.positions() if position.must_pass][:3]
        assert any(position.must_pass for position in asked)
        for position in asked:
            check_statistics(library, kept, position)


def same(one: Position, other: Position) -> bool:
    return one.canonical() == other.canonical()


def check_statistics(library: Library, games: list[Game], position: Position) -> None:
    found, _ = library.statistics(position)
    count, next_moves = 0, 0
    scores = []
    for game in games:
        places = [place for place, each in enumerate(game.positions()) if each.canonical() == position.canonical()]
        if places:
            count += 1
            scores.append(game.result.black_score)
            next_moves += any(move is not PASS for move in game.moves[places[0] :])
    assert found.tally.games == count
    by_year = Counter(year_of(game.date) for game in games if any(same(each, position) for each in game.positions()))
    assert {year: tally.games for year, tally in found.years.items()} == {
        year: games for year, games in sorted(by_year.items()) if year
    }
    assert found.tally.black_wins == sum(score is not None and score > 0 for score in scores)
    assert sum(each.tally.games for each in found.moves) == next_moves
    legal = set(position.legal_moves) if not position.must_pass else set(position.play(PASS).legal_moves)
    assert {each.move for each in found.moves} <= legal
    known = [score for score in scores if score is not None]
    mean = found.tally.mean_score(Color.WHITE)
    assert mean == pytest.approx(-sum(known) / len(known)) if known else mean is None
    total, through = library.find(GameFilter(position=position), limit=1000)
    assert total == len(through) == count


def test_the_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "games.sqlite"
    with Library(path) as library:
        library.add(rows_of(random_games(5)), "test")
        count = len(library)
    with Library(path) as library, Library(path) as other:
        assert len(library) == count
        assert library.statistics(Position.initial())[0].tally.games == count
        other.add(rows_of([Game.from_moves("f5f4")]), "other program")
        assert library.statistics(Position.initial())[0].tally.games == count + 1


def test_foreign_files_are_refused(tmp_path: Path) -> None:
    text = tmp_path / "text.sqlite"
    text.write_text("no database at all, but a text that is long enough to be looked at" * 20)
    foreign = tmp_path / "foreign.sqlite"
    connection = sqlite3.connect(foreign)
    connection.execute("CREATE TABLE x (y)")
    connection.close()
    newer = tmp_path / "newer.sqlite"
    Library(newer).close()
    connection = sqlite3.connect(newer)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = foreign.read_bytes()
    for path, reason in ((text, "not a database"), (foreign, "another program"), (newer, "version 99")):
        with pytest.raises(LibraryError, match=reason):
            Library(path)
    assert text.read_text().startswith("no database")
    assert foreign.read_bytes() == before  # not even its journal mode has changed


def test_a_change_must_not_make_twins() -> None:
    with Library(None) as library:
        games = [Game.from_moves("f5d6"), Game.from_moves("f5d6")]
        games[0].black.name = "Ann"
        first, second = library.add(rows_of(games), "test").ids
        with pytest.raises(LibraryError, match="the same"):
            library.change(second, black="Ann")
        changed = library.change(second, black="Eve")
        assert changed is not None
        assert library.get(first) is not None
        assert library.find(GameFilter(player="eve"))[0] == 1


def test_a_file_of_version_1_is_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite"
    with Library(path) as library:
        (number,) = library.add(rows_of([Game.from_moves("f5d6")]), "test").ids
    connection = sqlite3.connect(path)
    for column in ("play_key", "play_state", "deleted"):
        connection.execute(f"ALTER TABLE games DROP COLUMN {column}")
    connection.execute("PRAGMA user_version = 1")
    connection.close()
    for _ in range(2):
        with Library(path) as library:
            stored = library.get(number)
            assert stored is not None
            assert (stored.plies, stored.row.play_key) == (2, None)
            assert library.delete(number)
            assert library.restore(number) is not None


def test_deleted_games_come_back_until_they_are_gone(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    game = Game.from_moves("f5d6")
    with Library(path) as library:
        (number,) = library.add(rows_of([game]), "test").ids
        assert library.delete(number)
        assert not library.delete(number)
        assert (library.get(number), len(library)) == (None, 0)
        assert library.find(GameFilter())[0] == 0
        assert library.statistics(Position.initial())[0].tally.games == 0
        assert library.add(rows_of([game]), "again") == ([number], 1)
        assert (len(library), library.statistics(Position.initial())[0].tally.games) == (1, 1)
        # The name of a deleted game is free.
        game.black.name = "Ann"
        (ann,) = library.add(rows_of([game]), "test").ids
        library.delete(ann)
        assert library.change(number, black="Ann") is not None
        library.delete(number)
    connection = sqlite3.connect(path)
    connection.execute("UPDATE games SET deleted = '2001-01-01T00:00:00Z'")
    connection.commit()
    connection.close()
    with Library(path) as library:
        assert library.restore(number) is None


def test_names_are_found_by_their_words_and_players_by_their_opponents(data: Path) -> None:
    """Against plain Python over all games of a year."""
    from logistello.othello.notation import read_path

    games = read_path(data / "WTH_1977.wtb").games
    with Library(None) as library:
        library.add(rows_of(games), "test")

        def found(**wanted: str) -> int:
            return library.find(GameFilter(**wanted))[0]  # type: ignore[arg-type]

        hiroshi = sum("Inoue Hiroshi" in (game.black.name, game.white.name) for game in games)
        assert (
            found(player="hiroshi inoue")
            == found(player=" Inoue  hiro")
            == found(player="Inoue Hiroshi")
            == hiroshi
            > 0
        )
        game = next(game for game in games if game.black.name == "Inoue Hiroshi")
        pair = {"Inoue Hiroshi", game.white.name}
        met = sum({each.black.name, each.white.name} == pair for each in games)
        assert found(player="hiroshi inoue", opponent=game.white.name) == met
        assert found(player=game.white.name, opponent="inoue hiroshi") == met > 0
        assert found(opponent="inoue hiroshi") == hiroshi
        assert found(place=game.place) == sum(each.place == game.place for each in games) > 0
        # No word may be of one player and another of the other one; signs of SQL mean themselves.
        assert found(player="hiroshi nobody") == found(player="%") == found(player="_") == 0
