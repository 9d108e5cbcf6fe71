"""Thinking on the opponent's time in games: real engines, short clocks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from logistello.engine import Clock, Engine, Limit
from logistello.match.engine_player import PonderingPlayer
from logistello.match.play_game import GameOutcome, MatchSeat, MatchTerms, play_game
from logistello.match.players import RandomPlayer, SimplePlayer
from logistello.match.runner import MatchRun
from logistello.match.spec import parse_player
from logistello.othello import Color, Game, Position
from tests.waiting import PATIENCE, wait_until_it_works

from .helpers import match_of, opening_list

CLOCK = Limit(clock=Clock(3))
#: A machine that is busy with other things is no reason to lose.
ANY_TIME = MatchTerms(lag=PATIENCE)


@pytest.fixture
def player() -> Iterator[PonderingPlayer]:
    made = parse_player("engine:ponder=yes,hash_mb=4").make()
    assert isinstance(made, PonderingPlayer)
    yield made
    made.close()


def is_thinking(player: PonderingPlayer) -> bool:
    return player._opponent_time.thinking


def play(player: PonderingPlayer, limit: Limit) -> GameOutcome:
    seats = {
        Color.BLACK: MatchSeat(player, limit),
        Color.WHITE: MatchSeat(SimplePlayer("random", RandomPlayer, 3), Limit()),
    }
    return play_game(1, opening_list().openings[0], seats, ANY_TIME)


def test_a_whole_game_by_the_clock(player: PonderingPlayer) -> None:
    outcome = play(player, CLOCK)
    assert (outcome.ending, outcome.loser) == ("played", None)
    assert player.pondering.hits > 0
    assert player.pondering.misses > 0
    assert not is_thinking(player)


def test_a_hit_is_deeper_than_a_fresh_search(player: PonderingPlayer) -> None:
    game = Game.from_moves("f5d6c3d3")
    limit = Limit(time=0.05)
    player.choose(game, limit, 0.05)
    pondering = player._opponent_time._pondering
    assert pondering is not None
    assert pondering.expected is not None
    wait_until_it_works(0.6)
    assert is_thinking(player)
    game.play(next(move for move in game.position.legal_moves if game.position.play(move) == pondering.position))
    game.play(pondering.expected)
    choice = player.choose(game, limit, 0.05)
    assert (player.pondering.hits, player.pondering.misses) == (1, 0)
    assert game.position.is_legal(choice.move)
    with Engine(hash_mb=4) as fresh:
        alone = fresh.search(game.position, limit)
    assert choice.depth is not None
    assert choice.depth > alone.depth
    player.end_game()
    assert not is_thinking(player)


def test_a_miss_turns_to_what_was_played(player: PonderingPlayer) -> None:
    game = Game.from_moves("f5d6c3d3")
    game.play(player.choose(game, CLOCK, 0.05).move)
    assert player._opponent_time._pondering is not None
    expected = player._opponent_time._pondering.expected
    game.play(next(move for move in game.position.legal_moves if move is not expected))
    assert game.position.is_legal(player.choose(game, CLOCK, 0.05).move)
    assert (player.pondering.hits, player.pondering.misses) == (0, 1)


def test_a_forced_pass_in_between(player: PonderingPlayer) -> None:
    """The opponent moves twice: what was thought leads nowhere, and the game goes on."""
    game = Game.from_moves("f5d6c3d3")
    player.choose(game, CLOCK, 0.05)
    later = Game.from_moves("f5f6e6f4e3")
    assert later.position.is_legal(player.choose(later, CLOCK, 0.05).move)
    assert (player.pondering.hits, player.pondering.misses) == (0, 0)


@pytest.mark.parametrize("limit", [Limit(depth=4), Limit(nodes=2000)])
def test_fixed_searches_stay_what_they_are(player: PonderingPlayer, limit: Limit) -> None:
    player.choose(Game.from_moves("f5d6c3d3"), limit, 0.05)
    assert player._opponent_time._pondering is None


def test_it_ends_with_the_game_and_with_the_player(player: PonderingPlayer) -> None:
    for end in (player.end_game, lambda: player.new_game(2), player.interrupt, player.close):
        game = Game.from_moves("f5d6c3d3")
        player.choose(game, Limit(time=0.01), 0.05)
        assert is_thinking(player)
        pondering = player._opponent_time._pondering
        end()
        assert pondering is not None
        pondering.wait()
        assert not pondering.searching


def test_an_opponent_that_must_pass_is_not_waited_for(player: PonderingPlayer) -> None:
    # Black takes the disc on b1 and White has none left.
    game = Game(Position.parse("-OX" + "-" * 61 + " X"))
    assert str(player.choose(game, CLOCK, 0.05).move) == "a1"
    assert player._opponent_time._pondering is None


def test_a_match_of_two_that_ponder() -> None:
    text = "engine:clock=1.5,hash_mb=4,ponder=yes"
    run = MatchRun(match_of(f"{text},name=a", f"{text},name=b", games=2, rules=ANY_TIME))
    run.play()
    assert [game.ending for game in run.games] == ["played", "played"]
