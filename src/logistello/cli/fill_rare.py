"""``logistello fill-rare``: positions for configurations that training positions hold too rarely."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from logistello.cli.option_types import Cluster, Count, Depth, Empties, Seed, Stages, Workers
from logistello.cli.terminal import quantity, shown
from logistello.errors import UsageError


def fill_rare(
    *positions: Path,
    output: Annotated[Path, Parameter(name=("--output", "-o"))],
    count: Count = 100_000,
    patterns: str = "modern",
    stages: Stages | None = None,
    matches: Count = 20,
    moves: Depth = 4,
    exact_empties: Empties = 0,
    successors: bool = False,
    label_depth: Depth = 5,
    model: Path | None = None,
    solved: Path | None = None,
    seed: Seed = 0,
    threads: Workers = 1,
    cluster: Cluster | None = None,
    json_output: Annotated[bool, Parameter(name="--json")] = False,
) -> int:
    """Make positions for pattern configurations that training positions hold too rarely.

    Random moves are played from the given positions, and new positions with a rare configuration are kept, so that
    searches meet fewer configurations that the evaluation knows nothing about. Give 'logistello fit' the old files
    and the new one. After a stop, the same command continues.

    Parameters
    ----------
    positions
        Files of labelled positions.
    output
        The file to write: the new positions alone.
    count
        Most positions to add.
    patterns
        The pattern set whose configurations are counted: a name (logistello, modern) or a TOML file of your own.
    stages
        Into how many stages the game is divided; configurations are counted in each.
    matches
        A configuration that occurs this often in a stage is not rare.
    moves
        Most random moves from a given position.
    exact_empties
        Solve positions with at most this many empty squares; the others are labelled by a search.
    successors
        Add the position after the best move of every new one, with the negated score.
    label_depth
        How many moves this search looks ahead.
    model
        The model of the search; without it the one of the package.
    solved
        A file that keeps solved positions for other commands.
    seed
        Chooses the moves.
    threads
        How many positions are solved or searched at the same time.
    json_output
        Print one JSON object.
    """
    from logistello.cli.long_work import score_work, work_bars
    from logistello.cli.output_files import check_outputs
    from logistello.evaluation.pattern_set import PatternSet
    from logistello.train.added_positions import FillOptions
    from logistello.train.labelled_positions import Positions
    from logistello.train.labels import AddedLabels, rare_positions
    from logistello.train.models import ModelFile

    started = time.perf_counter()
    if not positions:
        raise UsageError("no positions: name files that 'logistello positions' made")
    check_outputs(output, solved, inputs=(*positions, model, Path(patterns)))
    options = FillOptions(count, matches, moves, seed=seed)
    chosen = PatternSet.find(patterns)
    chosen = chosen if stages is None else chosen.with_stages(stages)
    given = [Positions.load(path) for path in positions]
    with score_work(output, threads, solved, cluster) as work, work_bars(work.pool) as bars:
        solve = work.solver(exact_empties, bars.bar("solving")) if exact_empties else None
        search = work.searcher(ModelFile.find(model), label_depth, bars.bar("labelling by search"))
        labels = AddedLabels(search, solve, exact_empties, successors)
        found_bar = bars.bar("finding positions")
        made, before, after = rare_positions(
            given, chosen, options, labels, on_progress=lambda found, _: found_bar(found, count)
        )
        checksum = made.save(output)
    seconds = time.perf_counter() - started
    if json_output:
        answer = {
            "output": str(output),
            "sha256": checksum,
            "positions": len(made),
            "matches": matches,
            "before": before.as_dict(),
            "after": after.as_dict(),
            "seconds": round(seconds, 3),
        }
        sys.stdout.write(json.dumps(answer) + "\n")
        return 0
    sys.stdout.write(
        f"{shown(str(output))}: {quantity(len(made), 'position')}, {seconds:.1f} s, sha256 {checksum[:12]}\n"
        f"of {before.configurations:,} configurations ({chosen.name}, {chosen.stages} stages)\n"
        f"  met 1 to {matches - 1} times: {before.rare:,} before, {after.rare:,} now\n"
        f"  never met: {before.never_met:,} before, {after.never_met:,} now\n"
    )
    return 0
