"""Names of openings."""

from __future__ import annotations

from logistello.othello import Game
from logistello.othello.opening_names import all_openings, opening_at, opening_of
from logistello.othello.symmetry import Symmetry


def test_every_name_is_found_however_the_board_is_turned() -> None:
    for opening in all_openings():
        for symmetry in Symmetry:
            assert opening_at(opening.position.transform(symmetry)) == opening


def test_names_are_of_different_positions() -> None:
    assert len({opening.position.canonical() for opening in all_openings()}) == len(all_openings()) == 90
    assert len({opening.name for opening in all_openings()}) == 90


def test_another_order_of_moves_and_the_longest_name() -> None:
    assert opening_of(Game.from_moves("f5f6e6f4c3").positions()).name == "Buffalo"  # type: ignore[union-attr]
    whole = Game.from_moves("f5d6c3d3c4f4f6f3e6e7d7g6f8f7g5h6h4g4h3g3")
    assert opening_of(whole.positions()).name == "No-FAT"  # type: ignore[union-attr]
    assert opening_of(Game.from_moves("f5").positions()) is None
