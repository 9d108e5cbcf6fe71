"""Matches of a run: the gate, which decides whether a generation replaces the best one, and yardsticks, which show how
strong it is.

Players, games and statistics are those of ``match``; here games are tasks whose results are files. Players search to a
fixed depth, so that games repeat. Pairs of games count in the order of their openings: what comes out depends on the
games alone, not on which task ended first.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from logistello.engine.limit import Limit
from logistello.errors import TrainingRunError
from logistello.jobs import Pool, Task
from logistello.match.crew import Crew
from logistello.match.elo import Sprt
from logistello.match.openings import OpeningLine, OpeningList, load_openings
from logistello.match.plan import Match
from logistello.match.players import MatchPlayer
from logistello.match.program_player import OnStart
from logistello.match.spec import PlayerSpec
from logistello.match.standings import Pairing
from logistello.train.artefact import Arrays, Inputs, Shard, in_order, read_json, write_json
from logistello.train.models import ModelFile
from logistello.train.preset import GateSettings, YardstickSettings

_HASH_MB = 8
#: Pairs of games in one task of the yardsticks.
_PAIRS_PER_TASK = 5


# -- players ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Contestant(PlayerSpec):
    """A player of a run. Its model is named by file, so that tasks stay small and workers load it once."""

    model: ModelFile | None = None

    def make(self, limit: Limit | None = None, *, on_start: OnStart | None = None) -> MatchPlayer:
        if self.model is None:
            return super().make(limit, on_start=on_start)
        options = {**self.options, "model": self.model.load()}
        return PlayerSpec(self.kind, options, self.limit, name=self.name).make(limit)

    @property
    def fingerprint(self) -> str:
        """What the files of a match know it by."""
        if self.model is not None:
            return self.model.checksum
        return " ".join(map(str, (self.kind, *self.options.values())))


def player_of(name: str, model: ModelFile) -> Contestant:
    """The engine with a model; the model of nothing plays at random."""
    if model.is_nothing:
        return Contestant("random", {}, name=name)
    return Contestant("engine", {"hash_mb": _HASH_MB}, name=name, model=model)


def opponents(
    settings: YardstickSettings, generation: int, model_of: Callable[[int], Contestant], start: Contestant | None
) -> list[Contestant]:
    """Simple players, the model that the run began with, the first generation and the last few before this one."""
    level = settings.mobility_level
    simple = [
        Contestant("random", {}, name="random player"),
        Contestant("mobility", {"level": level}, name=f"mobility player, level {level}"),
    ]
    earlier = sorted({1, *range(generation - settings.previous, generation)} & set(range(1, generation)))
    return simple + ([] if start is None else [start]) + [model_of(each) for each in earlier]


# -- games ------------------------------------------------------------------------------------


def play_pairs(
    first: Contestant, second: Contestant, openings: tuple[OpeningLine, ...], start: int, depth: int
) -> Arrays:
    """A task: every opening with both colours. ``score`` is discs of the first player, ``[pairs, 2]``.

    ``start`` is the place of the first opening in the list of the match: random players are seeded by the number of
    a game.
    """
    match = Match([first, second], OpeningList(openings, "openings of a task"), 2 * len(openings), Limit(depth=depth))
    score = np.zeros((len(openings), 2), dtype=np.int8)
    with closing(Crew(match)) as crew:
        for game in match.schedule():
            outcome, _ = crew.play(replace(game, number=game.number + 2 * start))
            if outcome.loser is not None:
                raise TrainingRunError(f"a game of the run was forfeited: {outcome.reason}")
            sign = 1 if game.black == 0 else -1
            score[game.opening, game.number % 2] = sign * outcome.black_score
    return {"score": score}


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
) -> Generator[Pairing, None, None]:
    """The results so far, after each pair."""
    chosen = tuple(openings.openings[:pairs])
    identity = {"first": first.fingerprint, "second": second.fingerprint, "depth": depth, "openings": openings.checksum}
    shards = []
    for number, start in enumerate(range(0, len(chosen), per_task)):
        part = chosen[start : start + per_task]
        task = Task(play_pairs, (first, second, part, start, depth))
        shards.append(Shard(folder / f"{number:05d}.match", {**inputs, **identity, "shard": number}, task))
    pairing = Pairing()
    with closing(in_order(pool, shards)) as results:
        for done in results:
            for row in done.arrays["score"]:
                pairing.add_pair(*map(int, row))
                yield pairing


# -- what is decided --------------------------------------------------------------------------


def gate(
    pool: Pool,
    folder: Path,
    new: Contestant,
    best: Contestant,
    settings: GateSettings,
    inputs: Inputs,
    seed: int,
    on_pair: Callable[[], None] = lambda: None,
) -> dict[str, Any]:
    """``{"accepted", "decided_by", "log_likelihood_ratio", ...}``; kept in ``gate.json``.

    A sequential test over pairs. At the cap of games the likelier hypothesis wins: the new player is taken if the
    logarithm of the likelihood ratio is above 0, which is about half way between ``elo0`` and ``elo1``.
    """
    path = folder.with_suffix(".json")
    made_from = {**inputs, "new": new.fingerprint, "best": best.fingerprint}
    found: dict[str, Any] | None = read_json(path, made_from)
    if found is not None:
        return found
    test = Sprt(settings.elo0, settings.elo1, settings.alpha, settings.beta)
    openings = load_openings(None, seed=seed)
    sizes = {"pairs": settings.pairs, "per_task": settings.pairs_per_task, "depth": settings.depth}
    decision, pairing = None, Pairing()
    with closing(play_match(pool, folder, new, best, openings, **sizes, inputs=inputs)) as results:
        for pairing in results:
            on_pair()
            decision = test.decide(pairing.pairs)
            if decision is not None:
                break
    ratio = test.log_likelihood_ratio(pairing.pairs)
    answer = {
        "against": best.name,
        "accepted": ratio > 0 if decision is None else decision,
        "decided_by": "the cap of games" if decision is None else "the test",
        "log_likelihood_ratio": round(ratio, 3),
        "elo0": settings.elo0,
        "elo1": settings.elo1,
        **pairing.summary(),
    }
    write_json(path, made_from, answer)
    return answer


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
    """Yardsticks: matches of fixed length against players that do not change; kept in ``yardsticks.json``."""
    path = folder.with_suffix(".json")
    made_from = {**inputs, "new": new.fingerprint, "others": [each.fingerprint for each in others]}
    found: list[dict[str, Any]] | None = read_json(path, made_from)
    if found is not None:
        return found
    openings = load_openings(None, seed=seed)
    sizes = {"pairs": settings.pairs, "per_task": _PAIRS_PER_TASK, "depth": settings.depth}
    rows = []
    for number, other in enumerate(others):
        pairing = Pairing()
        for so_far in play_match(pool, folder / str(number), new, other, openings, **sizes, inputs=inputs):
            pairing = so_far
            on_pair()
        rows.append({"against": other.name, **pairing.summary()})
    write_json(path, made_from, rows)
    return rows
