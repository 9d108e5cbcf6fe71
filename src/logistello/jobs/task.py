"""What is to be done, and what carries it out."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import Any, Protocol

#: In front of a worker's answer that others follow; no pickle begins so.
PART = b"part"
#: Number and result of tasks.
Results = Generator[tuple[int, Any], None, None]


@dataclass(frozen=True)
class Task:
    """A call that takes seconds: long enough to be worth sending, short enough that a stop loses little.

    The function stands at the top of an importable module, arguments and result can be pickled, and the result depends
    on the arguments alone: a task may be carried out twice, and anywhere. Files are named by paths that all workers
    see.
    """

    function: Callable[..., Any]
    arguments: tuple[Any, ...] = ()

    def run(self) -> Any:
        return self.function(*self.arguments)


class Pool(Protocol):
    """Carries out tasks. Whoever implements this can take over from the processes of one machine."""

    #: How many tasks are carried out at once.
    workers: int

    def run(self, tasks: Iterable[Task]) -> Results:
        """Number (from 0) and result of every task, in the order in which they end; tasks begin in order.

        What a task raises is raised here and ends the others. Closing the generator ends them, too.
        """
        ...

    def close(self) -> None:
        """End the workers. Closing twice is fine."""
        ...
