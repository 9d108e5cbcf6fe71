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
    on the arguments alone: a task may be carried out twice, and anywhere. Files that it reads are named by ``Path``: a
    pool whose workers are on other machines sends them along and puts names into the arguments that hold there.
    """

    function: Callable[..., Any]
    arguments: tuple[Any, ...] = ()
    #: What it takes of a machine, for a pool that shares machines out. Pools of one machine run as many tasks as they
    #: were told to, whatever these take.
    cpus: int = 1
    memory_mb: int = 256

    def run(self) -> Any:
        return self.function(*self.arguments)


class Pool(Protocol):
    """Carries out tasks. Whoever implements this can take over from the processes of one machine."""

    @property
    def workers(self) -> int:
        """How many tasks are carried out at once."""
        ...

    @property
    def threads_here(self) -> int:
        """How many threads the calling process may use for what it does itself between tasks."""
        ...

    @property
    def status(self) -> str:
        """Who works and what failed, in one line for a display; empty where there is nothing to tell."""
        ...

    def run(self, tasks: Iterable[Task]) -> Results:
        """Number (from 0) and result of every task, in the order in which they end; tasks begin in order.

        What a task raises is raised here and ends the others. Closing the generator ends them, too.
        """
        ...

    def close(self) -> None:
        """End the workers. Closing twice is fine."""
        ...
