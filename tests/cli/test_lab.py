"""``logistello lab``: comparing searches and drawing trees."""

from __future__ import annotations

import json
import re
from pathlib import Path

from .conftest import Run


def test_compare_counts_what_every_algorithm_needs(run: Run) -> None:
    done = run("lab", "compare", "tic_tac_toe", "--depth", "3", "--positions", "2", "--opening", "2", "--json")
    content = json.loads(done.stdout)
    titles = [each["title"] for each in content["costs"]]
    assert titles[0] == "Alpha-beta"
    assert titles[-1] == "Aspiration NegaScout"
    assert len({tuple(each["values"]) for each in content["costs"]}) == 1
    assert all(each["counts"]["leaves"] > 0 for each in content["costs"])


def test_compare_prints_a_table(run: Run) -> None:
    done = run("lab", "compare", "othello", "--depth", "2", "--positions", "1", "--with-minimax")
    lines = done.stdout.splitlines()
    assert lines[0] == "othello, depth 2, 1 position"
    assert [line.split("  ")[0] for line in lines[2:4]] == ["Minimax", "Negamax"]
    assert lines[-1].startswith("Aspiration NegaScout")
    assert lines[-1].endswith("100.0")


def test_tree_draws_nodes_and_cut_offs(run: Run, tmp_path: Path) -> None:
    picture = tmp_path / "tree.svg"
    assert run("lab", "tree", "-o", str(picture)).stdout.strip() == str(picture)
    assert "\x1b" not in run("lab", "tree", "-o", str(tmp_path / "\x1b[2J.svg")).stdout
    drawing = picture.read_text()
    cut_offs = int(re.search(r"(\d+) cut-offs</title>", drawing)[1])  # type: ignore[index]
    assert cut_offs > 0
    assert drawing.count("stroke-dasharray") >= cut_offs
    everything = run("lab", "tree", "--algorithm", "minimax").stdout
    assert "stroke-dasharray" not in everything


def test_trees_that_no_one_can_look_at_are_refused(run: Run) -> None:
    done = run("lab", "tree", "othello", "--depth", "6")
    assert done.returncode == 2
    assert "more than 400 nodes" in done.stderr


def test_unknown_games_and_algorithms(run: Run) -> None:
    assert "has no game" in run("lab", "compare", "poohsticks").stderr
    assert "expected one of minimax" in run("lab", "tree", "--algorithm", "b*").stderr
