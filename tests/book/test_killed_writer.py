"""kill -9 while a book is written; ``benchmarks/book/killed_writer.py`` does it more often."""

from __future__ import annotations

from pathlib import Path

from benchmarks.book.killed_writer import kill_writers


def test_a_killed_writer_leaves_a_whole_book(tmp_path: Path) -> None:
    outcome = kill_writers(tmp_path / "killed.book", kills=2)
    assert outcome.kills == 2
    assert outcome.confirmed >= 2
    assert outcome.positions > 20
    assert outcome.problems == 0
