"""Searching parameters: what is better is found, a stopped search goes on, nonsense is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from logistello.engine import Limit
from logistello.errors import MatchError, UsageError
from logistello.jobs import InlinePool
from logistello.match import tuning as tuning_module
from logistello.match.openings import OpeningLine, OpeningList, load_openings
from logistello.match.player_text import TextPieces, joined, pieces_of
from logistello.match.tuning import FINAL_ROUNDS, FINALISTS, Parameter, Trial, Tuning, play_pairs

pytest.importorskip("optuna")
OPENINGS = OpeningList(load_openings(Path("xot"), seed=1).openings[:40], "some")


def tuning(folder: Path, *parameters: str, pairs: int = 4) -> Tuning:
    found = [Parameter.parse(text) for text in parameters or ("level=1..3",)]
    return Tuning(folder, "mobility:seed=1", found, Limit(depth=1), OPENINGS, pairs=pairs)


@pytest.fixture
def rated(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Games are replaced by a known truth: the nearer hash_mb is to 40, the better."""
    asked: list[str] = []

    def play(first: TextPieces, second: TextPieces, openings: tuple[OpeningLine, ...], limit: Limit) -> list[int]:
        asked.append(joined(first))
        value = int(joined(first).rpartition("=")[2])
        won = round(len(openings) * max(0.0, 1 - abs(value - 40) / 40))
        return [len(openings) - won, 0, 0, 0, won]

    monkeypatch.setattr(tuning_module, "play_pairs", play)
    return asked


def engine_tuning(folder: Path) -> Tuning:
    return Tuning(folder, "engine", [Parameter.parse("hash_mb=1..64")], Limit(depth=1), OPENINGS, pairs=10)


def test_what_is_better_is_found(rated: list[str], tmp_path: Path) -> None:
    search = engine_tuning(tmp_path)
    seen: list[Trial] = []
    search.run(InlinePool(), 25, seen.append)
    assert abs(int(search.winner.values["hash_mb"]) - 40) <= 3
    assert len(search.trials) == 25
    assert len(rated) == len(seen) == 25 + FINALISTS * FINAL_ROUNDS
    assert rated[0].startswith("engine:hash_mb=")
    assert search.winner.games == 20 * (1 + FINAL_ROUNDS)
    assert f"| {search.winner.number + 1} | {search.winner.values['hash_mb']} | 100 |" in search.table()
    assert search.svg().startswith("<svg")


def test_a_stopped_search_goes_on(rated: list[str], tmp_path: Path) -> None:
    search = engine_tuning(tmp_path)

    def stop(trial: Trial) -> None:
        if trial.number == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        search.run(InlinePool(), 12, stop)
    with (tmp_path / "trials.jsonl").open("a") as file:
        file.write('{"values": {"hash_mb"')  # killed while it wrote
    again = engine_tuning(tmp_path)
    assert [trial.values for trial in again.trials] == [trial.values for trial in search.trials]
    rated.clear()
    again.run(InlinePool(), 12)
    assert len(again.trials) == 12
    assert len(rated) == 7 + FINALISTS * FINAL_ROUNDS
    finished = engine_tuning(tmp_path)
    assert [(trial.values, trial.pairs) for trial in finished.trials] == [(t.values, t.pairs) for t in again.trials]
    rated.clear()
    finished.run(InlinePool(), 12)
    assert rated == []


def test_games_are_played(tmp_path: Path) -> None:
    assert (
        sum(play_pairs(pieces_of("mobility:level=2,seed=1"), ("random",), OPENINGS.openings[:2], Limit(depth=1))) == 2
    )  # type: ignore[arg-type]
    search = tuning(tmp_path, "level=1,3", pairs=2)
    search.run(InlinePool(), 2)
    assert {trial.values["level"] for trial in search.trials} <= {"1", "3"}


def test_a_folder_of_another_search_is_refused(rated: list[str], tmp_path: Path) -> None:
    engine_tuning(tmp_path).run(InlinePool(), 1)
    with pytest.raises(MatchError, match="another search"):
        tuning(tmp_path)
    (tmp_path / "trials.jsonl").write_text("games\n")
    with pytest.raises(MatchError, match="damaged or not ours"):
        engine_tuning(tmp_path)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("level", "expected NAME"),
        ("level=3", "two values"),
        ("level=3..2", "larger"),
        ("level=a..b", "no range"),
        ("speed=1..2", "no option speed"),
        ("level=1,99", "level"),
    ],
)
def test_nonsense_is_refused(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises((UsageError, ValueError), match=complaint):
        tuning(tmp_path, text)


def test_one_parameter_twice(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="each once"):
        tuning(tmp_path, "level=1..3", "level=1..2")
    with pytest.raises(MatchError, match="40 openings"):
        tuning(tmp_path, pairs=41)
