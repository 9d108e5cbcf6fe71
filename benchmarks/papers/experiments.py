"""All experiments of the papers that this project repeats."""

from __future__ import annotations

from benchmarks.papers import (
    book,
    comparisons,
    conditions,
    endcut,
    genconf,
    glem_against_bayes,
    kinds_of_fits,
    large_patterns,
    plies,
    shapes,
    thresholds,
    weaker_glem,
)
from benchmarks.papers.experiment import Experiment


def experiments() -> dict[str, Experiment]:
    found = [
        glem_against_bayes.EXPERIMENT,
        weaker_glem.EXPERIMENT,
        large_patterns.EXPERIMENT,
        kinds_of_fits.EXPERIMENT,
        shapes.EXPERIMENT,
        genconf.EXPERIMENT,
        conditions.EXPERIMENT,
        plies.EXPERIMENT,
        endcut.EXPERIMENT,
        thresholds.EXPERIMENT,
        book.EXPERIMENT,
        *comparisons.experiments(),
    ]
    return {each.name: each for each in found}
