"""``logistello patterns``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.fixture
def positions(run: Run, data: Path) -> str:
    assert run("positions", str(data / "logbook.gam"), "-o", "t.positions").returncode == 0
    return "t.positions"


def test_shapes_are_ranked(run: Run, positions: str) -> None:
    done = run("patterns", "rank", positions, "--beam", "3", "--squares", "2", "--discs", "4-64")
    lines = done.stdout.splitlines()
    assert lines[0].split() == ["correlation", "squares", "instances", "weights", "shape"]
    assert [line.split()[1] for line in lines[1:]] == ["1"] * 3 + ["2"] * 3
    ranked = run("patterns", "rank", positions, "--discs", "4-64", "--sets", "logistello", "--json").stdout
    shapes = [json.loads(line) for line in ranked.splitlines()]
    assert len(shapes) == 11
    assert shapes == sorted(shapes, key=lambda shape: -shape["correlation"])


def test_a_name_is_shown_as_text(run: Run, positions: str, tmp_path: Path) -> None:
    named = tmp_path / "\x1b[2J.toml"
    named.write_bytes((Path(__file__).parents[1] / "train" / "small_patterns.toml").read_bytes())
    done = run("patterns", "rank", positions, "--sets", str(named), "--discs", "4-64")
    assert done.returncode == 0
    assert "\\x1b[2J.toml" in done.stdout
    assert "\x1b" not in done.stdout


def test_mistakes(run: Run, positions: str) -> None:
    assert "such as 33-44" in run("patterns", "rank", positions, "--discs", "70").stderr
    assert "no positions" in run("patterns", "rank").stderr
    assert "at most 10" in run("patterns", "rank", positions, "--beam", "2", "--squares", "11").stderr
    assert "too few games" in run("patterns", "rank", positions, "--discs", "4").stderr
