"""What commands that work for a long time share: progress bars, who works, the files they write."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from logistello.cli.terminal import shown

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.progress import Progress, TaskID

    from logistello.jobs import Pool
    from logistello.train.scores import ScoreWork


def progress_bars(
    console: Console | None = None,
    *,
    time: Literal["remaining", "elapsed"] = "remaining",
    note: bool = False,
    transient: bool = True,
    quiet: bool = False,
    pool: Pool | None = None,
) -> Progress:
    """Bars on the error output, or on another console; none where there is no terminal, or if they are to be ``quiet``.

    With ``note`` every task has a field of this name, shown after the numbers. What a ``pool`` has to tell stands below
    the bars.
    """
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class BarsAndStatus(Progress):
        def get_renderables(self) -> Iterable[RenderableType]:
            yield from super().get_renderables()
            if pool is not None and (status := pool.status):
                yield Text(shown(status), style="dim")

    console = console or Console(stderr=True, highlight=False)
    return BarsAndStatus(
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=24 if note else 40),
        MofNCompleteColumn(),
        *([TextColumn("{task.fields[note]}", markup=False)] if note else []),
        TimeRemainingColumn() if time == "remaining" else TimeElapsedColumn(),
        console=console,
        transient=transient,
        disable=quiet or not console.is_terminal,
    )


@dataclass
class WorkBars:
    """One bar after the other, if there is a terminal."""

    progress: Progress
    tasks: dict[str, TaskID] = field(default_factory=dict)

    def bar(self, name: str) -> Callable[[int, int], None]:
        """Takes what is done and what there is; the bar appears with the first call."""

        def show(done: int, total: int) -> None:
            if name not in self.tasks:
                self.tasks[name] = self.progress.add_task(name, total=total)
            self.progress.update(self.tasks[name], completed=done, total=total)

        return show

    def show(self, name: str, done: int, total: int) -> None:
        """The same for a caller that names the bar every time."""
        self.bar(name)(done, total)

    def counter(self, name: str, total: int) -> Callable[[int], None]:
        """A bar that takes how much more is done."""
        show, done = self.bar(name), 0

        def advance(count: int) -> None:
            nonlocal done
            done += count
            show(done, total)

        return advance


@contextmanager
def work_bars(pool: Pool | None = None) -> Iterator[WorkBars]:
    with progress_bars(pool=pool) as progress:
        yield WorkBars(progress)


@contextmanager
def work_pool(workers: int | None, cluster: str | None) -> Iterator[Pool]:
    """Worker processes of this machine or of a cluster, which tells on the error output what it had to do again."""
    from logistello.jobs import open_pool

    def tell(trouble: str) -> None:
        sys.stderr.write(f"logistello: {shown(trouble)}\n")  # bars that are shown stay below it

    with closing(open_pool(workers, cluster, tell)) as pool:
        yield pool


@contextmanager
def score_work(
    output: Path, threads: int, solved: Path | None = None, cluster: str | None = None
) -> Iterator[ScoreWork]:
    """Workers that score positions, and a word about what a stop leaves."""
    from logistello.train.scores import ScoreWork

    with work_pool(None if cluster else threads, cluster) as pool:
        work = ScoreWork(output, pool, solved)
        try:
            with work:
                yield work
        except KeyboardInterrupt:
            if left := [str(path) for path in work.left_behind]:
                sys.stderr.write(f"Stopped. What was found is in {' and '.join(left)}: the same command continues.\n")
            raise
