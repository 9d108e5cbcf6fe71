"""The book that comes with the package."""

from __future__ import annotations

import csv
import math
import random
from pathlib import Path

import pytest

from logistello.book import Book
from logistello.book.node import negamax
from logistello.book.package_book import default_book_path
from logistello.othello import Position
from logistello.othello.opening_names import all_openings

#: Proven bounds of a score as ``e50.tsv`` writes them: what they leave possible, for the side to move.
_POSSIBLE = {"eq0": (0.0, 0.0), "ge0": (0.0, math.inf), "le0": (-math.inf, 0.0)}


@pytest.fixture(scope="module")
def shipped() -> Book:
    return Book.open(default_book_path())


def test_it_is_complete_and_small(shipped: Book) -> None:
    assert shipped.journal() == []
    assert len(shipped) >= 100_000
    assert default_book_path().stat().st_size <= 6e6
    assert not list(shipped.store.pending())
    assert [path.name for path in default_book_path().parent.iterdir() if "book" in path.name] == ["default.book"]
    probe = shipped.probe(Position.initial())
    assert probe is not None
    assert probe.complete
    assert abs(probe.value.score()) < 4  # the game is a draw
    assert shipped.base is not None
    assert shipped.base.about["history"]


def test_it_knows_all_named_openings(shipped: Book) -> None:
    assert [opening.name for opening in all_openings() if opening.position not in shipped] == []


def test_a_sample_is_as_it_should_be(shipped: Book) -> None:
    """'book verify' looks at all of them, which takes half a minute."""
    assert shipped.base is not None
    keys = list(shipped.base.all_keys())
    for key in random.Random(1).sample(keys, 2000):
        node = shipped.graph.node(key)
        assert negamax(node, lambda after: shipped.graph.node(after).value) == node.value
        assert all(key in shipped.store.parents(step.key) for step in node.edges)
        assert not node.pending


def test_no_value_contradicts_what_is_known(shipped: Book, shared_data: Path) -> None:
    """Against the proven signs of positions with 50 empty squares."""
    looked_up = 0
    with (shared_data / "solved" / "e50.tsv").open() as file:
        for row in csv.DictReader(file, delimiter="\t"):
            probe = shipped.probe(Position.parse(f"{row['board']} {row['side']}"))
            if probe is None:
                continue
            looked_up += 1
            least, most = _POSSIBLE[row["proven"]]
            assert least <= probe.value.at() <= most, row
            assert probe.value.outcome not in (("win",) if most == 0 else ()), row
            assert probe.value.outcome not in (("loss",) if least == 0 else ()), row
    assert looked_up >= 1000
