"""Small games for tests, and evaluators that need no engine."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from hashlib import blake2b
from typing import Any

from logistello.book import BookLine, Evaluation, RatedMove
from logistello.book.book_game import Place, SelfContainedKeys, Step
from logistello.errors import IllegalMoveError


class NamedMoves(SelfContainedKeys):
    """Moves that are written as their numbers."""

    proven_offset = 1000.0

    def to_book(self, move: int, place: Place) -> int:
        return move

    def from_book(self, move: int, place: Place) -> int:
        return move

    def move_text(self, move: int) -> str:
        return str(move)

    def parse_move(self, text: str) -> int:
        return int(text)

    def passing(self, position: bytes) -> int:
        raise AssertionError("passes are stepped over here")


@dataclass
class GraphGame(NamedMoves):
    """Positions with names; ``moves`` says where each leads, ``results`` what finished ones are worth to the side to
    move. A name that begins with ``=`` is reached with a pass of the other side: the same side moves again. No position
    leads to one that was named before it."""

    moves: Mapping[str, tuple[str, ...]]
    results: Mapping[str, float]
    name: str = "graph"

    def start(self) -> bytes:
        return next(iter(self.moves)).encode()

    def play(self, position: bytes, move: int) -> bytes:
        return self.step(position, move).key

    def place(self, position: bytes) -> Place:
        if position.decode() not in self.moves and position.decode() not in self.results:
            raise ValueError(f"unknown position {position!r}")
        return Place(position, 1, 0)

    def position(self, key: bytes) -> bytes:
        return key

    @cached_property
    def _plies(self) -> dict[str, int]:
        plies = {next(iter(self.moves)): 0}
        for name, names in self.moves.items():
            for after in (each.removeprefix("=") for each in names):
                plies[after] = max(plies.get(after, 0), plies[name] + 1)
        return plies

    def ply(self, key: bytes) -> int:
        return self._plies[key.decode()]

    def result(self, key: bytes) -> float | None:
        return self.results.get(key.decode())

    def steps(self, key: bytes) -> tuple[Step, ...]:
        found: dict[tuple[bytes, int], Step] = {}
        for move, after in enumerate(self.moves.get(key.decode(), ())):
            step = Step(move, after.removeprefix("=").encode(), 1 if after.startswith("=") else -1)
            found.setdefault((step.key, step.sign), step)
        return tuple(found.values())

    def step(self, key: bytes, move: int) -> Step:
        names = self.moves.get(key.decode(), ())
        if not 0 <= move < len(names):
            raise IllegalMoveError(f"{move} is not legal in {key!r}")
        sign = 1 if names[move].startswith("=") else -1
        after = names[move].removeprefix("=").encode()
        return next(step for step in self.steps(key) if (step.key, step.sign) == (after, sign))

    def text(self, key: bytes) -> str:
        return key.decode()

    def parse_key(self, text: str) -> bytes:
        return self.place(text.encode()).key


def random_graph(seed: int, size: int = 40, reach: int = 8, most_moves: int = 4) -> GraphGame:
    """Positions that lead to a few of the next ones, now and then with a pass; the last are the ends of games."""
    rng = random.Random(seed)
    moves: dict[str, tuple[str, ...]] = {}
    ends = size - size // 3
    for number in range(ends):
        later = [rng.randrange(number + 1, min(number + 1 + reach, size)) for _ in range(rng.randint(1, most_moves))]
        later[0] = min(number + 1, size - 1)  # every position can be reached
        moves[f"p{number}"] = tuple(f"{'=' if rng.random() < 0.2 else ''}p{after}" for after in later)
    return GraphGame(moves, {f"p{number}": float(rng.choice((-4, -2, 0, 0, 2, 6))) for number in range(ends, size)})


@dataclass
class TableEvaluator:
    """Knows what each position is worth to its side to move, and looks one move ahead."""

    game: GraphGame
    values: Mapping[str, float]
    model: str = "table"
    nodes: int = 0
    asked: list[tuple[str, frozenset[int]]] = field(default_factory=list)

    def solves(self, key: bytes) -> bool:
        return False

    def evaluate(self, key: bytes, excluded: frozenset[int] = frozenset()) -> RatedMove | None:
        self.asked.append((key.decode(), excluded))
        self.nodes += 1
        steps = [step for step in self.game.steps(key) if step.move not in excluded]
        if not steps:
            return None
        best = max(steps, key=lambda step: step.sign * self.values[step.key.decode()])
        return RatedMove(best.move, Evaluation(best.sign * self.values[best.key.decode()], 1, model=self.model))


@dataclass(frozen=True)
class HashRecipe:
    """An evaluator whose estimates are noise, the same for the same question; near the end it knows the truth.

    Fulfils ``EvaluatorRecipe``, and makes evaluators that run in worker processes.
    """

    game: Any
    #: From this ply on positions are solved.
    solves_from: int = 10**6
    model: str = "noise"

    def __hash__(self) -> int:
        return hash((self.game.name, self.solves_from, self.model))

    def solves(self, key: bytes) -> bool:
        return self.game.ply(key) >= self.solves_from

    def make(self) -> HashEvaluator:
        return HashEvaluator(self.game, self.solves_from, self.model)


class HashEvaluator:
    def __init__(self, game: Any, solves_from: int, model: str) -> None:
        self.game = game
        self.model = model
        self.nodes = 0
        self._solves_from = solves_from
        self._true_value = cache(self._solve)

    def solves(self, key: bytes) -> bool:
        return self.game.ply(key) >= self._solves_from

    def _solve(self, key: bytes) -> float:
        result = self.game.result(key)
        if result is not None:
            return result
        return max(step.sign * self._true_value(step.key) for step in self.game.steps(key))

    def evaluate(self, key: bytes, excluded: frozenset[int] = frozenset()) -> RatedMove | None:
        self.nodes += 10
        steps = [step for step in self.game.steps(key) if step.move not in excluded]
        if not steps:
            return None
        if self.solves(key):
            best = max(steps, key=lambda step: step.sign * self._true_value(step.key))
            value = best.sign * self._true_value(best.key) + 0.0
            return RatedMove(best.move, Evaluation(value, 60, proven=True, model=self.model))
        best = max(steps, key=self._noise)
        return RatedMove(best.move, Evaluation(self._noise(best), 4, 73, model=self.model))

    def _noise(self, step: Step) -> float:
        """From -4 to +4 discs, for the side that moves."""
        digest = blake2b(step.key + self.model.encode(), digest_size=2).digest()
        return (int.from_bytes(digest, "big") % 1025 - 512) / 128 * step.sign


def random_line(game: GraphGame, seed: int, length: int = 1000) -> BookLine[bytes, int]:
    """Random moves from the start, to the end of the game unless that is too far."""
    rng = random.Random(seed)
    position, moves = game.start(), list[int]()
    while len(moves) < length and game.result(position) is None:
        moves.append(rng.choice(game.steps(position)).move)
        position = game.play(position, moves[-1])
    return BookLine(tuple(moves))
