"""Taking back what the journal holds."""

from __future__ import annotations

from itertools import groupby

from logistello.book.store import Entry, Store
from logistello.errors import BookError


def undo(store: Store, runs: int) -> list[Entry]:
    """Take back the last runs, newest first, each in one transaction: every position is again as it was before."""
    if runs < 1:
        raise ValueError(f"{runs} runs; expected 1 or more")
    undone: list[Entry] = []
    for _ in range(runs):
        entries = store.entries()
        if not entries:
            if not undone:
                raise BookError("the journal is empty: there is nothing to take back")
            break
        _, group = next(groupby(entries, key=lambda entry: entry.run))
        last_run = list(group)
        with store.transaction(None):
            _put_back(store, last_run)
        undone += last_run
    return undone


def undo_run(store: Store, run: int) -> list[Entry]:
    """Take back this run and nothing else: all of it, in one transaction.

    Raises ``BookError`` if another run has changed the book since it began, or if the journal does not hold it.
    """
    with store.transaction(None):
        entries = store.entries()
        mine = [entry for entry in entries if entry.run == run]
        if not mine:
            raise BookError(f"the journal holds no run {run}: it was taken back or forgotten already")
        if entries[: len(mine)] != mine:
            raise BookError(
                "the book has been changed since, so this run alone cannot be taken back; "
                "'logistello book undo' takes back the newest runs"
            )
        _put_back(store, mine)
    return mine


def _put_back(store: Store, entries: list[Entry]) -> None:
    """Every position as it was before these entries, given newest first. Inside a transaction only."""
    for entry in entries:
        for key, node in store.before(entry.number):
            if node is None:
                store.delete(key)
            else:
                store.put(node)
    store.forget(entry.number for entry in entries)
