"""``logistello calibrate``: how a model's searches predict each other, for ProbCut."""

from __future__ import annotations

import json as json_format
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from logistello.errors import UsageError

if TYPE_CHECKING:
    from logistello.engine.calibration_pairs import Collection, OnProgress
    from logistello.probcut import ProbCutTable


def calibrate(
    model: Path,
    /,
    *,
    output: Annotated[Path | None, Parameter(name=("--output", "-o"))] = None,
    positions: int = 600,
    depth: int = 8,
    solve: int = 20,
    seed: int = 1,
    threads: int | None = None,
    pairs: Path | None = None,
    plot: Path | None = None,
    json: bool = False,
) -> int:
    """Measure how a model's shallow searches predict its deep ones and exact scores, and store the table in its file.

    A search with ProbCut needs this table; it holds only for the weights it was made with. An interrupted run goes on
    where it was when the same command is given again.

    Parameters
    ----------
    model
        The model file.
    output
        Where to write the model with its table, instead of into the same file; a file or a folder.
    positions
        Positions of each stage of the game.
    depth
        Depth of the deepest search; one more takes three times as long.
    solve
        Positions with up to so many empty squares are solved.
    seed
        Chooses the positions.
    threads
        Number of threads; without it one for each processor.
    pairs
        File for the values that were measured (.npz). It is kept, and read if it fits; without it the file
        <output>.pairs.npz is removed at the end.
    plot
        Draw values, lines and sigmas to this file (.svg).
    json
        Print one JSON object.
    """
    from logistello.engine.calibrate_model import calibrated, draw_pairs
    from logistello.engine.calibration_pairs import collect_pairs
    from logistello.evaluation.model import Model

    started = time.perf_counter()
    target = output or model
    collection = _collection(positions, depth, solve, seed)
    threads = _checked(target, plot, pairs, threads)
    before = Model.load(model, with_probcut=False)
    cache = pairs or (
        target / "calibrate.pairs.npz" if target.is_dir() else target.with_name(f"{target.name}.pairs.npz")
    )
    with _bar() as show:
        found = collect_pairs(before, collection, cache=cache, threads=threads, on_progress=show)
    after = calibrated(before, found, collection.as_dict(), collection.seed)
    path = after.save(target)
    assert after.probcut is not None  # noqa: S101 - it was made for these weights
    if plot is not None:
        from logistello.files import write_whole

        write_whole(plot, draw_pairs(after, found))
    if pairs is None:
        cache.unlink(missing_ok=True)
    _answer(path, after.probcut, time.perf_counter() - started, as_json=json)
    return 0


def _collection(positions: int, depth: int, solve: int, seed: int) -> Collection:
    from logistello.engine.calibration_pairs import Collection

    fewest = Collection().solve_empties[0]
    try:
        return Collection(positions, depth, (min(fewest, solve), solve), seed)
    except ValueError as error:
        raise UsageError(str(error)) from None


def _checked(target: Path, plot: Path | None, pairs: Path | None, threads: int | None) -> int:
    """Better now than after the work."""
    for path in (target, plot, pairs):
        if path is not None and not path.parent.is_dir():
            raise UsageError(f"{path.parent}: no such folder")
    if plot is not None and plot.suffix.lower() != ".svg":
        raise UsageError(f"{plot}: only pictures that end in .svg can be drawn")
    if threads is not None and threads < 1:
        raise UsageError(f"the number of threads is {threads}; expected 1 or more")
    return threads or os.cpu_count() or 1


@contextmanager
def _bar() -> Iterator[OnProgress]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        bars: dict[str, Any] = {}

        def show(what: str, done: int, total: int) -> None:
            if what not in bars:
                bars[what] = progress.add_task(what, total=total)
            progress.update(bars[what], completed=done, total=total)

        yield show


def _answer(path: Path, table: ProbCutTable, seconds: float, *, as_json: bool) -> None:
    info = table.describe()
    if as_json:
        found = {"file": str(path), "seconds": round(seconds, 3), **info}
        sys.stdout.write(json_format.dumps(found, ensure_ascii=False) + "\n")
        return
    lines = [
        f"{path}: {info['measured']:,} of {info['lines']:,} lines measured, {info['pairs_of']:,} positions "
        f"({info['solved']:,} solved), {seconds:.1f} s"
    ]
    for phase, found in info.get("held_out", {}).items():
        for each in found:
            lines.append(
                f"{phase} t {each['t']:.1f}: wrong cuts high {each['wrong_high']:.2%}, low {each['wrong_low']:.2%}, "
                f"predicted {each['predicted']:.2%}"
            )
    sys.stdout.write("".join(f"{line}\n" for line in lines))
