"""Whole matches: pairing, several games at once, failures, records, tables."""

from __future__ import annotations

import _thread
import json
import shlex
import threading
from collections import Counter
from pathlib import Path

import pytest

from logistello.engine import Limit
from logistello.errors import MatchError, PlayerError
from logistello.match.elo import Sprt
from logistello.match.openings import OpeningLine, OpeningList
from logistello.match.plan import Match
from logistello.match.play_game import MatchTerms
from logistello.match.record import MatchRecord
from logistello.match.runner import MatchRun
from logistello.match.score_chart import draw_running_score
from logistello.match.spec import parse_player
from logistello.match.standings import Standings
from logistello.othello import Position
from logistello.othello.notation import read
from tests.waiting import wait_until

from .helpers import gtp_command, match_of, opening_list, played


def moves_of(run: MatchRun) -> dict[int, str]:
    return {game.number: read(game.ggf).games[0].transcript() for game in run.games}


def test_every_opening_is_played_twice_with_colours_swapped() -> None:
    match = match_of("greedy", "random", "mobility:level=1", games=8)
    tasks = match.schedule()
    assert [task.number for task in tasks] == list(range(24))
    seen = Counter((task.opening, task.black, task.white) for task in tasks)
    assert set(seen.values()) == {1}
    assert all((opening, white, black) in seen for opening, black, white in seen)
    assert {opening for opening, _, _ in seen} == set(range(4))
    longer = match_of("greedy", "random", "mobility:level=1", games=10).schedule()
    assert longer[:24] == tasks  # so that a finished match can be made longer


def test_games_do_not_depend_on_threads() -> None:
    results = []
    for parallel in (1, 3):
        run = MatchRun(match_of("random:seed=4", "mobility:level=1", games=12), parallel=parallel)
        standings = run.play()
        assert standings.games == run.total == 12
        results.append((moves_of(run), standings.players))
    assert results[0] == results[1]
    assert len(set(results[0][0].values())) == 12


def test_the_score_is_that_of_the_games() -> None:
    run = MatchRun(match_of("greedy", "mobility:level=2", games=8))
    standings = run.play()
    wins = draws = losses = discs = 0
    for record in run.games:
        game = read(record.ggf).games[0]
        score = game.result.black_score if game.black.name == "greedy" else -(game.result.black_score or 0)
        assert score is not None
        wins, draws, losses = wins + (score > 0), draws + (score == 0), losses + (score < 0)
        discs += int(score)
    first, second = standings.players
    assert (
        (first.wins, first.draws, first.losses) == (wins, draws, losses) == (second.losses, second.draws, second.wins)
    )
    assert first.mean_discs == discs / 8 == -second.mean_discs
    assert sum(standings.pairings[0, 1].pairs) == 4
    assert first.percent == pytest.approx(100 * (wins + draws / 2) / 8)


def test_pairs_of_games() -> None:
    scores = [4, -2, 0, 6, 10, 2, -64, -8, 0]  # pairs: 1, 1.5, 2, 0 points; the last is not finished
    standings = Standings(["a", "b"], [played(number, score) for number, score in enumerate(scores)])
    assert standings.pairings[0, 1].pairs == [1, 0, 1, 1, 1]
    tally = standings.players[0]
    assert (tally.wins, tally.draws, tally.losses) == (4, 2, 3)
    answer = json.loads(json.dumps(standings.as_json(Sprt(0, 10)), allow_nan=False))
    assert answer["pairings"][0]["sprt"]["decision"] is None
    assert answer["players"][0]["wins"] == answer["players"][1]["losses"] == 4


def test_a_program_that_fails_loses_its_game_and_comes_back() -> None:
    """It dies at its 20th move, in every process: the next game has a new one."""
    match = match_of(f"gtp:{gtp_command('--at', '20', '--do', 'die')}", "random", games=4)
    run = MatchRun(match, parallel=2)
    standings = run.play()
    assert standings.players[0].forfeits == {"died": 4}
    assert standings.players[0].games_with_discs == 0
    assert all(game.black_score == (-64 if game.black == 0 else 64) for game in run.games)
    assert all("exit code 3" in game.reason for game in standings.failures)
    assert "RE[-64.000:r]CO[" in next(game.ggf for game in run.games if game.black == 0)


def test_a_program_that_does_not_come_back_loses_every_game(tmp_path: Path) -> None:
    """It cannot be started a second time."""
    once, used = tmp_path / "once.sh", tmp_path / "used"
    once.write_text(f"[ -e {used} ] && exit 9\ntouch {used}\nexec {gtp_command('--at', '3', '--do', 'die')}")
    standings = MatchRun(match_of(f"gtp:sh {once}", "greedy")).play()
    assert standings.players[0].forfeits == {"died": 4}
    assert [("exit code 9" in game.reason) for game in standings.failures] == [False, True, True, True]


def test_a_program_that_never_starts_ends_the_match_before_it_begins() -> None:
    with pytest.raises(PlayerError, match="player 'gtp:no-such-program'"):
        MatchRun(match_of("greedy", "gtp:no-such-program"))


def test_late_programs_lose_on_time() -> None:
    slow = f"gtp:time=0.05 {gtp_command('--slow', '0.3')}"
    fast = f"gtp:clock=20+1 {gtp_command()}"
    run = MatchRun(match_of(slow, fast, games=2, rules=MatchTerms(lag=0.05)), parallel=2)
    standings = run.play()
    assert [tally.forfeits for tally in standings.players] == [{"time": 2}, {}]
    assert standings.as_json()["players"][0]["forfeits"] == {"time": 2}


def test_two_programs_play_a_match() -> None:
    run = MatchRun(match_of(f"gtp:{gtp_command()}", f"gtp:{gtp_command('--player', 'mobility')}", games=2), parallel=2)
    standings = run.play()
    assert run.names == ["Tiny 1", "Tiny 1 #2"]
    assert (standings.games, standings.failures) == (2, [])


def test_a_test_stops_the_match() -> None:
    match = match_of("mobility:level=2", "random", games=16, sprt=Sprt(0, 200, 0.2, 0.2))
    run = MatchRun(match)
    run.play()
    assert run.decided is True
    assert len(run.games) < 16


def test_interrupting_ends_programs_that_hang_when_they_start(tmp_path: Path) -> None:
    """The first one starts well; that of the second thread does not answer."""
    first, hangs = tmp_path / "first", tmp_path / "hangs"
    start = f"if mkdir {first}; then exec {gtp_command()}; else touch {hangs}; exec sleep 6000; fi"
    run = MatchRun(match_of("random", f"gtp:name=slow /bin/sh -c {shlex.quote(start)}", games=8), parallel=2)

    def press_ctrl_c() -> None:
        wait_until(hangs.exists, "a program hangs")
        _thread.interrupt_main()

    threading.Thread(target=press_ctrl_c).start()
    with pytest.raises(KeyboardInterrupt):
        run.play()
    assert not any(thread.name.endswith("(_work)") for thread in threading.enumerate())


def test_interrupting_ends_hung_programs(tmp_path: Path) -> None:
    """A thread waits for a hung program when Ctrl-C comes."""
    hangs = tmp_path / "hangs"
    hung = f"gtp:patience=1000000 {gtp_command('--at', '3', '--do', 'hang', '--hanging', str(hangs))}"
    run = MatchRun(match_of("random", hung, "greedy", games=8), parallel=2)

    def press_ctrl_c() -> None:
        wait_until(hangs.exists, "a program hangs")
        _thread.interrupt_main()

    threading.Thread(target=press_ctrl_c).start()
    with pytest.raises(KeyboardInterrupt):
        run.play()
    assert not any(thread.name.endswith("(_work)") for thread in threading.enumerate())
    assert all(game.loser is None for game in run.games)


def test_an_error_in_a_thread_is_raised() -> None:
    match = match_of("greedy", "random")
    run = MatchRun(match)
    object.__setattr__(match, "openings", OpeningList([], "nothing"))
    with pytest.raises(IndexError):
        run.play()


# -- records ----------------------------------------------------------------------------------


def test_a_stopped_match_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    match = match_of("random:seed=4", "mobility:level=1", games=12)
    whole = MatchRun(match)
    whole.play()

    run = MatchRun(match, path, parallel=2)

    def stop(game: object) -> None:
        if len(run.games) == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run.play(stop)
    with path.open("a") as file:
        file.write('{"number": 11, "opening": 5, "bla')  # killed while writing
    again = MatchRun(match, path, parallel=2)
    assert len(again.games) == 5
    again.play()
    assert moves_of(again) == moves_of(whole)
    assert again.standings.players == whole.standings.players
    assert len(path.read_text().splitlines()) == 13

    finished = MatchRun(match, path)
    assert finished.play().games == 12
    longer = MatchRun(match_of("random:seed=4", "mobility:level=1", games=16), path)
    assert longer.play().games == 16


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        (match_of("random:seed=5", "greedy"), "players was .*seed=4.* and is now .*seed=5"),
        (match_of("random:seed=4", "greedy", limit=Limit(time=1)), "players"),
        (
            match_of("random:seed=4", "greedy", rules=MatchTerms(adjudicate_empties=8)),
            "adjudicate_empties was 0 and",
        ),
        (match_of("random:seed=4", "greedy", sprt=Sprt()), "sprt was null"),
        (
            Match([parse_player("random:seed=4"), parse_player("greedy")], opening_list(["f5d6c3", "f5f4"]), 4),
            "openings",
        ),
    ],
)
def test_another_match_is_refused(tmp_path: Path, changed: Match, words: str) -> None:
    path = tmp_path / "match.jsonl"
    MatchRun(match_of("random:seed=4", "greedy"), path).play()
    before = path.read_bytes()
    with pytest.raises(MatchError, match=words):
        MatchRun(changed, path)
    assert path.read_bytes() == before


def test_a_record_whose_games_cannot_be_counted(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    match = match_of("random:seed=4", "greedy")
    MatchRun(match, path).play()
    path.write_text(
        path.read_text().replace('"usage": {"1"', '"usage": {"7"').replace('"usage": {"0"', '"usage": {"7"')
    )
    with pytest.raises(MatchError, match="damaged: a game of it cannot be counted; name another file"):
        MatchRun(match, path)


@pytest.mark.parametrize("content", ["f5d6c3\n", "precious data without an end of line", '{"a": 1}\n', "[]\n"])
def test_foreign_files_are_left_alone(tmp_path: Path, content: str) -> None:
    path = tmp_path / "file"
    path.write_text(content)
    with pytest.raises(MatchError, match="not a record"):
        MatchRecord(path, {})
    assert path.read_text() == content


def test_damage_and_other_versions(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    with MatchRecord(path, {"a": 1}) as record:
        record.add(played(0, 4))
    good = path.read_text()
    path.write_text(good + good.splitlines(keepends=True)[1])
    with pytest.raises(MatchError, match="line 3: game 0 for the second time"):
        MatchRecord(path, {"a": 1})
    path.write_text(good.replace('"black_score"', '"blank_score"'))
    with pytest.raises(MatchError, match="line 2"):
        MatchRecord(path, {"a": 1})
    path.write_text(good.replace('"logistello_match": 1', '"logistello_match": 7'))
    with pytest.raises(MatchError, match="version 7"):
        MatchRecord(path, {"a": 1})


def test_every_cut_of_a_record_can_be_opened(tmp_path: Path) -> None:
    """Whatever part of the file the system had written."""
    path = tmp_path / "match.jsonl"
    with MatchRecord(path, {"a": 1}) as record:
        for number in range(3):
            record.add(played(number, 4))
    data = path.read_bytes()
    ends = [place + 1 for place, byte in enumerate(data) if byte == ord("\n")]
    for length in range(0, len(data) + 1, 23):
        path.write_bytes(data[:length])
        with MatchRecord(path, {"a": 1}) as record:
            assert len(record.games) == max(0, sum(end <= length for end in ends) - 1)
            record.add(played(7, 2))
        with MatchRecord(path, {"a": 1}) as record:
            assert record.games[-1] == played(7, 2)


def test_two_processes_do_not_write_the_same_record(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    with MatchRecord(path, {}), pytest.raises(MatchError, match="another process"):
        MatchRecord(path, {})


# -- plans and pictures -----------------------------------------------------------------------


def test_plans_that_make_no_sense() -> None:
    with pytest.raises(MatchError, match="two players"):
        match_of("greedy")
    with pytest.raises(MatchError, match="even number"):
        match_of("greedy", "random", games=3)
    with pytest.raises(MatchError, match="openings for 16"):
        match_of("greedy", "random", games=18)
    with pytest.raises(MatchError, match="between two players, not 3"):
        match_of("greedy", "random", "random", sprt=Sprt())
    position = OpeningList([OpeningLine(Position.initial().play("f5"))], "positions")
    with pytest.raises(MatchError, match="given as moves"):
        Match([parse_player("greedy"), parse_player("gtp:x")], position, 2)
    Match([parse_player("greedy"), parse_player("random")], position, 2)


def test_the_picture_is_well_formed() -> None:
    from xml.etree import ElementTree

    games = [played(number, 4 if number % 3 else -4) for number in range(20)]
    for names, shown in ((["a <b>", "c"], 2), (["a", "b"], 2)):  # points and Elo
        root = ElementTree.fromstring(draw_running_score(names, games))  # noqa: S314 - our own
        assert len(root.findall(".//{*}svg/{*}polyline")) == shown
    assert "65.0 %" in draw_running_score(["a", "b"], games)
    ElementTree.fromstring(draw_running_score(["a", "b"], []))  # noqa: S314
