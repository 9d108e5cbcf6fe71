"""``calibrate``, from a model to a table in its file."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path

import numpy as np
import pytest

from logistello.evaluation import Model, PatternSet
from logistello.train.labelled_positions import Positions, make_records
from tests.evaluation.twins import boards, random_positions
from tests.waiting import PATIENCE, wait_until

from .conftest import COMMAND, Run

#: A stage for every number of discs: few positions of each are enough.
TINY = 'name = "tiny"\nstages = 52\n[[pattern]]\nname = "corner"\nsquares = "a1 b1 a2 b2"\n'
QUICK = ("--positions", "24", "--depth", "3", "--solve", "8")


@pytest.fixture
def model(tmp_path: Path) -> Path:
    patterns = PatternSet.parse(TINY)
    weights = np.random.default_rng(0).integers(-300, 300, patterns.n_weights).astype(np.int16)
    return Model(patterns, np.tile(weights, (patterns.stages, 1)), "tiny").save(tmp_path / "tiny.model")


def test_a_table_for_a_model(run: Run, model: Path, tmp_path: Path) -> None:
    before = model.read_bytes()
    done = run("calibrate", "tiny.model", *QUICK, "-o", "out.model", "--plot", "fit.svg", "--pairs", "kept")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("out.model: ")
    assert "wrong cuts" in done.stdout
    assert "pairs of values used; left out: " in done.stdout
    assert model.read_bytes() == before
    assert {path.name for path in tmp_path.iterdir()} == {"tiny.model", "out.model", "fit.svg", "kept"}
    assert (tmp_path / "fit.svg").read_text().startswith("<svg ")

    table = Model.load(tmp_path / "out.model").probcut
    assert table is not None
    assert table.midgame.shape == (52, 41, 17, 3)
    assert table.endgame.shape == (61, 17, 3)
    assert table.line(20, 3, 1).a == pytest.approx(1, abs=0.8)
    assert table.line(20, 3, 1).sigma < 40
    text = run("model", "info", "out.model").stdout
    assert f"probcut      {table.describe()['measured']} of " in text
    assert "probcut      none" in run("model", "info", "tiny.model").stdout

    # The same values again, from the folder: into the model itself this time.
    again = run("calibrate", "tiny.model", *QUICK, "--pairs", "kept", "--json", "--threads", "1")
    answer = json.loads(again.stdout)
    assert answer["measured"] == table.describe()["measured"]
    assert (answer["depth"], answer["seed"], answer["solve_empties"]) == (3, 1, [6, 8])
    left_out = answer["left_out"]
    lost = sum(left_out[name] for name in ("outside_table", "beyond_limit", "without_line"))
    assert left_out["measured"] == left_out["used"] + lost
    assert left_out["used"] > 4000
    assert model.read_bytes() == (tmp_path / "out.model").read_bytes()


def test_evened_out_before(run: Run, model: Path, tmp_path: Path) -> None:
    """The weights of the parities change, nothing else does, and the model tells what it was made from."""
    own, opp = boards(random_positions(1, 900))
    records = make_records(own, opp, np.zeros(len(own), dtype=np.float32), np.arange(len(own), dtype=np.uint64))
    Positions.of(records).save(tmp_path / "games.positions")
    options = ("--labels", "games.positions", "--tempo", "20", "--positions", "24", "--depth", "3", "--solve", "8")
    done = run("calibrate", "tiny.model", "-o", "even.model", *options)
    assert done.returncode == 0, done.stderr
    before, after = Model.load(model), Model.load(tmp_path / "even.model")
    assert after.provenance["tempo"]["of"] == before.checksum
    assert after.probcut is not None
    assert (after.weights[:, :-2] == before.weights[:, :-2]).all()
    assert (after.weights[:, -2:] != before.weights[:, -2:]).any()


def test_a_table_for_searches_with_corner_quiescence(run: Run, model: Path) -> None:
    kinds = {"plain": (), "quiet": ("--corner-quiescence",)}
    for name, options in kinds.items():
        assert run("calibrate", "tiny.model", *QUICK, *options, "-o", f"{name}.model").returncode == 0
    plain, quiet = (Model.load(model.with_name(f"{name}.model")).probcut for name in kinds)
    assert plain is not None
    assert quiet is not None
    assert plain.midgame.tobytes() != quiet.midgame.tobytes()
    assert "corner_quiescence" not in plain.provenance
    assert quiet.provenance["corner_quiescence"] is True


def test_ctrl_c_keeps_what_was_measured_and_the_model(model: Path, tmp_path: Path) -> None:
    before = model.read_bytes()
    pairs = tmp_path / "tiny.model.pairs"
    command = [*COMMAND, "calibrate", str(model), "--positions", "24", "--depth", "7"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, env=os.environ) as process:
        wait_until(pairs.exists, "something is measured")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err) == (130, b"", b"")
    assert model.read_bytes() == before
    assert {path.name for path in tmp_path.iterdir()} == {"tiny.model", pairs.name}


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        (["missing.model"], 1, "missing.model"),
        (["tiny.model", "--plot", "fit.gif"], 2, ".svg"),
        (["tiny.model", "-o", "no/x.model"], 2, "no such folder"),
        (["tiny.model", "--solve", "40"], 2, "from 1 to 30"),
        (["tiny.model", "--pairs", "new.npz"], 2, "kept in a folder"),
        (["tiny.model", "--labels", "none.positions"], 2, "no labelled positions"),
        (["tiny.model", "--tempo", "20"], 2, "give a file as --output"),
        (["tiny.model", "--positions", "2", "--depth", "1", "--solve", "6"], 1, "collect more positions"),
    ],
)
def test_mistakes(run: Run, model: Path, arguments: list[str], code: int, complaint: str) -> None:
    before = model.read_bytes()
    done = run("calibrate", *arguments)
    assert done.returncode == code, done.stderr
    assert complaint in done.stderr
    assert done.stdout == ""
    assert model.read_bytes() == before


# -- at nodes ---------------------------------------------------------------------------------


def test_a_table_is_refined_at_nodes(run: Run, tmp_path: Path) -> None:
    options = ("--at-nodes", "6", "--depth", "6", "--solve", "14", "--threads", "1")
    done = run("calibrate", "default", *options, "--json", "-o", "refined.model")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["roots"], told["depth"]) == (6, 6)
    assert told["nodes"] > 10
    before, after = Model.default().probcut, Model.load(tmp_path / "refined.model").probcut
    assert before is not None
    assert after is not None
    # So few nodes change no line (tests/train/test_node_calibration.py has more), but they are told.
    assert np.array_equal(before.midgame_fits, after.midgame_fits)
    assert after.provenance["at_nodes"]["nodes"] == told["nodes"]
    assert not list(tmp_path.glob("*.pairs"))
    # It says how cuts fared before and after; the same command gives the same bytes.
    text = run("calibrate", "default", *options, "-o", "again.model").stdout
    assert "->" in text
    assert (tmp_path / "again.model").read_bytes() == (tmp_path / "refined.model").read_bytes()


def test_a_table_must_be_there_to_be_refined(run: Run, model: Path) -> None:
    done = run("calibrate", str(model), "--at-nodes", "2")
    assert done.returncode != 0
    assert "no ProbCut table" in done.stderr


def test_what_makes_a_table_does_not_refine_one(run: Run) -> None:
    done = run("calibrate", "default", "--at-nodes", "2", "--positions", "9", "-o", "x.model")
    assert done.returncode == 2
    assert "--at-nodes" in done.stderr
