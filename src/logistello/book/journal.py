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
            for entry in last_run:
                for key, node in store.before(entry.number):
                    if node is None:
                        store.delete(key)
                    else:
                        store.put(node)
            store.forget(entry.number for entry in last_run)
        undone += last_run
    return undone
