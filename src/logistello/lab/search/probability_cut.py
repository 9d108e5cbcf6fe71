"""ProbCut and Multi-ProbCut for any game and unit: a shallow search predicts that a deep one would miss the window.

Buro, "Improving heuristic mini-max search by supervised learning", 2002, sections 3.1 and 3.2; Orlovich 2002, section
2.3. The lines come from ``probcut_calibration.py``, or from a model's ``ProbCutTable``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, Self

from logistello.lab.search.scout import just_above, just_below
from logistello.lab.search.tree_search import INFINITY
from logistello.probcut import RegressionLine, high_bound, low_bound

if TYPE_CHECKING:
    from logistello.lab.search.tree_search import TreeSearch


class LinesOfDepths(Protocol):
    """How values of shallow searches predict those of deep ones; ``ProbCutTable`` is one."""

    def line(self, stage: int, deep: int, shallow: int) -> RegressionLine:
        """In the game's unit, seen by the player to move."""
        ...


class ProbCut:
    """Fulfils ``ForwardPruning``: skips searches that would probably end outside of the window.

    ``checks`` says for each depth which shallower depths are asked, one after the other. ``threshold`` is how many
    standard deviations the prediction has to be away from the window: one number, or one for each stage of the game.
    """

    def __init__(
        self,
        lines: LinesOfDepths,
        stage: Callable[[Any], int],
        checks: Mapping[int, Sequence[int]],
        threshold: float | Sequence[float],
    ) -> None:
        self.lines = lines
        self.stage = stage
        self.checks = {deep: tuple(shallow) for deep, shallow in checks.items()}
        self.threshold = threshold

    @classmethod
    def single(
        cls, lines: LinesOfDepths, stage: Callable[[Any], int], deep: int = 8, shallow: int = 4, threshold: float = 1.5
    ) -> Self:
        """The first ProbCut: one pair of depths, (4, 8) with 1.5 in section 3.1."""
        return cls(lines, stage, {deep: (shallow,)}, threshold)

    @classmethod
    def multi(
        cls,
        lines: LinesOfDepths,
        stage: Callable[[Any], int],
        deepest: int,
        threshold: float | Sequence[float],
        shallowest: int = 1,
    ) -> Self:
        """Multi-ProbCut: at every depth from 3 on, first the shallowest check of the same parity, then one of about
        half the depth. With ``shallowest`` 0 the evaluator itself is the first check, as in Amazons ((0, k) pairs)."""
        checks = {}
        for deep in range(3 if shallowest else 2, deepest + 1):
            half = deep // 2 - (deep - deep // 2) % 2
            first = shallowest + (deep - shallowest) % 2 if shallowest else 0
            checks[deep] = tuple(sorted({each for each in (first, half) if shallowest <= each < deep}))
        return cls(lines, stage, checks, threshold)

    def guess(
        self, search: TreeSearch[Any], state: Any, player: int, depth: int, alpha: float, beta: float
    ) -> float | None:
        checks = self.checks.get(depth)
        if not checks:
            return None
        stage = self.stage(state)
        t = self.threshold if isinstance(self.threshold, int | float) else self.threshold[stage]
        for shallow in checks:
            line = self.lines.line(stage, depth, shallow)
            if shallow == 0:  # one word of the evaluator answers both questions
                value = search.visit(state, 0, -INFINITY, INFINITY)[0]
                if beta < INFINITY and value >= high_bound(line, beta, t):
                    return beta
                if alpha > -INFINITY and value <= low_bound(line, alpha, t):
                    return alpha
                continue
            if beta < INFINITY:
                bound = high_bound(line, beta, t)
                if search.visit(state, shallow, just_below(bound), bound)[0] >= bound:
                    return beta
            if alpha > -INFINITY:
                bound = low_bound(line, alpha, t)
                if search.visit(state, shallow, bound, just_above(bound))[0] <= bound:
                    return alpha
        return None
