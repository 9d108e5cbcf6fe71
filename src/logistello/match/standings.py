"""Standings: results of games added up, between two players and over all of them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from logistello.match.elo import Estimate, PairStatistics, Sprt
from logistello.match.record import PlayedGame


@dataclass
class ResultTally:
    """Wins, draws and losses of one player, with points and discs as it sees them."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    #: Sum of disc differences over the games that neither player forfeited.
    discs: int = 0
    games_with_discs: int = 0
    #: Games that the player forfeited, by reason (see ``match.players.FAILURES``).
    forfeits: dict[str, int] = field(default_factory=dict)

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    @property
    def percent(self) -> float:
        """Points in percent, a draw being half a win, as in the papers."""
        return 100 * self.points / self.games if self.games else 50.0

    @property
    def mean_discs(self) -> float:
        return self.discs / self.games_with_discs if self.games_with_discs else 0.0

    def add(self, score: int, *, forfeited: bool = False) -> None:
        """A game that ended with this difference of discs, which says nothing if one player forfeited."""
        self.wins += score > 0
        self.draws += score == 0
        self.losses += score < 0
        if not forfeited:
            self.discs += score
            self.games_with_discs += 1

    def add_game(self, game: PlayedGame, player: int) -> None:
        self.add(game.score_of(player), forfeited=game.loser is not None)
        if game.loser == player:
            self.forfeits[game.ending] = self.forfeits.get(game.ending, 0) + 1


@dataclass
class Usage:
    """Time and work of one player."""

    moves: int = 0
    seconds: float = 0.0
    longest_move: float = 0.0
    #: Least that was left on its clock at the end of a game; infinite without clocks.
    least_left: float = math.inf
    nodes: int = 0
    depths: int = 0
    moves_with_depth: int = 0

    @property
    def seconds_per_move(self) -> float:
        return self.seconds / self.moves if self.moves else 0.0

    @property
    def mean_depth(self) -> float | None:
        return self.depths / self.moves_with_depth if self.moves_with_depth else None


@dataclass
class Pairing:
    """Two players: results as the first sees them, and how their pairs of games ended."""

    first: int = 0
    second: int = 1
    tally: ResultTally = field(default_factory=ResultTally)
    #: Finished pairs that brought the first 0, 1/2, 1, 3/2, 2 points.
    pairs: list[int] = field(default_factory=lambda: [0] * 5)
    _half_done: dict[int, PlayedGame] = field(default_factory=dict)

    @property
    def statistics(self) -> PairStatistics:
        return PairStatistics.of(self.pairs)

    def add(self, game: PlayedGame) -> None:
        """A game; the second one of an opening completes its pair."""
        self.tally.add_game(game, self.first)
        other = self._half_done.pop(game.opening, None)
        if other is None:
            self._half_done[game.opening] = game
        else:
            self._count_pair(other.score_of(self.first), game.score_of(self.first))

    def add_pair(self, *scores: int) -> None:
        """Both games of an opening, by the first player's discs; neither was forfeited."""
        for score in scores:
            self.tally.add(score)
        self._count_pair(*scores)

    def _count_pair(self, *scores: int) -> None:
        self.pairs[sum(1 + (score > 0) - (score < 0) for score in scores)] += 1

    def summary(self) -> dict[str, Any]:
        """The result in round numbers, with intervals as ``[value, low, high]``; an infinite Elo is ``None``."""
        score, elo = self.statistics.score(), self.statistics.elo()
        return {
            "wins": self.tally.wins,
            "draws": self.tally.draws,
            "losses": self.tally.losses,
            "pairs": list(self.pairs),
            "percent": [round(100 * each, 2) for each in (score.value, score.low, score.high)],
            "elo": [round(each, 1) if abs(each) < 1e4 else None for each in (elo.value, elo.low, elo.high)],
            "mean_discs": round(self.tally.mean_discs, 2),
        }


class Standings:
    """All results of a match so far."""

    def __init__(self, names: list[str], games: Iterable[PlayedGame] = ()) -> None:
        self.names = names
        self.players = [ResultTally() for _ in names]
        self.usage = [Usage() for _ in names]
        self.pairings = {
            (first, second): Pairing(first, second)
            for first in range(len(names))
            for second in range(first + 1, len(names))
        }
        self.games = 0
        self.failures: list[PlayedGame] = []
        for game in games:
            self.add(game)

    def add(self, game: PlayedGame) -> None:
        self.games += 1
        self.pairings[min(game.black, game.white), max(game.black, game.white)].add(game)
        if game.loser is not None:
            self.failures.append(game)
        for player in (game.black, game.white):
            self.players[player].add_game(game, player)
            used, usage = game.usage[str(player)], self.usage[player]
            for name in ("moves", "seconds", "nodes", "depths", "moves_with_depth"):
                setattr(usage, name, getattr(usage, name) + used[name])
            usage.longest_move = max(usage.longest_move, used["longest_move"])
            if used["left"] is not None:
                usage.least_left = min(usage.least_left, used["left"])

    def as_json(self, sprt: Sprt | None = None) -> dict[str, Any]:
        """Everything, for programs. Infinite values become ``null``."""
        return {
            "games": self.games,
            "players": [
                {"name": name, **_tally_json(tally), **_usage_json(usage)}
                for name, tally, usage in zip(self.names, self.players, self.usage, strict=True)
            ],
            "pairings": [_pairing_json(pairing, self.names, sprt) for pairing in self.pairings.values()],
            "failures": [
                {"game": game.number, "player": self.names[game.loser], "kind": game.ending, "reason": game.reason}
                for game in self.failures
                if game.loser is not None
            ],
        }


def _tally_json(tally: ResultTally) -> dict[str, Any]:
    return {
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "percent": tally.percent,
        "mean_discs": tally.mean_discs,
        "forfeits": tally.forfeits,
    }


def _usage_json(usage: Usage) -> dict[str, Any]:
    return {
        "moves": usage.moves,
        "seconds": round(usage.seconds, 3),
        "seconds_per_move": round(usage.seconds_per_move, 6),
        "longest_move": round(usage.longest_move, 3),
        "least_left": _finite(usage.least_left),
        "nodes": usage.nodes,
        "mean_depth": usage.mean_depth,
    }


def _pairing_json(pairing: Pairing, names: list[str], sprt: Sprt | None) -> dict[str, Any]:
    statistics = pairing.statistics
    answer = {
        "first": names[pairing.first],
        "second": names[pairing.second],
        **_tally_json(pairing.tally),
        "pairs": pairing.pairs,
        "elo": _estimate_json(statistics.elo()),
        "likelihood_of_superiority": statistics.superiority(),
    }
    if sprt is not None:
        low, high = sprt.bounds
        answer["sprt"] = {
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "log_likelihood_ratio": sprt.log_likelihood_ratio(pairing.pairs),
            "bounds": [low, high],
            "decision": {True: "elo1", False: "elo0", None: None}[sprt.decide(pairing.pairs)],
        }
    return answer


def _estimate_json(estimate: Estimate) -> dict[str, float | None]:
    return {"value": _finite(estimate.value), "low": _finite(estimate.low), "high": _finite(estimate.high)}


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
