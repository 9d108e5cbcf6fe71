"""Files of labelled positions: round trip, damage, and the split by games."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import numpy as np
import pytest

from logistello.errors import PositionsError
from logistello.train.labelled_positions import RECORD, Positions, is_held_out, make_records
from logistello.train.labels import LabelOptions, label_games
from tests.evaluation.twins import random_table


@pytest.fixture(scope="module")
def positions() -> Positions:
    return label_games(random_table(1, 20)[1], LabelOptions())


@pytest.fixture
def path(positions: Positions, tmp_path: Path) -> Path:
    path = tmp_path / "some.positions"
    positions.save(path)
    return path


def test_round_trip(positions: Positions, path: Path) -> None:
    read = Positions.load(path)
    assert (read.records == positions.records).all()
    assert read.header == json.loads(json.dumps(positions.header))
    assert isinstance(read.records, np.memmap)
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]  # no draft is left


def test_the_same_positions_give_the_same_bytes(positions: Positions, path: Path, tmp_path: Path) -> None:
    checksum = positions.save(tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == path.read_bytes()
    assert checksum == Positions.load(path).checksum
    again = label_games(random_table(1, 20)[1], LabelOptions())
    assert again.checksum == positions.checksum


def test_no_positions(tmp_path: Path) -> None:
    Positions.of(np.empty(0, dtype=RECORD), note="nothing").save(tmp_path / "empty")
    read = Positions.load(tmp_path / "empty")
    assert (len(read), read.header) == (0, {"note": "nothing"})


def test_a_save_that_fails_leaves_the_old_file(positions: Positions, path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(TypeError):
        Positions.of(positions.records, bad=object()).save(path)
    assert path.read_bytes() == before
    assert len(list(path.parent.iterdir())) == 1


def test_every_cut_is_noticed(path: Path) -> None:
    data = path.read_bytes()
    for length in (0, 1, 7, 8, 15, 16, 50, 300, len(data) // 2, len(data) - 1):
        path.write_bytes(data[:length])
        with pytest.raises(PositionsError, match=path.name):
            Positions.load(path)


@pytest.mark.parametrize("place", [0, 8, 12, 20, -1, -40, -1000])
def test_every_changed_byte_is_noticed(path: Path, place: int) -> None:
    data = bytearray(path.read_bytes())
    data[place] ^= 0x55
    path.write_bytes(data)
    with pytest.raises(PositionsError):
        Positions.load(path)


def test_the_body_is_read_only_when_verified(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[-1000] ^= 1
    path.write_bytes(data)
    assert len(Positions.load(path, verify=False))
    with pytest.raises(PositionsError, match="damaged"):
        Positions.load(path)


def test_messages_say_what_came(path: Path, data: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[:8] + struct.pack("<I", 9) + content[12:])
    with pytest.raises(PositionsError, match="version 9; this program reads version 1"):
        Positions.load(path)
    path.write_bytes(content + b"x")
    with pytest.raises(PositionsError, match="goes on"):
        Positions.load(path)
    with pytest.raises(PositionsError, match="not a file of labelled positions"):
        Positions.load(data / "WTH_1977.wtb")
    with pytest.raises(FileNotFoundError):
        Positions.load("no such file")


@pytest.mark.parametrize(
    "sources", [3, "x", [3], ["x"], [{}], [{"sha256": 3}], {"sha256": "x"}], ids=lambda sources: json.dumps(sources)
)
def test_sources_that_are_none(positions: Positions, tmp_path: Path, sources: object) -> None:
    Positions.of(positions.records, sources=sources).save(tmp_path / "odd")
    with pytest.raises(PositionsError, match="odd: the header does not name its sources"):
        Positions.load(tmp_path / "odd")


@pytest.mark.parametrize(
    ("field", "value"), [("opp", (1 << 64) - 1), ("score", np.nan), ("score", np.inf), ("score", 65)]
)
def test_positions_that_cannot_be(positions: Positions, tmp_path: Path, field: str, value: float) -> None:
    records = positions.records.copy()
    records[field][2] = value
    Positions.of(records).save(tmp_path / "odd")
    with pytest.raises(PositionsError, match="odd: position 3 has"):
        Positions.load(tmp_path / "odd")


def test_records_of_another_type() -> None:
    with pytest.raises(PositionsError, match="expected one row"):
        Positions.of(np.zeros(3))


def test_counts_are_cut_not_wrapped() -> None:
    one = np.ones(1, dtype=np.uint64)
    assert make_records(one, one, np.ones(1), one, 0, np.array([70_000]))["count"].tolist() == [65_535]


# -- the split --------------------------------------------------------------------------------


def test_a_game_is_held_out_as_a_whole(positions: Positions) -> None:
    games = positions.records["game"]
    chosen = is_held_out(games, 0.4, seed=3)
    assert 0 < chosen.sum() < len(chosen)
    for game in np.unique(games):
        assert len(set(chosen[games == game].tolist())) == 1


def test_the_split_does_not_depend_on_the_file() -> None:
    _, table = random_table(5, 30)
    all_games = label_games(table, LabelOptions())
    _, fewer = random_table(5, 10)
    some = label_games(fewer, LabelOptions())
    for each in (all_games, some):
        held = set(each.records["game"][is_held_out(each.records["game"], 0.5)].tolist())
        kept = set(each.records["game"][~is_held_out(each.records["game"], 0.5)].tolist())
        assert not held & kept
    held_all = set(all_games.records["game"][is_held_out(all_games.records["game"], 0.5)].tolist())
    assert {key for key in held_all if key in set(fewer.key.tolist())} <= set(
        fewer.key[is_held_out(fewer.key, 0.5)].tolist()
    )


def test_parts_are_as_large_as_asked() -> None:
    games = np.arange(100_000, dtype=np.uint64)
    for part in (0.0, 0.03, 0.5):
        assert is_held_out(games, part).mean() == pytest.approx(part, abs=0.005)
    assert (is_held_out(games, 0.5, seed=1) != is_held_out(games, 0.5, seed=2)).mean() == pytest.approx(0.5, abs=0.02)
    with pytest.raises(ValueError, match="expected"):
        is_held_out(games, 1.0)
