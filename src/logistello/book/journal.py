"""Taking back what was done to a book: whole runs, and only those that nothing else was built upon."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from logistello.book.store import Entry, Store
from logistello.errors import BookError


@dataclass(frozen=True, slots=True)
class JournalRun:
    """A run that can be taken back, after all later ones."""

    run: int
    #: ``add``, ``extend``, ``complete``, ``refresh``, ``merge``, ``import``, ``link``.
    kind: str
    note: str
    time: datetime
    #: Positions that it changed.
    positions: int
    #: Runs that changed the book in turns with it: each is built upon the others, so all are taken back or none.
    together_with: tuple[int, ...] = ()

    def __str__(self) -> str:
        what = f"{self.kind} {self.note}".rstrip()
        return f"{self.time:%Y-%m-%d} {what}: {self.positions:,} positions changed"


def journal(store: Store) -> list[JournalRun]:
    """What can be taken back, newest first."""
    with store.reading():
        return _runs(store.entries(), store.changes())


def undo(store: Store, runs: int) -> list[JournalRun]:
    """Undo the last runs exactly, all of them or none; if there are fewer, all that there are.

    Raises ``BookError`` if they changed the book in turns with others.
    """
    if runs < 1:
        raise ValueError(f"{runs} runs; expected 1 or more")
    with store.transaction(None):
        entries = store.entries()
        if not entries:
            raise BookError("the journal is empty: there is nothing to take back")
        last: list[Entry] = []
        while len(_numbers(last)) < runs and len(last) < len(entries):
            last = _whole_runs(entries, len(last) + 1)
        if len(_numbers(last)) > runs:
            raise BookError(
                f"{_listed(last)} changed the book in turns, each on top of the others: they can only be taken back "
                f"together, by 'logistello book undo {len(_numbers(last))}'"
            )
        return _put_back(store, last)


def undo_run(store: Store, run: int, begun: datetime | None = None) -> list[JournalRun]:
    """Undo this run and no other.

    ``begun`` says when it began: another book may have a run of the same number. Raises ``BookError`` if another run
    has changed the book since it began, or if the journal does not hold it.
    """
    with store.transaction(None):
        entries = store.entries()
        mine = [entry for entry in entries if entry.run == run]
        if not mine:
            raise BookError(f"the journal holds no run {run}: it was taken back or forgotten already")
        if begun is not None and abs((mine[-1].begun - begun).total_seconds()) > _SAME_MOMENT:
            raise BookError(f"run {run} of this book is another one: the book has been replaced since")
        if entries[: len(mine)] != mine:
            reach = _whole_runs(entries, entries.index(mine[-1]) + 1)
            others = _listed([entry for entry in reach if entry.run != run])
            raise BookError(
                f"the book has been changed since by {others}, so run {run} alone cannot be taken back; "
                f"'logistello book undo {len(_numbers(reach))}' takes back all of them"
            )
        return _put_back(store, mine)


def forget(store: Store, keep: int) -> None:
    """Drop all runs but the newest ``keep``, and those that changed the book in turns with these."""
    with store.transaction(None):
        entries = store.entries()
        kept: list[Entry] = []
        while len(_numbers(kept)) < keep and len(kept) < len(entries):
            kept = _whole_runs(entries, len(kept) + 1)
        store.forget(entry.number for entry in entries[len(kept) :])


#: Seconds: times of files and of lessons are rounded.
_SAME_MOMENT = 0.001
_MOST_LISTED = 4


def _whole_runs(entries: list[Entry], length: int) -> list[Entry]:
    """The newest entries, at least so many, that have every run whole or not at all."""
    last = {entry.run: index for index, entry in enumerate(entries)}
    index = 0
    while index < length:
        length = max(length, last[entries[index].run] + 1)
        index += 1
    return entries[:length]


def _numbers(entries: Collection[Entry]) -> list[int]:
    """Of their runs, newest first."""
    return list(dict.fromkeys(entry.run for entry in entries))


def _listed(entries: list[Entry]) -> str:
    names = list(dict.fromkeys(f"run {entry.run} ({' '.join([entry.kind, entry.note]).strip()})" for entry in entries))
    more = [] if len(names) <= _MOST_LISTED else [f"{len(names) - _MOST_LISTED} more"]
    names = names[:_MOST_LISTED] + more
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _runs(entries: list[Entry], changes: dict[int, int]) -> list[JournalRun]:
    found: list[JournalRun] = []
    begin = 0
    while begin < len(entries):
        group = _whole_runs(entries, begin + 1)[begin:]
        begin += len(group)
        numbers = _numbers(group)
        for number in numbers:
            first = next(entry for entry in reversed(group) if entry.run == number)
            others = tuple(other for other in numbers if other != number)
            found.append(JournalRun(number, first.kind, first.note, first.begun, changes.get(number, 0), others))
    return found


def _put_back(store: Store, entries: list[Entry]) -> list[JournalRun]:
    """Restore every position to what it was before these entries, newest first. Inside a transaction only."""
    changes = store.changes()
    for entry in entries:
        for key, node in store.before(entry.number):
            if node is None:
                store.delete(key)
            else:
                store.put(node)
    store.forget(entry.number for entry in entries)
    for number in _numbers(entries):
        store.finish(number)
    return _runs(entries, changes)
