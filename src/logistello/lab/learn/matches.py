"""Matches between players of any game: pairs of games from the same opening, with sides exchanged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from logistello.errors import MatchError
from logistello.games import CHANCE, OpenSpielRules, OpenSpielState, openspiel_rules
from logistello.jobs import Pool, Task
from logistello.lab.chance import roll
from logistello.lab.learn.players import GamePlayer, parse_player
from logistello.match.elo import PairStatistics
from logistello.match.player_text import TextPieces, joined, pieces_of
from logistello.train.artefact import Arrays, Shard, as_they_come

#: A game that takes longer is drawn.
MOST_MOVES = 2000
_PAIRS_IN_TASK = 2


@dataclass(frozen=True)
class MatchPlan:
    """Two players, as text, and how many pairs of games they play.

    Every pair begins with ``opening_moves`` random moves of its own. The result depends on this plan alone.
    """

    game: str
    first: str
    second: str
    pairs: int
    opening_moves: int = 4
    seed: int = 1

    def as_dict(self) -> dict[str, Any]:
        players = [parse_player(text).identity() for text in (self.first, self.second)]
        return {
            "game": self.game,
            "players": players,
            "opening_moves": self.opening_moves,
            "seed": self.seed,
        }


@dataclass(frozen=True)
class MatchResult:
    """What the first player won."""

    wins: int
    draws: int
    losses: int
    #: Pairs with 0, 1/2, 1, 3/2 and 2 points.
    pairs: tuple[int, int, int, int, int]
    #: The mean of the game's own outcomes: points a game.
    equity: float
    #: Leaves of an average search of each; 0 for players that do not search.
    leaves: tuple[float, float]
    #: Nodes (leaves and others) likewise.
    nodes: tuple[float, float]

    @property
    def score(self) -> float:
        """The share of the points that the first player won."""
        return (self.wins + self.draws / 2) / max(self.wins + self.draws + self.losses, 1)

    def as_dict(self) -> dict[str, Any]:
        statistics = PairStatistics.of(self.pairs)
        percent, elo = statistics.score(), statistics.elo()
        return {
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "pairs": list(self.pairs),
            "percent": [round(100 * each, 1) for each in (percent.value, percent.low, percent.high)],
            "elo": [round(each, 1) if np.isfinite(each) else None for each in (elo.value, elo.low, elo.high)],
            "equity": round(self.equity, 4),
            "leaves": [round(each, 1) for each in self.leaves],
            "nodes": [round(each, 1) for each in self.nodes],
        }


#: Gets the pairs that are played, and the result so far.
OnResult = Callable[[int, MatchResult], None]


def play_match(
    pool: Pool, plan: MatchPlan, folder: Path, *, on_result: OnResult = lambda done, result: None
) -> MatchResult:
    """Pairs that are in the folder are not played again. ``on_result`` gets the pairs done and how it stands."""
    tasks = []
    for first in range(0, plan.pairs, _PAIRS_IN_TASK):
        count = min(_PAIRS_IN_TASK, plan.pairs - first)
        players = pieces_of(plan.first), pieces_of(plan.second)
        arguments = (plan.game, *players, plan.seed, first, count, plan.opening_moves)
        inputs = {**plan.as_dict(), "first_pair": first, "pairs": count}
        tasks.append(Shard(folder / f"{first:05}.pairs", inputs, Task(play_pairs, arguments)))
    if not tasks:
        raise MatchError("a match without games decides nothing: ask for a pair or more")
    done: list[Arrays] = []
    for each in as_they_come(pool, tasks):
        done.append(each.arrays)
        on_result(sum(len(part["points"]) for part in done), result_of(done))
    return result_of(done)


def result_of(parts: Sequence[Arrays]) -> MatchResult:
    """The sum of what several tasks found."""
    points = np.concatenate([part["points"] for part in parts])
    signs = np.sign(points)
    halves = (signs + 1).sum(axis=1).astype(int)  # half points of a pair
    counts = np.bincount(halves, minlength=5)
    work = np.sum([part["work"] for part in parts], axis=0)  # [player, (searches, leaves, nodes)]
    searches = np.maximum(work[:, 0], 1)
    return MatchResult(
        int((signs > 0).sum()),
        int((signs == 0).sum()),
        int((signs < 0).sum()),
        tuple(int(count) for count in counts),  # type: ignore[arg-type]
        float(points.mean()),
        (float(work[0, 1] / searches[0]), float(work[1, 1] / searches[1])),
        (float(work[0, 2] / searches[0]), float(work[1, 2] / searches[1])),
    )


def play_pairs(
    game: str, first: TextPieces, second: TextPieces, seed: int, begin: int, count: int, opening_moves: int
) -> Arrays:
    """A task: ``points`` ``[pairs, 2]`` are the outcomes to the first player, who is player 0 in the first game."""
    rules = openspiel_rules(game)
    points = np.zeros((count, 2))
    work = np.zeros((2, 3), dtype=np.int64)
    for place in range(count):
        number = begin + place
        opening = random_opening(rules, opening_moves, np.random.default_rng([seed, number]))
        for swapped in (0, 1):
            players = [
                parse_player(joined(pieces)).make(rules, seed=hash_of(seed, number, swapped, side))
                for side, pieces in enumerate((first, second))
            ]
            seats = players[::-1] if swapped else players
            dice = np.random.default_rng([seed, number, 1])
            end = play_game(rules, opening, seats, dice)
            points[place, swapped] = rules.outcome(end, swapped) if rules.is_over(end) else 0.0
            for side, player in enumerate(players):
                work[side] += player.work
    return {"points": points, "work": work}


def play_game(
    rules: OpenSpielRules, start: OpenSpielState, seats: Sequence[GamePlayer], dice: np.random.Generator
) -> OpenSpielState:
    """To the end, or to where it is drawn."""
    state = start
    for _ in range(MOST_MOVES):
        if rules.is_over(state):
            break
        player = rules.player(state)
        state = rules.play(state, roll(rules, state, dice) if player == CHANCE else seats[player].choose(state))
    return state


def random_opening(rules: OpenSpielRules, moves: int, random: np.random.Generator) -> OpenSpielState:
    """A state after random moves; again from the start if the game ends on the way."""
    while True:
        state = rules.start()
        for _ in range(moves):
            if rules.is_over(state):
                break
            legal = rules.moves(state)
            state = rules.play(state, legal[int(random.integers(len(legal)))])
        if not rules.is_over(state):
            return state


def hash_of(*numbers: int) -> int:
    """A seed made of several numbers, the same everywhere."""
    return int(np.random.SeedSequence(list(numbers)).generate_state(1)[0]) >> 1
