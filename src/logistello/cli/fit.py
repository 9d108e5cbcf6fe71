"""``logistello fit``: from labelled positions to a model."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

from cyclopts import Parameter

from logistello.cli.option_types import (
    Amount,
    Count,
    CountOrNone,
    Empties,
    ProperPart,
    Seed,
    Share,
    SomeAmount,
    Threads,
)
from logistello.cli.terminal import shown
from logistello.errors import UsageError
from logistello.files import naming

if TYPE_CHECKING:
    from logistello.evaluation.pattern_set import PatternSet
    from logistello.train.fit_options import StageModel
    from logistello.train.preset import Preset

#: How the lines of a metrics file begin.
_METRICS_STARTS = (b'{"event": ', b'{"stage": ')


def fit(
    *positions: Path,
    output: Annotated[Path, Parameter(name=("--output", "-o"))],
    preset: str | None = None,
    patterns: str | None = None,
    stages: str | None = None,
    link: Literal["identity", "sigmoid", "logistic"] | None = None,
    method: Literal["cg", "gradient", "bayes"] | None = None,
    l2: Amount | None = None,
    iterations: Count | None = None,
    window: Empties | None = None,
    exact_weight: SomeAmount | None = None,
    count_power: Share | None = None,
    sparse_min_matches: Count | None = None,
    vectors: CountOrNone | None = None,
    tempo: CountOrNone | None = None,
    holdout: ProperPart | None = None,
    seed: Seed | None = None,
    threads: Threads = 1,
    metrics: Path | None = None,
) -> int:
    """Fit the weights of an evaluation to labelled positions (see 'logistello positions').

    After an interruption, the same command continues after the last finished stage.

    Parameters
    ----------
    positions
        Files of labelled positions.
    output
        The model file to write, or a folder: then the file is called <patterns>-<checksum>.model.
    preset
        Take the pattern set, its stages and the parameters of the fit from a preset of 'logistello train', a name or a
        TOML file; options that are given besides come first. The model is named after the preset.
    patterns
        A pattern set of the package (logistello, logistello+A, +B, +AB, +ABC, modern, sparse) or a TOML file of your
        own; without one, modern.
    stages
        Into how many stages the game is divided, by the number of discs (13 makes stages of 4 discs), and how their
        weights hang together: separate, each stage for itself; merged, stages in which a configuration is rare share
        its weight; linear, they share a line. Such as 26, merged, or 26,linear.
    link
        What a sum of weights means: identity, discs; sigmoid, discs that level off towards 64; logistic, the chance
        to win.
    method
        cg, conjugate gradients; gradient, the paper's gradient descent, which needs more steps; bayes, GLEM's
        predecessor: configurations valued one by one, patterns weighted as wholes.
    l2
        Shrinkage, in positions: pulls weights of rare configurations back.
    iterations
        Most steps of a stage.
    window
        A stage also learns from positions with up to this many discs more or fewer.
    exact_weight
        How much more positions with exact scores count.
    count_power
        A position that n games came to counts n to this power: 0 all the same, 1 every game.
    sparse_min_matches
        Configurations of sparse patterns with fewer matches in the training positions get no weight.
    vectors
        Learn vectors instead of weights alone: every configuration has numbers besides, which pass through a ReLU.
        How often every position is learned, such as 6; 0 for weights alone. Flat patterns only.
    tempo
        Measure on so many positions of each number of discs by how much values of odd and even depths differ, and even
        it out; 0 leaves values as the labels have them.
    holdout
        Part of the games that is kept for validation, such as 0.03.
    seed
        Chooses these games.
    threads
        Number of threads.
    metrics
        File for the progress, one JSON object a line; without it <output>.metrics.jsonl.
    """
    from logistello.cli.output_files import check_outputs, refuse_foreign
    from logistello.train.fit import fit_model
    from logistello.train.fit_options import FitOptions
    from logistello.train.labelled_positions import Positions
    from logistello.train.preset import Preset

    started = time.perf_counter()
    if not positions:
        raise UsageError("no positions: name files that 'logistello positions' made")
    log = metrics or (output / "metrics.jsonl" if output.is_dir() else output.with_name(f"{output.name}.metrics.jsonl"))
    named_inputs = [Path(name) for name in (preset, patterns) if name is not None]
    check_outputs(output, log, inputs=(*positions, *named_inputs), folders=True)
    if metrics is None:
        refuse_foreign(log, is_ours=_holds_metrics(log), option="--metrics")
    base = None if preset is None else Preset.find(preset)
    number, stage_model = _stages(stages)
    chosen = _patterns(base, patterns, number)
    given = {
        "link": link,
        "method": method,
        "stage_model": stage_model,
        "l2": l2,
        "iterations": iterations,
        "window": window,
        "exact_weight": exact_weight,
        "count_power": count_power,
        "sparse_min_matches": sparse_min_matches,
        "vectors": vectors,
        "tempo": tempo,
        "holdout": holdout,
        "seed": seed,
    }
    named = {name: value for name, value in given.items() if value is not None}
    options = FitOptions(**{**({} if base is None else base.fit), **named}, threads=threads)
    data = [Positions.load(path) for path in positions]
    partial = output / "fit.partial" if output.is_dir() else output.with_name(f"{output.name}.partial")
    with ExitStack() as stack:
        stack.enter_context(_alone(output, partial))
        show = _Show(log, chosen.stages, stack)
        name = None if base is None else base.name
        model = fit_model(data, chosen, options, name=name, on_metrics=show, checkpoint=partial)
        path = model.save(output)
    mae = model.metrics["validation_mae"]
    sys.stdout.write(
        f"{shown(str(path))}: {model.weights.size:,} weights from {sum(map(len, data)):,} positions, "
        f"validation error {'unknown' if mae is None else f'{mae:.3f} discs'}, {time.perf_counter() - started:.1f} s\n"
    )
    return 0


def _stages(text: str | None) -> tuple[int | None, StageModel | None]:
    """Number and kind, of which either may be missing."""
    from logistello.number_ranges import STAGES
    from logistello.train.fit_options import StageModel

    number: int | None = None
    kind: StageModel | None = None
    for part in (text or "").split(",") if text is not None else ():
        if number is None and part.strip().isdecimal():
            number = STAGES.read(part.strip())
        elif kind is None and part.strip() in get_args(StageModel):
            kind = part.strip()  # type: ignore[assignment]  # one of them
        else:
            kinds = ", ".join(get_args(StageModel))
            raise UsageError(f"--stages {text}: expected a number, one of {kinds}, or both, such as 13,merged")
    return number, kind


def _patterns(preset: Preset | None, name: str | None, stages: int | None) -> PatternSet:
    from logistello.evaluation.pattern_set import PatternSet

    patterns = preset.pattern_set() if preset is not None and name is None else PatternSet.find(name or "modern")
    return patterns if stages is None else patterns.with_stages(stages)


@contextmanager
def _alone(output: Path, partial: Path) -> Iterator[None]:
    """Two fits of one output would take each other's work in progress away."""
    from logistello.files import locked

    lock = partial.with_name(f"{partial.name}.lock")
    with ExitStack() as stack:
        try:
            stack.enter_context(locked(lock))
        except BlockingIOError:
            raise UsageError(f"{output}: another process is fitting it; wait for it, or choose another name") from None
        try:
            yield
        finally:
            with suppress(OSError):  # Windows keeps a file that is open
                lock.unlink()


def _holds_metrics(log: Path) -> bool:
    """Whether an earlier fit wrote this file. A stop may have truncated it."""
    if not log.is_file():
        return False
    with log.open("rb") as file:
        return file.read(max(map(len, _METRICS_STARTS))).startswith(_METRICS_STARTS)


class _Show:
    """Metrics go to a file and, as a table that grows, to the terminal."""

    def __init__(self, log: Path, stages: int, stack: ExitStack) -> None:
        from rich.console import Console

        from logistello.cli.long_work import progress_bars

        stack.enter_context(naming(log))
        self.file = stack.enter_context(log.open("w", encoding="utf-8"))
        self.console = Console(stderr=True)
        self.progress = stack.enter_context(progress_bars(self.console))
        self.task = self.progress.add_task("reading", total=stages)

    def __call__(self, values: dict[str, Any]) -> None:
        self.file.write(json.dumps(values) + "\n")
        self.file.flush()
        if values["event"] == "iteration":
            stage = "all stages" if values["stage"] is None else f"stage {values['stage']}"
            text = f"{stage} step {values['iteration']} loss {values['loss']:.3f}"
            self.progress.update(self.task, description=text)
            return
        if values["event"] == "epoch":
            text = f"vectors of stage {values['stage']}, round {values['epoch']}, loss {values['rmse']:.3f}"
            self.progress.update(self.task, description=text)
            return
        self.progress.advance(self.task)
        if self.console.is_terminal:
            low, high = values["discs"]
            found = f"error {values['mae']:.3f} discs" if "mae" in values else "no validation"
            self.progress.console.print(f"{low:2d}-{high:2d} discs  {values['positions']:>10,} positions  {found}")
