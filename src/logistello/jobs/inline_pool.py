"""Tasks one after the other in the calling process: for tests, and where nothing is gained by processes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from logistello.jobs.task import Results, Task


class InlinePool:
    """A ``Pool`` without workers of its own.

    >>> list(InlinePool().run([Task(abs, (-3,)), Task(max, (1, 2))]))
    [(0, 3), (1, 2)]
    """

    workers = 1
    threads_here = 1
    status = ""

    def run(self, tasks: Iterable[Task]) -> Results:
        for number, task in enumerate(tasks):
            yield number, task.run()

    def close(self) -> None:
        """There is nothing to end."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
