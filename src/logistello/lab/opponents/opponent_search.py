"""Searches with opponent models, put together: limits, counts, and what minimax would have guaranteed."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Event
from typing import Generic

from logistello.errors import UsageError
from logistello.games import GameRules
from logistello.lab.opponents.depth_difference import alpha_beta_squared, dd_om_search
from logistello.lab.opponents.model_search import (
    ModelledGame,
    om_beta_one_pass,
    om_beta_probing,
    om_full_probing,
    om_search,
)
from logistello.lab.opponents.probabilistic import LikelyOpponent, ProbablyModelledGame, prom_search
from logistello.lab.search.evaluator import StateEvaluator
from logistello.lab.search.found import Answer, Counts, Found
from logistello.lab.search.iterative_deepening import depths
from logistello.lab.search.limits import SearchLimit, SearchStoppedError, Watch
from logistello.lab.search.tree_search import S

#: What ``OpponentModelSearch`` takes as ``form``.
OPPONENT_FORMS = ("plain", "one-pass", "probing", "full-probing", "dd", "alpha-beta-squared", "prom", "prom-plain")


@dataclass(frozen=True)
class OpponentModelSearch(Generic[S]):
    """Searches that expect the opponent to think as ``opponents`` do.

    ``form`` is one of ``OPPONENT_FORMS``: OM search plain, with beta-pruning in one pass or by probes, which expect
    the opponent to see as far as we do, and with probes as deep as the opponent searches; (D, d)-OM search plain or as
    alpha-beta-squared, for an opponent whose search ends above ours; PrOM search with or without pruning, for several
    opponents. The pruned forms find what the plain ones find.
    """

    game: GameRules[S]
    own: StateEvaluator[S]
    opponents: Sequence[LikelyOpponent[S]]
    form: str = "one-pass"
    #: How deep the opponent searches: for the (D, d) forms counted from our root, for ``full-probing`` from where it is
    #: to move.
    opponents_depth: int = 1

    def __post_init__(self) -> None:
        if self.form not in OPPONENT_FORMS:
            raise UsageError(f"no form {self.form!r} of opponent-model search; expected {', '.join(OPPONENT_FORMS)}")
        if len(self.opponents) != 1 and not self.form.startswith("prom"):
            raise UsageError(f"{self.form} models one opponent, but {len(self.opponents)} came; 'prom' takes several")
        if self.opponents_depth < 0:
            raise UsageError(f"an opponent that searches {self.opponents_depth} moves ahead: expected 0 or more")

    @classmethod
    def against(
        cls,
        game: GameRules[S],
        own: StateEvaluator[S],
        opponent: StateEvaluator[S],
        form: str = "one-pass",
        opponents_depth: int = 1,
    ) -> OpponentModelSearch[S]:
        """One opponent, whose evaluator is known."""
        return cls(game, own, [LikelyOpponent("opponent", opponent, 1.0)], form, opponents_depth)

    def search(self, state: S, limit: SearchLimit, *, stop: Event | None = None) -> Found:
        """Deepens up to the limit; the value is what we expect to get, not what we can be sure of.

        The line has the moves that the opponent is expected to make. Cut short, it answers with the last depth that was
        finished, before the first with the first legal move.
        """
        if limit == SearchLimit():
            raise UsageError("an opponent-model search without a limit would never end: expected depth, nodes or time")
        began = time.perf_counter()
        watch, counts = Watch(limit, stop), Counts()
        best: Answer = (0.0, ())
        finished, complete = 0, False
        try:
            for depth in depths(limit.depth, 1):
                best = self._searched(state, depth, watch, counts)
                finished = depth
            complete = True
        except SearchStoppedError:
            pass
        value, line = best
        move = line[0] if line else next(iter(self.game.moves(state)), None) if not complete else None
        seconds = time.perf_counter() - began
        return Found(value + 0.0, move, line, finished, complete, exact=False, counts=counts, seconds=seconds)

    def _searched(self, state: S, depth: int, watch: Watch, counts: Counts) -> Answer:
        us = self.game.player(state)
        if self.form.startswith("prom"):
            several = ProbablyModelledGame(self.game, self.own, self.opponents, us, watch, counts)
            value, line, _ = prom_search(several, state, depth, prune=self.form == "prom")
            return value, line
        known = ModelledGame(self.game, self.own, self.opponents[0].evaluator, us, watch, counts)
        if self.form == "full-probing":
            return om_full_probing(known, state, depth, self.opponents_depth)
        if self.form == "probing":
            return om_beta_probing(known, state, depth)
        if self.form in ("dd", "alpha-beta-squared"):
            theirs = min(self.opponents_depth, depth)
            search = dd_om_search if self.form == "dd" else alpha_beta_squared
            value, line, _ = search(known, state, depth, theirs)
            return value, line
        value, line, _ = (om_search if self.form == "plain" else om_beta_one_pass)(known, state, depth)
        return value, line
