"""Native games and searches in bulk against the rules and single searches in Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from logistello import Engine, Limit, Model, Position, _native
from logistello.othello import Color, Game, Square

GIVEN, RANDOM, BLUNDER, SEARCHED, EXACT = range(5)


@pytest.fixture(scope="module")
def model() -> Model:
    return Model.default()


def rows(games: int, **changes: Any) -> dict[str, Any]:
    openings = np.full((games, 60), 255, dtype=np.uint8)
    openings[::2, :3] = [int(Square.parse(name)) for name in ("f5", "d6", "c3")]
    settings: dict[str, Any] = {
        "openings": openings,
        "random_moves": (np.arange(games) % 20).astype(np.uint8),
        "blunder_chance": np.full(games, 0.1, dtype=np.float32),
        "seeds": np.arange(games, dtype=np.uint64),
        "depth": 2,
        "exact_empties": 9,
    }
    return {**settings, **changes}


def test_games_are_whole_and_their_endings_exact(model: Model) -> None:
    moves, values, reasons = _native.self_play(model.native, **rows(24))
    solved = 0
    with Engine(hash_mb=16) as engine:
        for squares, worth, why in zip(moves, values, reasons, strict=True):
            game = replayed(squares)
            assert game.is_over
            mine = [node for node in game.positions() if node.legal_mask][: len(squares)]
            first = next((place for place, reason in enumerate(why) if reason == EXACT), None)
            if first is not None:
                solved += 1
                assert engine.solve(mine[first]).score == worth[first] / 128
                end = game.position.final_score(mine[first].turn)
                assert end == worth[first] / 128
    assert solved > 12


def replayed(squares: NDArray[np.uint8]) -> Game:
    game = Game()
    for square in squares[squares != 255]:
        if game.position.must_pass:
            game.play(Square.parse("pass"))
        game.play(Square(int(square)))
    if not game.is_over and game.position.must_pass:
        game.play(Square.parse("pass"))
    return game


def test_reasons_follow_the_opening(model: Model) -> None:
    _, _, reasons = _native.self_play(model.native, **rows(40, blunder_chance=np.ones(40, dtype=np.float32)))
    for number, why in enumerate(reasons.tolist()):
        given = 0 if number % 2 else 3
        assert why[: given + number % 20] == [GIVEN] * given + [RANDOM] * (number % 20)
        assert BLUNDER in why
        # A blunder needs a second move: without one the only move is the best.
        assert set(why[given + number % 20 :]) <= {BLUNDER, SEARCHED, EXACT, GIVEN}


def test_threads_and_neighbours_change_nothing(model: Model) -> None:
    all_at_once = _native.self_play(model.native, **rows(12), threads=3)
    for game in (0, 5, 11):
        alone = {
            name: value[game : game + 1] if isinstance(value, np.ndarray) else value for name, value in rows(12).items()
        }
        for whole, part in zip(all_at_once, _native.self_play(model.native, **alone), strict=True):
            assert (whole[game] == part[0]).all()


def test_search_many_is_a_search_with_an_empty_table(model: Model) -> None:
    moves, _, _ = _native.self_play(model.native, **rows(6))
    own, opp, *_ = _native.replay_positions(moves)[1]
    own, opp = np.ascontiguousarray(own[::7]), np.ascontiguousarray(opp[::7])
    table = model.probcut
    assert table is not None
    tables = (table.midgame.reshape(-1), table.endgame.reshape(-1))
    for probcut, selectivity in (((None, None), "none"), (tables, "mpc")):
        values, squares = _native.search_many(model.native, *probcut, own=own, opp=opp, depth=5, threads=2)
        with Engine(model=model, selectivity=selectivity, hash_mb=16) as engine:  # type: ignore[arg-type]
            for mine, yours, value, square in zip(own, opp, values, squares, strict=True):
                engine.clear()
                found = engine.search(Position.from_own(int(mine), int(yours)), Limit(depth=5))
                assert value == pytest.approx(found.score)
                if selectivity == "none":
                    assert found.move is not None
                assert square < 64


def test_what_makes_no_sense_is_refused(model: Model) -> None:
    openings = np.full((1, 60), 255, dtype=np.uint8)
    openings[0, 0] = 0
    for threads in (1, 2):
        with pytest.raises(ValueError, match="opening 0: its move number 1 cannot be played"):
            _native.self_play(model.native, **rows(1, openings=openings), threads=threads)
    openings[0, 0] = 64
    with pytest.raises(ValueError, match="passes are left out"):
        _native.self_play(model.native, **rows(1, openings=openings))
    with pytest.raises(ValueError, match="as many openings"):
        _native.self_play(model.native, **rows(2, seeds=np.zeros(1, dtype=np.uint64)))
    with pytest.raises(ValueError, match="depth must be positive"):
        _native.self_play(model.native, **rows(1, depth=0))
    with pytest.raises(ValueError, match="depth must be positive"):
        _native.search_many(
            model.native, own=openings[0, :1].astype(np.uint64), opp=openings[0, :1].astype(np.uint64), depth=0
        )


def test_finished_games_are_counted() -> None:
    """A board without moves for both sides: the score is final, and there is no square."""
    own = np.array([Position.initial().discs(Color.BLACK)], dtype=np.uint64)
    values, squares = _native.search_many(Model.default().native, own=own, opp=np.zeros(1, dtype=np.uint64), depth=3)
    assert (values[0], squares[0]) == (64.0, 65)
