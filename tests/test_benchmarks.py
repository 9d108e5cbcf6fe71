"""The benchmarks' bookkeeping; their speed is nobody's test."""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks import collections_of_games, ffo, level_errors, levels, measure
from benchmarks.papers import __main__ as papers
from benchmarks.regret import __main__ as regret
from benchmarks.regret.builds import Build
from benchmarks.regret.judged import FILE as JUDGED
from benchmarks.regret.judged import Judged, read
from benchmarks.regret.judging import MOST_REGRET, judge
from logistello import Engine
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


def test_collections_are_looked_for_where_they_are_said_to_be(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, data: Path
) -> None:
    monkeypatch.setenv(collections_of_games.VARIABLE, "nowhere")
    parser = argparse.ArgumentParser()
    collections_of_games.add_data_option(parser)
    parser.parse_args(["--data", str(tmp_path)])
    with pytest.raises(SystemExit, match=r"no WTH_\*.wtb in .*: name the folder with --data"):
        collections_of_games.wthor()
    with pytest.raises(SystemExit, match=r"no logbook\.gam\.gz"):
        collections_of_games.logbook()
    (tmp_path / "wthor").mkdir()
    shutil.copy(data / "WTH_1977.wtb", tmp_path / "wthor")
    assert collections_of_games.wthor() == collections_of_games.wthor([1977]) == [tmp_path / "wthor" / "WTH_1977.wtb"]
    with pytest.raises(SystemExit, match=r"no WTH_1978\.wtb"):
        collections_of_games.wthor([1977, 1978])


def test_the_problems_of_the_repository() -> None:
    """The best moves that they give are legal, and positions have as many empty squares as players know."""
    ffo_suites = [ffo.SUITES[name].problems() for name in ("ffo-20-39", "ffo-40-49", "ffo-50-59")]
    assert [number for suite in ffo_suites for number, _ in suite] == list(range(20, 60))
    assert [problem.position.empties for _, problem in ffo_suites[1]] == [20, 22, 22, 23, 23, 24, 24, 25, 25, 26]
    hard = [problem for _, problem in ffo.SUITES["hard-20"].problems()]
    assert len(hard) == 50
    assert {problem.position.empties for problem in hard} == {20}
    for problem in [*hard, *(problem for suite in ffo_suites for _, problem in suite)]:
        assert problem.scores
        assert set(problem.scores) <= set(problem.position.legal_moves)


def test_a_trial_of_a_comparison_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(papers, "RUNNING", tmp_path / "matches")
    monkeypatch.setattr(papers, "save", lambda record: pytest.fail("it was stored"))
    monkeypatch.setattr(sys, "argv", ["papers", "greedy", "--games", "2", "--time", "0.001", "--no-save"])
    assert papers.main() == 0
    assert not list(tmp_path.rglob("*"))


def test_a_stored_comparison_is_played_anew(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stored: list[measure.Record] = []

    def keep(record: measure.Record) -> Path:
        stored.append(record)
        return measure.ROOT / "result.json"

    monkeypatch.setattr(papers, "RUNNING", tmp_path)
    monkeypatch.setattr(papers, "save", keep)
    monkeypatch.setattr(sys, "argv", ["papers", "greedy", "--games", "2", "--time", "0.001"])
    assert papers.main() == 0
    assert stored[0]["rows"][0]["games"] == 2
    assert not list(tmp_path.iterdir())


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
def test_a_small_run() -> None:
    with measure.Yardstick(depth=8) as yardstick:
        run = ffo.run(ffo.SUITES["ffo-20-39"], 1, 16, 3, yardstick)
    assert (run["positions"], run["wrong"], run["complete"]) == (3, 0, False)
    assert [row["number"] for row in run["rows"]] == [20, 21, 22]
    assert run["yardsticks"] > 0


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


# -- what moves lose --------------------------------------------------------------------------


def test_exact_values_of_moves_are_those_of_the_solver(tmp_path: Path) -> None:
    ending = Position.parse("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X")
    with Engine(hash_mb=16) as engine:
        judged = judge(ending, "exact", engine)
        solved = engine.solve(ending, all_moves=True)
    assert judged.values == {
        move: max(bounds.lower, solved.score - MOST_REGRET) for move, bounds in solved.moves.items()
    }
    assert judged.regret(next(iter(solved.moves))) == 0
    file = tmp_path / "positions.tsv"
    file.write_text(f"# a remark\n{judged.line()}\n")
    assert read(file) == [judged]
    file.write_text(judged.line().rsplit(" ", 1)[0] + "\n")
    with pytest.raises(ValueError, match="a value for each"):
        read(file)


def test_stored_values_are_of_both_kinds_and_of_every_move() -> None:
    judged = read(JUDGED)
    assert {each.kind for each in judged} == {"exact", "searched"}
    assert len({each.position for each in judged}) == len(judged)
    for each in judged:
        assert min(each.regret(move) for move in each.values) == 0
        if each.kind == "exact":
            assert all(value % 2 == 0 for value in each.values.values())


def test_builds_are_measured_in_turns() -> None:
    position = Position.initial().play("f5")
    judged = Judged(position, "searched", {Square.D6: 1.0, Square.F4: 1.0, Square.F6: 1.0})
    position = position.play("d6")
    other = Judged(position, "searched", {move: float(move is Square.C3) for move in position.legal_moves})
    with Build("one") as one, Build(f'two={sys.executable} {{"selectivity": "none"}}') as two:
        answers = [player.ask(each.position, {"nodes": 500}) for each in (judged, other) for player in (one, two)]
    assert [answer["confidence"] for answer in answers] == [73, 100, 73, 100]
    assert all(Square.parse(answer["move"]) in judged.values for answer in answers[:2])


def test_regret_is_summed_up_by_player_limit_and_phase() -> None:
    rows = [
        {"player": name, "limit": limit, "phase": (22, 26), "regret": lost, "depth": 10}
        for name, limit, lost in [("a", 0.1, 2.0), ("a", 0.1, 0.0), ("a", 1.0, 0.0), ("b", 0.1, 4.0)]
    ]
    figures = regret.summary(rows)
    assert [(row["player"], row["limit"], row["regret"], row["error"]) for row in figures] == [
        ("a", 0.1, 1.0, 1.0),
        ("a", 1.0, 0.0, 0.0),
        ("b", 0.1, 4.0, 0.0),
    ]
    assert regret.drawn(figures, "seconds").startswith("<svg ")
