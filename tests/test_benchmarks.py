"""The benchmarks' bookkeeping; their speed is nobody's test."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks import ffo, level_errors, levels, measure
from benchmarks.papers.__main__ import comparisons
from logistello.match.spec import parse_player
from logistello.othello import Position, Square


def test_results_are_stored_and_found_again(tmp_path: Path) -> None:
    assert measure.newest("some", tmp_path) is None
    for date in ("2026-01-02T03:04:05Z", "2026-02-02T03:04:05Z"):
        record = {**measure.new_record("some"), "date": date}
        path = measure.save(record, tmp_path)
        assert path.parent == tmp_path / "some"
        assert path.name.startswith(date.replace(":", ""))
    assert measure.newest("some", tmp_path) == record
    assert not list(tmp_path.rglob("*.tmp"))
    assert {"cpu", "cores", "level", "compiler"} <= set(record["machine"])


def test_comparison_names_the_last_result_and_the_peers() -> None:
    line = measure.comparison("ffo-40-49", 1, 15.0, 20.0)
    assert "15.00 Y" in line
    assert "last result 20.00 Y (-25 %)" in line
    assert "Edax 4.5.6 17.00 Y" in line
    assert "target 40.00 Y" in line
    assert measure.comparison("unknown", 2, 1.0, None) == "unknown, 2 threads: 1.00 Y"


def test_without_the_yardstick_it_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(measure, "SHARED", tmp_path)
    with pytest.raises(SystemExit, match="yardstick"):
        measure.Yardstick()


def test_sums_and_speed_ups() -> None:
    def made(suite: str, threads: int, *seconds: float) -> measure.Record:
        rows = [{"number": number, "seconds": each} for number, each in enumerate(seconds)]
        total = sum(seconds)
        counts = {"positions": len(rows), "wrong": 0, "complete": True, "nodes": 100, "yardsticks": total}
        return {"suite": suite, "threads": threads, "seconds": total, "rows": rows, **counts}

    runs = [made("ffo-40-49", 1, 1.0, 6.0), made("ffo-50-59", 1, 8.0), made("ffo-40-49", 2, 0.9, 3.0)]
    assert [(each["suite"], each["seconds"], each["nodes"]) for each in ffo.joined(runs)] == [("ffo-40-59", 15.0, 200)]
    assert ffo.speed_ups(runs) == {"2": {"positions": 1, "total": 2.0, "smallest": 2.0, "largest": 2.0}}


@pytest.mark.skipif(shutil.which("gcc") is None, reason="the yardstick needs gcc")
def test_a_small_run(shared_data: Path) -> None:
    with measure.Yardstick(depth=8) as yardstick:
        run = ffo.run(ffo.SUITES["ffo-20-39"], 1, 16, 3, yardstick)
    assert (run["positions"], run["wrong"], run["complete"]) == (3, 0, False)
    assert [row["number"] for row in run["rows"]] == [20, 21, 22]
    assert run["yardsticks"] > 0


def test_comparisons_of_the_papers_can_be_played() -> None:
    for comparison in comparisons().values():
        if "history" in comparison:  # a checkout may have none
            continue
        limits = [parse_player(comparison[side]).limit for side in ("first", "second")]
        assert "clock" in comparison or "time" in comparison or all(limits)
        assert comparison["games"] % 2 == 0
        assert 50 <= comparison["at_least"] <= 100


def test_every_level_meets_the_one_two_below() -> None:
    rungs = levels.rungs(60, seconds=1.0)
    assert [(rung.first, rung.second) for rung in rungs[-3:]] == [
        ("level:19", "level:17"),
        ("level:20,time=1.0", "level:18"),
        ("level:20,time=1.0", "level:19"),
    ]
    assert len(rungs) == 2 + 18 + len(levels.LINKS)
    assert all(rung.games % 2 == 0 for rung in rungs)
    assert len({rung.record for rung in rungs}) == len(rungs)


def test_the_ladder_as_a_table() -> None:
    def row(first: str, second: str, pairs: list[int]) -> measure.Record:
        wins, draws, losses = 2 * pairs[4] + pairs[3], pairs[3], 2 * pairs[0]
        games = 2 * sum(pairs)
        return {
            "first": first,
            "second": second,
            "games": games,
            "wins": wins,
            "draws": draws,
            "losses": losses,
            "percent": 100 * (wins + draws / 2) / games,
            "mean_discs": 5.0,
            "pairs": pairs,
            "seconds_per_move": {first: 0.25},
        }

    lines = levels.table(
        [row("level:1", "greedy", [5, 0, 0, 0, 5]), row("level:20,time=1.0", "level:1", [0, 0, 0, 2, 8])]
    )
    first, second = lines.splitlines()[2:]
    assert first.startswith("| level 1 | greedy | 20 | +10 =0 -10 | **50 %** ± ")
    assert first.endswith("| +5.0 | 0 | 0.250 |")
    assert second.startswith("| level 20 (1 s) | level 1 | 20 | +18 =2 -0 | **95 %** ± ")


def test_giving_a_corner_away() -> None:
    position = Position.parse("-" * 18 + "OX" + "-" * 7 + "O" + "-" * 36 + " X")  # c3 d4 white, d3 black
    assert Square.B3 in position.legal_moves
    assert not level_errors.gives_corner(position, Square.B3)
    # White at c2 and c3, Black at d2: b2 turns c2 and lets c3 take a1.
    tempting = Position.parse("-" * 10 + "OX" + "-" * 6 + "O" + "-" * 45 + " X")
    assert level_errors.gives_corner(tempting, Square.B2)
