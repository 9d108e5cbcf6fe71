"""Games against oneself to learn from: positions as features, with the outcomes of their games."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from logistello.games import OpenSpielRules, OpenSpielState, openspiel_rules
from logistello.lab.evaluators.hand_made import hand_made
from logistello.lab.learn.features import features_of
from logistello.lab.learn.game_model import GameModel, LearnedEvaluator
from logistello.lab.search.evaluator import StateEvaluator
from logistello.train.artefact import Arrays


@dataclass(frozen=True)
class SelfPlaySettings:
    """
    depth:        moves that the players look ahead.
    random_moves: a game begins with up to so many moves made at random, from which nothing is learned.
    explore:      the share of later moves made at random.
    most_moves:   games that take longer count as drawn.
    """

    depth: int = 1
    random_moves: int = 8
    explore: float = 0.05
    most_moves: int = 300


def play_games(
    game: str, model: Path | None, seed: int, first: int, count: int, settings: SelfPlaySettings, plain: bool = False
) -> Arrays:
    """Games ``first`` to ``first + count`` of a series; each depends on the seed and its number alone.

    Without a model, the players have the hand-made evaluator of the game, or none.

    Of every position after the random moves: ``features``, ``stages``, the ``outcomes`` of its game and the ``values``
    of the search, seen by the side to move, and the number of its game.
    """
    rules = openspiel_rules(game)
    evaluator: StateEvaluator[OpenSpielState] = hand_made(rules)
    if model is not None:
        evaluator = LearnedEvaluator(GameModel.load(model), rules)
    features = features_of(rules, plain=plain)
    chooser = Chooser(rules, evaluator, settings.depth)
    rows: list[bytes] = []
    stages, outcomes, values, games = [], [], [], []
    for number in range(first, first + count):
        random = np.random.default_rng([seed, number])
        state = rules.start()
        opening = int(random.integers(settings.random_moves + 1))
        kept: list[tuple[int, float]] = []
        for made in range(settings.most_moves):
            if rules.is_over(state):
                break
            moves = rules.moves(state)
            if made < opening:
                state = rules.play(state, moves[int(random.integers(len(moves)))])
                continue
            after, value = chooser.choose(state, random)
            position, stage = features.read(state)
            rows.append(position)
            stages.append(stage)
            kept.append((rules.player(state), value))
            if random.random() < settings.explore:
                after = rules.play(state, moves[int(random.integers(len(moves)))])
            state = after
        result = rules.outcome(state, 0) if rules.is_over(state) else 0.0
        for player, value in kept:
            outcomes.append(result if player == 0 else -result)
            values.append(value)
            games.append(number)
    return {
        "features": np.frombuffer(b"".join(rows), dtype=np.uint8).reshape(-1, features.count),
        "stages": np.array(stages, dtype=np.uint8),
        "outcomes": np.array(outcomes, dtype=np.float32),
        "values": np.array(values, dtype=np.float32),
        "games": np.array(games, dtype=np.int64),
    }


class Chooser:
    """Takes the best move, one of them at random if there are several. A plain search: games to learn from are many,
    and look ahead a move or two."""

    def __init__(self, rules: OpenSpielRules, evaluator: StateEvaluator[OpenSpielState], depth: int) -> None:
        if depth < 1:
            raise ValueError(f"depth {depth}; expected 1 or more")
        self._rules = rules
        self._value = evaluator.value
        self._depth = depth

    def choose(self, state: OpenSpielState, random: np.random.Generator) -> tuple[OpenSpielState, float]:
        """The state after the move, and its value to the player who moves."""
        rules = self._rules
        best: list[OpenSpielState] = []
        most = -np.inf
        for move in rules.moves(state):
            after = rules.play(state, move)
            # A value of exactly ``most`` is needed to tell that moves are equal.
            value = self._seen(state, after, self._depth - 1, most - 1e-9)
            if value > most:
                best, most = [after], value
            elif value == most:
                best.append(after)
        return best[int(random.integers(len(best)))], float(most)

    def _seen(self, before: OpenSpielState, after: OpenSpielState, depth: int, alpha: float) -> float:
        """The value of a state to the player who moved; exact if it is more than ``alpha``."""
        rules = self._rules
        mover = rules.player(before)
        if rules.is_over(after):
            return rules.outcome(after, mover)
        if rules.player(after) == mover:
            return self._best(after, depth, alpha, np.inf)
        return -self._best(after, depth, -np.inf, -alpha)

    def _best(self, state: OpenSpielState, depth: int, alpha: float, beta: float) -> float:
        if depth == 0:
            return self._value(state)
        rules = self._rules
        best = -np.inf
        for move in rules.moves(state):
            best = max(best, self._seen(state, rules.play(state, move), depth - 1, max(alpha, best)))
            if best >= beta:
                break
        return best
