"""Names of openings, looked up by position: transpositions and symmetric boards share a name.

The names are common knowledge among players; ``data/openings.tsv`` holds moves, name and other names.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import resources

from logistello.othello.game import Game
from logistello.othello.position import Position


@dataclass(frozen=True, slots=True)
class Opening:
    """A named position of the first moves."""

    name: str
    #: One order of moves that leads there.
    moves: str
    aliases: tuple[str, ...]
    position: Position


@cache
def all_openings() -> tuple[Opening, ...]:
    """All named openings, shorter ones first.

    >>> [opening.name for opening in all_openings()[:3]]
    ['Perpendicular', 'Parallel', 'Diagonal']
    """
    text = resources.files("logistello.othello").joinpath("data", "openings.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines()[1:]]
    found = [
        Opening(name, moves, tuple(filter(None, aliases.split("; "))), Game.from_moves(moves).position)
        for moves, name, aliases in rows
    ]
    return tuple(sorted(found, key=lambda opening: len(opening.moves)))


def openings_named(words: str) -> list[Opening]:
    """Those whose name, or another name of theirs, holds all of some words, upper and lower case alike.

    >>> [opening.name for opening in openings_named("tiger")]
    ['Tiger', "Leader's Tiger", 'Mainline Tiger']
    """
    wanted = words.casefold().split()

    def fits(name: str) -> bool:
        return all(word in name.casefold() for word in wanted)

    return [opening for opening in all_openings() if any(map(fits, (opening.name, *opening.aliases)))]


@cache
def _by_position() -> dict[Position, Opening]:
    return {opening.position.canonical(): opening for opening in all_openings()}


def opening_at(position: Position) -> Opening | None:
    """The opening whose name belongs to exactly this position.

    >>> opening_at(Game.from_moves("c4e3f6e6f5").position).name
    'Tiger'
    """
    # No named position has more discs; most positions of a game do.
    if position.occupied.bit_count() > _most_discs():
        return None
    return _by_position().get(position.canonical())


@cache
def _most_discs() -> int:
    return max(opening.position.occupied.bit_count() for opening in all_openings())


def opening_of(positions: Iterable[Position]) -> Opening | None:
    """The last name on the way: the longest known opening that the game followed.

    >>> opening_of(Game.from_moves("f5d6c3d3c4f4f6").positions()).name
    'Stephenson'
    """
    found = None
    for position in positions:
        found = opening_at(position) or found
    return found
