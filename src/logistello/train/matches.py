"""Matches of a run: pairs of games by depth, so that they repeat, as tasks."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from logistello.engine.limit import Limit
from logistello.errors import TrainingRunError
from logistello.jobs import Pool, Task
from logistello.match.elo import PairStatistics, Sprt
from logistello.match.openings import OpeningLine, OpeningList, load_openings
from logistello.match.play_game import MatchSeat, MatchTerms, play_game
from logistello.match.players import MatchPlayer
from logistello.match.spec import PlayerSpec
from logistello.othello.color import Color
from logistello.train.artefact import Arrays, Inputs, read_json, write_json
from logistello.train.models import ModelFile
from logistello.train.preset import GateSettings, YardstickSettings
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


def play_pairs(
    first: Contestant, second: Contestant, openings: tuple[OpeningLine, ...], start: int, depth: int
) -> Arrays:
    """A task: every opening with both colours. ``score`` is discs of the first player, ``[pairs, 2]``."""
    score = np.zeros((len(openings), 2), dtype=np.int8)
    with closing(first.make()) as one, closing(second.make()) as other:
        for row, opening in enumerate(openings):
            for turned in (0, 1):
                players = {Color.BLACK: other, Color.WHITE: one} if turned else {Color.BLACK: one, Color.WHITE: other}
                seats = {color: MatchSeat(player, Limit(depth=depth)) for color, player in players.items()}
                outcome = play_game(2 * (start + row) + turned, opening, seats, MatchTerms())
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


def gate(
    pool: Pool,
    folder: Path,
    new: Contestant,
    best: Contestant,
    settings: GateSettings,
    inputs: Inputs,
    seed: int,
    on_pair: Callable[[Tally], None] = lambda tally: None,
) -> dict[str, Any]:
    """``{"accepted", "decided_by", "log_likelihood_ratio", ...}``; kept in ``gate.json``."""
    path = folder.with_suffix(".json")
    made_from = {**inputs, "new": new.identity(), "best": best.identity()}
    found: dict[str, Any] | None = read_json(path, made_from)
    if found is not None:
        return found
    test = Sprt(settings.elo0, settings.elo1, settings.alpha, settings.beta)
    openings = load_openings(None, seed=seed)
    decision, tally = None, Tally()
    games = play_match(
        pool,
        folder,
        new,
        best,
        openings,
        pairs=settings.pairs,
        per_task=settings.pairs_per_task,
        depth=settings.depth,
        inputs=inputs,
    )
    with closing(games) as results:
        for tally in results:
            on_pair(tally)
            decision = test.decide(tally.pairs)
            if decision is not None:
                break
    ratio = test.log_likelihood_ratio(tally.pairs)
    answer = {
        "against": best.name,
        "accepted": ratio > 0 if decision is None else decision,
        "decided_by": "the cap of games" if decision is None else "the test",
        "log_likelihood_ratio": round(ratio, 3),
        "elo0": settings.elo0,
        "elo1": settings.elo1,
        **tally.as_dict(),
    }
    write_json(path, made_from, answer)
    return answer


#: Games of one task.
_PAIRS_PER_TASK = 5


def opponents(
    settings: YardstickSettings, generation: int, model_of: Callable[[int], Contestant], start: Contestant | None
) -> list[Contestant]:
    """Simple players, the model that the run began with, the first generation and the last few before this one."""
    simple = [
        Contestant("random player", "random"),
        Contestant(f"mobility player, level {settings.mobility_level}", "mobility", level=settings.mobility_level),
    ]
    earlier = sorted({1, *range(generation - settings.previous, generation)} & set(range(1, generation)))
    return simple + ([] if start is None else [start]) + [model_of(each) for each in earlier]


def measure_strength(
    pool: Pool,
    folder: Path,
    new: Contestant,
    others: Sequence[Contestant],
    settings: YardstickSettings,
    inputs: Inputs,
    seed: int,
    on_pair: Callable[[], None] = lambda: None,
) -> list[dict[str, Any]]:
    """The results of all matches; kept in ``yardsticks.json``."""
    path = folder.with_suffix(".json")
    made_from = {**inputs, "new": new.identity(), "others": [each.identity() for each in others]}
    found: list[dict[str, Any]] | None = read_json(path, made_from)
    if found is not None:
        return found
    openings = load_openings(None, seed=seed)
    rows = []
    for number, other in enumerate(others):
        tally = Tally()
        games = play_match(
            pool,
            folder / str(number),
            new,
            other,
            openings,
            pairs=settings.pairs,
            per_task=_PAIRS_PER_TASK,
            depth=settings.depth,
            inputs=inputs,
        )
        for so_far in games:
            tally = so_far
            on_pair()
        rows.append({"against": other.name, **tally.as_dict()})
    write_json(path, made_from, rows)
    return rows
