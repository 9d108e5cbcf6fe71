"""Levels: each a player of its own, weak ones with reasons for their moves."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest

from logistello.engine import Clock, Engine, Info, Limit
from logistello.engine.levels import LEVELS, LevelPlayer, level_settings
from logistello.errors import IllegalMoveError, UsageError
from logistello.match.openings import load_openings
from logistello.match.players import GreedyPlayer
from logistello.othello import PASS, Color, Game, Position, Square

MIDDLE = Game.from_moves("f5d6c3d3c4f4f6f3e6e7d7c6").position
ENDING = Position.parse("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X")


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine(hash_mb=1) as made:
        yield made


def test_levels_see_more_and_err_less_as_they_rise() -> None:
    for weak, strong in pairwise(level_settings(level) for level in LEVELS):
        assert (weak.depth or 0) <= (strong.depth or 99)
        assert weak.exact_empties <= strong.exact_empties or strong.depth is None
        assert weak.greed >= strong.greed
        assert weak.insight <= strong.insight
    assert level_settings(20).always_best
    assert not level_settings(1).always_best


@pytest.mark.parametrize("level", [0, 21, -1])
def test_levels_that_do_not_exist(level: int, engine: Engine) -> None:
    with pytest.raises(UsageError, match="expected 1 to 20"):
        LevelPlayer(level, engine)


def test_every_level_plays_and_repeats_itself(engine: Engine) -> None:
    for level in LEVELS:
        limit = Limit(depth=4)  # quick, also for the strongest
        player = LevelPlayer(level, engine, seed=3)
        first = player.choose(MIDDLE, limit)
        assert first.move in MIDDLE.legal_moves
        player.choose(Position.initial(), limit)  # what happens between does not matter
        assert LevelPlayer(level, engine, seed=3).choose(MIDDLE, limit).move is first.move


def test_seeds_make_weak_levels_vary_and_strong_ones_not(engine: Engine) -> None:
    def moves(level: int) -> set[Square]:
        return {LevelPlayer(level, engine, seed).choose(MIDDLE, Limit(depth=3)).move for seed in range(12)}

    assert len(moves(1)) > 3
    assert len(moves(18)) == 1


def test_chance_follows_what_a_level_likes(engine: Engine) -> None:
    """The frequencies over many seeds are those of the formula."""
    player = LevelPlayer(5, engine)
    settings = player.settings
    moves = MIDDLE.legal_moves[:3]
    seen = [
        Info(1, 1, 100, score, (move,), 0, 0.0, turn=Color.BLACK)
        for move, score in zip(moves, (2.0, 0.0, -4.0), strict=True)
    ]
    worth = [settings.insight * info.score + settings.greed * MIDDLE.flips(info.move).bit_count() for info in seen]
    total = sum(math.exp(each / settings.temperature) for each in worth)
    count = 3000
    found = Counter(LevelPlayer(5, engine, seed)._pick(MIDDLE, seen).move for seed in range(count))
    for info, each in zip(seen, worth, strict=True):
        expected = math.exp(each / settings.temperature) / total
        deviation = math.sqrt(count * expected * (1 - expected))
        assert abs(found[info.move] - count * expected) < 4 * deviation


def test_beginners_like_discs_and_corners(engine: Engine) -> None:
    player = LevelPlayer(1, engine)

    def liking(position: Position, move: Square) -> float:
        return player._liking(position, Info(1, 1, 100, 0.0, (move,), 0, 0.0, turn=Color.BLACK))

    by_discs = sorted(MIDDLE.legal_moves, key=lambda move: MIDDLE.flips(move).bit_count())
    assert liking(MIDDLE, by_discs[-1]) > liking(MIDDLE, by_discs[0])
    corner = Position.parse("-OX" + "-" * 5 + "-O-X" + "-" * 52 + " X")
    assert Square.A1 in corner.legal_moves
    assert liking(corner, Square.A1) > corner.flips(Square.A1).bit_count() * player.settings.greed


def test_what_a_level_knows_of_the_ending_is_exact(engine: Engine) -> None:
    best = engine.solve(ENDING)
    assert ENDING.empties == 14
    for level in (15, 16, 17):
        assert level_settings(level).exact_empties >= 14
        found = LevelPlayer(level, engine, seed=level).choose(ENDING)
        assert (found.move, found.score, found.exact) == (best.move, best.score, True)


def test_limits_of_caller_and_level(engine: Engine) -> None:
    club, full = LevelPlayer(12, engine), LevelPlayer(20, engine)
    depth, seconds = level_settings(12).depth, level_settings(20).seconds
    assert club.limit(MIDDLE) == Limit(depth=depth)
    assert club.limit(MIDDLE, Limit(depth=2)) == Limit(depth=2)
    assert club.limit(MIDDLE, Limit(depth=40, time=1)) == Limit(depth=depth, time=1)
    assert full.limit(MIDDLE) == Limit(time=seconds)
    assert full.limit(MIDDLE, Limit(time=0.5)) == Limit(time=0.5)
    assert full.limit(MIDDLE, Limit(clock=Clock(60))) == Limit(clock=Clock(60))
    assert LevelPlayer(17, engine).limit(ENDING) == Limit(depth=ENDING.empties)


def test_a_forced_move_takes_no_thought_and_an_ended_game_has_none(engine: Engine) -> None:
    passing = Position.parse("XO" + "-" * 62 + " O")
    full = LevelPlayer(20, engine)  # it would think for seconds
    assert (full.choose(passing).move, full.choose(passing).nodes) == (PASS, 0)
    assert full.choose(passing.play(PASS)).move is Square.C1
    with pytest.raises(IllegalMoveError, match="over"):
        full.choose(passing.play(PASS).play("c1"))


def score_of_first(players: dict[Color, LevelPlayer | GreedyPlayer], start: Game) -> int:
    position = start.position
    while not position.is_over:
        player = players[position.turn]
        chosen = player.choose(position)
        position = position.play(chosen if isinstance(chosen, Square) else chosen.move)
    return position.final_score(Color.BLACK)


def test_beginners_share_their_games_with_the_greedy_player(engine: Engine) -> None:
    openings = load_openings(None, seed=1).openings
    results = [
        score_of_first({Color.BLACK: LevelPlayer(1, engine, seed), Color.WHITE: GreedyPlayer()}, openings[seed].game())
        for seed in range(10)
    ]
    assert min(results) < 0 < max(results)


def test_a_club_player_beats_a_beginner(engine: Engine) -> None:
    openings = load_openings(None, seed=2).openings
    for seed in range(3):
        weak, strong = LevelPlayer(1, engine, seed), LevelPlayer(9, engine, seed)
        assert score_of_first({Color.BLACK: strong, Color.WHITE: weak}, openings[seed].game()) > 0
