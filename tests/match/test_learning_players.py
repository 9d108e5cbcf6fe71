"""Players with books in matches."""

from __future__ import annotations

from pathlib import Path

import pytest

from logistello.book import Book
from logistello.engine import Limit
from logistello.errors import BookError, MatchError, UsageError
from logistello.match.engine_player import book_policy
from logistello.match.openings import OpeningLine, OpeningList
from logistello.match.plan import Match
from logistello.match.record import PlayedGame
from logistello.match.runner import MatchRun
from logistello.match.spec import parse_player
from logistello.othello import Position
from logistello.othello.notation import read

LEARNER = "engine:hash_mb=1,book=new,learn=yes"
EQUAL = "engine:hash_mb=1"


def match_of(*players: str, games: int, depth: int = 2) -> Match:
    """All games from the start, so that they would repeat if nobody learned."""
    start = OpeningList([OpeningLine(Position.initial())] * 8, "the start")
    return Match([parse_player(text) for text in players], start, games, Limit(depth=depth))


def moves(game: PlayedGame) -> str:
    return read(game.ggf).games[0].transcript()


def points(game: PlayedGame) -> float:
    """Of the first player."""
    score = game.black_score if game.black == 0 else -game.black_score
    return (score > 0) + (score == 0) / 2


def test_the_learner_beats_its_equal() -> None:
    """The benchmark benchmarks/papers/book.py in small."""
    run = MatchRun(match_of(LEARNER, EQUAL, games=10))
    run.play()
    games = sorted(run.games, key=lambda game: game.number)
    assert sum(map(points, games)) >= 0.7 * len(games)
    lost = [moves(game) for game in games if points(game) == 0]
    assert lost, "it must have something to learn from"
    assert len(set(lost)) == len(lost)


def test_after_a_stop_lessons_are_repeated(tmp_path: Path) -> None:
    whole = MatchRun(match_of(LEARNER, EQUAL, games=6))
    whole.play()
    record = tmp_path / "games.jsonl"
    MatchRun(match_of(LEARNER, EQUAL, games=4), record).play()
    rest = MatchRun(match_of(LEARNER, EQUAL, games=6), record)
    rest.play()
    assert [moves(game) for game in rest.games] == [moves(game) for game in whole.games]


def test_a_file_is_changed_only_if_asked(tmp_path: Path) -> None:
    path = tmp_path / "some.book"
    with Book.open(path, writable=True, create=True):
        pass
    MatchRun(match_of(f"engine:hash_mb=1,book={path}", "greedy", games=2, depth=1)).play()
    with Book.open(path) as book:
        assert len(book) == 0
    MatchRun(match_of(f"engine:hash_mb=1,book={path},learn=yes,depth=1,name=pupil", "greedy", games=2)).play()
    with Book.open(path) as book:
        assert len(book) > 50
        assert {entry.kind for entry in book.journal()} == {"add"}
        assert set(book.statistics().depths) <= {1, 2}
        assert book.verify() == []


def test_games_of_learners_come_one_after_the_other() -> None:
    with pytest.raises(MatchError, match="one after the other"):
        MatchRun(match_of(LEARNER, EQUAL, games=4), parallel=2)


def test_what_cannot_be(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such file"):
        parse_player("engine:book=missing.book")
    with pytest.raises(UsageError, match="needs a book"):
        parse_player("engine:learn=yes").make()
    with pytest.raises(UsageError, match="tolerance"):
        parse_player("engine:book=new,book_tolerance=-1").make()
    other = tmp_path / "no.book"
    other.write_text("something else")
    with pytest.raises(BookError, match="no book"):
        parse_player(f"engine:book={other}").make()


def test_learning_goes_as_deep_as_the_player() -> None:
    """What is proven when a game is learned must be what the player solves at the board."""
    assert (book_policy({}, Limit(depth=4)).learn_depth, book_policy({}, Limit(depth=4)).solve_empties) == (4, 4)
    assert book_policy({}, Limit(depth=30)).solve_empties == book_policy({}, None).solve_empties
    chosen = book_policy({"learn_depth": 6, "learn_solve": 8, "novelty": 0.5}, Limit(depth=4))
    assert (chosen.learn_depth, chosen.solve_empties, chosen.novelty) == (6, 8, 0.5)
