"""The attack ``books``: edited books through everything that reads, plays from or changes a book."""

from __future__ import annotations

import json
import random
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.attack.book_uses import use_everywhere
from benchmarks.attack.campaign import Outcome
from benchmarks.attack.edited_books import EditedBook, edited_book
from benchmarks.attack.ending import Ended, Finding, Limits, judge
from benchmarks.attack.samples import CHEAP_BOOK
from benchmarks.attack.warm import Job
from benchmarks.attack.workshop import Workshop

#: Of what changes a book a few for each: all readers see every book, and thousands of books every change.
CHANGES = ("add", "extend", "complete", "refresh", "link", "learn and undo", "undo", "undo all", "merge", "compact")
_CHANGES_OF_A_BOOK = 2
_COMMANDS: tuple[tuple[str, ...], ...] = (
    ("probe", "f5d6"),
    ("show", "--json"),
    ("stats", "--json"),
    ("verify",),
    ("verify", "--solve", "2"),
    ("undo", "--list"),
    ("undo", "2"),
    ("export", "out.txt"),
    ("export", "out.txt", "--format", "edax"),
    ("merge", "original.book"),
    ("link",),
    ("compact", "--forget"),
    ("extend", "--expansions", "1", *CHEAP_BOOK),
)
_LIMITS = Limits(seconds=60.0)


def use_book(arguments: Sequence[str]) -> int:
    """In a process of its own: what was not clear, a JSON line each."""
    from logistello.engine import Engine

    path, *changes = arguments
    with Engine(hash_mb=1) as engine:
        for use in use_everywhere(Path(path), engine, changes):
            if not use.is_clear:
                sys.stdout.write(json.dumps([use.name, type(use.error).__name__, str(use.error)[:300]]) + "\n")
    return 0


class BooksAttack:
    """Every trial one edited book: all uses of the library, and one command."""

    name = "books"
    units = "edited books"
    units_of_trial = 1

    def __init__(self, seed: int, workshop: Workshop) -> None:
        self._seed, self._warm, self._folder = seed, workshop.warm, workshop.place("books")

    def trial(self, number: int) -> Outcome:
        return self._use(edited_book(self._folder, self._seed, number))

    def again(self, number: int, kept: Path) -> Outcome:
        made = edited_book(self._folder, self._seed, number)
        if (kept / "edited.book").exists():
            shutil.copyfile(kept / "edited.book", made.path)
        return self._use(made)

    def _use(self, book: EditedBook) -> Outcome:
        rng = random.Random(f"uses {self._seed} {book.number}")  # noqa: S311 - no secret
        data = book.path.read_bytes()
        used = self._warm.run(
            Job(
                [book.path.name, *rng.sample(CHANGES, _CHANGES_OF_A_BOOK)],
                self._folder,
                limits=_LIMITS,
                program="benchmarks.attack.broken_books:use_book",
            )
        )
        found = _judge_uses(used)
        words = ("book", *rng.choice(_COMMANDS), "--book", book.path.name)
        ended = used
        if not found.failed:
            ended = self._warm.run(Job(words, self._folder, limits=_LIMITS))
            told = judge(ended, _LIMITS)
            found = told if told.failed or found.verdict == "answer" else found

        def keep(folder: Path) -> None:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "edited.book").write_bytes(data)
            (folder / "finding.txt").write_text(f"{found.what}\n{book.edit}\n{' '.join(words)}\n")
            (folder / "stderr").write_bytes(ended.err)

        return Outcome(
            book.number,
            f"book {words[1]}",
            found,
            seconds=used.seconds + ended.seconds,
            keep=keep,
            command=f"logistello {' '.join(words)}   [{book.edit}]",
        )


def _judge_uses(used: Ended) -> Finding:
    """Whatever the library raised that is no error of a book is what a user would see as a traceback."""
    found = judge(used, _LIMITS)
    unclear = [json.loads(line) for line in used.out.splitlines()]
    if found.failed or not unclear:
        return found
    name, kind, message = unclear[0]
    return Finding("traceback", f"{name}: {kind}: {message} (and {len(unclear) - 1} more)")
