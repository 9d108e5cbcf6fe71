"""Reasons agree with the search, and their numbers with the boards."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.review import contradictions
from logistello.engine import Engine, Limit
from logistello.errors import IllegalMoveError
from logistello.othello import PASS, Color, Game, Position, Square
from logistello.othello.square import CORNERS, squares_of
from logistello.review.board_facts import board_facts, empty_regions, is_wedge
from logistello.review.effort import EFFORTS, Effort
from logistello.review.explain import parse_line
from logistello.review.game_review import review_game
from logistello.review.reasons import compare_lines, compare_moves


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine(hash_mb=4) as made:
        yield made


def random_game(seed: int, moves: int) -> Game:
    rng = random.Random(seed)
    game = Game()
    while len(game.moves) < moves and game.position.legal_moves:
        game.play(rng.choice(game.position.legal_moves))
    return game


def neighbours(square: Square) -> list[Square]:
    return [
        Square(8 * row + column)
        for row in range(max(square.row - 1, 0), min(square.row + 2, 8))
        for column in range(max(square.column - 1, 0), min(square.column + 2, 8))
        if (row, column) != (square.row, square.column)
    ]


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.integers(0, 60))
def test_facts_against_counting_by_hand(seed: int, moves: int) -> None:
    position = random_game(seed, moves).position
    for color in Color:
        facts = board_facts(position, color)
        turned = Position(position.black, position.white, color)
        assert set(squares_of(facts.own.moves)) == {move for move in turned.legal_moves if move is not PASS}
        frontier = {
            square
            for square in squares_of(position.discs(color))
            if any(position[beside] is None for beside in neighbours(square))
        }
        assert set(squares_of(facts.own.frontier)) == frontier
        assert set(squares_of(facts.own.corners)) == {corner for corner in CORNERS if position[corner] is color}
        assert facts.opponent == board_facts(position, color.opponent).own
    regions = empty_regions(position)
    assert sum(region.bit_count() for region in regions) == position.empties
    for region in regions:
        for square in squares_of(region):
            assert all(region & beside.mask for beside in neighbours(square) if position[beside] is None)


def test_over_the_mistakes_of_games(engine: Engine) -> None:
    """What the search calls better is called better, with numbers that the boards confirm."""
    kinds = set()
    explained = 0
    for seed in range(3):
        for move in review_game(engine, random_game(seed, 60), Effort(Limit(depth=6), exact_empties=8)):
            if move.disc_loss >= 2:
                found = compare_lines(move.position, (move.found.pv, move.best.pv), (move.score, move.best.score))
                assert (found.better.moves, found.worse.moves) == (move.best.pv, move.found.pv)
                assert (found.better_score, found.worse_score) == (move.best.score, move.score)
                assert contradictions(found, move.best.move) == []
                explained += bool(found.reasons)
                kinds |= {reason.kind for reason in found.reasons}
    assert explained > 30
    assert kinds >= {"corner", "mobility", "stability", "frontier", "score"}


def test_a_corner_that_is_given_away(engine: Engine) -> None:
    position = Game.from_moves("f5d6c3d3c4b3b2").position
    best = engine.search(position, Limit(depth=8)).move
    assert best is not None
    found = compare_moves(engine, position, Square.B1, best, Limit(depth=8))
    assert (found.better.moves[0], found.worse.moves[0]) == (best, Square.B1)
    first = found.reasons[0]
    assert (first.kind, first.line, first.squares) == ("corner", "worse", (Square.A1,))
    assert "b1 lets the opponent take the corner a1" in found.sentence()
    assert contradictions(found, best) == []
    with pytest.raises(IllegalMoveError):
        compare_moves(engine, position, Square.A1, Square.D2, Limit(depth=2))


def test_wedges_and_passes_in_lines() -> None:
    row = Position.parse("--O-O---" + "-" * 24 + "---OX------XO---" + "-" * 16 + " X")
    assert not is_wedge(row, Square.B1)
    assert is_wedge(row, Square.D1)
    game = random_game(3, 60)
    assert parse_line(Position.initial(), " ".join(str(move) for move in game.moves if move is not PASS)) == tuple(
        game.moves
    )


def test_equal_moves_have_no_reason() -> None:
    start = Position.initial()
    found = compare_lines(start, ([Square.D3], [Square.F5]), (0.5, 0.5))
    assert found.reasons == ()
    assert found.sentence() == "d3 and f5 are worth the same."
    with pytest.raises(ValueError, match="without moves"):
        compare_lines(start, ([], [Square.F5]), (0.5, 0.5))


def test_named_efforts_give_the_same_verdicts_again(engine: Engine) -> None:
    """Whatever the engine did before; a quick review calls the same moves mistakes."""
    game = random_game(7, 12)
    small = Effort(Limit(depth=8), glance=Limit(depth=6))
    first = [(move.best, move.found) for move in review_game(engine, game, small)]
    engine.search(random_game(8, 30).position, Limit(depth=12))
    again = [(move.best, move.found) for move in review_game(engine, game, small)]
    assert [(one.score, two.score, one.pv) for one, two in first] == [
        (one.score, two.score, one.pv) for one, two in again
    ]
    assert EFFORTS["quick"].look == EFFORTS["normal"].look
