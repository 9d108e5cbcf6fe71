"""The untrained players: legal, repeatable, and of different strength."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logistello.errors import IllegalMoveError
from logistello.match.players import GreedyPlayer, MobilityPlayer, MoveChooser, RandomPlayer
from logistello.othello import PASS, Color, Position, Square

MAKERS: dict[str, Callable[[int], MoveChooser]] = {
    "random": RandomPlayer,
    "greedy": lambda seed: GreedyPlayer(),
    "mobility 1": lambda seed: MobilityPlayer(1, seed),
    "mobility 2": lambda seed: MobilityPlayer(2, seed),
}


def play_game(black: MoveChooser, white: MoveChooser) -> list[Position]:
    positions = [Position.initial()]
    while not positions[-1].is_over:
        player = black if positions[-1].turn is Color.BLACK else white
        positions.append(positions[-1].play(player.choose(positions[-1])))
    return positions


@pytest.mark.parametrize("maker", MAKERS.values(), ids=MAKERS.keys())
@given(occupied=st.integers(0, (1 << 64) - 1), black=st.integers(0, (1 << 64) - 1), seed=st.integers(0, 99))
def test_moves_are_legal_in_any_position(
    maker: Callable[[int], MoveChooser], occupied: int, black: int, seed: int
) -> None:
    position = Position(black & occupied, occupied & ~black)
    if position.is_over:
        with pytest.raises(IllegalMoveError, match="over"):
            maker(seed).choose(position)
    else:
        assert maker(seed).choose(position) in position.legal_moves


@pytest.mark.parametrize("maker", MAKERS.values(), ids=MAKERS.keys())
def test_the_same_seed_plays_the_same_game(maker: Callable[[int], MoveChooser]) -> None:
    assert play_game(maker(5), RandomPlayer(1)) == play_game(maker(5), RandomPlayer(1))


def test_another_seed_plays_another_game() -> None:
    for maker in (RandomPlayer, lambda seed: MobilityPlayer(1, seed)):
        assert len({play_game(maker(seed), GreedyPlayer())[-1] for seed in range(8)}) > 1


def test_forced_passes_are_played() -> None:
    position = Position(Square.A1.mask, Square.B1.mask, Color.WHITE)
    for maker in MAKERS.values():
        assert maker(0).choose(position) is PASS


def test_greedy_turns_most_discs() -> None:
    position = Position.initial()
    for move in ("f5", "d6", "c3"):
        position = position.play(move)
    chosen = GreedyPlayer().choose(position)
    assert position.flips(chosen).bit_count() == max(position.flips(move).bit_count() for move in position.legal_moves)


def test_mobility_takes_a_free_corner() -> None:
    position = Position.parse("-OX----- -------- -------- ---OX--- ---XO--- -------- -------- -------- X")
    assert MobilityPlayer(1).choose(position) is Square.A1


@pytest.mark.parametrize("level", [0, 6, -1])
def test_levels_that_do_not_exist(level: int) -> None:
    with pytest.raises(ValueError, match="expected 1 to 5"):
        MobilityPlayer(level)


@pytest.mark.parametrize("level", [1, 3])
def test_the_chosen_move_is_a_best_ranked_one(level: int) -> None:
    for position in play_game(RandomPlayer(3), RandomPlayer(4))[:-1:5]:
        ranked = MobilityPlayer(level).rank(position)
        assert sorted(move for move, _ in ranked) == list(position.legal_moves)
        best = [move for move, value in ranked if value == ranked[0][1]]
        assert {MobilityPlayer(level, seed).choose(position) for seed in range(4)} <= set(best)


def exact(position: Position) -> int:
    """Plain minimax to the end, in discs for the side to move."""
    if position.is_over:
        return position.final_score()
    return max(-exact(position.play(move)) for move in position.legal_moves)


def test_the_last_squares_are_solved() -> None:
    games = [play_game(RandomPlayer(seed), RandomPlayer(seed + 50)) for seed in range(6)]
    endings = [position for game in games for position in game if position.empties <= 4 and not position.is_over]
    assert len(endings) > 12
    for position in endings:
        assert MobilityPlayer(1).rank(position)[0][1] == 1000 * exact(position)


def test_higher_levels_beat_simple_players() -> None:
    def points(maker: Callable[[int], MoveChooser], other: Callable[[int], MoveChooser], games: int) -> float:
        total = 0.0
        for seed in range(games):
            score = play_game(maker(seed), other(seed + 100))[-1].final_score(Color.BLACK)
            score -= play_game(other(seed + 200), maker(seed))[-1].final_score(Color.BLACK)
            total += (score > 0) - (score < 0)
        return total / games

    assert points(lambda seed: MobilityPlayer(1, seed), RandomPlayer, 15) > 0.5
    assert points(lambda seed: MobilityPlayer(2, seed), lambda seed: GreedyPlayer(), 15) > 0.5
    assert points(lambda seed: MobilityPlayer(4, seed), lambda seed: MobilityPlayer(1, seed), 6) > 0
