"""Every example runs and does what it says."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from logistello.othello.notation import read_path
from tests.waiting import PATIENCE

EXAMPLES = Path(__file__).parent.parent / "examples"
TESTED = {
    "analyse_position.py",
    "solve_ending.py",
    "convert_games.py",
    "draw_board.py",
    "gtp_referee.py",
    "tic_tac_toe_glem.py",
}


def run(name: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *arguments],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def test_no_example_is_forgotten() -> None:
    assert {path.name for path in EXAMPLES.glob("*.py")} == TESTED


def test_solve_ending() -> None:
    output = run("solve_ending.py")
    assert "moves: g8 +18, h1 +12" in output
    assert output.endswith("final score for black: +18\n")


def test_analyse_position() -> None:
    output = run("analyse_position.py")
    assert [line.split(":")[0] for line in output.splitlines()[:8]] == [f"depth {depth}" for depth in range(1, 9)]
    assert "time left: " in output


def test_convert_games(data: Path, tmp_path: Path) -> None:
    output = run("convert_games.py", str(data / "murakami.ggf"), str(tmp_path / "out.sgf"), "murakami")
    assert output.startswith("6 of 6 games (ggf) written to out.sgf\n")
    before, after = read_path(data / "murakami.ggf").games, read_path(tmp_path / "out.sgf").games
    assert [game.transcript() for game in after] == [game.transcript() for game in before]


def test_draw_board(tmp_path: Path) -> None:
    picture = tmp_path / "board.svg"
    assert "the best is g8 with +18" in run("draw_board.py", str(picture))
    assert "+18" in picture.read_text()


def test_gtp_referee() -> None:
    """Somebody who knows only GTP lets our program play against itself: two plies against one."""
    ours = f"{sys.executable} -m logistello.cli.main gtp --hash-mb 1 --depth"
    output = run("gtp_referee.py", f"{ours} 2", f"{ours} 1", "--games", "2", "--time", "10")
    assert [line.split(":")[0] for line in output.splitlines()] == ["game 1", "game 2", "first"]
    assert output.endswith("0 games ended by a failure\n")


def test_the_cluster_for_kubernetes_fits_the_package() -> None:
    """The operator itself is not here: what it is given is read, and versions are those of the package."""
    yaml = pytest.importorskip("yaml")
    cluster, claim = yaml.safe_load_all((EXAMPLES / "kuberay.yaml").read_text())
    head, (workers,) = cluster["spec"]["headGroupSpec"], cluster["spec"]["workerGroupSpecs"]
    pinned = (EXAMPLES.parent / "constraints.txt").read_text().splitlines()
    assert f"ray=={cluster['spec']['rayVersion']}" in pinned
    assert head["rayStartParams"]["num-cpus"] == "0"
    pods = [group["template"]["spec"] for group in (head, workers)]
    assert {pod["containers"][0]["image"] for pod in pods} == {f"logistello-ray:{version('logistello')}"}
    assert pods[0]["volumes"][0]["persistentVolumeClaim"]["claimName"] == claim["metadata"]["name"]
