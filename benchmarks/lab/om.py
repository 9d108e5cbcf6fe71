"""Opponent models: what they guarantee on solved games, what they win in matches, what a wrong model costs, and how
fast PrOM's probabilities find the true opponent.

Matches are played from random openings, each with both colours, both sides searching to the same depth. The opponent's
evaluator is the player's own with noise of its own: it is a worse judge, and the model knows exactly where. What counts
is the match in which our own evaluator is as noisy as the opponent's, so that knowing the other is all that differs.

Depths and noise were chosen in trials with other openings and other noise (seeds 1 and 2); the openings and the
opponents of the measurement (``_OPENINGS``, ``_OPPONENT``, ``_STRANGER``) were drawn after that and played once.
"""

from __future__ import annotations

import argparse
import zlib
from collections.abc import Callable, Hashable
from typing import Any

from benchmarks.measure import Record, say
from logistello.games import GameRules
from logistello.lab import (
    Beliefs,
    NoKnowledge,
    OpponentModelSearch,
    OthelloModelEvaluator,
    Search,
    SearchLimit,
    StateEvaluator,
    game_named,
    hand_made,
    random_positions,
)
from logistello.match.elo import PairStatistics

#: Random moves of openings, and depth of both sides. Noise is a part of the range of outcomes.
MATCHES = {"othello": (8, 2, 0.06), "connect_four": (4, 3, 0.15)}
#: Games that are solved while one watches: random moves before, positions.
SOLVED = {"tic_tac_toe": (2, 30), "connect_four(rows=4,columns=4)": (8, 30), "nim(pile_sizes=2;3;4)": (1, 5)}
#: The survey: about two thirds.
LEAST_SCORE = 0.60
#: Seeds of the openings, of the opponent's noise, and of the noise of somebody else.
_OPENINGS, _OPPONENT, _STRANGER = 2026, 71, 72

Choose = Callable[[Any], int]


class Noisy:
    """Another evaluator with errors of its own: always the same in the same state, different for every seed."""

    def __init__(self, game: GameRules[Any], evaluator: StateEvaluator[Any], seed: int, part: float) -> None:
        low, high = game.value_range
        self._game, self._evaluator, self._seed = game, evaluator, seed
        self._size = (high - low) * part

    def value(self, state: Hashable) -> float:
        drawn = zlib.crc32(repr(self._game.key(state)).encode(), self._seed) / 2**32 * 2 - 1
        return self._evaluator.value(state) + drawn * self._size


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--openings", type=int, default=100, help="of each match, played with both colours")
    parser.add_argument("--games", nargs="+", choices=sorted(MATCHES), default=list(MATCHES))


# -- solved games -----------------------------------------------------------------------------


def on_solved_games() -> Record:
    """Our value with the true model against what minimax guarantees: never less."""
    rows = {}
    for name, (moves, positions) in SOLVED.items():
        game = game_named(name)
        opponent = Noisy(game, NoKnowledge(), 1, 0.4)
        below = above = count = 0
        for state in random_positions(game, positions, moves, seed=1):
            solved = Search(game, NoKnowledge()).search(state)
            limit = SearchLimit(depth=solved.depth)
            for depth in (1, 2, 3):
                search = OpponentModelSearch.against(game, NoKnowledge(), opponent, "alpha-beta-squared", depth)
                value = search.search(state, limit).value
                count += 1
                below += value < solved.value
                above += value > solved.value
        rows[name] = {"searches": count, "below_minimax": below, "above_minimax": above}
        say(f"{name}: {count} searches, {below} below what minimax guarantees, {above} above")
    return rows


# -- matches ----------------------------------------------------------------------------------


def played(game: GameRules[Any], state: Any, first: Choose, second: Choose, ours: int) -> float:
    """Points of the player of side ``ours``: 1, 1/2 or 0."""
    while not game.is_over(state):
        state = game.play(state, (first if game.player(state) == ours else second)(state))
    outcome = game.outcome(state, ours)
    return 0.5 if outcome == 0 else float(outcome > 0)


def match(game: GameRules[Any], openings: list[Any], first: Choose, second: Choose) -> list[int]:
    """How many pairs of games gave the first player 0, 1/2, 1, 3/2 and 2 points."""
    pairs = [0] * 5
    for state in openings:
        pairs[round(2 * sum(played(game, state, first, second, ours) for ours in (0, 1)))] += 1
    return pairs


def in_matches(name: str, count: int) -> Record:
    moves, depth, noise = MATCHES[name]
    game = game_named(name)
    own: StateEvaluator[Any] = OthelloModelEvaluator() if name == "othello" else hand_made(game)
    theirs, strangers = Noisy(game, own, _OPPONENT, noise), Noisy(game, own, _STRANGER, noise)
    openings = random_positions(game, count, moves, seed=_OPENINGS)
    limit = SearchLimit(depth=depth)

    def by_minimax(evaluator: StateEvaluator[Any]) -> Choose:
        search = Search(game, evaluator, "alpha-beta", deepening=0)
        return lambda state: search.search(state, limit).line[0]

    def by_model(ours: StateEvaluator[Any], model: StateEvaluator[Any]) -> Choose:
        search = OpponentModelSearch.against(game, ours, model, "full-probing", depth)
        return lambda state: search.search(state, limit).line[0]

    opponent = by_minimax(theirs)
    players = {
        "minimax": by_minimax(own),
        "true model": by_model(own, theirs),
        "wrong model": by_model(own, strangers),
        "minimax, equally noisy": by_minimax(strangers),
        "true model, equally noisy": by_model(strangers, theirs),
    }
    rows: Record = {"games": 2 * len(openings), "depth": depth, "noise": noise}
    for player, choose in players.items():
        pairs = match(game, openings, choose, opponent)
        score = PairStatistics.of(pairs).score()
        percent = [round(100 * each, 1) for each in (score.value, score.low, score.high)]
        rows[player] = {"pairs": pairs, "percent": percent}
        say(f"{name}, depth {depth}, {2 * len(openings)} games: {player} {percent[0]} % ({percent[1]} to {percent[2]})")
    return rows


# -- PrOM's probabilities ---------------------------------------------------------------------


def convergence(name: str) -> Record:
    """The probability of the true opponent, one of four, after each of its moves in four games."""
    moves, _, noise = MATCHES[name]
    game = game_named(name)
    own: StateEvaluator[Any] = OthelloModelEvaluator() if name == "othello" else hand_made(game)
    candidates = {f"opponent {seed}": Noisy(game, own, seed, noise) for seed in range(1, 5)}
    true = "opponent 3"
    chooser = Search(game, candidates[true], "alpha-beta", deepening=0, table=False)
    own_search = Search(game, own, "alpha-beta", deepening=0, table=False)
    beliefs = Beliefs(game, candidates, depth=2)
    course = []
    for opening in random_positions(game, 4, moves, seed=7):
        state, theirs = opening, 1
        while not game.is_over(state) and len(course) < 40:
            if game.player(state) != theirs:
                state = game.play(state, own_search.search(state, SearchLimit(depth=1)).line[0])
                continue
            move = chooser.search(state, SearchLimit(depth=2)).line[0]
            beliefs.observe(state, move)
            course.append(round(beliefs.probabilities[true], 4))
            state = game.play(state, move)
    sure = next((number + 1 for number, share in enumerate(course) if min(course[number:]) > 0.95), None)
    say(f"{name}: the true opponent has {course[-1]:.1%} after {len(course)} moves, more than 95 % from move {sure} on")
    return {"true": true, "course": course, "sure_from": sure, "probabilities": beliefs.probabilities}


def measure(options: argparse.Namespace) -> Record:
    return {
        "at_least": LEAST_SCORE,
        "solved": on_solved_games(),
        "convergence": {name: convergence(name) for name in options.games},
        "matches": {name: in_matches(name, options.openings) for name in options.games},
    }
