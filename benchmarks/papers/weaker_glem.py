"""Why the predecessor is further behind than in the paper: what GLEM has here and did not have there is taken away from
it, one thing at a time. Same matches as ``glem-against-bayes``, at one depth.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.measure import Record
from benchmarks.papers import error_by_kind
from benchmarks.papers.error_by_kind import errors_by_kind
from benchmarks.papers.experiment import Cell, Experiment, Setup, play_cells
from benchmarks.papers.glem_against_bayes import BAYES, MORE_PLIES, PAPER, match_of, patterns, predecessor
from benchmarks.papers.learned import FIT, fitted, labels_of_now, searched_positions
from logistello.train.fit_options import FitOptions

DEPTH = 5
#: Every stage learns from its own positions alone, and nothing pulls weights of rare configurations back.
ALONE = replace(FIT, l2=0.01, window=0)


@dataclass(frozen=True)
class Variant:
    """How GLEM is fitted."""

    what: str
    model: str
    options: FitOptions
    #: Labels by search for it, else results of games as in 1997.
    searched: bool = True
    #: The predecessor has results of games as well.
    both: bool = False


VARIANTS = (
    Variant("as it is", "logistello", FIT),
    Variant("each stage alone, no shrinkage", "alone", ALONE),
    Variant("results of games as labels", "labels-of-1997", FIT, searched=False),
    Variant("both: results as labels, each stage alone, no shrinkage", "alone-1997", ALONE, searched=False),
    Variant("results as labels for the predecessor too", "labels-of-1997", FIT, searched=False, both=True),
)


def glem_of(setup: Setup, variant: Variant) -> Path:
    files = labels_of_now(setup) if variant.searched else []
    return fitted(setup, variant.model, patterns(setup), variant.options, *files)


def predecessor_of(setup: Setup, variant: Variant) -> Path:
    return fitted(setup, "bayes-1997", patterns(setup), BAYES) if variant.both else predecessor(setup)


def run(setup: Setup) -> Record:
    played = play_cells(setup, _cells(setup), len(VARIANTS) * len(MORE_PLIES))
    chosen = {each.what: glem_of(setup, each) for each in VARIANTS[:4]} if played["complete"] else {}
    models = chosen | {"predecessor": predecessor(setup)}
    return played | {"errors": errors_by_kind(searched_positions(setup), models)}


def _cells(setup: Setup) -> Iterator[Cell]:
    depth = 2 if setup.quick else DEPTH
    for each in VARIANTS:
        if setup.is_over:
            return
        glem, bayes = glem_of(setup, each), predecessor_of(setup, each)
        for more in MORE_PLIES:
            cell = match_of(setup, glem, bayes, depth, more)
            yield replace(cell, about={**cell.about, "what": each.what}, words=f"{each.what}, {more} more")


def table(record: Record) -> str:
    depth = record["rows"][0]["depth"]
    lines = [f"| GLEM, depth {depth} | predecessor +0 | +1 | +2 |", "|---|---|---|---|"]
    for what in dict.fromkeys(row["what"] for row in record["rows"]):
        found = {row["more_plies"]: f"{row['percent']:.0f}" for row in record["rows"] if row["what"] == what}
        lines.append(f"| {what} | " + " | ".join(found.get(more, "–") for more in MORE_PLIES) + " |")
    lines.append("| the paper | " + " | ".join(str(PAPER[more][depth - 1]) for more in MORE_PLIES) + " |")
    if record.get("errors"):
        lines += ["", error_by_kind.table(record["errors"])]
    return "\n".join(lines)


EXPERIMENT = Experiment(
    "weaker-glem",
    "the predecessor against GLEM without labels by search, without shrinkage and neighbouring stages, and without "
    "either: which of them puts it further behind than in the paper",
    "Buro 2002, table 1",
    run,
    table,
)
