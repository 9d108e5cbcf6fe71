"""Why the predecessor is further behind than in the paper: what GLEM has here and did not have there is taken away from
it, one thing at a time. Same matches as ``glem-against-bayes``, at one depth, the most telling one also
at depth 7.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

from benchmarks.measure import Record
from benchmarks.papers import error_by_kind
from benchmarks.papers.error_by_kind import errors_by_kind
from benchmarks.papers.experiment import Cell, Experiment, Setup, play_cells
from benchmarks.papers.glem_against_bayes import BAYES, MORE_PLIES, PAPER, match_of, patterns, predecessor
from benchmarks.papers.learned import FIT, fitted, labels_of_now, searched_positions
from logistello.train.fit_options import FitOptions

DEPTH, DEEPER = 5, 7
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
    depths: tuple[int, ...] = (DEPTH,)


VARIANTS = (
    Variant("as it is", "logistello", FIT),
    Variant("each stage alone, no shrinkage", "alone", ALONE, depths=(DEPTH, DEEPER)),
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
    expected = len(MORE_PLIES) * sum(len(_depths(setup, each)) for each in VARIANTS)
    played = play_cells(setup, _cells(setup), expected)
    chosen = {each.what: glem_of(setup, each) for each in VARIANTS[:4]} if played["complete"] else {}
    models = chosen | {"predecessor": predecessor(setup)}
    return played | {"errors": errors_by_kind(searched_positions(setup), models)}


def _cells(setup: Setup) -> Iterator[Cell]:
    for each in VARIANTS:
        if setup.is_over:
            return
        glem, bayes = glem_of(setup, each), predecessor_of(setup, each)
        for depth, more in product(_depths(setup, each), MORE_PLIES):
            cell = match_of(setup, glem, bayes, depth, more)
            yield replace(cell, about={**cell.about, "what": each.what}, words=f"{each.what}, {cell.words}")


def _depths(setup: Setup, variant: Variant) -> tuple[int, ...]:
    return (2,) if setup.quick else variant.depths


def table(record: Record) -> str:
    """Ours before the paper's."""
    lines = ["| GLEM | depth | predecessor +0 | +1 | +2 |", "|---|---|---|---|---|"]
    for what, depth in dict.fromkeys((row["what"], row["depth"]) for row in record["rows"]):
        found = {
            row["more_plies"]: f"{row['percent']:.0f}"
            for row in record["rows"]
            if (row["what"], row["depth"]) == (what, depth)
        }
        cells = [f"{found.get(more, '–')} ({PAPER[more][depth - 1]})" for more in MORE_PLIES]
        lines.append(f"| {what} | {depth} | " + " | ".join(cells) + " |")
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
