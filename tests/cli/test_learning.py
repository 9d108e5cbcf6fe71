"""``positions``, ``fit``, ``eval`` and ``model``, from games to values."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from logistello.evaluation import Model
from logistello.othello.notation import read_path
from logistello.train.labelled_positions import Positions
from tests.waiting import PATIENCE, wait_until

from .conftest import COMMAND, Run

TINY = 'name = "tiny"\nstages = 4\n[[pattern]]\nname = "corner"\nsquares = "a1 b1 a2 b2"\n'


@pytest.fixture(scope="module")
def made(run_in: Callable[[Path], Run], data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with labelled positions and a small model, made by the commands."""
    folder = tmp_path_factory.mktemp("learning")
    run = run_in(folder)
    (folder / "tiny.toml").write_text(TINY)
    done = run("positions", str(data / "WTH_1977.wtb"), str(data / "logbook.gam"), "-o", "games.positions")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("games.positions: ")
    assert "label negamax" in done.stdout
    fit = ("fit", "games.positions", "--patterns", "tiny.toml", "--iterations", "5", "--holdout", "0.3", "--seed", "1")
    done = run(*fit, "-o", "tiny.model")
    assert (done.returncode, done.stderr) == (0, "")
    assert "validation error" in done.stdout
    return folder


@pytest.fixture
def model(made: Path, tmp_path: Path) -> Path:
    """A copy of all of it."""
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    return tmp_path / "tiny.model"


def test_from_games_to_values(run: Run, data: Path, model: Path) -> None:
    done = run("eval", str(data / "ffo-1-19.obf"), "--model", str(model))
    assert (done.returncode, done.stderr) == (0, "")
    positions = [problem.position for problem in read_path(data / "ffo-1-19.obf").problems]
    values = Model.load(model).evaluate(positions)
    assert done.stdout.splitlines() == [f"{value:+.2f}" for value in values]
    lines = run("eval", str(data / "ffo-1-19.obf"), "--model", str(model), "--json").stdout.splitlines()
    answers = [json.loads(line) for line in lines]
    assert [answer["position"] for answer in answers] == [position.text for position in positions]
    assert [answer["value"] for answer in answers] == pytest.approx(values.tolist(), abs=1e-4)


def test_metrics_are_written_line_by_line(model: Path) -> None:
    lines = [json.loads(line) for line in (model.parent / "tiny.model.metrics.jsonl").read_text().splitlines()]
    stages = [line for line in lines if line["event"] == "stage"]
    assert [line["stage"] for line in stages] == [3, 2, 1, 0]
    assert all(line["mae"] > 0 for line in stages)
    steps = [line for line in lines if line["event"] == "iteration"]
    assert all(line["iteration"] <= 5 and line["loss"] > 0 for line in steps)
    assert not (model.parent / "tiny.model.partial").exists()


def test_the_same_commands_give_the_same_bytes(run: Run, data: Path, model: Path, tmp_path: Path) -> None:
    run("positions", str(data / "WTH_1977.wtb"), str(data / "logbook.gam"), "-o", "again.positions")
    assert (tmp_path / "again.positions").read_bytes() == (tmp_path / "games.positions").read_bytes()
    fit = ("--patterns", "tiny.toml", "--iterations", "5", "--holdout", "0.3", "--seed", "1", "--threads", "2")
    run("fit", "again.positions", *fit, "-o", "again.model")
    assert (tmp_path / "again.model").read_bytes() == model.read_bytes()
    folder = tmp_path / "models"
    folder.mkdir()
    run("fit", "again.positions", *fit, "-o", "models")
    assert {path.name for path in folder.iterdir()} == {Model.load(model).file_name, "metrics.jsonl"}


def test_model_info(run: Run, model: Path) -> None:
    text = run("model", "info", str(model)).stdout
    assert "corner(4)" in text
    assert "logbook.gam" in text
    assert "WTH_1977.wtb" in text
    info = json.loads(run("model", "info", str(model), "--json").stdout)
    assert info == json.loads(json.dumps(Model.load(model).describe()))
    assert len(info["provenance"]["positions"][0]["sources"]) == 2


def test_a_model_with_a_sparse_pattern(run: Run, data: Path, model: Path) -> None:
    sparse = '[[pattern]]\nname = "rows"\nsparse = true\nsquares = "a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3"\n'
    (model.parent / "both.toml").write_text(TINY + sparse)
    fit = ("fit", "games.positions", "--patterns", "both.toml", "--iterations", "5", "-o", "both.model")
    refused = run(*fit, "--sparse-min-matches", "1000000")
    assert refused.returncode == 1
    assert "no configuration of rows has 1000000 matches" in refused.stderr
    done = run(*fit, "--sparse-min-matches", "10")
    assert (done.returncode, done.stderr) == (0, "")
    for number, choice in enumerate((("--method", "bayes"), ("--stages", "3,merged", "--link", "sigmoid"))):
        assert run(*fit[:-1], f"{number}.model", *choice).returncode == 0
    assert Model.load(model.parent / "0.model").provenance["fit"]["method"] == "bayes"
    other = Model.load(model.parent / "1.model")
    assert (other.patterns.stages, other.provenance["fit"]["stage_model"]) == (3, "merged")
    kept = len(Model.load(model.parent / "both.model").kept["rows"])
    assert kept > 10
    assert f"rows: {kept:,} weights a stage, table of " in run("model", "info", "both.model").stdout
    values = [run("eval", str(data / "ffo-1-19.obf"), "--model", name).stdout for name in ("both.model", "tiny.model")]
    assert values[0] != values[1]
    assert len(values[0].splitlines()) == 19


def test_labels(run: Run, data: Path, tmp_path: Path) -> None:
    done = run("positions", str(data / "WTH_1977.wtb"), "-o", "t.positions", "--label", "theoretical")
    assert done.returncode == 0
    assert set(Positions.load(tmp_path / "t.positions").discs.tolist()) == {40}
    arguments = ("--label", "exact", "--exact-empties", "6", "--successors", "--threads", "2")
    assert run("positions", str(data / "logbook.gam"), "-o", "e.positions", *arguments).returncode == 0
    assert Positions.load(tmp_path / "e.positions").discs.min() == 58


def test_the_default_model_evaluates(run: Run, data: Path) -> None:
    done = run("eval", str(data / "hard.obf"))
    assert done.returncode == 0
    assert abs(float(done.stdout)) <= 64
    assert run("eval", stdin=(data / "hard.obf").read_text()).stdout == done.stdout
    assert "pattern set" in run("model", "info").stdout


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        (["positions", "-o", "x"], 2, "no games"),
        (["positions", "missing.wtb", "-o", "x"], 2, "no such file"),
        (["positions", "{wtb}", "-o", "no/x"], 2, "no such folder"),
        (["positions", "{wtb}", "-o", "x", "--label", "guess"], 2, "label"),
        (["positions", "{wtb}", "-o", "x", "--label", "exact"], 1, "number of empty squares"),
        (["positions", "{obf}", "-o", "x"], 1, "no finished game"),
        (["positions", "{wtb}", "-o", "x", "--exact-empties", "2", "--solved", "{obf}"], 1, "solved positions"),
        (["fill-rare", "-o", "x"], 2, "no positions"),
        (["fill-rare", "{wtb}", "-o", "x"], 1, "not a file of labelled positions"),
        (["fill-rare", "{wtb}", "-o", "no/x"], 2, "no such folder"),
        (["fit", "-o", "x"], 2, "no positions"),
        (["fit", "{wtb}", "-o", "x"], 1, "not a file of labelled positions"),
        (["fit", "missing", "-o", "x"], 1, "missing"),
        (["fit", "{wtb}", "-o", "x", "--stages", "few"], 2, "separate, merged, linear"),
        (["fit", "{wtb}", "-o", "x", "--stages", "2,merged,3"], 2, "expected a number"),
        (["fit", "{wtb}", "-o", "x", "--method", "bayes", "--link", "logistic"], 1, "who wins"),
        (["fit", "{wtb}", "-o", "x", "--patterns", "nonsense"], 1, "neither a file"),
        (["eval", "nonsense"], 2, "neither a file"),
        (["eval", "{obf}", "--model", "{wtb}"], 1, "not a model file"),
        (["model", "info", "{wtb}"], 1, "not a model file"),
        (["model", "info", "missing.model"], 1, "missing.model"),
        (["model", "melt"], 2, "info"),
        (["model", "list", "x"], 2, "expected no file"),
    ],
)
def test_mistakes(run: Run, data: Path, arguments: list[str], code: int, complaint: str) -> None:
    files = {"wtb": str(data / "WTH_1977.wtb"), "obf": str(data / "ffo.obf")}
    done = run(*(argument.format(**files) for argument in arguments))
    assert done.returncode == code, done.stderr
    assert complaint in done.stderr
    assert done.stdout == ""


# -- positions that no game holds -------------------------------------------------------------


def test_positions_inside_searches(run: Run, data: Path, model: Path, tmp_path: Path) -> None:
    games = ("positions", str(data / "logbook.gam"), "--exact-empties", "6", "--model", str(model))
    options = ("--inside-searches", "200", "--search-depth", "2", "--label-depth", "2", "--seed", "3")
    done = run(*games, *options, "-o", "one.positions")
    assert (done.returncode, done.stderr) == (0, "")
    found = Positions.load(tmp_path / "one.positions")
    plain = run(*games, "-o", "plain.positions")
    assert plain.returncode == 0
    assert (
        50 < found.header["inside_searches"]["added"] == len(found) - len(Positions.load(tmp_path / "plain.positions"))
    )
    run(*games, *options, "--threads", "3", "-o", "two.positions")
    assert (tmp_path / "two.positions").read_bytes() == (tmp_path / "one.positions").read_bytes()
    assert not list(tmp_path.glob("*.work"))


def test_fill_rare(run: Run, model: Path, tmp_path: Path) -> None:
    command = ("fill-rare", "games.positions", "--patterns", "tiny.toml", "--matches", "8", "--count", "150")
    options = ("--exact-empties", "6", "--label-depth", "2", "--model", str(model), "--solved", "solved")
    done = run(*command, *options, "-o", "rare.positions")
    assert (done.returncode, done.stderr) == (0, "")
    assert "never met" in done.stdout
    made = Positions.load(tmp_path / "rare.positions")
    assert 50 < len(made) <= 150
    assert (tmp_path / "solved").exists()
    answer = json.loads(run(*command, *options, "-o", "again.positions", "--json").stdout)
    assert answer["before"] == made.header["gaps"]["before"]
    assert answer["after"]["rare"] + answer["after"]["never_met"] < sum(answer["before"].values())
    assert (tmp_path / "again.positions").read_bytes() == (tmp_path / "rare.positions").read_bytes()
    fit = ("fit", "games.positions", "rare.positions", "--patterns", "tiny.toml", "--iterations", "3")
    assert run(*fit, "--holdout", "0.3", "-o", "both.model").returncode == 0


def test_a_stopped_command_goes_on(data: Path, tmp_path: Path) -> None:
    """Ctrl-C in the middle of solving: what was solved is kept, and the same command needs it no more."""
    command = [*COMMAND, "positions", str(data / "WTH_1977.wtb"), str(data / "logbook.gam"), "-o", "p"]
    arguments = ["--exact-empties", "19", "--label", "exact"]  # six tasks: after the first one much is left to do
    process = subprocess.Popen([*command, *arguments], cwd=tmp_path, stderr=subprocess.PIPE, stdout=subprocess.PIPE)
    kept = tmp_path / "p.work"
    wait_until(lambda: process.poll() is not None or any(kept.rglob("*.scores")), "something is solved")
    process.send_signal(signal.SIGINT)
    _, complaint = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert b"the same command continues" in complaint
    assert list(kept.rglob("*.scores"))
    assert not (tmp_path / "p").exists()
    done = subprocess.run([*command, *arguments], cwd=tmp_path, capture_output=True, timeout=PATIENCE, check=True)
    assert b"label exact" in done.stdout
    assert not kept.exists()
