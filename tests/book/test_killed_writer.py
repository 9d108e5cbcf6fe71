"""kill -9 while a book is written; ``benchmarks/book/killed_writer.py`` does it more often."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.book.killed_writer import kill_writers, lay_over_a_base
from logistello.book import Book


def test_a_killed_writer_leaves_a_whole_book(tmp_path: Path) -> None:
    outcome = kill_writers(tmp_path / "killed.book", kills=2)
    assert outcome.kills == 2
    assert outcome.confirmed >= 2
    assert outcome.positions > 20
    assert outcome.problems == 0


def test_a_killed_writer_leaves_both_layers_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOGISTELLO_BASE_BOOK", "")  # put back after the test
    lay_over_a_base(tmp_path / "killed.book")
    base = (tmp_path / "base.book").read_bytes()
    outcome = kill_writers(tmp_path / "killed.book", kills=2)
    assert outcome.kills == 2
    assert outcome.problems == 0
    assert (tmp_path / "base.book").read_bytes() == base
    with Book.open(tmp_path / "killed.book") as book:
        assert book.base is not None
        assert 0 < book.learned < len(book)
