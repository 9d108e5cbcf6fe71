"""The single commands give what the stages inside ``train`` give."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from logistello.evaluation import Model
from logistello.train.artefact import read_arrays
from logistello.train.candidates import Candidates, choose_candidates, keep_given
from logistello.train.games import read_self_play
from logistello.train.labelled_positions import Flag, Positions
from logistello.train.models import ModelFile
from logistello.train.preset import GenerationPlan, Preset
from tests.waiting import PATIENCE

WTHOR = Path(__file__).parents[1] / "data" / "WTH_1977.wtb"
SEED = "1"


def command(*words: str | Path | int) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "logistello.cli.main", *map(str, words)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def files_of(folder: Path) -> dict[str, bytes]:
    """The candidates and labels of a generation, without the results of single tasks."""
    paths = [folder / "candidates.arrays", *folder.glob("labels/*.positions"), *folder.glob("labels/*.model")]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


@pytest.mark.parametrize("generation", [1, 2])
def test_positions_and_labels(finished: Path, micro_file: Path, tmp_path: Path, generation: int) -> None:
    """The files of a generation, byte for byte: candidates, labels, and the weights that labels were found with."""
    folder = finished / f"generation-{generation:03d}"
    report = json.loads((finished / "report.json").read_text())
    player: tuple[str | Path, ...] = ()
    if generation == 2 and report["generations"][0]["gate"]["accepted"]:
        player = ("--model", finished / "generation-001" / "generation-001.model")
    stage = ("--preset", micro_file, "--generation", generation, "--seed", SEED, "--threads", 2, *player)
    told = command("positions", folder / "games", *map(str, stage), "-o", tmp_path / "made")
    assert "candidates" in told
    made, expected = files_of(tmp_path / "made"), files_of(folder)
    assert made.keys() == expected.keys()
    assert len(made) > 20
    assert made == expected


def test_positions_with_games_of_others(finished: Path, micro: Preset, micro_file: Path, tmp_path: Path) -> None:
    folder = finished / "generation-001"
    plan = GenerationPlan(micro, 1, int(SEED))
    given = keep_given(tmp_path, [WTHOR])
    choose_candidates(tmp_path / "stage", plan, read_self_play(folder / "games"), ModelFile(), given)
    command("positions", folder / "games", WTHOR, "--preset", micro_file, "--seed", SEED, "-o", tmp_path / "made")
    assert (tmp_path / "made" / "candidates.arrays").read_bytes() == (tmp_path / "stage").read_bytes()
    assert (tmp_path / "stage").read_bytes() != (folder / "candidates.arrays").read_bytes()


@pytest.mark.parametrize("generation", [1, 2])
def test_fit(finished: Path, micro_file: Path, tmp_path: Path, generation: int) -> None:
    """The same model. What the two say of its origin differs: a run names itself, a command the files."""
    labels = finished / f"generation-{generation:03d}" / "labels"
    data = [labels / "exact.positions", *sorted(labels.glob("from-*.positions"), reverse=True)]
    if generation == 2:
        data += sorted((finished / "generation-001" / "labels").glob("*.positions"))
    command("fit", *data, "--preset", micro_file, "--threads", 2, "-o", tmp_path / "made.model")
    made = Model.load(tmp_path / "made.model")
    stage = Model.load(finished / f"generation-{generation:03d}" / "fitted.model")
    assert (made.weights == stage.weights).all()
    assert (made.name, made.patterns.as_dict(), made.metrics) == (stage.name, stage.patterns.as_dict(), stage.metrics)
    assert made.provenance["fit"] == stage.provenance["fit"]
    assert [each["sha256"] for each in made.provenance["positions"]] == stage.provenance["training"]["positions"]


def test_fill_rare(finished: Path, micro: Preset, tmp_path: Path) -> None:
    """The same new positions from the same old ones."""
    stored = read_arrays(finished / "generation-001" / "candidates.arrays")
    assert stored is not None
    candidates = Candidates(**stored[0])
    is_rare = candidates.flags == int(Flag.RARE)
    before, rare = candidates.chosen(~is_rare), candidates.chosen(is_rare)
    assert len(rare) > 100
    Positions.of(before.records()).save(tmp_path / "before.positions")
    count = int(micro.labels.rare * len(before))
    options = ("--patterns", micro.patterns, "--stages", micro.stages, "--count", count, "--seed", SEED)
    labels = ("--label-depth", "1", "--model", finished / "best.model")
    command("fill-rare", tmp_path / "before.positions", *map(str, options), *labels, "-o", tmp_path / "rare.positions")
    made = Positions.load(tmp_path / "rare.positions").records
    for name in ("own", "opp", "game"):
        assert np.array_equal(made[name], getattr(rare, name))
