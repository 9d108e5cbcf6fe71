"""``logistello openings``: a list of balanced openings."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from logistello.cli.option_types import Depth, DiscLoss, Megabytes, Plies, Workers
from logistello.cli.terminal import quantity, shown


def openings(
    *,
    output: Annotated[Path, Parameter(name=("--output", "-o"))],
    plies: Plies = 8,
    depth: Depth = 12,
    within: DiscLoss = 2.0,
    model: Path | None = None,
    selectivity: Literal["none", "probcut", "mpc"] = "mpc",
    hash_mb: Megabytes = 16,
    parallel: Workers = 1,
) -> int:
    """Make a list of balanced openings: search every position after some plies, keep the even ones.

    Give the same command again to continue an interrupted run.

    Parameters
    ----------
    output
        The list to write, one sequence of moves per line; <output>.partial keeps the scores until it is complete.
    plies
        Length of the openings. Symmetric positions and transpositions count once.
    depth
        How deep each position is searched.
    within
        Keep positions whose score is at most this many discs from zero.
    model
        Evaluate with this model instead of the package's.
    selectivity
        Pruning of the search.
    hash_mb
        Table of each search in megabytes.
    parallel
        How many positions are searched at the same time.
    """
    from logistello.cli.long_work import work_bars
    from logistello.cli.output_files import check_outputs
    from logistello.evaluation.model import find_model
    from logistello.files import write_whole
    from logistello.match.engine_player import make_engine
    from logistello.match.openings import OpeningSearch, judge_openings, list_text

    check_outputs(output, inputs=(model,))
    search = OpeningSearch(plies, depth, within)
    evaluation = find_model(model)
    options = {"model": evaluation, "hash_mb": hash_mb, "selectivity": selectivity}
    settings = {"model_sha256": evaluation.checksum, "selectivity": selectivity, "hash_mb": hash_mb}
    partial = output.with_name(f"{output.name}.partial")
    with ExitStack() as stack:
        engines = []
        for _ in range(parallel):
            engines.append(make_engine(options))
            stack.callback(engines[-1].close)
        bars = stack.enter_context(work_bars())
        scores = judge_openings(search, engines, partial, settings, bars.bar("searching"))
    made_by = f"logistello openings --plies {plies} --depth {depth} --within {within:g} --selectivity {selectivity}"
    text = list_text(scores, search, f"{made_by}; model {evaluation.name} sha256 {evaluation.checksum[:12]}")
    write_whole(output, text)
    partial.unlink()
    sys.stdout.write(f"{shown(str(output))}: {text.count(chr(10)) - 1:,} of {quantity(len(scores), 'position')}\n")
    return 0
