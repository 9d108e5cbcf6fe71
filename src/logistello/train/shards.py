"""Numbered tasks whose results are files: after a stop only those that are missing are carried out again."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from logistello.jobs import Pool, Task
from logistello.train.artefact import Arrays, Inputs, read_arrays, write_arrays


@dataclass(frozen=True)
class Shard:
    """A task that gives arrays, and the file for them."""

    path: Path
    inputs: Inputs
    #: Its function returns ``Arrays``.
    task: Task


@dataclass(frozen=True)
class Done:
    """The result of a shard."""

    number: int
    arrays: Arrays
    checksum: str


def carry_out(pool: Pool, shards: Sequence[Shard], on_done: Callable[[Done], None] = lambda done: None) -> list[Done]:
    """All results in order. ``on_done`` gets each as it comes, in any order."""
    results: dict[int, Done] = {}
    for done in as_they_come(pool, shards):
        results[done.number] = done
        on_done(done)
    return [results[number] for number in range(len(shards))]


def in_order(pool: Pool, shards: Sequence[Shard]) -> Generator[Done, None, None]:
    """Results by rising number, each as soon as all before it are there: what is done with them, and when one has
    enough, then depends on no schedule."""
    waiting: dict[int, Done] = {}
    following = 0
    with closing(as_they_come(pool, shards)) as results:
        for done in results:
            waiting[done.number] = done
            while following in waiting:
                yield waiting.pop(following)
                following += 1


def as_they_come(pool: Pool, shards: Sequence[Shard]) -> Generator[Done, None, None]:
    """Those that have a file first, then the others as they end; each is on disk before it is given."""
    missing = []
    for number, shard in enumerate(shards):
        found = read_arrays(shard.path, shard.inputs)
        if found is None:
            missing.append(number)
        else:
            yield Done(number, *found)
    if missing:
        for folder in {shards[number].path.parent for number in missing}:
            folder.mkdir(parents=True, exist_ok=True)
    with closing(pool.run([shards[number].task for number in missing])) as results:
        for place, arrays in results:
            shard = shards[missing[place]]
            yield Done(missing[place], arrays, write_arrays(shard.path, shard.inputs, arrays))
