"""What a growing book shows, and how it is stopped."""

from __future__ import annotations

import signal
import sys
import time
from types import FrameType
from typing import TYPE_CHECKING, Any, Self

from logistello.cli.long_work import progress_bars
from logistello.cli.terminal import quantity

if TYPE_CHECKING:
    from logistello.book import Growth, GrowthProgress
    from logistello.jobs import Pool

EXIT_INTERRUPTED = 130


class Stopping:
    """When a run ends: after some time, or at the first Ctrl-C (or SIGTERM). A second one ends it at once.

    What is searched when the end comes is finished and kept.
    """

    def __init__(self, seconds: float | None = None) -> None:
        self.interrupted = False
        self._end = None if seconds is None else time.monotonic() + seconds
        self._before: dict[int, Any] = {}

    def __call__(self) -> bool:
        return self.interrupted or (self._end is not None and time.monotonic() >= self._end)

    def __enter__(self) -> Self:
        for number in (signal.SIGINT, signal.SIGTERM):
            self._before[number] = signal.signal(number, self._on_signal)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        if self.interrupted:
            raise KeyboardInterrupt
        self.interrupted = True
        sys.stderr.write("\nStopping when the searches under way are done; press Ctrl-C again to drop them.\n")


class GrowthDisplay:
    """A bar on the error output, if that is a terminal."""

    def __init__(
        self, what: str, *, total: int | None = None, unit: str = "expansions", pool: Pool | None = None
    ) -> None:
        """``total`` counts in ``unit``, a field of ``Growth``; ``None`` if the end is not known."""
        self._progress = progress_bars(time="elapsed" if total is None else "remaining", note=True, pool=pool)
        self._task = self._progress.add_task(what, total=total, note="")
        self._unit = unit

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def __call__(self, progress: GrowthProgress) -> None:
        growth = progress.growth
        value = f", start {progress.root_value}" if progress.root_value is not None else ""
        note = f"{quantity(growth.positions, 'new position')}, {growth.nodes / 1e6:,.0f} M nodes{value}"
        self._progress.update(self._task, completed=getattr(growth, self._unit), note=note)


def growth_json(growth: Growth, positions: int, **more: object) -> dict[str, object]:
    """What was done, and how large the book is now."""
    return {
        "games": growth.games,
        "expansions": growth.expansions,
        "new_positions": growth.positions,
        "nodes": growth.nodes,
        "positions": positions,
        **more,
    }


def growth_text(growth: Growth, positions: int, seconds: float) -> str:
    games = f"{quantity(growth.games, 'game')}, " if growth.games else ""
    return (
        f"{games}{quantity(growth.expansions, 'search', 'searches')} taken in, "
        f"{quantity(growth.positions, 'new position')}, "
        f"{growth.nodes / 1e6:,.1f} million nodes, {seconds:.1f} s; the book has {quantity(positions, 'position')}\n"
    )
