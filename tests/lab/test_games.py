"""Real games: every exact algorithm finds minimax's value and a move of that value."""

from __future__ import annotations

from typing import Any

import pytest

from logistello.lab import Search, SearchLimit, hand_made
from logistello.lab.evaluators.othello_evaluators import OthelloDiscs, OthelloModelEvaluator
from logistello.lab.games_by_name import game_named
from logistello.lab.sample_positions import random_positions
from tests.lab.test_exact_searches import check

#: Random moves before the search, and its depth. In checkers a player may jump several times in a row.
GAMES = {"othello": (20, 3), "connect_four": (12, 4), "breakthrough": (30, 2), "checkers": (18, 4), "chess": (10, 2)}


@pytest.mark.parametrize("name", GAMES)
def test_searches_of_games(name: str) -> None:
    moves, depth = GAMES[name]
    game = game_named(name)
    evaluator = OthelloModelEvaluator() if name == "othello" else hand_made(game)
    for state in random_positions(game, 2, moves, seed=3):
        check(game, evaluator, state, depth, ordering=("killers", "history"))


def test_endings_of_othello_are_solved() -> None:
    """By discs alone, to the end; the value is the native solver's."""
    from logistello import Engine

    game = game_named("othello")
    states = random_positions(game, 3, 54, seed=5)
    with Engine(threads=1, hash_mb=16) as engine:
        for state in states:
            found = Search(game, OthelloDiscs(), "mtd-f", ordering=("evaluation",)).search(state)
            assert (found.value, found.exact) == (float(engine.solve(state.position).score), True)


@pytest.mark.parametrize("name", ["othello", "connect_four", "breakthrough", "checkers", "chess"])
def test_hand_made_evaluators_see_both_sides_alike(name: str) -> None:
    """The start is about even, values stay within those of won games, and what one gains the other loses."""
    game = game_named(name)
    evaluator: Any = hand_made(game)
    most = game.value_range[1]
    assert abs(evaluator.value(game.start())) < 0.05 * most
    for state in random_positions(game, 10, 14, seed=2):
        assert abs(evaluator.value(state)) < most


def test_material_counts_for_its_owner() -> None:
    """After a capture the mover is ahead."""
    checkers = game_named("checkers")
    evaluator: Any = hand_made(checkers)
    for state in random_positions(checkers, 30, 12, seed=1):
        before = evaluator.value(state)
        for move in checkers.moves(state):
            after = checkers.play(state, move)
            pieces = [sum(str(each).count(mark) for mark in "o8+*") for each in (state, after)]
            if pieces[1] < pieces[0] and not checkers.is_over(after):
                mine = evaluator.value(after) * (1 if checkers.player(after) == checkers.player(state) else -1)
                assert mine > before
    chess = game_named("chess")
    ahead = chess.parse("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1;start")
    assert hand_made(chess).value(ahead) == pytest.approx(900 / 4096, abs=0.01)


def test_a_limit_of_nodes_holds_in_a_game() -> None:
    game = game_named("connect_four")
    found = Search(game, hand_made(game), "mtd-f").search(game.start(), SearchLimit(nodes=300))
    assert found.counts.nodes <= 300
    assert found.depth >= 2
