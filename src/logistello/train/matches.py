"""Matches of a run: pairs of games by depth, so that they repeat, as tasks."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from logistello.engine.limit import Limit
from logistello.errors import TrainingRunError
from logistello.jobs import Pool, Task
from logistello.match.elo import PairStatistics
from logistello.match.openings import Opening, OpeningList
from logistello.match.play_game import GameRules, Seat, play_game
from logistello.match.players import MatchPlayer
from logistello.match.spec import PlayerSpec
from logistello.othello.color import Color
from logistello.train.artefact import Arrays, Inputs
from logistello.train.players import ModelFile
from logistello.train.shards import Shard, in_order

_HASH_MB = 8


@dataclass(frozen=True)
class Contestant:
    """Who plays: a model by search, or one of the simple players."""

    name: str
    kind: str = "engine"
    model: ModelFile | None = None
    level: int = 3

    def identity(self) -> str:
        if self.model is not None:
            return self.model.checksum
        return f"{self.kind} {self.level}" if self.kind == "mobility" else self.kind

    def make(self) -> MatchPlayer:
        options: dict[str, Any] = {}
        if self.kind == "engine" and self.model is not None:
            options = {"model": self.model.load(), "hash_mb": _HASH_MB}
        elif self.kind == "mobility":
            options = {"level": self.level}
        return PlayerSpec(self.kind, options, name=self.name).make()


def player_of(name: str, model: ModelFile) -> Contestant:
    """Who knows nothing plays at random."""
    return Contestant(name, "random") if model.is_nothing else Contestant(name, model=model)


def play_pairs(first: Contestant, second: Contestant, openings: tuple[Opening, ...], start: int, depth: int) -> Arrays:
    """A task: every opening with both colours. ``score`` is discs of the first player, ``[pairs, 2]``."""
    score = np.zeros((len(openings), 2), dtype=np.int8)
    with closing(first.make()) as one, closing(second.make()) as other:
        for row, opening in enumerate(openings):
            for turned in (0, 1):
                players = {Color.BLACK: other, Color.WHITE: one} if turned else {Color.BLACK: one, Color.WHITE: other}
                seats = {color: Seat(player, Limit(depth=depth)) for color, player in players.items()}
                outcome = play_game(2 * (start + row) + turned, opening, seats, GameRules())
                if outcome.loser is not None:
                    raise TrainingRunError(f"a game of the run ended before its time: {outcome.reason}")
                score[row, turned] = -outcome.black_score if turned else outcome.black_score
    return {"score": score}


@dataclass
class Tally:
    """Results seen by the first player."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    discs: int = 0
    pairs: tuple[int, ...] = (0,) * 5

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    def add(self, score: tuple[int, int]) -> None:
        """One pair, by discs."""
        points = 0
        for each in score:
            self.wins += each > 0
            self.draws += each == 0
            self.losses += each < 0
            self.discs += each
            points += 1 + (each > 0) - (each < 0)
        self.pairs = tuple(count + (place == points) for place, count in enumerate(self.pairs))

    def as_dict(self) -> dict[str, Any]:
        score, elo = PairStatistics.of(self.pairs).score(), PairStatistics.of(self.pairs).elo()
        return {
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "pairs": list(self.pairs),
            "percent": [round(100 * each, 2) for each in (score.value, score.low, score.high)],
            "elo": [round(each, 1) if abs(each) < 1e4 else None for each in (elo.value, elo.low, elo.high)],
            "mean_discs": round(self.discs / self.games, 2) if self.games else 0.0,
        }


def play_match(
    pool: Pool,
    folder: Path,
    first: Contestant,
    second: Contestant,
    openings: OpeningList,
    *,
    pairs: int,
    per_task: int,
    depth: int,
    inputs: Inputs,
) -> Generator[Tally, None, None]:
    """The results so far after each pair, in the order of the openings, whatever task ended first."""
    chosen = tuple(openings.openings[:pairs])
    identity = {"first": first.identity(), "second": second.identity(), "depth": depth, "openings": openings.checksum}
    shards = []
    for number, start in enumerate(range(0, len(chosen), per_task)):
        part = chosen[start : start + per_task]
        task = Task(play_pairs, (first, second, part, start, depth))
        shards.append(Shard(folder / f"{number:05d}.match", {**inputs, **identity, "shard": number}, task))
    tally = Tally()
    with closing(in_order(pool, shards)) as results:
        for done in results:
            for row in done.arrays["score"]:
                tally.add((int(row[0]), int(row[1])))
                yield tally
