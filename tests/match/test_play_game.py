"""One game: rules, clocks, failures, adjudication."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from logistello.engine import Clock, Engine, Limit
from logistello.errors import EngineError, PlayerError
from logistello.match.engine_player import EnginePlayer, make_engine
from logistello.match.openings import OpeningLine
from logistello.match.play_game import GameOutcome, Interrupted, MatchSeat, MatchTerms, play_game
from logistello.match.players import Choice, GreedyPlayer, RandomPlayer, SimplePlayer
from logistello.othello import PASS, Color, Game, Position, Square
from logistello.othello.game import Ending

START = OpeningLine(Position.initial())


class Scripted:
    """Random moves, with something else to do at some of them."""

    name = "scripted"

    def __init__(self, deed: Callable[[int], Square | None] = lambda number: None) -> None:
        self.deed = deed
        self.limits: list[Limit] = []
        self.games_ended = 0
        self._random = RandomPlayer(5)

    def new_game(self, number: int) -> None:
        pass

    def choose(self, game: Game, limit: Limit, lag: float) -> Choice:
        self.limits.append(limit)
        move = self.deed(len(self.limits))
        return Choice(self._random.choose(game.position) if move is None else move, 1.5, 10, 4)

    def end_game(self) -> None:
        self.games_ended += 1

    def interrupt(self) -> None:
        pass

    def close(self) -> None:
        pass


def random_seat(seed: int = 0) -> MatchSeat:
    player = SimplePlayer("random", RandomPlayer, seed)
    return MatchSeat(player, Limit())


def play(
    black: MatchSeat, white: MatchSeat, rules: MatchTerms | None = None, opening: OpeningLine = START
) -> GameOutcome:
    return play_game(1, opening, {Color.BLACK: black, Color.WHITE: white}, rules or MatchTerms())


def test_a_game_is_played_to_its_end() -> None:
    passes = 0
    for seed in range(20):
        black, white = random_seat(seed), random_seat(seed + 50)
        outcome = play(black, white)
        assert outcome.game.is_over
        assert outcome.black_score == outcome.game.position.final_score(Color.BLACK)
        assert (outcome.ending, outcome.loser) == ("played", None)
        assert black.moves + white.moves == sum(move is not PASS for move in outcome.game.moves)
        passes += PASS in outcome.game.moves
    assert passes  # and nobody was asked for one: it would count as a move


def test_the_opening_stands_on_the_board() -> None:
    opening = OpeningLine.of(Game.from_moves("f5d6c3d3c4"))
    white = MatchSeat(Scripted(), Limit())
    outcome = play(random_seat(), white, opening=opening)
    assert outcome.game.moves[:5] == opening.moves
    nodes = list(outcome.game.root.main_line())
    assert nodes[4].seconds is None
    assert (nodes[5].value, nodes[5].mover) == (1.5, Color.WHITE)
    assert nodes[5].seconds is not None
    assert (white.nodes, white.depths) == (10 * white.moves, 4 * white.moves)


def test_an_illegal_move_loses() -> None:
    seat = MatchSeat(Scripted(lambda number: Square.A1 if number == 3 else None), Limit())
    outcome = play(random_seat(), seat)
    assert (outcome.ending, outcome.loser, outcome.black_score) == ("illegal", Color.WHITE, 64)
    assert "a1" in outcome.reason
    result = outcome.game.result
    assert (result.black_score, result.ending) == (64, Ending.RESIGNED)


def test_a_player_that_fails_before_the_game_loses_it() -> None:
    class Broken(Scripted):
        def new_game(self, number: int) -> None:
            raise PlayerError("died", "gone")

    outcome = play(MatchSeat(Broken(), Limit()), random_seat())
    assert (outcome.ending, outcome.loser, outcome.black_score) == ("died", Color.BLACK, -64)
    assert "gone" in outcome.game.comment


class HandClock:
    """Stands in for the module ``time``: it goes only when it is told to."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def perf_counter(self) -> float:
        return self.seconds

    def slow(self, number: int) -> None:
        """The second move takes its time."""
        if number == 2:
            self.seconds += 0.2


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> HandClock:
    made = HandClock()
    monkeypatch.setattr(sys.modules[play_game.__module__], "time", made)
    return made


@pytest.mark.parametrize("limit", [Limit(time=0.1), Limit(clock=Clock(0.15))])
def test_too_late_is_lost_on_time(limit: Limit, clock: HandClock) -> None:
    outcome = play(MatchSeat(Scripted(clock.slow), limit), random_seat(), MatchTerms(lag=0.01))
    assert (outcome.ending, outcome.loser, outcome.black_score) == ("time", Color.BLACK, -64)
    assert outcome.game.result.ending is Ending.TIMEOUT
    assert "took 0.2" in outcome.reason
    forgiven = play(MatchSeat(Scripted(clock.slow), limit), random_seat(), MatchTerms(lag=0.5))
    assert forgiven.ending == "played"


def test_clocks_run_down_and_get_their_increment(clock: HandClock) -> None:
    player = Scripted(clock.slow)
    seat = MatchSeat(player, Limit(clock=Clock(5, 0.01)))
    other = Scripted()
    play(seat, MatchSeat(other, Limit(depth=3)))
    clocks = [limit.clock for limit in player.limits]
    assert clocks[0] == Clock(5, 0.01)
    assert clocks[1] is not None
    assert clocks[2] is not None
    assert clocks[1].remaining == pytest.approx(5.01)
    assert clocks[2].remaining == pytest.approx(4.82)
    assert seat.remaining == pytest.approx(5 + 0.01 * seat.moves - seat.seconds)
    assert seat.longest_move == pytest.approx(0.2)
    assert other.limits[0] == Limit(depth=3)


def test_adjudication_is_the_exact_score() -> None:
    with Engine(hash_mb=1) as engine:
        for seed in range(4):
            seats = {Color.BLACK: random_seat(seed), Color.WHITE: random_seat(9 + seed)}
            outcome = play_game(seed, START, seats, MatchTerms(adjudicate_empties=10), engine)
            assert outcome.ending == "adjudicated"
            last = outcome.game.position
            assert last.empties == 10 or last.must_pass
            assert outcome.black_score == engine.solve(last).pov_score.black
            assert outcome.game.result.black_score == outcome.black_score


def test_a_stop_ends_the_game() -> None:
    seats = {Color.BLACK: random_seat(), Color.WHITE: random_seat()}
    with pytest.raises(Interrupted):
        play_game(1, START, seats, MatchTerms(), None, lambda: True)


def test_players_hear_of_every_end(clock: HandClock) -> None:
    """Of a game that is played, forfeited and given up."""
    player = Scripted()
    play(MatchSeat(player, Limit()), random_seat())
    assert player.games_ended == 1
    other = Scripted(clock.slow)
    assert play(MatchSeat(other, Limit(time=0.1)), MatchSeat(player, Limit()), MatchTerms(lag=0.01)).ending == "time"
    assert (player.games_ended, other.games_ended) == (2, 1)
    with pytest.raises(Interrupted):
        play_game(
            1,
            START,
            {Color.BLACK: MatchSeat(player, Limit()), Color.WHITE: random_seat()},
            MatchTerms(),
            None,
            lambda: True,
        )
    assert player.games_ended == 3


class FakeEngine:
    """The contract of the engine's search; answers with the greedy move."""

    def __init__(self) -> None:
        self.limits: list[Limit] = []
        self.cleared = 0

    def search(self, position: Position, limit: Limit) -> Choice:
        self.limits.append(limit)
        if limit.depth == 99:
            raise EngineError("too deep")
        return FakeAnswer(GreedyPlayer().choose(position))  # type: ignore[return-value]

    def stop(self) -> None:
        pass

    def clear(self) -> None:
        self.cleared += 1

    def close(self) -> None:
        pass


class FakeAnswer:
    score, depth, nodes = 2.5, 7, 1000

    def __init__(self, move: Square) -> None:
        self.move = move


def test_the_engine_gets_its_limits() -> None:
    engine = FakeEngine()
    player = EnginePlayer("ours", engine)  # type: ignore[arg-type]
    seat = MatchSeat(player, Limit(clock=Clock(60, 1)))
    outcome = play(seat, random_seat())
    assert outcome.ending == "played"
    assert engine.limits[0] == Limit(clock=Clock(60, 1))
    assert engine.cleared == 1
    assert seat.nodes == 1000 * seat.moves
    first = outcome.game.root.children[0]
    assert (first.move, first.value) == (Square.D3, 2.5)
    assert play(MatchSeat(player, Limit(depth=99)), random_seat()).ending == "died"


def test_the_real_engine_plays() -> None:
    player = EnginePlayer("ours", make_engine({"hash_mb": 1}))
    outcome = play(MatchSeat(player, Limit(depth=2)), random_seat())
    player.close()
    assert (outcome.ending, outcome.loser) == ("played", None)
    assert outcome.black_score > 0
