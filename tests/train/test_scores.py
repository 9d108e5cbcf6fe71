"""Scores of many positions: right, the same for any number of workers, and not lost by a stop."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from logistello import Engine
from logistello.errors import PositionsError
from logistello.evaluation import Model
from logistello.jobs import InlinePool, ProcessPool, Task
from logistello.jobs.task import Results
from logistello.train.artefact import write_arrays
from logistello.train.known_scores import ANSWER, KnownScores
from logistello.train.models import ModelFile
from logistello.train.scores import ByLookAhead, BySearch, BySolving, Scorer, ScoreWork
from tests.evaluation.twins import boards

from .search_twins import random_positions

EXACT = {"labels": "exact"}
Boards = NDArray[np.uint64]


def endings(seed: int, count: int, most: int = 9) -> tuple[Boards, Boards]:
    return boards(random_positions(seed, count, lambda dice: 1 + dice.below(most)))


def test_exact_scores_are_those_of_the_engine(tmp_path: Path) -> None:
    positions = random_positions(3, 60, lambda dice: 1 + dice.below(10))
    own, opp = boards(positions)
    with ProcessPool(2) as pool:
        scores, moves = Scorer(BySolving(30), pool, tmp_path / "two")(own, opp)
    with Engine(hash_mb=4) as engine:
        for position, score, move in zip(positions, scores, moves, strict=True):
            found = engine.solve(position, all_moves=True)
            assert found.score == score
            assert move == min(int(each) for each, bounds in found.moves.items() if bounds.lower == score)
    again = Scorer(BySolving(9), InlinePool(), tmp_path / "one")(own[::-1], opp[::-1])
    assert again[0][::-1].tolist() == scores.tolist()
    assert again[1][::-1].tolist() == moves.tolist()


def test_search_values_are_those_of_single_searches(tmp_path: Path) -> None:
    file = ModelFile.find(None)
    model = Model.default()
    assert file.checksum == model.checksum
    positions = random_positions(4, 40, lambda dice: 1 + dice.below(50))
    values, moves = Scorer(ByLookAhead(file, 3), InlinePool(), tmp_path / "plain")(*boards(positions))
    expected = [np.clip(model.look_ahead(position, 3), -64, 64) for position in positions]
    assert values.tolist() == pytest.approx(expected)
    for position, value, move in zip(positions, values, moves, strict=True):
        child = position.play(int(move))
        assert np.clip(-model.look_ahead(child, 2), -64, 64) == pytest.approx(value)
    engine_values, _ = Scorer(BySearch(file, 3), InlinePool(), tmp_path / "engine")(*boards(positions))
    assert engine_values.tolist() == values.tolist()


# -- stops ------------------------------------------------------------------------------------


def count_discs(own: Boards, opp: Boards) -> dict[str, NDArray[Any]]:
    return {"score": np.bitwise_count(own | opp).astype(np.float32), "best": np.bitwise_count(own)}


class Counting(BySolving):
    """Answers with the number of discs, a hundred positions a task."""

    task_size = 100

    def task(self, own: Boards, opp: Boards) -> Task:
        return Task(count_discs, (own, opp))


class Stopped(Exception):  # noqa: N818 - stands for Ctrl-C
    pass


class CountingPool(InlinePool):
    """Stops like Ctrl-C would, after some tasks."""

    def __init__(self, stop_after: int = 1 << 30) -> None:
        self.stop_after = stop_after
        self.done = 0

    def run(self, tasks: Iterable[Task]) -> Results:
        for number, task in enumerate(tasks):
            if self.done == self.stop_after:
                raise Stopped
            self.done += 1
            yield number, task.run()


def different(count: int) -> tuple[Boards, Boards]:
    """Boards that nobody need be able to reach."""
    own = np.arange(1, count + 1, dtype=np.uint64)
    return own, ~own & np.uint64(0xFFFF0000)


def test_a_stop_loses_no_finished_task(tmp_path: Path) -> None:
    own, opp = different(730)
    first = CountingPool(stop_after=5)
    with pytest.raises(Stopped):
        Scorer(Counting(9), first, tmp_path)(own, opp)
    second = CountingPool()
    score, best = Scorer(Counting(9), second, tmp_path)(own, opp)
    assert (first.done, second.done) == (5, 3)
    assert (score == np.bitwise_count(own | opp)).all()
    assert (best == np.bitwise_count(own)).all()


def test_other_positions_are_other_work(tmp_path: Path) -> None:
    own, opp = different(200)
    Scorer(Counting(9), InlinePool(), tmp_path)(own[:150], opp[:150])
    pool = CountingPool()
    score, _ = Scorer(Counting(9), pool, tmp_path)(own, opp)
    assert pool.done == 2
    assert (score == np.bitwise_count(own | opp)).all()


def test_what_is_known_is_not_asked_and_counts_as_done(tmp_path: Path) -> None:
    own, opp = different(300)
    known = KnownScores()
    known.add(own[:120], opp[:120], np.full(120, 7.0), np.full(120, 3))
    known.save(tmp_path / "solved", EXACT)
    told: list[tuple[int, int]] = []
    pool = CountingPool()
    loaded = KnownScores.load(tmp_path / "solved", EXACT)
    scorer = Scorer(Counting(9), pool, tmp_path / "work", loaded, lambda *step: told.append(step))
    score, best = scorer(own, opp)
    assert (score[:120] == 7).all()
    assert (best[:120] == 3).all()
    assert (score[120:] == np.bitwise_count(own | opp)[120:]).all()
    assert told == [(120, 300), (220, 300), (300, 300)]


# -- files ------------------------------------------------------------------------------------


def write_earlier(path: Path, question: Mapping[str, Any], *blocks: NDArray[np.void]) -> None:
    """The file that earlier versions kept answers in."""
    head = json.dumps(dict(question), sort_keys=True).encode()
    data = struct.pack("<8sII", b"LOGISLBL", 1, len(head)) + head
    for block in blocks:
        body = block.tobytes()
        data += struct.pack("<II", len(block), zlib.crc32(body)) + body
    path.write_bytes(data)


def answers_of(own: Boards, opp: Boards) -> NDArray[np.void]:
    rows = np.zeros(len(own), dtype=ANSWER)
    rows["own"], rows["opp"], rows["score"], rows["best"] = own, opp, np.arange(len(own)), np.arange(len(own))
    return rows


def test_files_of_earlier_versions_are_read(tmp_path: Path) -> None:
    own, opp = different(60)
    path = tmp_path / "solved"
    rows = answers_of(own, opp)
    write_earlier(path, EXACT, rows[:20], rows[20:40])
    data = path.read_bytes()
    known, score, best = KnownScores.load(path, EXACT).find(own, opp)
    assert known.tolist() == [True] * 40 + [False] * 20
    assert score[:40].tolist() == best[:40].tolist() == list(range(40))
    for damaged in (data[:-1], data[: len(data) // 2 + 40], data[:-30] + b"\xff" + data[-29:]):
        path.write_bytes(damaged)  # what a crash left at the end is not read
        assert len(KnownScores.load(path, EXACT)) == 20
    path.write_bytes(data)
    assert len(KnownScores.load(path, {"labels": "other"})) == 0
    path.write_bytes(b"LOGIS")  # killed while it was begun
    assert len(KnownScores.load(path, EXACT)) == 0
    assert ANSWER.itemsize == 24


def test_a_named_file_keeps_exact_scores_for_other_commands(tmp_path: Path) -> None:
    """One of an earlier version becomes one of this version, with all that both know."""
    own, opp = endings(9, 60)
    solved = tmp_path / "solved"
    with ScoreWork(tmp_path / "a", InlinePool(), solved) as work:
        first = work.solver(9)(own[:40], opp[:40])
    assert not work.folder.exists()
    write_earlier(solved, EXACT, *(_as_rows(own[:40], opp[:40], *first),))
    pool = CountingPool()
    with ScoreWork(tmp_path / "b", pool, solved) as work:
        score, best = work.solver(9)(own, opp)
    assert pool.done == 1
    with ScoreWork(tmp_path / "c", CountingPool(stop_after=0), solved) as work:
        again = work.solver(9)(own, opp)
    assert again[0].tolist() == score.tolist()
    assert again[1].tolist() == best.tolist()
    once = solved.read_bytes()
    reordered = KnownScores()
    reordered.add(own[::-1], opp[::-1], score[::-1], best[::-1])
    reordered.save(solved, EXACT)
    assert solved.read_bytes() == once


def _as_rows(own: Boards, opp: Boards, score: NDArray[Any], best: NDArray[Any]) -> NDArray[np.void]:
    rows = answers_of(own, opp)
    rows["score"], rows["best"] = score, best
    return rows


def test_a_stop_leaves_what_was_found(tmp_path: Path) -> None:
    """In the named file, and, where none was named, beside the output; what earlier versions left is used."""
    own, opp = different(300)
    output, solved = tmp_path / "p", tmp_path / "solved"
    with pytest.raises(Stopped), ScoreWork(output, CountingPool(stop_after=2), solved) as work:
        _counting(work)(own, opp)
    assert len(KnownScores.load(solved, EXACT)) == 200
    assert work.left_behind == [tmp_path / "p.work", solved]
    pool = CountingPool()
    with ScoreWork(output, pool, solved) as work:
        _counting(work)(own, opp)
    assert pool.done == 1
    assert not work.folder.exists()
    assert solved.exists()
    solved.unlink()

    earlier = tmp_path / "p.solved"
    write_earlier(earlier, EXACT, answers_of(own, opp)[:150])
    pool = CountingPool(stop_after=1)
    with pytest.raises(Stopped), ScoreWork(output, pool) as work:
        _counting(work)(own, opp)
    assert earlier.exists()
    with ScoreWork(output, CountingPool(stop_after=1)) as work:
        score, _ = _counting(work)(own, opp)
    assert score[:150].tolist() == list(range(150))
    assert not earlier.exists()
    assert list(tmp_path.iterdir()) == []


def _counting(work: ScoreWork) -> Scorer:
    scorer = work.solver(9)
    scorer.method = Counting(9)
    return scorer


def test_a_foreign_file_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "precious.txt"
    path.write_text("games of a lifetime")
    with (
        pytest.raises(PositionsError, match="not a file of solved positions"),
        ScoreWork(tmp_path / "p", InlinePool(), path) as work,
    ):
        work.solver(9)
    assert path.read_text() == "games of a lifetime"
    with pytest.raises(PositionsError, match="depth 0"):
        ByLookAhead(ModelFile(), 0)


def test_arrays_that_are_no_solved_positions(tmp_path: Path) -> None:
    arrays = {"own": np.zeros(1, dtype=np.uint64), "what": np.zeros(2)}
    write_arrays(tmp_path / "solved", EXACT, arrays)
    with pytest.raises(PositionsError, match="solved: its arrays are no solved positions; name another file"):
        KnownScores.load(tmp_path / "solved", EXACT)
