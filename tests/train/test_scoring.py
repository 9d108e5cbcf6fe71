"""Scores of many positions: right, the same for any number of threads, and not lost by a stop."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from logistello import Engine
from logistello.errors import PositionsError
from logistello.evaluation import Model
from logistello.train.label_store import ANSWER, LabelStore
from logistello.train.scoring import Scorer, exact_scorer, search_scorer
from tests.evaluation.twins import boards

from .search_twins import random_positions

QUESTION = {"labels": "test"}


def endings(seed: int, count: int, most: int = 9) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    return boards(random_positions(seed, count, lambda dice: 1 + dice.below(most)))


def test_exact_scores_are_those_of_the_engine() -> None:
    positions = random_positions(3, 60, lambda dice: 1 + dice.below(10))
    own, opp = boards(positions)
    scores, moves = exact_scorer(threads=2)(own, opp)
    with Engine(hash_mb=4) as engine:
        for position, score, move in zip(positions, scores, moves, strict=True):
            found = engine.solve(position, all_moves=True)
            assert found.score == score
            assert move == min(int(each) for each, bounds in found.moves.items() if bounds.lower == score)
    for threads, order in ((1, slice(None)), (3, slice(None, None, -1))):
        again = exact_scorer(threads=threads)(np.ascontiguousarray(own[order]), np.ascontiguousarray(opp[order]))
        assert again[0][order].tolist() == scores.tolist()
        assert again[1][order].tolist() == moves.tolist()


def test_search_values_are_those_of_single_searches() -> None:
    model = Model.default()
    positions = random_positions(4, 40, lambda dice: 1 + dice.below(50))
    values, moves = search_scorer(model, 3, threads=2)(*boards(positions))
    expected = [np.clip(model.look_ahead(position, 3), -64, 64) for position in positions]
    assert values.tolist() == pytest.approx(expected)
    for position, value, move in zip(positions, values, moves, strict=True):
        child = position.play(int(move))
        assert np.clip(-model.look_ahead(child, 2), -64, 64) == pytest.approx(value)


class Stop(Exception):  # noqa: N818 - stands for Ctrl-C
    pass


def counting(store: Path, asked: list[int], stop_after: int = 1 << 30) -> Scorer:
    """Answers with the number of discs, and stops like Ctrl-C would."""

    def answer(own: NDArray[np.uint64], opp: NDArray[np.uint64], _: object) -> tuple[NDArray[Any], NDArray[np.uint8]]:
        if sum(asked) + len(own) > stop_after:
            raise Stop
        asked.append(len(own))
        return np.bitwise_count(own | opp), np.bitwise_count(own)

    return Scorer(QUESTION, answer, LabelStore(store, QUESTION))


def test_a_stop_loses_no_finished_portion(tmp_path: Path) -> None:
    own, opp = endings(7, 400, 40)
    own, opp = (np.concatenate([part, part + np.uint64(0)]) for part in (own, opp))
    own[400:] &= np.uint64(0xFFFFFFFF)  # other positions; nobody asks whether they are reachable
    store, asked = tmp_path / "solved", list[int]()
    with pytest.raises(Stop):
        counting(store, asked, stop_after=700)(own, opp)
    done = sum(asked)
    assert 0 < done <= 700
    score, move = counting(store, asked)(own, opp)
    assert sum(asked) == len(own)
    assert (score == np.bitwise_count(own | opp)).all()
    assert (move == np.bitwise_count(own)).all()
    before = len(asked)
    counting(store, asked)(own, opp)
    assert len(asked) == before


def test_progress_counts_what_was_known(tmp_path: Path) -> None:
    own, opp = endings(8, 300, 8)
    told: list[tuple[int, int]] = []
    scorer = exact_scorer(store=tmp_path / "solved")
    scorer(own[:100], opp[:100])
    known = len({*zip(own[:100].tolist(), opp[:100].tolist(), strict=True)})
    exact_scorer(store=tmp_path / "solved", on_progress=lambda *step: told.append(step))(own, opp)
    assert told[0][0] >= known
    assert told[-1] == (300, 300)
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_what_a_crash_left_is_cut_off(tmp_path: Path) -> None:
    own, opp = endings(9, 60)
    path = tmp_path / "answers"
    store = LabelStore(path, QUESTION)
    store.add(own[:20], opp[:20], np.arange(20.0), np.arange(20))
    whole = path.stat().st_size
    store.add(own[20:40], opp[20:40], np.arange(20.0), np.arange(20))
    data = path.read_bytes()
    for damaged in (data[:-1], data[: whole + 5], data[:-30] + b"\xff" + data[-29:]):
        path.write_bytes(damaged)
        assert len(LabelStore(path, QUESTION)) == 20
        assert path.stat().st_size == whole
    path.write_bytes(data)
    known, score, move = LabelStore(path, QUESTION).find(own, opp)
    assert known[:40].all()
    assert score[:20].tolist() == move[:20].tolist() == list(range(20))
    assert len(LabelStore(path, {"labels": "other"})) == 0
    assert len(LabelStore(path, QUESTION)) == 0  # the other question replaced it
    assert ANSWER.itemsize == 24


def test_a_foreign_file_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "precious.txt"
    path.write_text("games of a lifetime")
    with pytest.raises(PositionsError, match="not a file of solved positions"):
        LabelStore(path, QUESTION)
    assert path.read_text() == "games of a lifetime"
    path.write_bytes(b"LOGIS")  # killed while it was begun
    assert len(LabelStore(path, QUESTION)) == 0
    assert len(LabelStore(path, QUESTION)) == 0
