"""Moves are judged by what they lose of the expected score."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from logistello.engine import Engine, Limit, Outlook
from logistello.engine.outlook import OutlookTable
from logistello.othello import PASS, Game, Position
from logistello.review.expectation import MoveClass, class_of, disc_class_of, expected_score
from logistello.review.game_review import ReviewedMove, review_game
from logistello.review.summary import summarise


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine(hash_mb=4) as made:
        yield made


def ending(seed: int, empties: int) -> Position:
    rng = random.Random(seed)
    position = Position.initial()
    while position.empties > empties and (moves := position.legal_moves):
        position = position.play(rng.choice(moves))
    return position


def played_out(start: Position, seed: int) -> Game:
    rng = random.Random(seed)
    game = Game(start=start)
    while moves := game.position.legal_moves:
        game.play(rng.choice(moves))
    return game


def plain_score(position: Position) -> int:
    if position.is_over:
        return position.final_score()
    return max(-plain_score(position.play(move)) for move in position.legal_moves)


def reviewed(engine: Engine, game: Game, limit: Limit) -> list[ReviewedMove]:
    return list(review_game(engine, game, limit, outlooks=OutlookTable.of(engine.model)))


@pytest.mark.parametrize("seed", range(4))
def test_exact_endings_against_plain_minimax(engine: Engine, seed: int) -> None:
    game = played_out(ending(seed, 7), seed)
    moves = reviewed(engine, game, Limit(depth=60))
    assert [move.played for move in moves] == [move for move in game.moves if move is not PASS]
    for move in moves:
        best = plain_score(move.position)
        score = -plain_score(move.position.play(move.played))
        assert (move.best.score, move.score) == (best, score)
        value = {1: 1.0, 0: 0.5, -1: 0.0}
        signs = [(number > 0) - (number < 0) for number in (best, score)]
        assert move.loss == value[signs[0]] - value[signs[1]]
        expected = class_of(move.loss, best - score, is_best=score == best, choices=9)
        assert move.move_class is (MoveClass.FORCED if len(move.position.legal_moves) == 1 else expected)
        assert move.phase == "endgame"


def test_equal_moves_lose_nothing(engine: Engine) -> None:
    """By symmetry all first moves are as good; whatever the engine names as the best."""
    for first in ("f5", "d3", "c4", "e6"):
        (move,) = reviewed(engine, Game.from_moves(first), Limit(depth=6))
        assert move.loss == pytest.approx(0, abs=0.02)
        assert move.move_class in (MoveClass.BEST, MoveClass.GOOD)


def test_summary_adds_up(engine: Engine) -> None:
    game = played_out(Position.initial(), 5)
    moves = reviewed(engine, game, Limit(depth=2))
    review = summarise(moves)
    for side in (review.black, review.white):
        own = [move for move in moves if move.mover is side.color]
        assert side.moves == len(own) == sum(side.classes.values()) == sum(phase.moves for phase in side.phases)
        assert side.disc_loss == pytest.approx(sum(phase.discs for phase in side.phases))
        assert side.expected_loss == pytest.approx(sum(move.loss for move in own))
        assert side.accuracy is not None
        assert 0 < side.accuracy < 100
    assert "Black lost" in review.sentence()


def test_turning_points_are_where_the_favourite_changes(engine: Engine) -> None:
    moves = [move for seed in range(4) for move in reviewed(engine, played_out(ending(seed, 7), seed), Limit(depth=60))]
    points = {id(point.move) for point in summarise(moves).turning_points}
    assert points == {id(move) for move in moves if move.loss > 0}  # win, draw and loss: each change turns the game


def test_random_openings_are_not_judged(engine: Engine) -> None:
    game = Game.from_moves("f5d6c3d3")
    found = list(review_game(engine, game, Limit(depth=1), skip=3))
    assert [move.number for move in found] == [4]
    assert found[0].ply == 3


def test_classes_follow_the_thresholds() -> None:
    losses = (0.0, 0.049, 0.05, 0.1, 0.199, 0.2, 1.0)
    assert [class_of(loss, 3.0, is_best=False, choices=5).value for loss in losses] == [
        "good", "good", "inaccuracy", "mistake", "mistake", "blunder", "blunder",
    ]  # fmt: skip
    assert class_of(0.0, 0.0, is_best=True, choices=1) is MoveClass.FORCED
    assert class_of(0.0, 5.0, is_best=False, choices=5) is MoveClass.WASTEFUL
    assert class_of(0.3, 31.0, is_best=False, choices=5) is MoveClass.BLUNDER
    assert [disc_class_of(discs, is_best=False, choices=5).value for discs in (0.5, 2.0, 5.0, 10.0)] == [
        "good", "inaccuracy", "mistake", "blunder",
    ]  # fmt: skip
    assert expected_score(Outlook(0.5, 0.2, 0.3, -2, 4), 1.0, exact=False) == pytest.approx(0.6)
    assert expected_score(None, 0, exact=True) == 0.5
    assert expected_score(None, -2, exact=True) == 0.0
