"""``logistello calibrate``: how a model's searches predict each other, for ProbCut."""

from __future__ import annotations

import json as json_format
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from logistello.cli.option_types import CalibratedDepth, CalibratedEmpties, Cluster, Count, CountOrNone, Seed, Workers
from logistello.cli.plot_file import Plot, write_plot
from logistello.cli.terminal import shown
from logistello.errors import UsageError

if TYPE_CHECKING:
    from logistello.evaluation import Model
    from logistello.probcut import LeftOut, ProbCutTable

_PER_STAGE, _PER_NUMBER_OF_DISCS = 600, 40


def calibrate(
    model: Path,
    /,
    *,
    output: Annotated[Path | None, Parameter(name=("--output", "-o"))] = None,
    labels: tuple[Path, ...] = (),
    positions: Count | None = None,
    depth: CalibratedDepth | None = None,
    solve: CalibratedEmpties = 20,
    at_nodes: Count | None = None,
    corner_quiescence: bool = False,
    tempo: CountOrNone = 0,
    seed: Seed = 1,
    threads: Workers | None = None,
    cluster: Cluster | None = None,
    pairs: Path | None = None,
    plot: Plot | None = None,
    json: bool = False,
) -> int:
    """Measure how a model's shallow searches predict its deep ones and exact scores, and store the table in its file.

    A search with ProbCut needs this table; it holds only for the weights it was made with. Give the same
    command again to continue an interrupted run.

    Parameters
    ----------
    model
        The model file.
    output
        Where to write the model with its table, instead of into the same file; a file or a folder.
    labels
        Files of labelled positions, or folders of them: measure positions met inside searches that begin there, as
        'train' does. Without them positions come from games of the model against itself.
    positions
        Positions of each stage of the game (600 if not given); with --labels those of each number of discs (40).
    depth
        Depth of the deepest search (8 if not given, 18 with --at-nodes); one more takes three times as long, with
        --at-nodes half as long again.
    solve
        Solve positions with up to this many empty squares.
    at_nodes
        Refine the table that the model has instead: look into searches from so many positions (700 take
        eight minutes on two cores) and measure where they ask it, near their windows.
    corner_quiescence
        Measure searches that look at corner moves beyond their depth, for an engine that has this option on.
    tempo
        First even out what values of odd and even depths differ by, measured on so many positions of games among the
        --labels for each number of discs; asks for --output, since the weights change.
    seed
        Chooses the positions.
    threads
        Number of worker processes; without it one for each processor.
    pairs
        Folder for what is measured. It is kept, and used again by a calibration with the same settings; without it the
        folder <output>.pairs is removed at the end. Files .pairs.npz of earlier versions are still read.
    plot
        Draw values, lines and sigmas into this file (.svg or .png).
    json
        Print one JSON object.
    """
    from logistello.cli.long_work import work_bars, work_pool
    from logistello.cli.output_files import check_outputs
    from logistello.train.calibration import Calibration, PairFiles, draw_pairs
    from logistello.train.node_calibration import NodeCalibration, NodeSettings
    from logistello.train.preset import CalibrationSettings
    from logistello.train.tempo import evened_file

    started = time.perf_counter()
    target = output or model
    label_files = _files_of(labels)
    check_outputs(target, inputs=label_files, folders=True)
    check_outputs(plot, inputs=(model, target, *label_files))
    _check_pairs(pairs)
    if at_nodes:
        if tempo or corner_quiescence or positions is not None or plot is not None:
            raise UsageError(
                "--at-nodes refines a table that is there; "
                "--positions, --tempo, --corner-quiescence and --plot are for a new one"
            )
        refining = NodeCalibration(model, NodeSettings(at_nodes, depth or 18, solve), seed, label_files)
        files = PairFiles.beside(target, pairs)
        with work_pool(threads, cluster) as pool, work_bars(pool) as bars:
            after = refining.make(pool, files.folder, bars.show)
        path = after.save(target)
        files.clear()
        _answer_refined(path, after, time.perf_counter() - started, as_json=json)
        return 0
    if positions is None:
        positions = _PER_NUMBER_OF_DISCS if labels else _PER_STAGE
    settings = CalibrationSettings(positions, depth or 8, solve)
    if tempo:
        if output is None or output.is_dir() or not label_files:
            raise UsageError(
                "--tempo changes weights and needs positions of games: give a file as --output, and --labels"
            )
        model = evened_file(model, output, label_files, tempo, seed)
    files = PairFiles.beside(target, pairs)
    calibration = Calibration(model, settings, seed, label_files, corner_quiescence)
    with work_pool(threads, cluster) as pool, work_bars(pool) as bars:
        after, found = calibration.make(pool, files, bars.show)
    path = after.save(target)
    assert after.probcut is not None  # noqa: S101 - it was made for these weights
    if plot is not None:
        write_plot(plot, draw_pairs(after, found))
    files.clear()
    _answer(path, after.probcut, time.perf_counter() - started, as_json=json)
    return 0


def _files_of(labels: tuple[Path, ...]) -> list[Path]:
    """Folders stand for the labelled positions in them."""
    found = []
    for path in labels:
        files = sorted(path.glob("*.positions")) if path.is_dir() else [path]
        if not files or not path.exists():
            raise UsageError(f"{path}: no labelled positions there")
        found += files
    return found


def _check_pairs(pairs: Path | None) -> None:
    """Better now than after the work."""
    if pairs is not None and not pairs.parent.is_dir():
        raise UsageError(f"{pairs.parent}: no such folder")
    if pairs is not None and pairs.suffix == ".npz" and not pairs.exists():
        raise UsageError(f"{pairs}: no such file; new pairs are kept in a folder, and .npz files are only read")


def _answer(path: Path, table: ProbCutTable, seconds: float, *, as_json: bool) -> None:
    info = table.describe()
    if as_json:
        found = {"file": str(path), "seconds": round(seconds, 3), **info}
        sys.stdout.write(json_format.dumps(found, ensure_ascii=False) + "\n")
        return
    lines = [
        f"{shown(str(path))}: {info['measured']:,} of {info['lines']:,} lines measured, {info['pairs_of']:,} positions "
        f"({info['solved']:,} solved), {seconds:.1f} s"
    ]
    if table.left_out is not None:
        lines.append(_left_out_text(table.left_out, info["most_shallow_value"]))
    for phase, found in info.get("held_out", {}).items():
        for each in found:
            lines.append(
                f"{phase} t {each['t']:.1f}: wrong cuts high {each['wrong_high']:.2%}, low {each['wrong_low']:.2%}, "
                f"predicted {each['predicted']:.2%}"
            )
    sys.stdout.write("".join(f"{line}\n" for line in lines))


def _answer_refined(path: Path, model: Model, seconds: float, *, as_json: bool) -> None:
    assert model.probcut is not None  # noqa: S101 - it was refined
    info = model.probcut.provenance["at_nodes"]
    if as_json:
        sys.stdout.write(json_format.dumps({"file": str(path), "seconds": round(seconds, 3), **info}) + "\n")
        return
    lines = [f"{shown(str(path))}: {info['nodes']:,} nodes ({info['solved']:,} solved), {seconds:.1f} s"]
    for phase, found in info["held_out"].items():
        for before, after in zip(info["held_out_before"][phase], found, strict=True):
            lines.append(
                f"{phase} t {after['t']:.1f}: wrong cuts high {before['wrong_high']:.2%} -> {after['wrong_high']:.2%}, "
                f"low {before['wrong_low']:.2%} -> {after['wrong_low']:.2%}, predicted {after['predicted']:.2%}"
            )
    sys.stdout.write("".join(f"{line}\n" for line in lines))


def _left_out_text(left_out: LeftOut, most: float) -> str:
    parts = [
        (left_out.beyond_limit, f"with a shallow value beyond {most:g} discs"),
        (left_out.without_line, "in groups too small for a line"),
        (left_out.outside_table, "outside of the table"),
    ]
    text = "; left out: " + ", ".join(f"{count:,} {what}" for count, what in parts)
    if left_out.limited_lines:
        text += f"; {left_out.limited_lines:,} lines brought within limits"
    return f"{left_out.used:,} of {left_out.measured:,} pairs of values used{text}"
