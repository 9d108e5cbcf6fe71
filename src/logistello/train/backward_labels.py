"""The stage of ``train`` from candidates to labels: from the end of the game to its beginning.

Endings have exact scores. With weights fitted to them, searches from a few moves earlier look into positions whose
values are known well; their values become labels, further weights are fitted, and so on backwards. Buro 1999, section
3, and LOGISTELLO's training since 1997: the stages of a game learn from each other, the late ones first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from logistello.evaluation.model import Model
from logistello.evaluation.sparse_patterns import SparseConfigurations
from logistello.jobs import Pool
from logistello.othello.hashing import mix, position_keys
from logistello.train.artefact import Inputs, ShardResult, check_inputs
from logistello.train.candidates import Candidates
from logistello.train.fit import fit_stages
from logistello.train.fit_options import FitOptions
from logistello.train.labelled_positions import Flag, Positions, make_records
from logistello.train.labels import successors
from logistello.train.models import ModelFile
from logistello.train.preset import GenerationPlan
from logistello.train.scores import BySearch, BySolving, scores
from logistello.train.training_data import frequent_configurations

#: Weights that only label the stages before need not be fitted to the last digit.
_PROVISIONAL_ITERATIONS = 15
#: Where the share of results has reached its value at the beginning of the game.
_EARLY_EMPTIES = 50
#: Fewer results than these do not tell a line.
_FEWEST_FOR_A_LINE = 500
#: A slope outside is rather a sign of few or strange games.
_SLOPES = (0.95, 1.12)
_HIGHEST_SCORE = 64


@dataclass(frozen=True)
class BackwardLabels:
    """The labelling of one generation."""

    pool: Pool
    folder: Path
    plan: GenerationPlan
    #: Who played the games, for its ProbCut table.
    player: ModelFile
    #: Checksum of the candidates.
    candidates: str
    on_labels: Callable[[int], None] = lambda count: None
    on_metrics: Callable[[dict[str, Any]], None] = lambda values: None
    #: Weights of the stages that are fitted so far.
    weights: dict[int, NDArray[np.int16]] = field(default_factory=dict)

    @cached_property
    def _inputs(self) -> Inputs:
        preset = self.plan.preset
        return {**self.plan.inputs(vars(preset.labels), dict(preset.fit)), "candidates": self.candidates}

    @cached_property
    def _fit(self) -> FitOptions:
        return self.plan.preset.fit_options(self.pool.threads_here)

    @cached_property
    def _by_player(self) -> bool:
        """Not by one that knows nothing, as in the first generation of a run from nothing."""
        return self.plan.preset.labels.by_player and self.player.load().probcut is not None

    def run(self, candidates: Candidates) -> list[Positions]:
        """Files of labelled positions, late ones first; they are in ``folder`` and not made again."""
        discs = candidates.discs
        sparse = self._sparse(candidates)
        lowest, above = 64 - self.plan.exact_empties, 65
        groups = [self._exact(candidates, np.flatnonzero(discs >= lowest))]
        while (rows := np.flatnonzero(discs < lowest)).size:
            model = self.player if self._by_player else self._provisional(groups, sparse, range(lowest, above))
            # From here on a search of this depth ends among the positions that the weights were fitted to.
            chosen = rows[discs[rows] >= lowest - self.plan.label_depth]
            lowest, above = max(lowest - self.plan.label_depth, 0), lowest
            if len(chosen):
                groups.append(self._searched(candidates, chosen, model, lowest))
        return groups

    def _sparse(self, candidates: Candidates) -> SparseConfigurations:
        if self.plan.patterns.is_flat:
            return SparseConfigurations(self.plan.patterns)
        least, threads = self._fit.sparse_min_matches, self._fit.threads
        return frequent_configurations(self.plan.patterns, candidates.own, candidates.opp, least, threads)

    # -- one group of positions ---------------------------------------------------------------

    def _exact(self, candidates: Candidates, rows: NDArray[np.intp]) -> Positions:
        path = self.folder / "exact.positions"
        inputs = {**self._inputs, "labels": "exact"}
        if (found := _load(path, inputs)) is not None:
            self.on_labels(len(rows))
            return found
        score = candidates.exact[rows].copy()
        unknown = np.flatnonzero(np.isnan(score))
        self.on_labels(len(rows) - len(unknown))
        own, opp = candidates.own[rows[unknown]], candidates.opp[rows[unknown]]
        method = BySolving(self.plan.exact_empties)
        score[unknown], best = scores(self.pool, self.folder / "exact", method, own, opp, inputs, self._told)
        records = _records(candidates, rows, score, Flag.EXACT)
        after = np.full(len(rows), 64, dtype=np.uint8)  # what follows a position of a solved ending is there already
        after[unknown] = best
        return _save(path, inputs, self._with_successors(records, after))

    def _searched(self, candidates: Candidates, rows: NDArray[np.intp], model: ModelFile, lowest: int) -> Positions:
        path = self.folder / f"from-{lowest:02d}-discs.positions"
        inputs = {**self._inputs, "labels": "search", "depth": self.plan.label_depth, "model": model.checksum}
        if (found := _load(path, inputs)) is not None:
            self.on_labels(len(rows))
            return found
        proven = rows[~np.isnan(candidates.exact[rows])]
        rows = rows[np.isnan(candidates.exact[rows])]
        self.on_labels(len(proven))
        method = BySearch(model, self.plan.label_depth, self._pruning())
        own, opp = candidates.own[rows], candidates.opp[rows]
        score, best = scores(self.pool, path.with_suffix(""), method, own, opp, inputs, self._told)
        is_given = candidates.flags[rows] & int(Flag.GIVEN) != 0
        result = candidates.result[rows]
        score = straightened(score, np.where(is_given, np.float32(np.nan), result))
        records = _records(candidates, rows, score, Flag.SEARCHED)
        added = self._with_successors(records, best)[len(records) :]
        empties = 64 - candidates.discs[rows]
        late_to_early = (self.plan.preset.labels.result_share, self.plan.preset.labels.given_result_share)
        share, given_share = (
            np.interp(empties, (self.plan.exact_empties, _EARLY_EMPTIES), each) for each in late_to_early
        )
        records["score"] = blended(score, result, np.where(is_given, given_share, share))
        exact = _records(candidates, proven, candidates.exact[proven], Flag.EXACT)
        return _save(path, inputs, np.concatenate([exact, records, added]))

    def _pruning(self) -> ModelFile | None:
        """Whose ProbCut table label searches use: its stages must be those of the weights that search."""
        same_stages = self._by_player or self.player.load().patterns.stages == self.plan.patterns.stages
        return self.player if self.plan.preset.labels.selective and same_stages else None

    def _told(self, done: ShardResult) -> None:
        self.on_labels(len(done.arrays["score"]))

    def _with_successors(self, records: NDArray[np.void], best: NDArray[np.uint8]) -> NDArray[np.void]:
        """With positions after best moves, for a part of the records that their hashes choose."""
        settings = self.plan.preset.labels
        is_added = records["flags"] & int(Flag.INSIDE_SEARCH | Flag.RARE) != 0
        shares = (settings.successors, max(settings.successors, settings.inside_successors))
        usual, inside = (np.uint64(min(int(share * 2**64), 2**64 - 1)) for share in shares)
        chosen = mix(position_keys(records["own"], records["opp"])) < np.where(is_added, inside, usual)
        return np.concatenate([records, successors(records, np.where(chosen, best, np.uint8(64)))])

    # -- the model for the next group ---------------------------------------------------------

    def _provisional(self, groups: list[Positions], sparse: SparseConfigurations, discs: range) -> ModelFile:
        """Weights for the stages of the newest group, which has these ``discs``; others take the nearest ones."""
        path = self.folder / f"until-{discs.start:02d}-discs.model"
        newest = groups[-1]
        inputs = {"positions": newest.checksum}
        if path.exists():
            model = Model.load(path)
            check_inputs(path, model.provenance.get("inputs"), inputs)
            self.weights.update({stage: model.weights[stage] for stage in model.provenance["stages"]})
            return ModelFile(path, model.checksum)
        stages = sorted({int(stage) for stage in self.plan.patterns.stage_of_discs[list(discs)]}, reverse=True)
        options = replace(self._fit, iterations=min(self._fit.iterations, _PROVISIONAL_ITERATIONS), holdout=0.0)
        farthest = self.plan.patterns.discs_of_stage(stages[0])[1] + options.window
        near = [each for each in groups if len(each) and each.discs.min() <= farthest]
        self.weights.update(fit_stages(near, sparse, stages, options, on_metrics=self.on_metrics))
        fitted = sorted(self.weights)
        rows = [self.weights[_nearest(stage, fitted)] for stage in range(self.plan.patterns.stages)]
        made = {"inputs": inputs, "stages": fitted}
        model = Model(self.plan.patterns, np.stack(rows), name="labels", provenance=made, kept=sparse.kept)
        model.save(path)
        return ModelFile(path, model.checksum)


def _nearest(stage: int, fitted: list[int]) -> int:
    return min(fitted, key=lambda each: abs(each - stage))


def straightened(searched: NDArray[np.float32], result: NDArray[np.float32]) -> NDArray[np.float32]:
    """Values of searches, put on the line through the results of games that went on without a mistake.

    Fitted values lie nearer to zero than what they predict, and the side to move is a little better off than a search
    of limited depth finds. From group to group, back to the beginning of the game, both would add up.
    """
    known = np.flatnonzero(~np.isnan(result))
    if len(known) < _FEWEST_FOR_A_LINE:
        return searched
    x, y = searched[known].astype(np.float64), result[known].astype(np.float64)
    spread = np.square(x - x.mean()).mean()
    if not spread:
        return searched
    slope = float(np.clip(((x - x.mean()) * (y - y.mean())).mean() / spread, *_SLOPES))
    line: NDArray[np.float64] = np.clip(y.mean() + slope * (searched - x.mean()), -_HIGHEST_SCORE, _HIGHEST_SCORE)
    return line.astype(np.float32)


def blended(
    searched: NDArray[np.float32], result: NDArray[np.float32], share: float | NDArray[np.float64]
) -> NDArray[np.float32]:
    """``share`` of the result and the rest of the search; the search alone where the result says nothing."""
    mixed = share * result + (1 - share) * searched
    return np.where(np.isnan(result), searched, mixed).astype(np.float32)


def _records(
    candidates: Candidates, rows: NDArray[np.intp], score: NDArray[np.float32], flag: Flag
) -> NDArray[np.void]:
    return make_records(
        candidates.own[rows],
        candidates.opp[rows],
        score,
        candidates.game[rows],
        candidates.flags[rows] | int(flag),
        candidates.count[rows],
    )


def _load(path: Path, inputs: Inputs) -> Positions | None:
    if not path.exists():
        return None
    found = Positions.load(path)
    check_inputs(path, found.header.get("inputs"), inputs)
    return found


def _save(path: Path, inputs: Inputs, records: NDArray[np.void]) -> Positions:
    path.parent.mkdir(parents=True, exist_ok=True)
    Positions.of(records, inputs=dict(inputs)).save(path)
    return Positions.load(path, verify=False)
