"""How far static values are from their labels on positions of games, and on those that only searches meet.

An evaluation that is good where people play may mislead a search, which looks for positions that it overrates.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from benchmarks.measure import Record
from benchmarks.papers.one_stage import NEAR_EVEN, discs_of
from logistello.evaluation import Model
from logistello.train.labelled_positions import Flag, Positions

KINDS: Mapping[str, Flag] = {"games": Flag.GIVEN, "inside searches": Flag.INSIDE_SEARCH}
#: Discs of the groups that are told apart.
GROUPS = (range(14, 26), range(26, 38), range(38, 50), range(50, 56))
#: Positions of a kind and group, and the fewest that say something.
MOST, FEWEST = 40_000, 300


def errors_by_kind(files: Sequence[Path], models: Mapping[str, Path]) -> list[Record]:
    """Standard deviation of value less label among positions near even, in discs."""
    records = np.concatenate([np.asarray(Positions.load(each).records) for each in files])
    records = records[np.abs(records["score"]) <= NEAR_EVEN]
    discs = discs_of(records)
    loaded = {name: Model.load(path) for name, path in models.items()}
    rows: list[Record] = []
    for group in GROUPS:
        for kind, flag in KINDS.items():
            chosen = records[np.isin(discs, group) & (records["flags"] & int(flag) != 0)]
            if len(chosen) < FEWEST:
                continue
            chosen = chosen[np.random.default_rng(0).permutation(len(chosen))[:MOST]]
            own, opp = np.ascontiguousarray(chosen["own"]), np.ascontiguousarray(chosen["opp"])
            errors = {
                name: round(float(np.std(model.evaluate(own, opp) - chosen["score"])), 2)
                for name, model in loaded.items()
            }
            rows.append({"discs": [group[0], group[-1]], "kind": kind, "positions": len(chosen), "errors": errors})
    return rows


def table(rows: Sequence[Record]) -> str:
    names = list(rows[0]["errors"])
    lines = [f"| discs | positions of | number | {' | '.join(names)} | ratio |", "|---" * (len(names) + 4) + "|"]
    for row in rows:
        first, *_, last = row["errors"].values()
        shown = " | ".join(f"{each:.2f}" for each in row["errors"].values())
        low, high = row["discs"]
        lines.append(f"| {low} to {high} | {row['kind']} | {row['positions']:,} | {shown} | {last / first:.2f} |")
    return "\n".join(lines)
