"""Players of backgammon: a learned network, one or two moves ahead, and one that counts pips."""

from __future__ import annotations

import numpy as np

from logistello.games import CHANCE, OpenSpielRules, OpenSpielState
from logistello.lab.search.limits import SearchLimit
from logistello.lab.search.search import Search
from logistello.lab.td.backgammon import equity, inputs, pip_count
from logistello.lab.td.network import Network


class BackgammonEvaluator:
    """A network at the horizon of a search. Fulfils ``StateEvaluator``: points, seen by the player to move, and by
    player 0 where the dice are rolled."""

    def __init__(self, rules: OpenSpielRules, network: Network) -> None:
        self._rules = rules
        self._network = network

    def value(self, state: OpenSpielState) -> float:
        points = float(equity(self._network.values(inputs([state])).astype(np.float64))[0])
        return -points if self._rules.player(state) == 1 else points


class NetworkPlayer:
    """Takes the move whose position its network likes best: TD-Gammon's one-ply search. Fulfils ``GamePlayer``."""

    def __init__(self, rules: OpenSpielRules, network: Network) -> None:
        self.work = np.zeros(3, dtype=np.int64)
        self._rules = rules
        self._network = network

    def choose(self, state: OpenSpielState) -> int:
        rules = self._rules
        moves = rules.moves(state)
        if len(moves) == 1:
            return moves[0]
        player = rules.player(state)
        after = [rules.play(state, move) for move in moves]
        points = equity(self._network.values(inputs(after)).astype(np.float64))
        for place, each in enumerate(after):
            if rules.is_over(each):
                points[place] = rules.outcome(each, 0)
        self.work += (1, len(after), len(after))
        return moves[int(np.argmax(points if player == 0 else -points))]


class TwoPlyPlayer:
    """Looks at every roll of the opponent and every answer to it, by Star2: TD-Gammon's two-ply search."""

    def __init__(self, rules: OpenSpielRules, network: Network) -> None:
        self.work = np.zeros(3, dtype=np.int64)
        self._search = Search(rules, BackgammonEvaluator(rules, network), "star2", deepening=0)

    def choose(self, state: OpenSpielState) -> int:
        moves = self._search.game.moves(state)
        if len(moves) == 1:
            return moves[0]
        found = self._search.search(state, SearchLimit(depth=2))
        self.work += (1, found.counts.leaves, found.counts.nodes)
        return moves[0] if found.move is None else found.move


class PipCountPlayer:
    """Runs: takes the move after which it leads most in the race, and knows nothing else. Ties are broken at random."""

    def __init__(self, rules: OpenSpielRules, seed: int) -> None:
        self.work = np.zeros(3, dtype=np.int64)
        self._rules = rules
        self._random = np.random.default_rng(seed)

    def choose(self, state: OpenSpielState) -> int:
        rules = self._rules
        player = rules.player(state)
        if player == CHANCE:
            raise ValueError("the dice are to be rolled: nobody can choose")
        moves = rules.moves(state)
        leads = []
        for move in moves:
            after = rules.play(state, move)
            leads.append(pip_count(after, 1 - player) - pip_count(after, player))
        best = max(leads)
        choices = [move for move, lead in zip(moves, leads, strict=True) if lead == best]
        return choices[int(self._random.integers(len(choices)))]
