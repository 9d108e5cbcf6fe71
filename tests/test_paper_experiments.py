"""The papers' experiments: what they are, their tables, and the parts that are more than a match."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.measure import ROOT
from benchmarks.papers import conditions, endcut, glem_against_bayes, large_patterns, shapes, thresholds, weaker_glem
from benchmarks.papers.comparisons import comparisons
from benchmarks.papers.experiment import Cell, Pairing, Setup, elo_in_words, play_cells, row_of
from benchmarks.papers.experiments import experiments
from benchmarks.papers.learned import labels_of_now, searched_positions, training_positions
from logistello import Engine, Position
from logistello.match.spec import parse_player


def test_every_experiment_of_the_papers_says_what_it_repeats() -> None:
    assert "glem-against-bayes" in experiments()
    for name, each in experiments().items():
        assert each.name == name
        assert each.question
        assert each.source


def test_comparisons_of_the_papers_can_be_played() -> None:
    for comparison in comparisons().values():
        if "history" in comparison:  # a checkout may have none
            continue
        players = [comparison[side].replace("{corner_model}", "default") for side in ("first", "second")]
        limits = [parse_player(text).limit for text in players]
        assert "clock" in comparison or "time" in comparison or all(limits)
        assert comparison["games"] % 2 == 0
        assert 50 <= comparison["at_least"] <= 100


def test_the_table_of_glem_and_its_predecessor() -> None:
    assert len(glem_against_bayes.cells(quick=False)) == 27
    assert glem_against_bayes.cells(quick=False)[-1] == (9, 2)
    rows = [{"more_plies": 1, "depth": 2, "percent": 54.6, "complete": True}]
    text = glem_against_bayes.table({"rows": rows})
    assert "| predecessor +1 | – (59) | 55 (56) | – (46) |" in text


def test_the_table_of_large_patterns_is_in_the_papers_order() -> None:
    def row(version: str, part: float, selectivity: str) -> dict[str, object]:
        return {
            "version": version,
            "part_of_time": part,
            "selectivity": selectivity,
            "games": 434,
            "percent": 51.25,
            "elo": {"value": 9.0, "low": -20.0, "high": 38.0},
            "paper_percent": 55.8,
            "nodes": 0.9,
            "paper_nodes": 0.89,
        }

    cells = [("A", 1.0, "mpc"), ("A", 0.6, "none"), ("B", 1.0, "none"), ("A", 1.0, "none")]
    lines = large_patterns.table({"rows": [row(*cell) for cell in cells]}).splitlines()[2:]
    assert [line.split(" | ")[:3] for line in lines] == [
        ["| A", "100%", "full width"],
        ["| B", "100%", "full width"],
        ["| A", "60%", "full width"],
        ["| A", "100%", "MPC"],
    ]


@pytest.mark.parametrize("condition", conditions.CONDITIONS, ids=lambda each: f"{each.selectivity}, {each.what}")
def test_conditions_are_options_that_players_have(condition: conditions.Condition) -> None:
    options = f",{condition.options}" if condition.options else ""
    parse_player(f"engine:selectivity={condition.selectivity}{options}").make().close()


def test_best_moves_of_an_ending() -> None:
    """Judged one by one, as they are chosen, they are those that a solve of all moves finds."""
    position = Position.parse("--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O")
    with Engine(hash_mb=16) as solver:
        solved = solver.solve(position, all_moves=True).moves
        score = max(bounds.lower for bounds in solved.values())
        problem = endcut.Problem(position, score)
        found = {move for move in position.legal_moves if problem.is_best(move, solver)}
    assert found == {move for move, bounds in solved.items() if bounds.upper == score}
    assert 0 < len(found) < len(position.legal_moves)


def test_when_time_is_over_what_was_played_still_counts(tmp_path: Path) -> None:
    pairing = Pairing("greedy", "random", 2, ("--depth", "1"))
    late = Setup(folder=tmp_path, parallel=1, until=0.0)
    assert not pairing.has_its_turn(late)
    played = pairing.play(Setup(folder=tmp_path, parallel=1))
    assert pairing.has_its_turn(late)
    assert pairing.play(late)["pairings"] == played["pairings"]


def test_a_table_is_complete_when_every_cell_was_played(tmp_path: Path) -> None:
    cells = [Cell(Pairing("greedy", "random", 2, ("--depth", depth)), {"depth": depth}, depth) for depth in "12"]
    now, late = Setup(folder=tmp_path, parallel=1), Setup(folder=tmp_path, parallel=1, until=0.0)
    first = play_cells(now, cells[:1], len(cells))
    assert [row["depth"] for row in first["rows"]] == ["1"]
    assert not first["complete"]
    assert play_cells(late, cells, len(cells)) == first
    both = play_cells(now, cells, len(cells))
    assert [row["depth"] for row in both["rows"]] == ["1", "2"]
    assert both["complete"]
    some = play_cells(replace(now, only="2"), cells, len(cells))
    assert [row["depth"] for row in some["rows"]] == ["2"]
    assert not some["complete"]


def test_rows_do_not_tell_where_the_repository_lies() -> None:
    player = f"engine:model={ROOT}/build/papers/bayes.model"
    answer = {
        "games": 2,
        "pairings": [{"wins": 1}],
        "players": [{"name": player, "nodes": 5}, {"name": "greedy"}],
        "failures": [],
        "complete": True,
    }
    row = row_of(Pairing(player, "greedy", 2), answer)
    assert row["players"] == [{"name": "engine:model=build/papers/bayes.model", "nodes": 5}, {"name": "greedy"}]
    assert str(ROOT) not in str(row)


def test_elo_in_words() -> None:
    assert elo_in_words({"value": 20.4, "low": -3.0, "high": 44.1}) == "+20 (-3 to +44)"
    assert elo_in_words({"value": None, "low": 120.0, "high": None}) == "– (+120 to –)"


def test_the_search_for_thresholds_and_its_table(tmp_path: Path) -> None:
    pytest.importorskip("optuna")
    record = thresholds.run(Setup(folder=tmp_path, quick=True, parallel=1))
    assert [row["trial"] for row in record["rows"]] == [1, 2, 3]
    assert all(row["games"] == 2 * 5 for row in record["rows"])  # all three are finalists
    assert set(record["winner"]) == {each.partition("=")[0] for each in thresholds.PARAMETERS}
    *lines, verdict = thresholds.table(record).splitlines()
    assert lines[0].startswith("| trial | confidence | opening_empties |")
    assert "after 4 games" in verdict


def test_the_table_of_weaker_glems() -> None:
    rows = [{"what": "as it is", "depth": 5, "more_plies": more, "percent": 14.2 + more} for more in (0, 2)]
    assert weaker_glem.table({"rows": rows}).splitlines()[-1] == "| as it is | 5 | 14 (34) | – (50) | 16 (61) |"


def test_the_table_of_shapes() -> None:
    search = [{"squares": "c2", "correlation": 0.3154}, {"squares": "c2 d3", "correlation": 0.482}]
    lines = shapes.table(
        {"rows": [{"name": "2x5 of logistello", "correlation": 0.5961}], "search": search}
    ).splitlines()
    assert "| 2x5 of logistello | 0.596 |" in lines
    assert lines[-2:] == ["| 1 | 0.315 | c2 |", "| 2 | 0.482 | c2 d3 |"]


def test_in_small_all_learn_from_the_same_games(tmp_path: Path) -> None:
    setup = Setup(folder=tmp_path, quick=True)
    assert searched_positions(setup) == labels_of_now(setup) == [training_positions(setup)]
    assert training_positions(setup).is_file()
