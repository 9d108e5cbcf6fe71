"""Lists of openings: reading them, and making one."""

from __future__ import annotations

import itertools
import json
import threading
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from logistello import _native
from logistello.engine import Limit
from logistello.errors import MatchError, NotationError
from logistello.match.openings import OpeningSearch, distinct_openings, judge_openings, list_text, load_openings
from logistello.othello import Game, Position, Square


def test_transcripts_with_remarks(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("# made by hand\nf5d6c3\nf5f6e6\n# twice is once:\nf5d6c3\n")
    assert [str(each) for each in load_openings(path).openings] == ["f5d6c3", "f5f6e6"]
    path.write_text("# made by hand\nf5d6c3\nf5f5\n")
    with pytest.raises(NotationError, match="line 3"):
        load_openings(path)


def test_games_are_cut_and_finished_ones_refused(data: Path) -> None:
    cut = load_openings(data / "WTH_1977.wtb", plies=8)
    assert {len(each.moves) for each in cut.openings} == {8}
    with pytest.raises(MatchError, match="--plies"):
        load_openings(data / "murakami.ggf")


@pytest.mark.parametrize("name", [None, Path("xot"), Path("xot-small")])
def test_the_lists_of_the_package_are_legal_and_distinct(name: Path | None) -> None:
    found = load_openings(name)
    assert len(found.openings) > 1000
    moves = np.array([[int(move) for move in each.moves] for each in found.openings], dtype=np.uint8)
    black, white, _, plies, _, _ = _native.replay(moves)
    assert (plies == moves.shape[1]).all()  # every move was legal
    boards = np.stack(_native.canonical_many(black, white), axis=1)
    assert len(np.unique(boards, axis=0)) == len(boards)
    assert load_openings(name, plies=3).openings[0].moves == found.openings[0].moves[:3]


def test_a_file_comes_before_a_list_of_the_same_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("xot").write_text("f5d6c3\n")
    assert [str(each) for each in load_openings(Path("xot")).openings] == ["f5d6c3"]
    Path("xot").unlink()
    assert set(load_openings(Path("xot-small")).openings) < set(load_openings(Path("xot")).openings)


def test_positions_are_openings_too(data: Path) -> None:
    opening = load_openings(data / "ffo-1-19.obf").openings[0]
    assert not opening.usual_start
    assert opening.game().position.empties == 14


def test_a_seed_shuffles(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("".join(f"{''.join(map(str, moves))}\n" for moves in distinct_openings(4)))
    plain, one, again, two = (load_openings(path, seed=seed) for seed in (None, 1, 1, 2))
    assert one.openings == again.openings != two.openings
    assert sorted(map(str, one.openings)) == sorted(map(str, plain.openings))
    assert one.checksum == again.checksum != two.checksum


def test_distinct_openings_against_all_sequences() -> None:
    positions = {Position.initial()}
    for plies in range(1, 6):
        positions = {position.play(move) for position in positions for move in position.legal_moves}
        openings = [Game.from_moves(moves).position.canonical() for moves in distinct_openings(plies)]
        assert len(set(openings)) == len(openings)
        assert set(openings) == {position.canonical() for position in positions}


@dataclass
class Found:
    score: float
    move: Square | None = None
    depth: int = 1
    nodes: int = 1


class CountingEngine:
    """Stands in for the engine: the score is a made-up number of the position."""

    searched: list[Position]

    def __init__(self, most: int = 1 << 30) -> None:
        self.searched = []
        self.most = most
        self.stopped = threading.Event()

    def search(self, position: Position, limit: Limit) -> Found:
        assert limit.depth == 3
        if len(self.searched) >= self.most:
            raise KeyboardInterrupt
        self.searched.append(position)
        return Found(made_up_score(position))

    def stop(self) -> None:
        self.stopped.set()

    def clear(self) -> None:
        pass

    def close(self) -> None:
        pass


def made_up_score(position: Position) -> float:
    return position.canonical().black % 21 / 2 - 5


def test_making_a_list_stops_and_goes_on(tmp_path: Path) -> None:
    search = OpeningSearch(plies=4, depth=3, within=2)
    partial = tmp_path / "list.partial"
    first = CountingEngine(most=20)
    with pytest.raises(KeyboardInterrupt):
        judge_openings(search, [first], partial, {"model": "x"})
    assert first.stopped.is_set()
    with partial.open("a") as file:
        file.write('["f5d6c3d')  # as if killed while writing
    with pytest.raises(MatchError, match="another run"):
        judge_openings(search, [CountingEngine()], partial, {"model": "y"})
    seen = []
    engines = [CountingEngine(), CountingEngine()]
    scores = judge_openings(search, engines, partial, {"model": "x"}, lambda done, total: seen.append((done, total)))
    kept_before = 60 - sum(len(engine.searched) for engine in engines)
    assert 15 <= kept_before <= 20
    assert seen == [(done, 60) for done in range(kept_before + 1, 61)]
    assert scores == {moves: made_up_score(Game.from_moves(moves).position) for moves in distinct_openings(4)}
    assert len(partial.read_text().splitlines()) == 61
    assert json.loads(partial.read_text().splitlines()[0])["openings_of"]["depth"] == 3

    path = tmp_path / "list.txt"
    path.write_text(list_text(scores, search, "made by a test"))
    assert path.read_text().startswith("# ")
    openings = load_openings(path).openings
    assert {each.moves for each in openings} == {moves for moves, score in scores.items() if abs(score) <= 2}
    assert 0 < len(openings) < 60
    with pytest.raises(MatchError, match="none of"):
        list_text(dict(zip(scores, itertools.repeat(9.0), strict=False)), search, "")


def test_the_package_has_a_list_of_different_openings() -> None:
    openings = load_openings(None).openings
    assert len(openings) > 1000
    assert {len(each.moves) for each in openings} == {8}
    assert len({each.game().position.canonical() for each in openings}) == len(openings)


@pytest.mark.parametrize("content", ["f5d6\n", "[" * 100_000 + "\n", "a text", '{"openings_of": 1}\n[[], 2]\n'])
def test_a_file_of_somebody_else_is_no_half_made_list(tmp_path: Path, content: str) -> None:
    partial = tmp_path / "list.partial"
    partial.write_text(content)
    with pytest.raises(MatchError, match="remove it"):
        judge_openings(OpeningSearch(2, 1, 64.0), [], partial, {"model": "x"})
    assert partial.read_text() == content
