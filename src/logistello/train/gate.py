"""The gate: a generation replaces the best one only if a match says so.

A sequential test over pairs, looked at in the order of their numbers: where it stops depends on the games alone, not on
who finished first. At the cap of games the likelier hypothesis wins: the new one is taken if the logarithm of the
likelihood ratio is above 0, which is about half way between ``elo0`` and ``elo1``.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from logistello.jobs import Pool
from logistello.match.openings import load_openings
from logistello.match.sprt import Sprt
from logistello.train.artefact import Inputs, read_json, write_json
from logistello.train.matches import Contestant, Tally, play_match
from logistello.train.preset import GateSettings


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
