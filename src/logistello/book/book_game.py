"""A game as the opening book sees it, and how any acyclic game without chance becomes one.

Positions that differ only by a symmetry of the board are one position to the book. Each such class has a *key*, and
moves are numbers in the *book's frame*: that of the key's representative. Where a side can only pass, a game may step
over the position, which then has no key of its own.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Generic, Protocol, TypeVar

from logistello.book.value import PROVEN
from logistello.errors import BookError, IllegalMoveError
from logistello.games import AcyclicRules, ChanceRules, GameRules, SymmetricRules

P = TypeVar("P")
M = TypeVar("M", bound=int)
S = TypeVar("S", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Step:
    """A move in the book's frame, and where it leads."""

    move: int
    #: The position reached, after the forced passes that follow.
    key: bytes
    #: Turns a value of ``key`` (for the side to move there) into one for the side that made the move: -1, or +1 if the
    #: same side moves again.
    sign: int


@dataclass(frozen=True, slots=True)
class Place:
    """Where a position stands in the book."""

    key: bytes
    #: +1, or -1 if the side to move in the position has to pass, so that the other one moves in ``key``.
    sign: int
    #: How the position was turned to become the key's representative; only the game knows what the number means.
    frame: int


def named(game: BookGame[Any, Any], key: object) -> str:
    """A position for messages, also one that is none."""
    try:
        return game.text(key) if isinstance(key, bytes) else repr(key)
    except ValueError:
        return key.hex() if isinstance(key, bytes) else repr(key)


class BookGame(Protocol[P, M]):
    """The book's extension of a game. ``P`` are positions, ``M`` moves, which are non-negative integers."""

    @property
    def name(self) -> str:
        """Stands in the book's file: a book of one game is not opened as one of another."""
        ...

    @property
    def proven_offset(self) -> float:
        """How far a file puts proven wins beyond estimates: further than any value of the game."""
        ...

    @property
    def self_contained(self) -> bool:
        """Whether a key alone tells its position. If not, whoever stores or sends it uses :meth:`portable`."""
        ...

    def start(self) -> P:
        """The position where games begin."""
        ...

    def play(self, position: P, move: M) -> P:
        """The position after a move. Raises ``IllegalMoveError``."""
        ...

    def passing(self, position: P) -> M:
        """The move that is played where :meth:`place` gives a sign of -1."""
        ...

    def place(self, position: P) -> Place:
        """Where a position stands in the book."""
        ...

    def position(self, key: bytes) -> P:
        """The representative of a key. Raises ``ValueError`` for bytes that are no key, or not a known one."""
        ...

    def portable(self, key: bytes) -> bytes:
        """The key with all that it takes to find its position; every method takes it in place of the key."""
        ...

    def remember(self, portable: bytes) -> None:
        """Know the position of this key from now on."""
        ...

    def ply(self, key: bytes) -> int:
        """A number that grows with every step: the book has no cycles."""
        ...

    def result(self, key: bytes) -> float | None:
        """The final score for the side to move; ``None`` while the game goes on."""
        ...

    def steps(self, key: bytes) -> tuple[Step, ...]:
        """All moves, in ascending order; of moves that lead to the same key only the first. Empty at the end."""
        ...

    def step(self, key: bytes, move: int) -> Step:
        """One of :meth:`steps`: that which leads where ``move`` does. Raises ``IllegalMoveError``."""
        ...

    def to_book(self, move: M, place: Place) -> int:
        """A move of a position as a move in the book's frame."""
        ...

    def from_book(self, move: int, place: Place) -> M:
        """The other way round."""
        ...

    def move_text(self, move: int) -> str:
        """For files and people."""
        ...

    def parse_move(self, text: str) -> M:
        """Read :meth:`move_text`. Raises ``ValueError``."""
        ...

    def text(self, key: bytes) -> str:
        """The representative in one word without blanks."""
        ...

    def parse_key(self, text: str) -> bytes:
        """Read :meth:`text`; any position of the class will do. Raises ``ValueError``."""
        ...


class SelfContainedKeys:
    """For games whose keys tell their positions."""

    self_contained = True

    def portable(self, key: bytes) -> bytes:
        return key

    def remember(self, portable: bytes) -> None:
        """There is nothing to remember."""


_PLY_BYTES = 4
_KEY_BYTES = _PLY_BYTES + 16
#: Positions that were met lately, with their moves: more than a line of the book and all moves from it.
_RECENT = 50_000


class RulesBookGame(Generic[S]):
    """Any game of the contract that is acyclic and without chance. Fulfils ``BookGame``; store and book share one.

    A key is the ply (4 bytes) and a digest (16 bytes) of the rules' own key, the least one of all symmetric images. It
    does not tell the position: a portable key has the text of the position behind it. The game knows the positions of
    its store and those met lately; an evaluator that looks far ahead takes ``position(key)`` and plays by the rules.
    Every position has a key of its own, passes included. Moves are written as their numbers.
    """

    self_contained = False
    proven_offset = PROVEN

    def __init__(self, rules: GameRules[S]) -> None:
        """Raises ``BookError`` for a game that a book cannot hold."""
        if isinstance(rules, ChanceRules):
            raise BookError(
                f"a book cannot hold {rules.name}: chance takes part in it, and a book computes values by negamax alone"
            )
        if not isinstance(rules, AcyclicRules):
            raise BookError(
                f"a book cannot hold {rules.name}: positions may come again in it, or depend on how they came about, "
                "and a book needs positions that have one value"
            )
        self.rules: AcyclicRules[S] = rules
        self.name = rules.name
        self._symmetric = rules if isinstance(rules, SymmetricRules) else None
        self._texts: dict[bytes, bytes] = {}
        self._states: OrderedDict[bytes, S] = OrderedDict()
        self._steps: OrderedDict[bytes, dict[int, Step]] = OrderedDict()

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.rules,)

    # -- positions ----------------------------------------------------------------------------

    def start(self) -> S:
        return self.rules.start()

    def play(self, position: S, move: int) -> S:
        return self.rules.play(position, move)

    def passing(self, position: S) -> int:
        raise BookError(f"a pass is a move like others in {self.name}")

    def place(self, position: S) -> Place:
        key, frame, representative = self._representative(position)
        _keep(self._states, key, representative)
        return Place(key, 1, frame)

    def _representative(self, position: S) -> tuple[bytes, int, S]:
        """The key of a position, and the image of it that has the least digest."""
        rules, symmetric = self.rules, self._symmetric
        images = [position]
        if symmetric is not None:
            images += [symmetric.image(position, symmetry) for symmetry in range(1, symmetric.symmetries)]
        digests = [_digest(rules.key(image)) for image in images]
        frame = min(range(len(images)), key=digests.__getitem__)
        return rules.ply(position).to_bytes(_PLY_BYTES, "big") + digests[frame], frame, images[frame]

    def position(self, key: bytes) -> S:
        short = key[:_KEY_BYTES]
        state = self._states.get(short)
        if state is None:
            text = key[_KEY_BYTES:] or self._texts.get(short)
            if text is None:
                raise ValueError(f"nothing is known of the position {key.hex()} of {self.name}")
            state = self.rules.parse(text.decode())
            if self._representative(state)[:2] != (short, 0):
                raise ValueError(f"{text.decode()} is not the position {short.hex()} of {self.name}")
            _keep(self._states, short, state)
        return state

    def portable(self, key: bytes) -> bytes:
        short = key[:_KEY_BYTES]
        text = self._texts.get(short)
        return short + (self.rules.text(self.position(key)).encode() if text is None else text)

    def remember(self, portable: bytes) -> None:
        self._texts.setdefault(portable[:_KEY_BYTES], portable[_KEY_BYTES:])

    def ply(self, key: bytes) -> int:
        return int.from_bytes(key[:_PLY_BYTES], "big")

    def result(self, key: bytes) -> float | None:
        state = self.position(key)
        return self.rules.outcome(state, self.rules.player(state)) if self.rules.is_over(state) else None

    # -- moves --------------------------------------------------------------------------------

    def steps(self, key: bytes) -> tuple[Step, ...]:
        return tuple(dict.fromkeys(self._steps_of(key).values()))

    def step(self, key: bytes, move: int) -> Step:
        found = self._steps_of(key)
        if move not in found:
            raise IllegalMoveError(f"{move} is not legal here; legal: {' '.join(map(str, found))}", found)
        return found[move]

    def _steps_of(self, key: bytes) -> dict[int, Step]:
        """What stands for each legal move: the first that leads where it does."""
        short = key[:_KEY_BYTES]
        found = self._steps.get(short)
        if found is None:
            rules, state = self.rules, self.position(key)
            first: dict[tuple[bytes, int], Step] = {}
            found = {}
            for move in rules.moves(state):
                after = rules.play(state, move)
                sign = 1 if rules.player(after) == rules.player(state) else -1
                step = Step(move, self.place(after).key, sign)
                found[move] = first.setdefault((step.key, sign), step)
            _keep(self._steps, short, found)
        return found

    def to_book(self, move: int, place: Place) -> int:
        return move if self._symmetric is None else self._symmetric.image_of_move(move, place.frame)

    def from_book(self, move: int, place: Place) -> int:
        symmetric = self._symmetric
        if symmetric is None:
            return move
        # The inverse of a symmetry is one of the symmetries.
        candidates = (symmetric.image_of_move(move, symmetry) for symmetry in range(symmetric.symmetries))
        return next(each for each in candidates if symmetric.image_of_move(each, place.frame) == move)

    # -- texts --------------------------------------------------------------------------------

    def move_text(self, move: int) -> str:
        return str(move)

    def parse_move(self, text: str) -> int:
        return int(text)

    def text(self, key: bytes) -> str:
        return self.portable(key)[_KEY_BYTES:].decode()

    def parse_key(self, text: str) -> bytes:
        return self.place(self.rules.parse(text)).key


def _digest(key: Hashable) -> bytes:
    return blake2b(repr(key).encode(), digest_size=_KEY_BYTES - _PLY_BYTES).digest()


_V = TypeVar("_V")


def _keep(recent: OrderedDict[bytes, _V], key: bytes, value: _V) -> None:
    """Put in; drop what has not been put in for longest."""
    recent[key] = value
    recent.move_to_end(key)
    if len(recent) > _RECENT:
        recent.popitem(last=False)
