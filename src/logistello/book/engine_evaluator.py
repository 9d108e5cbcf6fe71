"""The engine of Othello as the one who searches for the book."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from logistello.book.evaluation import Evaluation, RatedMove
from logistello.book.othello_game import OthelloBookGame
from logistello.engine import Engine, Limit
from logistello.errors import EngineError
from logistello.evaluation.model import Model, find_model


class EngineEvaluator:
    """Searches with an engine that is there. Fulfils ``Evaluator``.

    The engine's table is emptied before each search, so that answers do not depend on what was searched before; set
    ``repeatable=False`` to keep it, which is faster.
    """

    def __init__(
        self,
        engine: Engine,
        *,
        depth: int = 16,
        nodes: int | None = None,
        solve_empties: int = 18,
        repeatable: bool = True,
    ) -> None:
        """``depth`` and ``nodes`` limit a search, whichever comes first. Positions with at most ``solve_empties`` empty
        squares are solved, whatever it takes."""
        self.model = model_name(engine.model)
        self.nodes = 0
        self._engine = engine
        self._limit = Limit(depth=depth, nodes=nodes)
        self._solve_empties = solve_empties
        self._repeatable = repeatable
        self._game = OthelloBookGame()

    def solves(self, key: bytes) -> bool:
        return is_solvable(key, self._solve_empties)

    def evaluate(self, key: bytes, excluded: frozenset[int] = frozenset()) -> RatedMove | None:
        position = self._game.position(key)
        # A move that is excluded stands for all that lead to the same position.
        left_out = [move for move in position.legal_moves if self._game.step(key, move).move in excluded]
        if len(left_out) == len(position.legal_moves):
            return None
        if self._repeatable:
            self._engine.clear()
        limit = Limit() if self.solves(key) else self._limit
        found = self._engine.search(position, limit, excluded=left_out, book=False)
        self.nodes += found.nodes
        if not found.complete and limit.nodes is None:
            raise EngineError("a search for the book was stopped; what was found before it is kept")
        if found.move is None:
            return None
        evaluation = Evaluation(
            value=found.score,
            depth=found.depth,
            confidence=found.confidence,
            proven=found.exact,
            bound="exact" if found.complete or found.exact else "lower",
            model=self.model,
        )
        return RatedMove(self._game.step(key, found.move).move, evaluation)


@dataclass(frozen=True)
class EngineRecipe:
    """How to make such an evaluator; fulfils ``EvaluatorRecipe``."""

    #: Moves that a search looks ahead.
    depth: int = 16
    #: Positions that a search may visit; ``None`` for no limit.
    nodes: int | None = None
    #: Positions with at most so many empty squares are solved.
    solve_empties: int = 18
    #: Of Multi-ProbCut in percent, as in ``Engine``.
    confidence: int = 73
    hash_mb: int = 64
    #: The default model if ``None``.
    model_path: Path | None = None

    @cached_property
    def model(self) -> str:
        return model_name(find_model(self.model_path))

    @property
    def memory_mb(self) -> int:
        """What a worker takes with it: the table, and the rest of an engine."""
        return self.hash_mb + 128

    def solves(self, key: bytes) -> bool:
        return is_solvable(key, self.solve_empties)

    def make(self) -> EngineEvaluator:
        engine = Engine(model=find_model(self.model_path), hash_mb=self.hash_mb, confidence=self.confidence)
        return EngineEvaluator(engine, depth=self.depth, nodes=self.nodes, solve_empties=self.solve_empties)


def model_name(model: Model) -> str:
    """Name and checksum: tells models apart whose values must not be mixed."""
    return f"{model.name}-{model.checksum[:12]}"


def is_solvable(key: bytes, empties: int) -> bool:
    return 64 - (int.from_bytes(key[:8], "big") | int.from_bytes(key[8:], "big")).bit_count() <= empties
