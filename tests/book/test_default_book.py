"""The book that comes with the package, once it does."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from logistello.book import Book
from logistello.book.package_book import default_book_path
from logistello.othello import Position

#: Proven bounds of a score as ``e50.tsv`` writes them: what a win, draw or loss of the side to move contradicts.
_CONTRADICTED = {"eq0": {"win", "loss"}, "ge0": {"loss"}, "le0": {"win"}}


@pytest.fixture(scope="module")
def shipped() -> Book:
    return Book.open(default_book_path())


def test_it_is_complete_and_small(shipped: Book) -> None:
    assert shipped.journal() == []
    assert default_book_path().stat().st_size < 20e6
    assert [path.name for path in default_book_path().parent.iterdir() if "book" in path.name] == ["default.book"]
    probe = shipped.probe(Position.initial())
    assert probe is not None
    assert probe.complete
    assert abs(probe.value.score()) < 4  # the game is a draw


def test_nothing_called_proven_contradicts_what_is_known(shipped: Book, shared_data: Path) -> None:
    """Values claimed as exact against the proven signs of positions with 50 empty squares."""
    looked_up = 0
    with (shared_data / "solved" / "e50.tsv").open() as file:
        for row in csv.DictReader(file, delimiter="\t"):
            probe = shipped.probe(Position.parse(f"{row['board']} {row['side']}"))
            if probe is None:
                continue
            looked_up += 1
            assert probe.value.outcome not in _CONTRADICTED[row["proven"]], row
            assert all(each.value.outcome != "win" for each in probe.moves if row["proven"] == "eq0")
    assert looked_up > 0, "the book knows none of these positions, so that the test says nothing"
