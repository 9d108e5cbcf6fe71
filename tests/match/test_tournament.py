"""Tournaments: who meets whom, tables, ratings, and going on after a stop."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logistello.engine import Limit
from logistello.errors import MatchError
from logistello.match import OpeningLine, OpeningList, Sprt, parse_player
from logistello.match.elo import elo_of_score
from logistello.match.game_replay import replayable
from logistello.match.pairing_systems import Gauntlet, PairingSystem, Round, RoundRobin, Swiss, drawn
from logistello.match.record import PlayedGame
from logistello.match.tournament import Tournament, play_tournament
from logistello.match.tournament_report import tournament_report
from logistello.match.tournament_table import black_advantage, tournament_table
from logistello.othello import Position, Square
from logistello.othello.notation import read

OPENINGS = OpeningList(
    tuple(
        OpeningLine(Position.initial(), (first, second))
        for first in (Square.F5, Square.E6, Square.D3, Square.C4)
        for second in Position.initial().play(first).legal_moves
    ),
    "a test",
)


def tournament(system: PairingSystem, *players: str, games: int = 2) -> Tournament:
    specs = [parse_player(text) for text in players]
    return Tournament(specs, OPENINGS, games, Limit(depth=1), system=system)


@given(st.integers(2, 9), st.integers(1, 2))
def test_in_a_round_robin_everybody_meets_everybody(players: int, cycles: int) -> None:
    rounds = drawn(RoundRobin(cycles), players)
    met = Counter(frozenset(couple) for each in rounds for couple in each.couples)
    assert met == {frozenset(couple): cycles for couple in combinations(range(players), 2)}
    for each in rounds:
        present = [player for couple in each.couples for player in couple]
        assert sorted([*present, *([] if each.bye is None else [each.bye])]) == list(range(players))


def test_a_gauntlet_is_the_first_against_all_others() -> None:
    assert [each.couples for each in drawn(Gauntlet(2), 3)] == [((0, 1),), ((0, 2),), ((0, 1),), ((0, 2),)]


def matchings(players: list[int], met: set[frozenset[int]]) -> bool:
    """Brute force: can these be paired without meeting again?"""
    if not players:
        return True
    first, *others = players
    return any(
        frozenset((first, other)) not in met and matchings([each for each in others if each != other], met)
        for other in others
    )


@given(st.integers(2, 8), st.integers(0, 1000))
def test_a_swiss_tournament_pairs_neighbours_and_nobody_twice_if_that_can_be(players: int, seed: int) -> None:
    dice = random.Random(seed)
    points = [0.0] * players
    rounds: list[Round] = []
    system = Swiss(players - 1 + players % 2)
    for _ in range(system.rounds(players)):
        this = system.round(players, points, rounds)
        met = {frozenset(couple) for each in rounds for couple in each.couples}
        free = [player for player in range(players) if player not in {each.bye for each in rounds}]
        byes = free if players % 2 else [None]
        possible = any(matchings([each for each in range(players) if each != bye], met) for bye in byes)
        again = any(frozenset(couple) in met for couple in this.couples)
        assert again == (not possible)
        assert (this.bye is None) == (players % 2 == 0)
        assert this.bye not in {each.bye for each in rounds} or this.bye is None
        rounds.append(this)
        for couple in this.couples:
            points[dice.choice(couple)] += 2
        if this.bye is not None:
            points[this.bye] += 2


def test_winners_meet_winners() -> None:
    first = Swiss(2).round(4, [0.0] * 4, [])
    assert first.couples == ((0, 1), (2, 3))
    assert Swiss(2).round(4, [0.0, 2.0, 0.0, 2.0], [first]).couples == ((1, 3), (0, 2))


def test_too_many_rounds_and_openings_are_refused() -> None:
    with pytest.raises(MatchError, match="4 players can play 3 at most"):
        tournament(Swiss(4), *["random"] * 4)
    with pytest.raises(MatchError, match="26 games, but a test has openings for 24"):
        tournament(RoundRobin(), "random", "random", games=26)
    with pytest.raises(MatchError, match="not for a tournament"):
        Tournament([parse_player("random")] * 2, OPENINGS, 2, sprt=Sprt())


class StoppedError(Exception):
    """Instead of Ctrl-C."""


def test_a_stopped_tournament_goes_on_with_the_same_games(tmp_path: Path) -> None:
    plan = tournament(Swiss(3), "mobility", "random:seed=1", "greedy", "random:seed=2", "mobility:level=1")

    def stop(game: PlayedGame) -> None:
        if game.number in (1, 6):
            raise StoppedError

    for _ in range(2):
        with pytest.raises(StoppedError):
            play_tournament(plan, tmp_path / "stopped.jsonl", on_round=lambda run: stop)
    resumed = play_tournament(plan, tmp_path / "stopped.jsonl")
    whole = play_tournament(plan, tmp_path / "whole.jsonl")
    assert len(whole.games) == plan.total == 12

    def played(games: list[PlayedGame]) -> list[tuple[int, int, int, int, int]]:
        return [(game.number, game.opening, game.black, game.white, game.black_score) for game in games]

    assert played(resumed.games) == played(whole.games)
    # Three rounds of two encounters; the byes count as won, and nobody gets two.
    table = tournament_table(plan, whole.standings, whole.games)
    byes = plan.byes(whole.games)
    assert len(set(byes)) == 3
    assert sum(each.points for each in table) == 12 + 2 * 3
    assert [each.place for each in table] == sorted(each.place for each in table)
    assert table[0].points == max(each.points for each in table)
    for each in table:
        assert each.points == each.tally.points + 2 * byes.count(each.player)
    other = tournament(Swiss(2), "mobility", "random:seed=1", "greedy", "random:seed=2", "mobility:level=1")
    with pytest.raises(MatchError, match="another match: tournament was"):
        play_tournament(other, tmp_path / "whole.jsonl")


def test_the_report_escapes_names_and_shows_every_game(tmp_path: Path) -> None:
    plan = tournament(RoundRobin(), "greedy:name=<b>me</b>", "random", "mobility:level=1")
    run = play_tournament(plan, tmp_path / "games.jsonl")
    page = tournament_report(plan, run.standings, run.games)
    assert "<b>me" not in page
    assert page.count("<details>") == 6
    assert page.count("&lt;b&gt;me&lt;/b&gt;") >= 4
    assert "Without an opponent: random." in page
    begun = tournament_report(plan, type(run.standings)(run.names, run.games[:2]), run.games[:2])
    assert "2 of 6 games" in begun


def test_what_the_colours_were_worth() -> None:
    def game(number: int, black: int, score: int) -> PlayedGame:
        return PlayedGame(number, number // 2, black, 1 - black, score, "played", None, "", {}, "")

    assert black_advantage([]) is None
    assert black_advantage([game(0, 0, 10)]) is None
    # Black wins three of four games: two pairs with two and one points.
    found = black_advantage([game(0, 0, 2), game(1, 1, 4), game(2, 0, 6), game(3, 1, -8)])
    assert found is not None
    assert found.value == pytest.approx(elo_of_score(0.75))


def test_a_game_can_be_played_through(tmp_path: Path) -> None:
    """What the script is told is what the rules say, ply by ply."""
    plan = tournament(RoundRobin(), "greedy", "mobility:level=1")
    run = play_tournament(plan, tmp_path / "games.jsonl")
    for played in run.games:
        game = read(played.ggf).games[0]
        written = replayable(game)
        plies = written.partition('data-plies="')[2].partition('"')[0].split()
        discs = {square: game.start.text[square] for square in range(64)}
        assert len(plies) == len(game.moves)
        for ply in plies:
            for place in range(1, len(ply), 2):
                discs[Square.parse(ply[place : place + 2])] = ply[0]
        assert "".join(discs[square] for square in range(64)) == game.position.text[:64]
