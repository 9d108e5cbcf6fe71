"""Sets of patterns: which squares are looked at together, all their symmetric instances, and which weights are one.

A configuration of a pattern is a number in base 3 with a digit per square: 0 empty, 1 a disc of the side to move,
2 of the opponent; the first square is the lowest digit. Instances that symmetries of the board map to each other
share one table, and where a symmetry maps a pattern to itself, mirrored configurations share one weight.

Of a sparse pattern only some configurations have weights; which ones is learned
(:mod:`logistello.evaluation.sparse_patterns`).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from logistello.errors import NotationError, PatternError
from logistello.files import read_whole
from logistello.othello.square import PASS, Square
from logistello.othello.symmetry import Symmetry

#: Limits of the native evaluation: 64 indices of 16 bits.
MOST_SLOTS = 64
MOST_SQUARES = 10
#: While learning, the configurations of a sparse pattern are counted in a flat table: 172 MB for 16 squares.
MOST_SPARSE_SQUARES = 16
#: Fills the rows of ``PatternSet.squares``.
NO_SQUARE = 255
#: Weights of a stage after those of the patterns: one per parity of the number of empty squares.
PARITIES = 2

#: Stages divide the disc counts from here to 64 evenly; boards with fewer discs belong to the first.
FIRST_DISCS = 13
MOST_STAGES = 65 - FIRST_DISCS

#: The native sum reads the weights of flat instances in groups of this size; the last group is filled with free slots.
GROUP = 4

Squares = tuple[Square, ...]

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,39}")


@dataclass(frozen=True)
class Pattern:
    """A shape on the board, as its first instance."""

    name: str
    squares: tuple[Square, ...]
    #: Too large for a flat table: only frequent configurations have weights.
    sparse: bool = False

    def __post_init__(self) -> None:
        most = MOST_SPARSE_SQUARES if self.sparse else MOST_SQUARES
        if not _NAME.fullmatch(self.name):
            raise PatternError(f"{self.name!r} is not a name for a pattern; expected letters, digits and ._+-")
        least = 2 if self.sparse else 1
        if not least <= len(self.squares) <= most:
            hint = "" if self.sparse or len(self.squares) > MOST_SPARSE_SQUARES else " (or sparse = true)"
            raise PatternError(f"{self.name} has {len(self.squares)} squares; expected {least} to {most}{hint}")
        if len(set(self.squares)) != len(self.squares):
            twice = sorted({str(square) for square in self.squares if self.squares.count(square) > 1})
            raise PatternError(f"{self.name} names squares twice: {' '.join(twice)}")

    @property
    def size(self) -> int:
        """Number of configurations."""
        return int(3 ** len(self.squares))

    @cached_property
    def instances(self) -> tuple[tuple[Square, ...], ...]:
        """The different images under the 8 symmetries, the pattern itself first; corresponding squares in order."""
        return tuple(ways[0] for ways in self.instance_ways)

    @cached_property
    def instance_ways(self) -> tuple[tuple[tuple[Square, ...], ...], ...]:
        """Every instance in all the orders of squares that mean the same weights."""
        found: dict[frozenset[Square], list[tuple[Square, ...]]] = {}
        for symmetry in Symmetry:
            image = tuple(symmetry.apply(square) for square in self.squares)
            found.setdefault(frozenset(image), []).append(image)
        return tuple(tuple(ways) for ways in found.values())

    @cached_property
    def mirrors(self) -> tuple[tuple[int, ...], ...]:
        """How symmetries that keep the shape permute its squares, without the identity."""
        place = {square: number for number, square in enumerate(self.squares)}
        found = set()
        for symmetry in Symmetry:
            image = [symmetry.apply(square) for square in self.squares]
            if set(image) == place.keys():
                found.add(tuple(place[square] for square in image))
        return tuple(sorted(found - {tuple(range(len(self.squares)))}))

    @cached_property
    def weight_of(self) -> NDArray[np.uint32]:
        """For each configuration the number of its weight; mirrored configurations have the same one."""
        if self.sparse:
            raise PatternError(f"{self.name} is sparse: it has no flat table")
        configurations = np.arange(self.size, dtype=np.uint32)
        smallest = configurations.copy()
        for mirror in self.mirrors:
            np.minimum(smallest, _permuted(mirror), out=smallest)
        numbers = np.cumsum(smallest == configurations, dtype=np.uint32) - np.uint32(1)
        return numbers[smallest]

    @cached_property
    def n_weights(self) -> int:
        # The orbits of the mirrors: every group here has 1, 2, 4 or 8 elements (Burnside).
        group = (tuple(range(len(self.squares))), *self.mirrors)
        return sum(int(3 ** _cycles(each)) for each in group) // len(group)

    def as_dict(self) -> dict[str, object]:
        entry: dict[str, object] = {"name": self.name, "squares": " ".join(str(square) for square in self.squares)}
        return {**entry, "sparse": True} if self.sparse else entry


def _permuted(mirror: tuple[int, ...]) -> NDArray[np.uint32]:
    """For all configurations in order: the one with the digit of square j at the place ``mirror[j]``."""
    found = np.zeros(1, dtype=np.uint32)
    for place in mirror:
        digits = np.arange(3, dtype=np.uint32) * np.uint32(3**place)
        found = np.add.outer(digits, found).ravel()
    return found


def _cycles(permutation: tuple[int, ...]) -> int:
    left = set(range(len(permutation)))
    cycles = 0
    while left:
        cycles += 1
        place = left.pop()
        while (place := permutation[place]) in left:
            left.remove(place)
    return cycles


@dataclass(frozen=True)
class PatternSet:
    """What an evaluation looks at: patterns, and into how many stages of the game its weights are divided.

    >>> patterns = PatternSet.named("logistello")
    >>> len(patterns.patterns), patterns.n_instances, patterns.n_weights
    (11, 46, 113879)
    >>> patterns.stage_of_discs[[4, 16, 17, 64]].tolist()
    [0, 0, 1, 12]
    """

    name: str
    patterns: tuple[Pattern, ...]
    stages: int = 13

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise PatternError(f"{self.name!r} is not a name for a pattern set; expected letters, digits and ._+-")
        if not 1 <= self.stages <= MOST_STAGES:
            raise PatternError(f"{self.name}: {self.stages} stages; expected 1 to {MOST_STAGES}")
        if not self.patterns:
            raise PatternError(f"{self.name}: no pattern; expected [[pattern]] tables with name and squares")
        names = [pattern.name for pattern in self.patterns]
        if twice := {name for name in names if names.count(name) > 1}:
            raise PatternError(f"{self.name}: two patterns are called {', '.join(sorted(twice))}")
        shapes: dict[frozenset[Square], str] = {}
        for pattern in self.patterns:
            for instance in pattern.instances:
                other = shapes.setdefault(frozenset(instance), pattern.name)
                if other != pattern.name:
                    raise PatternError(f"{self.name}: {pattern.name} and {other} are the same shape")
        if (needed := len(self.slots.squares)) > MOST_SLOTS:
            what = "instances" if self.is_flat else "indices for instances and halves of instances"
            raise PatternError(f"{self.name}: {needed} {what}; at most {MOST_SLOTS} are possible")

    # -- where sets come from -----------------------------------------------------------------

    @classmethod
    def named(cls, name: str) -> PatternSet:
        """A set of the package; see :func:`names`."""
        if name not in names():
            raise PatternError(f"no pattern set {name!r}; the package has {', '.join(names())}, or name a .toml file")
        folder = resources.files("logistello.evaluation") / "pattern_sets"
        return cls.parse((folder / f"{name}.toml").read_text(encoding="utf-8"))

    @classmethod
    def read(cls, path: Path | str) -> PatternSet:
        """A set from a TOML file."""
        try:
            return cls.parse(read_whole(Path(path)).decode())
        except (PatternError, UnicodeDecodeError) as error:
            raise PatternError(f"{path}: {error}") from error

    @classmethod
    def find(cls, name_or_file: str) -> PatternSet:
        """A name of the package's sets, or a file."""
        if name_or_file in names():
            return cls.named(name_or_file)
        if Path(name_or_file).is_file():
            return cls.read(name_or_file)
        raise PatternError(f"{name_or_file}: neither a file nor a pattern set of the package ({', '.join(names())})")

    @classmethod
    def parse(cls, text: str) -> PatternSet:
        """Read the TOML text of a set."""
        try:
            table = tomllib.loads(text)
        except (ValueError, RecursionError) as error:
            raise PatternError(f"not TOML: {error}") from None
        return cls.from_dict(table)

    @classmethod
    def from_dict(cls, table: Mapping[str, Any]) -> PatternSet:
        _check(table, "the set", {"name": str, "stages": int, "pattern": list}, needed=("name", "pattern"))
        patterns = []
        for number, entry in enumerate(table["pattern"], 1):
            if not isinstance(entry, Mapping):
                raise PatternError(f"pattern {number} is no table; expected [[pattern]] with name and squares")
            keys = {"name": str, "squares": str, "sparse": bool}
            _check(entry, f"pattern {number}", keys, needed=("name", "squares"))
            patterns.append(
                Pattern(entry["name"], _squares(entry["squares"], entry["name"]), entry.get("sparse", False))
            )
        return cls(table["name"], tuple(patterns), table.get("stages", 13))

    def as_dict(self) -> dict[str, object]:
        """What :meth:`from_dict` takes."""
        return {"name": self.name, "stages": self.stages, "pattern": [each.as_dict() for each in self.patterns]}

    # -- arrays -------------------------------------------------------------------------------

    @cached_property
    def n_instances(self) -> int:
        return sum(len(pattern.instances) for pattern in self.patterns)

    @property
    def is_flat(self) -> bool:
        """No pattern is sparse."""
        return not any(pattern.sparse for pattern in self.patterns)

    @property
    def sparse_patterns(self) -> tuple[Pattern, ...]:
        return tuple(pattern for pattern in self.patterns if pattern.sparse)

    @cached_property
    def squares(self) -> NDArray[np.uint8]:
        """The squares of every instance, in rows filled up with ``NO_SQUARE``."""
        return square_rows([instance for pattern in self.patterns for instance in pattern.instances])

    @cached_property
    def slots(self) -> Slots:
        """The indices of the native evaluation: flat patterns first, sparse ones in the order of the set."""
        flat = [instance for pattern in self.patterns if not pattern.sparse for instance in pattern.instances]
        return Slots.assign(flat, [ways for pattern in self.sparse_patterns for ways in pattern.instance_ways])

    @cached_property
    def pattern_of_instance(self) -> NDArray[np.uint16]:
        return np.repeat(np.arange(len(self.patterns)), [len(each.instances) for each in self.patterns]).astype(
            np.uint16
        )

    @property
    def pattern_of_flat_instance(self) -> NDArray[np.uint16]:
        flat = [number for number, pattern in enumerate(self.patterns) if not pattern.sparse]
        return self.pattern_of_instance[np.isin(self.pattern_of_instance, flat)]

    @cached_property
    def table_offset(self) -> NDArray[np.uint32]:
        """Where each pattern begins in a table of all configurations of the flat patterns."""
        sizes = [0 if pattern.sparse else pattern.size for pattern in self.patterns]
        return np.concatenate(([0], np.cumsum(sizes)[:-1])).astype(np.uint32)

    @cached_property
    def table_size(self) -> int:
        return sum(pattern.size for pattern in self.patterns if not pattern.sparse)

    @cached_property
    def weight_offset(self) -> NDArray[np.uint32]:
        """Where the weights of each flat pattern begin, and last where they end."""
        sizes = [0 if pattern.sparse else pattern.n_weights for pattern in self.patterns]
        return np.concatenate(([0], np.cumsum(sizes))).astype(np.uint32)

    @cached_property
    def n_weights(self) -> int:
        """Weights of one stage, after sharing, parity included, sparse patterns left out: their number is learned."""
        return int(self.weight_offset[-1]) + PARITIES

    @cached_property
    def weight_of(self) -> NDArray[np.uint32]:
        """For every entry of the table of all configurations of flat patterns the number of its weight."""
        offsets = zip(self.patterns, self.weight_offset[:-1], strict=True)
        parts = [pattern.weight_of + offset for pattern, offset in offsets if not pattern.sparse]
        return np.concatenate(parts) if parts else np.zeros(0, dtype=np.uint32)

    @cached_property
    def stage_of_discs(self) -> NDArray[np.uint8]:
        """The stage of a board with 0 to 64 discs."""
        discs = np.maximum(np.arange(65), FIRST_DISCS) - FIRST_DISCS
        return (discs * self.stages // MOST_STAGES).astype(np.uint8)

    def discs_of_stage(self, stage: int) -> tuple[int, int]:
        """The smallest and largest number of discs of a stage."""
        discs = np.flatnonzero(self.stage_of_discs == stage)
        return int(discs[0]), int(discs[-1])

    def with_stages(self, stages: int) -> PatternSet:
        return PatternSet(self.name, self.patterns, stages)


def square_rows(lists: Iterable[tuple[Square, ...]]) -> NDArray[np.uint8]:
    """Lists of squares as rows of one array, filled up with ``NO_SQUARE``."""
    given = list(lists)
    rows = np.full((len(given), max(map(len, given), default=0)), NO_SQUARE, dtype=np.uint8)
    for row, squares in zip(rows, given, strict=True):
        row[: len(squares)] = [int(square) for square in squares]
    return rows


def names() -> list[str]:
    """The sets in the package.

    >>> names()
    ['logistello', 'logistello+A', 'logistello+AB', 'logistello+ABC', 'logistello+B', 'modern', 'sparse']
    """
    folder = resources.files("logistello.evaluation") / "pattern_sets"
    return sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml"))


def _check(table: Mapping[str, Any], what: str, keys: Mapping[str, type], needed: Iterable[str]) -> None:
    if unknown := sorted(set(table) - set(keys)):
        raise PatternError(f"{what}: unknown key {unknown[0]!r}; known: {', '.join(keys)}")
    for key in needed:
        if key not in table:
            raise PatternError(f"{what}: {key!r} is missing")
    for key, value in table.items():
        if type(value) is not keys[key]:
            raise PatternError(f"{what}: {key} is {value!r}; expected {keys[key].__name__}")


def _squares(text: str, name: str) -> tuple[Square, ...]:
    try:
        squares = tuple(Square.parse(word) for word in text.split())
    except NotationError as error:
        raise PatternError(f"{name}: {error}") from None
    if PASS in squares:
        raise PatternError(f"{name}: a pass is no square")
    return squares


# -- slots of the native evaluation -----------------------------------------------------------


@dataclass(frozen=True)
class Slots:
    """Where instances of patterns stand among the 64 indices of the native evaluation.

    An instance of a flat pattern has a slot of its own. One of a sparse pattern is a pair of halves; a half that is
    there already, the same squares in the same order, is used again. Where a symmetry keeps the shape of an instance
    there are several ways to write it down, which mean the same weights: the one with the fewest new slots is taken.
    """

    #: By slot; none where a slot is kept free.
    squares: tuple[Squares, ...]
    #: The two slots of every sparse instance.
    pairs: tuple[tuple[int, int], ...]

    @classmethod
    def assign(cls, flat: Sequence[Squares], sparse: Sequence[Sequence[Squares]]) -> Slots:
        """``sparse`` gives all ways to write down each sparse instance."""
        squares = list(flat)
        if sparse:
            squares += [()] * (-len(flat) % GROUP)
        place: dict[Squares, int] = {}
        for number, each in enumerate(squares):
            place.setdefault(each, number)
        pairs = []
        for ways in sparse:
            way = min(ways, key=lambda each: sum(half not in place for half in halves(each)))
            for half in halves(way):
                if half not in place:
                    place[half] = len(squares)
                    squares.append(half)
            first, second = halves(way)
            pairs.append((place[first], place[second]))
        return cls(tuple(squares), tuple(pairs))


def halves(squares: Squares) -> tuple[Squares, Squares]:
    """The squares of the first and of the second index; of an odd number the first has one more."""
    middle = first_half(len(squares))
    return squares[:middle], squares[middle:]


def first_half(squares: int) -> int:
    """How many of the squares belong to the first index."""
    return (squares + 1) // 2
