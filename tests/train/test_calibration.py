"""Calibration: positions, their values by depth, exact scores, going on after a stop; the command and the stage."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from logistello.engine import Engine
from logistello.errors import CalibrationError, TrainingRunError
from logistello.evaluation import Model, PatternSet
from logistello.evaluation.model_file import probcut_header, probcut_sections
from logistello.jobs import InlinePool, Task
from logistello.jobs.task import Results
from logistello.othello import Position
from logistello.train.calibration import (
    Calibration,
    PairFiles,
    Pairs,
    measure,
    measure_all,
    read_earlier,
    task_size,
)
from logistello.train.calibration_positions import from_games, inside_searches
from logistello.train.generation import generation_folder, generation_model
from logistello.train.labelled_positions import Positions
from logistello.train.models import ModelFile
from logistello.train.node_calibration import NodeCalibration, NodeSettings
from logistello.train.preset import CalibrationSettings, Preset

#: A stage for every number of discs: few positions of each are enough for a table.
TOML = 'name = "tiny"\nstages = 52\n[[pattern]]\nname = "corner"\nsquares = "a1 b1 a2 b2"\n'
SMALL = CalibrationSettings(positions=2, depth=3, solve=9)
ENOUGH = CalibrationSettings(positions=22, depth=2, solve=8)
SEED = 3


@pytest.fixture(scope="module")
def model() -> Model:
    patterns = PatternSet.parse(TOML)
    weights = np.random.default_rng(0).integers(-500, 500, (patterns.stages, patterns.n_weights)).astype(np.int16)
    return Model(patterns, weights)


@pytest.fixture(scope="module")
def model_path(model: Model, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return model.save(tmp_path_factory.mktemp("model") / "tiny.model")


@pytest.fixture(scope="module")
def pairs(model: Model, model_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Pairs:
    chosen = from_games(model, SMALL.positions, SEED)
    folder = tmp_path_factory.mktemp("pairs")
    return measure_all(
        InlinePool(), folder, ModelFile.of(model_path), chosen, SMALL, {}, lambda total: lambda done: None
    )


def minimax(model: Model, position: Position, depth: int) -> float:
    """The plain twin: a pass costs no depth, a finished game counts its score."""
    if position.is_over:
        return position.final_score()
    if position.must_pass:
        return -minimax(model, position.play(position.legal_moves[0]), depth)
    if depth == 0:
        return float(model.evaluate([position])[0])
    return max(-minimax(model, position.play(move), depth - 1) for move in position.legal_moves)


def quiet_minimax(model: Model, position: Position, depth: int) -> float:
    """The same with corner quiescence: at the horizon a side may stand on the static value or take corners."""
    if position.is_over:
        return position.final_score()
    if position.must_pass:
        return -quiet_minimax(model, position.play(position.legal_moves[0]), depth)
    moves = [move for move in position.legal_moves if depth > 0 or str(move) in ("a1", "h1", "a8", "h8")]
    values = [-quiet_minimax(model, position.play(move), max(depth - 1, 0)) for move in moves]
    return max(values) if depth > 0 else max([float(model.evaluate([position])[0]), *values])


def positions_of(own: np.ndarray, opp: np.ndarray) -> list[Position]:
    return [Position.from_own(int(mine), int(yours)) for mine, yours in zip(own, opp, strict=True)]


def test_positions_are_many_different_and_the_same_again(model: Model) -> None:
    reports: list[tuple[int, int]] = []
    found = from_games(model, 3, 7, lambda done, wanted: reports.append((done, wanted)))
    positions = positions_of(*found)
    assert positions == positions_of(*from_games(model, 3, 7))
    assert set(positions).isdisjoint(positions_of(*from_games(model, 3, 8))[80:])
    assert len(set(positions)) == len(positions)
    stages = [int(model.patterns.stage_of_discs[64 - each.empties]) for each in positions]
    assert [stages.count(stage) for stage in range(40)] == [3] * 40
    assert max(stages.count(stage) for stage in range(52)) == 3
    assert all(each.legal_mask for each in positions)
    assert len({each.empties for each in positions}) > 40
    assert reports[-1] == (len(positions), reports[0][1])


def test_values_are_those_of_plain_minimax(model: Model, model_path: Path) -> None:
    own, opp = from_games(model, 1, 5)
    found = measure(ModelFile.of(model_path), own, opp, CalibrationSettings(depth=2, solve=1))["values"]
    assert (found.shape, found.dtype) == ((len(own), 3), np.float32)
    for position, row in zip(positions_of(own, opp), found, strict=True):
        seen = [depth for depth in range(3) if position.empties > depth]
        assert row[seen] == pytest.approx([minimax(model, position, depth) for depth in seen], abs=1e-4)


def test_values_with_corner_quiescence(model: Model, model_path: Path) -> None:
    own, opp = from_games(model, 1, 5)
    settings = CalibrationSettings(depth=2, solve=1)
    plain, quiet = (measure(ModelFile.of(model_path), own, opp, settings, each)["values"] for each in (False, True))
    assert np.array_equal(plain[:, 0], quiet[:, 0])  # static values are not searched
    assert (plain[:, 1:] != quiet[:, 1:]).any()
    for position, row in zip(positions_of(own, opp), quiet, strict=True):
        seen = [depth for depth in (1, 2) if position.empties > depth]
        assert row[seen] == pytest.approx([quiet_minimax(model, position, depth) for depth in seen], abs=1e-4)


def test_what_is_measured_and_what_is_not(pairs: Pairs) -> None:
    assert pairs.values.shape == (len(pairs), 4)
    reaches_the_end = np.arange(4) >= pairs.empties[:, None]
    assert (np.isnan(pairs.values[:, 1:]) == reaches_the_end[:, 1:]).all()
    solved = (pairs.empties >= 6) & (pairs.empties <= 9)
    assert 0 < solved.sum() < len(pairs) / 2
    assert (np.isfinite(pairs.exact) == solved).all()
    with Engine(hash_mb=8) as engine:
        for place in np.flatnonzero(solved):
            position = Position.from_own(int(pairs.own[place]), int(pairs.opp[place]))
            assert engine.solve(position).score == pairs.exact[place]


def same(a: Pairs, b: Pairs) -> bool:
    names = ("own", "opp", "values", "exact")
    return all(np.array_equal(getattr(a, name), getattr(b, name), equal_nan=name[0] in "ve") for name in names)


class StoppedError(Exception):
    pass


class CountingPool(InlinePool):
    """Counts tasks, and stops before one too many."""

    def __init__(self, most: int = 1000) -> None:
        super().__init__()
        self.done, self.most = 0, most

    def run(self, tasks: Iterable[Task]) -> Results:
        for place, arrays in super().run(tasks):
            if self.done >= self.most:
                raise StoppedError
            self.done += 1
            yield place, arrays


def test_a_stopped_calibration_goes_on(model_path: Path, pairs: Pairs, tmp_path: Path) -> None:
    calibration = Calibration(model_path, ENOUGH, SEED)
    files = PairFiles.beside(tmp_path / "out.model")
    with pytest.raises(StoppedError):
        calibration.make(CountingPool(2), files)
    assert {path.name for path in files.folder.iterdir()} == {"positions.arrays", "00000.pairs", "00001.pairs"}
    told: list[str] = []
    pool = CountingPool()
    made, again = calibration.make(pool, files, lambda what, done, total: told.append(what))
    assert pool.done == -(-len(again) // task_size(ENOUGH.depth)) - 2
    assert set(told) == {"measuring"}  # the positions were kept, too
    pool = CountingPool()
    twice, _ = calibration.make(pool, files)
    assert pool.done == 0
    assert twice.checksum == made.checksum
    files.clear()
    assert not list(tmp_path.iterdir())


@pytest.fixture(scope="module")
def enough(model_path: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Model, Pairs]:
    files = PairFiles.beside(tmp_path_factory.mktemp("enough") / "out.model")
    return Calibration(model_path, ENOUGH, SEED).make(InlinePool(), files)


def earlier_file(path: Path, model: Model, found: Pairs, **changed: object) -> Path:
    """As earlier versions wrote it: values of searches that reach the end of the game are in it."""
    settings = {"positions": 22, "depth": 2, "seed": SEED, "solve_empties": [6, 8], **changed}
    fingerprint = json.dumps({"weights": model.weights_sha256, **settings}, sort_keys=True)
    ends = np.arange(3) >= found.empties[:, None]
    arrays = {"own": found.own, "opponent": found.opp, "exact": found.exact}
    np.savez(path, fingerprint=np.array(fingerprint), values=np.where(ends, np.float32(7), found.values), **arrays)
    return path


def test_files_of_earlier_versions_are_read(
    model: Model, model_path: Path, enough: tuple[Model, Pairs], tmp_path: Path
) -> None:
    path = earlier_file(tmp_path / "kept.npz", model, enough[1])
    pool = CountingPool(0)
    made, found = Calibration(model_path, ENOUGH, SEED).make(pool, PairFiles.beside(tmp_path / "out.model", path))
    assert same(found, enough[1])
    assert made.checksum == enough[0].checksum
    assert [each.name for each in tmp_path.iterdir()] == ["kept.npz"]


def test_an_unfinished_file_of_an_earlier_version_is_gone_on_with(
    model: Model, model_path: Path, enough: tuple[Model, Pairs], tmp_path: Path
) -> None:
    values = enough[1].values.copy()
    values[200:] = np.nan
    files = PairFiles.beside(tmp_path / "out.model")
    earlier_file(files.earlier, model, replace(enough[1], values=values))
    pool = CountingPool()
    made, found = Calibration(model_path, ENOUGH, SEED).make(pool, files)
    assert pool.done == -(-len(found) // 64) - 200 // 64
    assert same(found, enough[1])
    assert made.checksum == enough[0].checksum
    files.clear()
    assert not list(tmp_path.iterdir())


def test_what_does_not_fit_is_refused_if_it_was_named_and_else_made_anew(
    model: Model, model_path: Path, enough: tuple[Model, Pairs], tmp_path: Path
) -> None:
    calibration, target = Calibration(model_path, ENOUGH, SEED), tmp_path / "out.model"
    other = earlier_file(tmp_path / "other.npz", model, enough[1], seed=8)
    with pytest.raises(CalibrationError, match=r"other\.npz holds pairs of other seed"):
        calibration.make(CountingPool(0), PairFiles.beside(target, other))
    other.write_bytes(other.read_bytes()[:200])
    with pytest.raises(CalibrationError, match="damaged"):
        calibration.make(CountingPool(0), PairFiles.beside(target, other))

    kept = PairFiles.beside(target, tmp_path / "kept")
    calibration.make(InlinePool(), kept)
    with pytest.raises(TrainingRunError, match="another seed"):
        replace(calibration, seed=8).make(CountingPool(0), kept)
    unnamed = PairFiles(kept.folder, other)
    made, _ = replace(calibration, seed=8).make(InlinePool(), unnamed)
    assert made.checksum != enough[0].checksum
    assert read_earlier(tmp_path / "none.npz", model, ENOUGH, SEED) is None


def test_the_command_is_the_stage_of_a_run(finished: Path, micro: Preset, tmp_path: Path) -> None:
    """Same model, same labelled positions, same settings: the same ProbCut sections, byte for byte."""
    folder = generation_folder(finished, 1)
    labels = sorted((folder / "labels").glob("*.positions"), reverse=True)
    calibration = Calibration(folder / "fitted.model", micro.calibration, seed=1, labels=labels)
    made, found = calibration.make(InlinePool(), PairFiles.beside(tmp_path / "out.model"))
    first = made.save(tmp_path / "first.model")
    nodes = NodeSettings(micro.calibration.at_nodes, 2 * micro.calibration.depth + 2, micro.calibration.solve)
    made = NodeCalibration(first, nodes, seed=1, labels=labels[::-1]).make(InlinePool(), tmp_path / "nodes")
    stage = Model.load(generation_model(finished, 1))
    assert stage.probcut is not None
    assert probcut_header(made.probcut) == probcut_header(stage.probcut)
    ours, theirs = probcut_sections(made.probcut), probcut_sections(stage.probcut)
    assert ours.keys() == theirs.keys()
    assert all(ours[name].tobytes() == theirs[name].tobytes() for name in ours)
    shards = sorted((folder / "pairs").glob("*.pairs"))
    assert len(shards) == -(-len(found) // task_size(micro.calibration.depth))


def test_positions_inside_searches_do_not_depend_on_the_order_of_files(finished: Path) -> None:
    folder = generation_folder(finished, 1)
    model = Model.load(folder / "fitted.model")
    parts = [np.asarray(Positions.load(path).records) for path in sorted((folder / "labels").glob("*.positions"))]
    there, back = (inside_searches(np.concatenate(each), model, 5, 1) for each in (parts, parts[::-1]))
    assert all(np.array_equal(one, other) for one, other in zip(there, back, strict=True))


@pytest.mark.parametrize(
    ("changed", "expected"), [({"positions": 0}, "from 1"), ({"depth": 21}, "1 to 20"), ({"solve": 31}, "1 to 30")]
)
def test_impossible_wishes(changed: dict[str, int], expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        replace(SMALL, **changed)
