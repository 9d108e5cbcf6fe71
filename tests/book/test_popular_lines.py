"""The lines that many games share, against a plain count."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest

from logistello.book.othello_game import OthelloBookGame
from logistello.book.popular_lines import popular_lines
from logistello.othello import Game, Position, Symmetry
from logistello.othello.notation.game_table import table_of


def finished(opening: str, rng: random.Random) -> Game:
    game = Game.from_moves(opening)
    while not game.is_over:
        game.play("pass" if game.position.must_pass else rng.choice(game.position.legal_moves))
    return game


@pytest.fixture(scope="module")
def games() -> list[Game]:
    rng = random.Random(7)
    made = [finished(opening, rng) for opening in ["f5d6c3d3c4", "f5d6c4d3c3", "f5f6e6", "f5d6"] for _ in range(3)]
    return [game.transform(rng.choice([each for each in Symmetry if _keeps_start(each)])) for game in made]


def _keeps_start(symmetry: Symmetry) -> bool:
    return Position.initial().transform(symmetry) == Position.initial()


@pytest.mark.parametrize(("least", "plies"), [(2, 60), (3, 60), (5, 4), (12, 60)])
def test_positions_are_those_that_many_games_came_to(games: list[Game], least: int, plies: int) -> None:
    rules = OthelloBookGame()
    counts = Counter(key for game in games for key in {rules.place(each).key for each in game.positions()})
    expected = set()
    for game in games:
        for position in game.positions():
            key = rules.place(position).key
            if counts[key] < least or rules.ply(key) > plies:
                break
            expected.add(key)
    lines = list(popular_lines(table_of(games), min_games=least, max_plies=plies))
    replayed = [Game.from_moves(line.moves, line.start) for line in lines]
    reached = [[rules.place(position).key for position in game.positions()] for game in replayed]
    assert {key for keys in reached for key in keys} == expected
    # No line is the beginning of another, and none comes twice.
    for one, other in pairwise(sorted(reached)):
        assert other[: len(one)] != one


def test_a_pass_in_a_line() -> None:
    rng = random.Random(1)
    game = next(made for made in (finished("f5", rng) for _ in range(200)) if 64 in made.moves[:-2])
    (line,) = popular_lines(table_of([game, game]), min_games=2, max_plies=60)
    assert Game.from_moves(line.moves).moves == game.moves[: len(line.moves)]
    assert 64 in line.moves
