"""What a solve says while it goes on, and what it costs to be guided."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from logistello import PASS, Engine, Limit, Position
from logistello.engine import Progress
from logistello.othello.notation import read_path


def test_progress_of_all_moves_speaks_of_the_position_that_was_asked_about(data: Path) -> None:
    problem = read_path(data / "ffo.obf").checked().problems[0]
    heard: list[Progress] = []
    with Engine(hash_mb=16) as engine:
        result = engine.solve(problem.position, all_moves=True, on_info=heard.append)
    assert heard
    for progress in heard:
        assert progress.bounds.lower <= result.score <= progress.bounds.upper
        assert progress.move in problem.position.legal_moves


def test_a_forced_pass_is_known_before_anything_is_proven() -> None:
    scattered = ("".join(random.Random(seed).choices("XO-", [6, 1, 3], k=64)) for seed in range(5000))
    position = next(each for text in scattered if (each := Position.parse(text + " X")).must_pass)
    with Engine(hash_mb=16) as engine:
        result = engine.solve(position, Limit(nodes=1))
    assert result.move is PASS


@pytest.mark.parametrize("selectivity", ["probcut", "none"])
def test_guiding_passes_never_cost_as_much_as_the_solve(selectivity: str, data: Path) -> None:
    position = read_path(data / "hard.obf").checked().problems[0].position
    with Engine(hash_mb=16) as guided, Engine(hash_mb=16, selectivity=selectivity) as other:  # type: ignore[arg-type]
        assert other.solve(position).nodes < 2 * guided.solve(position).nodes
