"""Long work with positions: its bars, and the files it writes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from logistello.errors import UsageError

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


@dataclass
class WorkBars:
    """One bar after the other on the terminal; nothing where there is none."""

    progress: Progress
    tasks: dict[str, TaskID] = field(default_factory=dict)

    def bar(self, name: str) -> Callable[[int, int], None]:
        """Takes what is done and what there is; the bar appears with the first call."""

        def show(done: int, total: int) -> None:
            if name not in self.tasks:
                self.tasks[name] = self.progress.add_task(name, total=total)
            self.progress.update(self.tasks[name], completed=done, total=total)

        return show


@contextmanager
def work_bars() -> Iterator[WorkBars]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        yield WorkBars(progress)


@contextmanager
def kept_answers(output: Path, solved: Path | None) -> Iterator[tuple[Path, Path]]:
    """Files for exact scores and for values of searches. They stay after a stop, so that the same command goes on.

    After the work they are removed, but for a file that the user named.
    """
    exact = solved or output.with_name(f"{output.name}.solved")
    searched = output.with_name(f"{output.name}.searched")
    try:
        yield exact, searched
    except KeyboardInterrupt:
        left = [str(path) for path in (exact, searched) if path.exists()]
        if left:
            sys.stderr.write(f"Stopped. What was found is in {' and '.join(left)}: the same command goes on.\n")
        raise
    searched.unlink(missing_ok=True)
    if solved is None:
        exact.unlink(missing_ok=True)


def check_output(path: Path) -> None:
    """Refuse a name that no file can be written to: better now than after the work."""
    if not path.parent.is_dir():
        raise UsageError(f"{path.parent}: no such folder")
    if path.is_dir():
        raise UsageError(f"{path} is a folder; expected the name of a file")
