"""The benchmarks' bookkeeping; their speed is nobody's test."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks import ffo, measure
from benchmarks.papers.__main__ import comparisons
from logistello.match.spec import parse_player


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
