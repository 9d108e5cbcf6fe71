"""``logistello train``: from nothing to a model, unattended."""

from __future__ import annotations

import json as json_format
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from logistello.cli.option_types import Cluster, Hours, Seed, Workers
from logistello.cli.output_files import check_outputs
from logistello.cli.plot_file import Plot, write_plot
from logistello.cli.sparkline import sparkline
from logistello.cli.terminal import shows_unicode
from logistello.errors import UsageError

if TYPE_CHECKING:
    from logistello.train.preset import Preset
    from logistello.train.run import RunResult

EXIT_NOTHING_ACCEPTED = 1


def train(
    run_dir: Path,
    /,
    *,
    preset: str | None = None,
    hours: Hours | None = None,
    workers: Workers | None = None,
    cluster: Cluster | None = None,
    model: Path | None = None,
    games: tuple[Path, ...] = (),
    seed: Seed | None = None,
    plot: Plot | None = None,
    json: bool = False,
) -> int:
    """Train an evaluation from self-play, generation after generation, and say how strong it has become.

    Games, labels, weights, calibration, a gate match: a new generation replaces the best one only if it wins. The same
    command continues after any kind of stop and gives the same model. The folder then holds best.model, a report to
    be opened in a browser (report.html) and the progress as JSON lines (log.jsonl).

    Parameters
    ----------
    run_dir
        Folder of the run; created if it does not exist.
    preset
        How much: tiny (minutes), laptop (hours), full (days), or a TOML file of your own. An existing run keeps
        its own; a new one uses tiny.
    hours
        Begin no generation that would, going by the ones before, end later than this after the start of the command.
        The same command continues the run.
    workers
        Number of worker processes; by default one for each processor.
    model
        Begin with this model instead of with random play. An existing run keeps its own.
    games
        Learn also from positions of these games: files and folders in any format. An existing run has its own copy.
    seed
        Same seed, same result, however many workers and wherever. An existing run keeps its own; a new one uses 1.
    plot
        Draw strength and error of all generations into this file (.svg or .png), renewed with each of them.
    json
        Print events as JSON lines instead of a display.
    """
    from logistello.cli.long_work import work_pool
    from logistello.cli.train.display import TrainDisplay
    from logistello.train.report import draw_training, read_report
    from logistello.train.run import train as train_run

    if model is not None and not model.is_file():
        raise UsageError(f"{model}: no such file")
    if run_dir.exists() and not run_dir.is_dir():
        raise UsageError(f"{run_dir} is a file; expected the name of a folder")
    if missing := [str(path) for path in games if not path.exists()]:
        raise UsageError(f"no such file or folder: {', '.join(missing)}")
    check_outputs(plot, inputs=(model, *games))
    chosen, start, seed = _settings(run_dir, preset, model, seed)
    try:
        with work_pool(workers, cluster) as pool, TrainDisplay(sys.stderr, pool) as display:
            tell = _print_line if json else display

            def listener(event: dict[str, Any]) -> None:
                tell(event)
                if event["event"] == "generation" and plot is not None:
                    write_plot(plot, draw_training(read_report(run_dir)))

            result = train_run(
                run_dir, chosen, pool, start=start, games=games, seed=seed, hours=hours, listener=listener
            )
    except KeyboardInterrupt:
        sys.stderr.write(f"Stopped. Nothing that was finished is lost: 'logistello train {run_dir}' continues.\n")
        raise
    if not json:
        sys.stdout.write(summary(result))
        if result.outcomes and shows_unicode(sys.stdout):
            sys.stdout.write(_progress(read_report(run_dir)))
    return 0 if result.best or start is not None else EXIT_NOTHING_ACCEPTED


def _settings(
    run_dir: Path, preset: str | None, model: Path | None, seed: int | None
) -> tuple[Preset, Path | None, int]:
    """Preset, start and seed of a run that exists, where the command names none."""
    from logistello.train.preset import Preset
    from logistello.train.run import START, settings_of

    stored = settings_of(run_dir)
    if stored is None:
        return Preset.find(preset or "tiny"), model, 1 if seed is None else seed
    kept = run_dir / START
    start = model if model is not None or not kept.is_file() else kept
    chosen = Preset.from_dict(stored["preset"]) if preset is None else Preset.find(preset)
    return chosen, start, stored["seed"] if seed is None else seed


def _print_line(event: dict[str, Any]) -> None:
    sys.stdout.write(json_format.dumps(event, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def _row(generation: int, against: str, found: dict[str, Any]) -> str:
    played = f"{found['wins']}/{found['draws']}/{found['losses']}"
    return f"{generation:>10}  {against:28}  {found['percent'][0]:>6.1f} %  {played}"


def _progress(report: Mapping[str, Any]) -> str:
    """Strength and error from generation to generation, each in one line."""
    elo = [report["elo"][f"generation {each['generation']}"] for each in report["generations"]]
    errors = [each["validation_mae"] for each in report["generations"] if each["validation_mae"] is not None]
    lines = [f"Elo    {sparkline(elo)}  {elo[0]:.0f} to {elo[-1]:.0f}\n"]
    if errors:
        lines.append(f"error  {sparkline(errors, low=0)}  {errors[0]:.2f} to {errors[-1]:.2f} discs\n")
    return "".join(lines)


def summary(result: RunResult) -> str:
    """What is printed at the end: the strength of every generation, and where the best model is."""
    lines = [f"{'generation':>10}  {'against':28}  {'points':>8}  won/drawn/lost"]
    for outcome in result.outcomes:
        lines += [_row(outcome.number, row["against"], row) for row in outcome.yardsticks]
        verdict = "taken" if outcome.accepted else "refused"
        against = f"gate: {outcome.gate['against']}"
        lines.append(f"{_row(outcome.number, against, outcome.gate)}, {verdict}")
    if result.best_model is None:
        lines.append("No generation passed the gate: the preset may be too small.")
    else:
        lines.append(f"{result.best_model}: generation {result.best}")
    if not result.complete:
        lines.append(f"'logistello train {result.folder}' continues.")
    lines.append(f"{result.folder / 'report.html'}: tables and plots")
    return "".join(f"{line}\n" for line in lines)
