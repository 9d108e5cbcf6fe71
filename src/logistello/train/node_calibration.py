"""ProbCut measured where it decides: at null-window nodes inside searches, near their windows.

A first calibration takes positions like those inside searches and searches them in full width, so it cannot look deep,
and it knows no windows. With its table the model can search selectively: nodes are drawn from such searches, so many of
each depth, and searched again with hardly any pruning. What counts are shallow values near the bound that the node was
asked about: only there is something to decide.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from logistello import _native
from logistello.errors import CalibrationError
from logistello.evaluation.model import Model
from logistello.jobs import Pool, Task
from logistello.othello.hashing import mix, position_keys
from logistello.probcut import Samples, refine
from logistello.train.artefact import Arrays, Inputs, Shard, ShardResult, carry_out
from logistello.train.calibration import DISC_LIMITS, OnProgress, empties_of
from logistello.train.calibration_positions import Boards, from_games
from logistello.train.labelled_positions import Positions
from logistello.train.models import ModelFile

#: How far from its window a shallow value counts, in discs. Further away nearly every cut is right.
NEAR = 8.0
#: What a root's search may spend, in turn: short and long ones ask at different nodes.
_ROOT_NODES = (300_000, 1_000_000, 3_000_000)
#: Confidence of the searches that measure, in percent: they err far less than what is measured.
_SURE = 99
_USUAL = 73
#: What one of them may spend; a weak model prunes little, and its deepest values are left out.
_SURE_NODES = 20_000_000
_FEWEST_DEPTH = 4
#: To the end, nodes with fewer empty squares are left to the exact search.
_FEWEST_TO_SOLVE = 14
_DEEPEST_BEFORE_END = 12
_TABLE_BYTES = 32 << 20
_ROOTS_OF_TASK = 4
#: Roots of searches: fewest and most empty squares.
_ROOT_EMPTIES = (18, 54)


@dataclass(frozen=True)
class NodeSettings:
    """How much is measured."""

    #: Positions whose searches are looked into; each gives a node of each depth.
    roots: int
    #: Depth of the deepest nodes, in moves ahead.
    depth: int = 18
    #: Nodes of searches to the end are solved up to this many empty squares.
    solve: int = 22


def measure_nodes(
    model_file: ModelFile, own: NDArray[np.uint64], opp: NDArray[np.uint64], settings: NodeSettings, seed: int
) -> Arrays:
    """A task: nodes inside searches from these roots, with values of every depth up to their own and exact scores."""
    model = model_file.load()
    if model.probcut is None:
        raise CalibrationError("the model has no ProbCut table to search with: calibrate it without --at-nodes first")
    asking, sure = _searcher(model, _USUAL), _searcher(model, _SURE, everywhere=True)
    solver = _searcher(model, _USUAL)
    found: list[tuple[int, int, int, float, NDArray[np.float32], float]] = []
    for at, (mine, yours) in enumerate(zip(own.tolist(), opp.tolist(), strict=True)):
        for node in _nodes(asking, mine, yours, _ROOT_NODES[(seed + at) % len(_ROOT_NODES)], seed + at):
            empties = 64 - (node.own | node.opp).bit_count()
            to_end = node.depth == empties
            if not _FEWEST_DEPTH <= node.depth <= (settings.solve if to_end else settings.depth):
                continue
            if to_end and empties < _FEWEST_TO_SOLVE:
                continue
            values = np.full(settings.depth + 1, np.nan, dtype=np.float32)
            _values(sure, node, min(_DEEPEST_BEFORE_END, settings.depth) if to_end else node.depth, values)
            exact = np.nan
            if to_end:
                solver.clear()
                solver.arm()
                exact = float(solver.solve(node.own, node.opp).lower)
            found.append((node.own, node.opp, node.depth, node.alpha, values, exact))
    columns = list(zip(*found, strict=True)) or [()] * 6
    by_depth = np.array(columns[4], dtype=np.float32).reshape(-1, settings.depth + 1)
    boards = [np.array(column, dtype=np.uint64) for column in columns[:2]]
    if len(by_depth):
        by_depth[:, 0] = model.evaluate(*boards)
    return {
        "own": boards[0],
        "opp": boards[1],
        "depth": np.array(columns[2], dtype=np.uint8),
        "alpha": np.array(columns[3], dtype=np.float32),
        "values": by_depth,
        "exact": np.array(columns[5], dtype=np.float32),
    }


@dataclass(frozen=True)
class _AskedNode:
    own: int
    opp: int
    depth: int
    alpha: float


def _searcher(model: Model, confidence: int, *, everywhere: bool = False) -> _native.Searcher:
    thresholds = _native.Thresholds()
    if everywhere:  # as sure in deep searches as in others
        thresholds.sure_per_move = 0.0
    midgame, endgame = model.native_probcut
    return _native.Searcher(_TABLE_BYTES, model.native, midgame, endgame, "mpc", False, confidence, thresholds)


def _nodes(searcher: _native.Searcher, own: int, opp: int, nodes: int, seed: int) -> list[_AskedNode]:
    """One of each depth that the search from this position comes to."""
    sample = _native.NodeSample(1, int(mix(np.array([seed], dtype=np.uint64))[0]))
    searcher.clear()
    searcher.arm()
    searcher.offer_nodes_to(sample)
    searcher.search(own, opp, nodes=nodes)
    searcher.offer_nodes_to(None)
    columns = [column.tolist() for column in sample.columns()]
    return [_AskedNode(*row) for row in zip(*columns, strict=True)]


def _values(searcher: _native.Searcher, node: _AskedNode, depth: int, values: NDArray[np.float32]) -> None:
    def hear(info: _native.Info) -> None:
        if info.complete:
            values[info.depth] = info.score

    searcher.clear()
    searcher.arm()
    searcher.search(node.own, node.opp, depth=depth, every_depth=True, nodes=_SURE_NODES, on_info=hear)


# -- where searches begin ---------------------------------------------------------------------


def choose_roots(model: Model, positions: Sequence[Positions], count: int, seed: int) -> Boards:
    """Positions in the middle of games, drawn from labelled ones or, without them, from games of the model."""
    if not positions:
        own, opp = from_games(model, -(-2 * count // model.patterns.stages), seed)
    else:
        records = np.concatenate([np.asarray(each.records) for each in positions])
        own, opp = records["own"], records["opp"]
    empties = empties_of(own, opp)
    usable = np.flatnonzero((empties >= _ROOT_EMPTIES[0]) & (empties <= _ROOT_EMPTIES[1]))
    salt = mix(np.array([seed], dtype=np.uint64))
    keys, first = np.unique(position_keys(own[usable], opp[usable]), return_index=True)
    drawn = usable[first[np.argsort(mix(keys ^ salt), kind="stable")]][:count]
    if not len(drawn):
        raise CalibrationError(
            f"no position with {_ROOT_EMPTIES[0]} to {_ROOT_EMPTIES[1]} empty squares to search from"
        )
    return np.ascontiguousarray(own[drawn]), np.ascontiguousarray(opp[drawn])


# -- many, and what follows from them ---------------------------------------------------------


def measure_all_nodes(
    pool: Pool,
    folder: Path,
    model_file: ModelFile,
    roots: Boards,
    settings: NodeSettings,
    inputs: Inputs,
    seed: int,
    on_done: Callable[[int, int], None] = lambda done, total: None,
) -> Arrays:
    """Measure what ``folder`` does not hold yet. ``on_done`` gets the number of roots done and of all."""
    own, opp = roots
    firsts = range(0, len(own), _ROOTS_OF_TASK)
    shards = []
    for number, first in enumerate(firsts):
        part = slice(first, first + _ROOTS_OF_TASK)
        task = Task(measure_nodes, (model_file, own[part], opp[part], settings, seed + first))
        shards.append(Shard(folder / f"{number:05d}.nodes", {**inputs, "shard": number}, task))
    done = 0

    def told(result: ShardResult) -> None:
        nonlocal done
        done += len(own[_ROOTS_OF_TASK * result.number :][:_ROOTS_OF_TASK])
        on_done(done, len(own))

    parts: Sequence[Arrays] = [result.arrays for result in carry_out(pool, shards, told)]
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def refined(model: Model, nodes: Arrays, provenance: dict[str, Any], seed: int) -> Model:
    """The model with its table refined by what was measured at nodes."""
    if model.probcut is None:
        raise CalibrationError("the model has no ProbCut table to refine: calibrate it without --at-nodes first")
    left = empties_of(nodes["own"], nodes["opp"])
    samples = Samples(nodes["values"], model.patterns.stage_of_discs[64 - left], nodes["exact"], left)
    table = refine(
        model.probcut, samples, nodes["alpha"], near=NEAR, limits=DISC_LIMITS, provenance=provenance, seed=seed
    )
    return replace(model, probcut=table)


def refine_file(
    pool: Pool,
    folder: Path,
    model_file: ModelFile,
    positions: Sequence[Positions],
    settings: NodeSettings,
    inputs: Inputs,
    seed: int,
    on_done: Callable[[int, int], None] = lambda done, total: None,
) -> Model:
    """The model of a file with its table refined. What was measured stays in ``folder``."""
    model = model_file.load()
    roots = choose_roots(model, positions, settings.roots, seed)
    folder.mkdir(exist_ok=True)
    nodes = measure_all_nodes(pool, folder, model_file, roots, settings, inputs, seed, on_done)
    return refined(model, nodes, {**vars(settings), "seed": seed}, seed)


@dataclass(frozen=True)
class NodeCalibration:
    """The refinement of one model file, outside of a run."""

    model: Path
    settings: NodeSettings
    seed: int
    labels: Sequence[Path] = ()

    def make(self, pool: Pool, folder: Path, on_progress: OnProgress = lambda what, done, total: None) -> Model:
        model_file = ModelFile.find(self.model)
        positions = [Positions.load(path) for path in self.labels]
        inputs = {
            "model": model_file.checksum,
            "seed": self.seed,
            "nodes": vars(self.settings),
            "labels": [each.checksum for each in positions],
        }
        return refine_file(
            pool,
            folder,
            model_file,
            positions,
            self.settings,
            inputs,
            self.seed,
            lambda done, total: on_progress("measuring", done, total),
        )
