"""A whole book of Othello in one small read-only file, over which a book that learns can lie.

Positions are sorted by key and found by bisection; values are stored, so that nothing is computed when the file is
opened. The bytes are described in ``docs/reference/book-file.md``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from logistello.book.book_game import Step, named
from logistello.book.evaluation import Bound, Evaluation, RatedMove
from logistello.book.node import LARGEST_COUNT, BookNode, check_node, lacks_search, negamax
from logistello.book.othello_game import OthelloBookGame
from logistello.book.value import PROVEN, BookValue
from logistello.errors import BookError
from logistello.framed_file import Kind, read_arrays, read_frame, write_arrays

_KIND = Kind(b"LgBkPack", 1, "packed book", BookError)

#: Values are whole numbers of this part of a disc, which is the engine's own unit.
UNITS_PER_DISC = 128
_MOST_UNITS = (1 << 14) - 1
#: A proven win lies so many units further out.
_PROVEN_UNITS = 1 << 14
_INFINITE_UNITS = (1 << 15) - 1
#: In place of a value that has two bounds: they stand in a table of their own.
_TWO_BOUNDS = -(1 << 15)
_NONE = 255
_MOST_MOVES = 32
_MOST_GAMES = (1 << 32) - 1

_TYPES = {
    "own": "<u8",
    "opponent": "<u8",
    "games": "<u4",
    "value": "<i2",
    "edges": "<u4",
    "deviation": "|u1",
    "evaluation": "<i2",
    "origin": "|u1",
    "target": "<u4",
    "children": "<u4",
    "wide": "<u4",
    "low": "<i2",
    "high": "<i2",
    "half_known": "<u4",
    "half_origin": "|u1",
}
_BY_POSITION = ("own", "opponent", "games", "value", "edges", "deviation", "evaluation", "origin", "target")

_Origin = tuple[int, int, bool, Bound, str]


def is_packed(path: Path) -> bool:
    """Whether a file is one of these, whole or not. Raises ``OSError``."""
    with path.open("rb") as file:
        return file.read(len(_KIND.magic)) == _KIND.magic


class PackedBook:
    """Such a file, read whole and checked when it is opened. Threads may share it."""

    def __init__(self, path: Path) -> None:
        """Raises ``BookError`` if the file is not there, damaged, or of another version."""
        self.path = path
        self._game = OthelloBookGame()
        try:
            frame = read_frame(path, _KIND)
            self._columns = read_arrays(frame)
        except OSError as error:
            raise BookError(f"{path}: {error.strerror or error}") from error
        #: SHA-256 of the content: tells one base from another.
        self.checksum = frame.checksum
        try:
            self._origins = [_read_origin(entry) for entry in frame.header["origins"]]
            #: How it was made, by whoever made it.
            self.about: Mapping[str, Any] = dict(frame.header["about"])
            #: A move is played without thinking only if all searches on which it rests are at least so deep.
            self.trusted_depth = int(self.about.get("trusted_depth", 0))
            self._has_pending = bool(frame.header["pending"])
            _check_columns(self._columns)
        except (KeyError, TypeError, ValueError) as error:
            raise BookError(f"{path}: not a packed book as this program knows it ({error}); make it again") from error
        self._own, self._opponent = self._columns["own"], self._columns["opponent"]

    # -- asking -------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self._own)

    def __contains__(self, key: bytes) -> bool:
        return self._place(key) is not None

    def get(self, key: bytes) -> BookNode | None:
        place = self._place(key)
        return None if place is None else self._node(place)

    def value(self, key: bytes) -> BookValue | None:
        place = self._place(key)
        return None if place is None else self._value(place)

    def games(self, key: bytes) -> int:
        """Games that came to a position; 0 for one that is not here."""
        place = self._place(key)
        return 0 if place is None else int(self._columns["games"][place])

    def parents(self, key: bytes) -> list[bytes]:
        """Keys of the positions with an edge or a deviation that leads here, which need not be a position itself."""
        found = [] if (place := self._place(key)) is None else self._ways_back.parents(place)
        for parent in self._deviating.parents(crc32(key)):  # others may have the same checksum
            steps = self._game.steps(self._key(parent))
            if steps[self._columns["deviation"][parent]].key == key:
                found.append(parent)
        return sorted({self._key(parent) for parent in found})

    def all_keys(self) -> Iterator[bytes]:
        return (self._key(place) for place in range(len(self)))

    def all_nodes(self) -> Iterator[BookNode]:
        return (self._node(place) for place in range(len(self)))

    def pending(self) -> Iterator[bytes]:
        return (node.key for node in self.all_nodes() if node.pending) if self._has_pending else iter(())

    def check(self) -> list[str]:
        """Every position is read, and its edges must lead where the file says."""
        found: list[str] = []
        first = 0
        for place in range(len(self)):
            try:
                node = self._node(place)
            except BookError as error:
                found.append(str(error))
            else:
                told = self._columns["children"][first : first + len(node.edges)].tolist()
                if [self._place(step.key) for step in node.edges] != told:
                    found.append(f"{named(self._game, node.key)}: its moves do not lead where the file says")
            first += int(self._columns["edges"][place]).bit_count()
        return found

    # -- reading ------------------------------------------------------------------------------

    def _place(self, key: bytes) -> int | None:
        own, opponent = np.uint64(int.from_bytes(key[:8], "big")), np.uint64(int.from_bytes(key[8:], "big"))
        first = int(self._own.searchsorted(own))
        last = int(self._own.searchsorted(own, side="right"))
        found = first + int(self._opponent[first:last].searchsorted(opponent))
        return found if found < last and self._opponent[found] == opponent else None

    def _key(self, place: int) -> bytes:
        return int(self._own[place]).to_bytes(8, "big") + int(self._opponent[place]).to_bytes(8, "big")

    def _value(self, place: int) -> BookValue:
        units = int(self._columns["value"][place])
        if units != _TWO_BOUNDS:
            return BookValue(_bound_of(units), _bound_of(units))
        row = int(self._columns["wide"].searchsorted(place))
        return BookValue(_bound_of(int(self._columns["low"][row])), _bound_of(int(self._columns["high"][row])))

    def _node(self, place: int) -> BookNode:
        key, columns = self._key(place), self._columns
        steps = self._game.steps(key)
        mask, deviation, origin = (int(columns[name][place]) for name in ("edges", "deviation", "origin"))
        if mask >> len(steps) or (deviation != _NONE and deviation >= len(steps)):
            raise BookError(f"{self.path}: the position {named(self._game, key)} has moves that are not legal")
        edges = tuple(step for number, step in enumerate(steps) if mask >> number & 1)
        evaluation = None
        if origin != _NONE:
            depth, confidence, proven, bound, model = self._origins[origin]
            value = int(columns["evaluation"][place]) / UNITS_PER_DISC
            evaluation = Evaluation(value, depth, confidence, proven, bound, model)
        rated = None if deviation == _NONE or evaluation is None else RatedMove(steps[deviation].move, evaluation)
        label = self._half_known(place) or (evaluation if rated is None else None)
        games = int(columns["games"][place])
        node = BookNode(key, self._value(place), edges, rated, label, games)
        return replace(node, pending=True) if self._has_pending and lacks_search(node, len(steps)) else node

    def _half_known(self, place: int) -> Evaluation | None:
        row = int(self._columns["half_known"].searchsorted(place))
        if row == len(self._columns["half_known"]) or self._columns["half_known"][row] != place:
            return None
        depth, confidence, proven, bound, model = self._origins[self._columns["half_origin"][row]]
        return Evaluation(0.0, depth, confidence, proven, bound, model)

    @cached_property
    def _ways_back(self) -> _Inverse:
        counts = np.bitwise_count(self._columns["edges"])
        return _Inverse(self._columns["children"], np.repeat(np.arange(len(self)), counts))

    @cached_property
    def _deviating(self) -> _Inverse:
        parents = np.flatnonzero(self._columns["deviation"] != _NONE)
        return _Inverse(self._columns["target"][parents], parents)


class _Inverse:
    """From where a move leads to the positions that have it."""

    def __init__(self, targets: NDArray[Any], parents: NDArray[Any]) -> None:
        order = np.argsort(targets, kind="stable")
        self._targets, self._parents = targets[order], parents[order]

    def parents(self, target: int) -> list[int]:
        first, last = (int(self._targets.searchsorted(np.uint32(target), side=side)) for side in ("left", "right"))
        found: list[int] = self._parents[first:last].tolist()
        return found


def _check_columns(columns: Mapping[str, NDArray[Any]]) -> None:
    for name, expected in _TYPES.items():
        if columns[name].dtype.str != expected or columns[name].ndim != 1:
            raise ValueError(f"{name} is {columns[name].dtype.str}; expected {expected}")
    if len({len(columns[name]) for name in _BY_POSITION}) != 1:
        raise ValueError("its columns have different lengths")
    if len(columns["children"]) != int(np.bitwise_count(columns["edges"]).sum(dtype=np.int64)):
        raise ValueError("it has not as many successors as moves")
    sides = (("wide", "low"), ("wide", "high"), ("half_known", "half_origin"))
    if any(len(columns[one]) != len(columns[other]) for one, other in sides):
        raise ValueError("its table of bounds has gaps")
    own, opponent = columns["own"], columns["opponent"]
    if not np.all((own[1:] > own[:-1]) | ((own[1:] == own[:-1]) & (opponent[1:] > opponent[:-1]))):
        raise ValueError("its positions are not in the order of their keys")


# -- writing ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Packed:
    """What was written."""

    positions: int
    bytes: int
    checksum: str


def write_packed(
    path: Path,
    nodes: Iterable[BookNode],
    about: Mapping[str, Any],
    *,
    on_progress: Callable[[int], None] | None = None,
) -> Packed:
    """Write such a file; it appears whole or not at all. The same positions and ``about`` give the same bytes.

    Evaluations are rounded to the engine's unit, and values follow from them. Raises ``BookError`` for a position that
    cannot be written.
    """
    game = OthelloBookGame()
    known = {node.key: _rounded(node) for node in nodes}
    _bring_up_to_date(known, game)
    columns: dict[str, list[int]] = {name: [] for name in _TYPES}
    origins: dict[_Origin, int] = {}
    keys = sorted(known)
    places = {key: place for place, key in enumerate(keys)}
    for place, key in enumerate(keys):
        _write_node(known[key], game, places, columns, origins)
        if on_progress is not None and place % 1000 == 999:
            on_progress(1000)
    arrays = {name: np.array(columns[name], dtype=dtype) for name, dtype in _TYPES.items()}
    header = {
        "game": game.name,
        "origins": [list(origin) for origin in origins],
        "pending": sum(node.pending for node in known.values()),
        "about": dict(about),
    }
    checksum = write_arrays(path, _KIND, header, arrays)
    return Packed(len(keys), path.stat().st_size, checksum)


def _rounded(node: BookNode) -> BookNode:
    """As the file can hold it. Of a position whose result is known the deviation tells nothing more."""
    label = None if node.label is None else _rounded_evaluation(node.label)
    deviation = node.deviation
    if label is not None and not label.is_half_known:
        deviation = None
    elif deviation is not None:
        deviation = replace(deviation, evaluation=_rounded_evaluation(deviation.evaluation))
    return replace(node, label=label, deviation=deviation, games=min(node.games, _MOST_GAMES))


def _rounded_evaluation(evaluation: Evaluation) -> Evaluation:
    units = max(-_MOST_UNITS, min(round(evaluation.value * UNITS_PER_DISC), _MOST_UNITS))
    return replace(evaluation, value=units / UNITS_PER_DISC)


def _bring_up_to_date(known: dict[bytes, BookNode], game: OthelloBookGame) -> None:
    """Later positions first, so that every value is computed after those that it comes from."""
    for key in sorted(known, key=game.ply, reverse=True):
        node = known[key]
        if missing := [step for step in node.edges if step.key not in known]:
            move = game.move_text(missing[0].move)
            raise BookError(f"{game.text(key)}: {move} leads to no position of the book; 'book verify' tells more")
        known[key] = replace(node, value=negamax(node, lambda successor: known[successor].value))


def _write_node(
    node: BookNode,
    game: OthelloBookGame,
    places: Mapping[bytes, int],
    columns: Mapping[str, list[int]],
    origins: dict[_Origin, int],
) -> None:
    steps = game.steps(node.key)
    if len(steps) > _MOST_MOVES:
        raise BookError(f"{game.text(node.key)} has {len(steps)} moves; a packed book holds at most {_MOST_MOVES}")
    edges = {step.move for step in node.edges}
    columns["own"].append(int.from_bytes(node.key[:8], "big"))
    columns["opponent"].append(int.from_bytes(node.key[8:], "big"))
    columns["games"].append(node.games)
    columns["edges"].append(sum(1 << number for number, step in enumerate(steps) if step.move in edges))
    columns["children"].extend(places[step.key] for step in steps if step.move in edges)
    number, leading = _deviation_of(node, steps)
    columns["deviation"].append(number)
    columns["target"].append(0 if leading is None else crc32(leading.key))
    label = node.label
    if label is not None and label.is_half_known:
        columns["half_known"].append(len(columns["own"]) - 1)
        columns["half_origin"].append(_origin_number(label, origins))
        label = None
    held = label if node.deviation is None else node.deviation.evaluation
    columns["evaluation"].append(0 if held is None else round(held.value * UNITS_PER_DISC))
    columns["origin"].append(_NONE if held is None else _origin_number(held, origins))
    low, high = _units_of(node.value.low), _units_of(node.value.high)
    columns["value"].append(low if low == high else _TWO_BOUNDS)
    if low != high:
        columns["wide"].append(len(columns["value"]) - 1)
        columns["low"].append(low)
        columns["high"].append(high)


def _deviation_of(node: BookNode, steps: tuple[Step, ...]) -> tuple[int, Step | None]:
    """Its number among the moves, and the move."""
    if node.deviation is None:
        return _NONE, None
    number = next(number for number, step in enumerate(steps) if step.move == node.deviation.move)
    return number, steps[number]


def _origin_number(evaluation: Evaluation, origins: dict[_Origin, int]) -> int:
    origin = (evaluation.depth, evaluation.confidence, evaluation.proven, evaluation.bound, evaluation.model)
    number = origins.setdefault(origin, len(origins))
    if number >= _NONE:
        raise BookError(f"more than {_NONE} kinds of searches; 'logistello book refresh' makes them alike")
    return number


def _read_origin(entry: Any) -> _Origin:
    """Raises ``ValueError`` or ``TypeError``."""
    depth, confidence, proven, bound, model = entry
    if bound not in ("exact", "lower", "upper") or not isinstance(model, str) or not isinstance(proven, bool):
        raise ValueError(f"the origin {entry!r:.60}")
    if type(depth) is not int or not 0 <= depth <= LARGEST_COUNT:
        raise ValueError(f"a depth of {depth!r:.40}")
    check_node(BookNode(b"", BookValue(0.0, 0.0), label=Evaluation(0.0, depth, confidence)))
    return depth, confidence, proven, bound, model


def _units_of(bound: float) -> int:
    if math.isinf(bound):
        return int(math.copysign(_INFINITE_UNITS, bound))
    if abs(bound) < PROVEN:
        return round(bound * UNITS_PER_DISC)
    score = bound - math.copysign(PROVEN, bound)
    return round(score * UNITS_PER_DISC) + int(math.copysign(_PROVEN_UNITS, bound))


def _bound_of(units: int) -> float:
    if abs(units) == _INFINITE_UNITS:
        return math.copysign(math.inf, units)
    if abs(units) < _PROVEN_UNITS:
        return units / UNITS_PER_DISC
    score = (units - math.copysign(_PROVEN_UNITS, units)) / UNITS_PER_DISC
    return score + math.copysign(PROVEN, units)
