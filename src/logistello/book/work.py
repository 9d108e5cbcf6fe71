"""Searches that the book needs, as plain data that can be sent to a worker process and back."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from logistello.book.evaluation import Evaluator, EvaluatorRecipe, RatedMove

WorkKind = Literal["expand", "complete", "refresh"]


@dataclass(frozen=True, slots=True)
class BookQuestion:
    """Asks for the best moves of a position, apart from those excluded."""

    #: Portable: whoever searches may be another process, with a game object of its own.
    key: bytes
    excluded: frozenset[int] = frozenset()
    count: int = 1


@dataclass(frozen=True, slots=True)
class Work:
    """Searches that belong together, and what they are for."""

    kind: WorkKind
    key: bytes
    #: The deviation that becomes an edge; ``None`` if the work is about the position itself.
    move: int | None
    questions: tuple[BookQuestion, ...]

    @property
    def leaf(self) -> tuple[bytes, int | None]:
        """Identifies the leaf being worked on."""
        return self.key, self.move


@dataclass(frozen=True, slots=True)
class WorkAnswers:
    """For every question the moves found, best first: as many as asked for, if there are as many, or one that solves
    the position."""

    moves: tuple[tuple[RatedMove, ...], ...]
    #: Positions that the searches visited.
    nodes: int


def ask(evaluator: Evaluator, questions: tuple[BookQuestion, ...]) -> WorkAnswers:
    """Answer all questions."""
    nodes = evaluator.nodes
    return WorkAnswers(tuple(_best_moves(evaluator, question) for question in questions), evaluator.nodes - nodes)


def _best_moves(evaluator: Evaluator, question: BookQuestion) -> tuple[RatedMove, ...]:
    found: list[RatedMove] = []
    excluded = question.excluded
    while len(found) < question.count:
        rated = evaluator.evaluate(question.key, excluded)
        if rated is None:
            break
        found.append(rated)
        excluded |= {rated.move}
        if rated.evaluation.proven:
            break
    return tuple(found)


def ask_recipe(recipe: EvaluatorRecipe, questions: tuple[BookQuestion, ...]) -> WorkAnswers:
    """A task for a ``Pool``."""
    return ask(_made(recipe), questions)


@lru_cache(maxsize=1)
def _made(recipe: EvaluatorRecipe) -> Evaluator:
    """A worker keeps its evaluator, because all tasks of a run use the same one."""
    return recipe.make()
