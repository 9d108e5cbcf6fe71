"""Games against oneself to learn from: positions as features, with what searches and outcomes say about them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from logistello.games import OpenSpielState, openspiel_rules
from logistello.lab.evaluators.hand_made import hand_made
from logistello.lab.learn.features import features_of
from logistello.lab.learn.game_model import GameModel, LearnedEvaluator
from logistello.lab.search.evaluator import StateEvaluator
from logistello.lab.search.limits import SearchLimit
from logistello.lab.search.search import Search
from logistello.train.artefact import Arrays


@dataclass(frozen=True)
class SelfPlaySettings:
    """
    nodes:        of the search for a move.
    random_moves: a game begins with up to so many moves made at random, from which nothing is learned.
    explore:      the share of later moves made at random.
    most_moves:   games that take longer count as drawn.
    """

    nodes: int = 100
    random_moves: int = 8
    explore: float = 0.05
    most_moves: int = 300


def play_games(
    game: str, model: Path | None, seed: int, first: int, count: int, settings: SelfPlaySettings, plain: bool = False
) -> Arrays:
    """Games ``first`` to ``first + count`` of a series; each depends on the seed and its number alone.

    Without a model, the players have the hand-made evaluator of the game, or none.

    Of every position after the random moves: ``features`` and ``stages``; the ``values`` of the search and the
    ``outcomes`` of its game, seen by the side to move; which of the ``players`` that is; whether the move that followed
    ``explored``; the number of its game.
    """
    rules = openspiel_rules(game)
    evaluator: StateEvaluator[OpenSpielState] = hand_made(rules)
    if model is not None:
        evaluator = LearnedEvaluator(GameModel.load(model), rules)
    features = features_of(rules, plain=plain)
    search = Search(rules, evaluator, "negascout", ordering=("killers", "history"))
    limit = SearchLimit(nodes=settings.nodes)
    rows: list[bytes] = []
    stages, values, outcomes, players, explored, games = [], [], [], [], [], []
    for number in range(first, first + count):
        random = np.random.default_rng([seed, number])
        state = rules.start()
        opening = int(random.integers(settings.random_moves + 1))
        begin = len(rows)
        for made in range(settings.most_moves):
            if rules.is_over(state):
                break
            moves = rules.moves(state)
            by_chance = moves[int(random.integers(len(moves)))]
            if made < opening:
                state = rules.play(state, by_chance)
                continue
            found = search.search(state, limit)
            position, stage = features.read(state)
            rows.append(position)
            stages.append(stage)
            values.append(found.value)
            players.append(rules.player(state))
            exploring = random.random() < settings.explore
            move = by_chance if exploring or found.move is None else found.move
            explored.append(move != found.move)
            state = rules.play(state, move)
        result = rules.outcome(state, 0) if rules.is_over(state) else 0.0
        outcomes += [result if player == 0 else -result for player in players[begin:]]
        games += [number] * (len(rows) - begin)
    return {
        "features": np.frombuffer(b"".join(rows), dtype=np.uint8).reshape(-1, features.count),
        "stages": np.array(stages, dtype=np.uint8),
        "values": np.array(values, dtype=np.float32),
        "outcomes": np.array(outcomes, dtype=np.float32),
        "players": np.array(players, dtype=np.uint8),
        "explored": np.array(explored, dtype=np.bool_),
        "games": np.array(games, dtype=np.int64),
    }
