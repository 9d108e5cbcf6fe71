"""Labels: the bulk negamax against recursion, stored and solved scores, what is merged and dropped."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from logistello import Engine, _native
from logistello.errors import PositionsError
from logistello.files import read_whole
from logistello.othello import Color, Game, Position
from logistello.othello.notation import game_table, read_path
from logistello.othello.notation.game_table import UNKNOWN, GameTable, joined, read_games, table_of
from logistello.othello.symmetry import Symmetry
from logistello.train.game_tree import Tree
from logistello.train.labelled_positions import Flag, Positions
from logistello.train.labels import LabelOptions, label_games
from tests.evaluation.twins import averaged, negamaxed, random_table


def as_dict(positions: Positions) -> dict[tuple[int, int], float]:
    records = positions.records
    keys = zip(records["own"].tolist(), records["opp"].tolist(), strict=True)
    found = dict(zip(keys, records["score"].tolist(), strict=True))
    assert len(found) == len(records)
    return found


def test_games_are_read_and_replayed_once(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also hashed: with the bytes that were parsed."""
    files = [data / "WTH_1977.wtb", data / "logbook.gam"]
    expected = [hashlib.sha256(path.read_bytes()).hexdigest() for path in files]
    plain = joined([table_of(read_path(path).games) for path in files])
    calls: list[str] = []

    def counted(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            calls.append(name)
            return function(*arguments)

        return call

    for name in ("replay", "replay_positions"):
        monkeypatch.setattr(_native, name, counted(name, getattr(_native, name)))
    monkeypatch.setattr(game_table, "read_whole", lambda path: counted(path.name, read_whole)(path))
    table = read_games(files)
    assert [source.sha256 for source in table.sources] == expected
    assert [name for name in calls if name not in ("WTH.JOU", "WTH.TRN")] == [
        "WTH_1977.wtb", "replay_positions", "logbook.gam", "replay_positions",
    ]  # fmt: skip
    for name in ("own", "opp", "black_to_move", "first", "key", "score", "theoretical", "depth"):
        assert np.array_equal(getattr(table, name), getattr(plain, name))


def solve(own: NDArray[np.uint64], opp: NDArray[np.uint64]) -> tuple[NDArray[Any], NDArray[Any]]:
    with Engine(hash_mb=4) as engine:
        found = [engine.solve(Position(mine, yours)) for mine, yours in zip(own.tolist(), opp.tolist(), strict=True)]
    moves = [64 if each.move is None else int(each.move) for each in found]
    return np.array([each.score for each in found]), np.array(moves)


@pytest.mark.parametrize(("seed", "games", "choices"), [(1, 1, 2), (2, 30, 2), (3, 12, 3), (4, 60, 1), (5, 25, 9)])
def test_negamax_is_the_plain_recursion(seed: int, games: int, choices: int) -> None:
    played, table = random_table(seed, games, choices)
    assert as_dict(label_games(table, LabelOptions())) == negamaxed(played)


@pytest.mark.parametrize(("seed", "games", "choices"), [(1, 1, 2), (2, 30, 2), (4, 60, 1), (5, 25, 9)])
def test_results_are_averaged(seed: int, games: int, choices: int) -> None:
    played, table = random_table(seed, games, choices)
    assert as_dict(label_games(table, LabelOptions(label="result"))) == pytest.approx(averaged(played, {}), abs=1e-4)
    labelling = LabelOptions(label="result", exact_empties=6)
    positions = label_games(table, labelling, solve)
    exact = as_dict(label_games(table, LabelOptions(label="exact", exact_empties=6), solve))
    assert as_dict(positions) == pytest.approx(averaged(played, exact), abs=1e-4)


def test_the_better_of_two_results_wins() -> None:
    played, table = random_table(6, 40)
    plain = as_dict(label_games(table, LabelOptions(label="result")))
    best = as_dict(label_games(table, LabelOptions()))
    start = Position.initial().canonical()
    results = [game.position.final_score(Color.BLACK) for game in played]
    assert plain[start.own, start.opponent] == pytest.approx(np.mean(results))
    assert plain.keys() == best.keys()
    assert plain != best


def test_symmetric_games_are_one() -> None:
    played, _ = random_table(7, 1)
    turned = [played[0].transform(symmetry) for symmetry in Symmetry]
    one = label_games(table_of(played), LabelOptions())
    eight = label_games(joined([table_of([game]) for game in turned]), LabelOptions())
    assert as_dict(one) == as_dict(eight)
    assert set(eight.records["count"].tolist()) == {8}


def test_merged_positions_belong_to_the_first_game() -> None:
    played, table = random_table(8, 10)
    records = label_games(table, LabelOptions()).records
    start = records[np.bitwise_count(records["own"] | records["opp"]) == 4]
    assert start["game"].tolist() == [table.key[0]]
    assert start["count"].tolist() == [10]
    assert len(set(table.key.tolist())) == len({game.transcript() for game in played})


def test_games_from_other_starts() -> None:
    start = Position.initial().play("f5").play("f6")
    game = Game(start=start)
    while moves := game.position.legal_moves:
        game.play(moves[-1])
    table = table_of([game])
    labelled = as_dict(label_games(table, LabelOptions()))
    assert labelled == negamaxed([game])
    assert len(labelled) == table.first[-1]
    usual = table_of([Game.from_moves(("f5", "f6", *(move for move in game.moves)))])
    assert usual.key[0] != table.key[0]


def test_unfinished_games_are_skipped() -> None:
    assert len(table_of([Game.from_moves("f5d6c3")])) == 0


def test_theoretical_scores_stand_at_their_depth(data: Path) -> None:
    games = read_path(data / "WTH_1977.wtb").games
    table = read_games([data / "WTH_1977.wtb"])
    positions = label_games(table, LabelOptions(label="theoretical"))
    assert set(positions.discs.tolist()) == {40}
    assert set(positions.records["flags"].tolist()) == {int(Flag.EXACT)}
    expected = {}
    for game in games:
        for position in game.positions():
            if position.empties == 24 and position.legal_mask:
                score = int(game.tags["theoretical_score"]) * (1 if position.turn is Color.BLACK else -1)
                expected[position.canonical().own, position.canonical().opponent] = score
    assert as_dict(positions) == expected


def test_theoretical_scores_are_negamaxed_towards_the_opening(data: Path) -> None:
    table = read_games([data / "WTH_1977.wtb"])
    exact = as_dict(label_games(table, LabelOptions(label="theoretical")))
    plain = as_dict(label_games(table, LabelOptions()))
    mixed = as_dict(label_games(table, LabelOptions(theoretical=True)))
    assert mixed.keys() == plain.keys()
    assert {key: mixed[key] for key in exact} == exact
    late = {key for key in plain if sum(key).bit_count() > 40}
    assert all(mixed[key] == plain[key] for key in late)
    assert mixed != plain | exact  # earlier positions changed, too


def test_solved_positions_and_their_successors() -> None:
    _, table = random_table(9, 6, 5)
    labelling = LabelOptions(exact_empties=7, successors=True)
    positions = label_games(table, labelling, solve)
    records = positions.records
    empties = 64 - positions.discs.astype(int)
    solved = (records["flags"] & Flag.EXACT) != 0
    assert (solved == (empties <= 7)).all()
    scores, _ = solve(records["own"][solved], records["opp"][solved])
    assert (scores == records["score"][solved]).all()
    extra = (records["flags"] & Flag.SUCCESSOR) != 0
    assert 0 < extra.sum() < solved.sum()
    only = label_games(table, LabelOptions(label="exact", exact_empties=7), solve)
    assert len(only) == (solved & ~extra).sum()


def test_early_plies_are_dropped() -> None:
    _, table = random_table(10, 5)
    positions = label_games(table, LabelOptions(drop_plies=20))
    assert positions.discs.min() == 24


def test_the_header_names_the_sources(data: Path) -> None:
    table = read_games([data / "WTH_1977.wtb", data / "logbook.gam"])
    header = label_games(table, LabelOptions(drop_plies=2)).header
    assert [source["name"] for source in header["sources"]] == ["WTH_1977.wtb", "logbook.gam"]
    assert header["labels"] == {"label": "negamax", "drop_plies": 2}
    assert header["games"] == len(table) == sum(source["games"] for source in header["sources"])


def test_raw_differences_of_the_logbook_become_scores(data: Path) -> None:
    table = read_games([data / "logbook.gam"])
    games = read_path(data / "logbook.gam").games
    assert table.score.tolist() == [game.position.final_score(Color.BLACK) for game in games]
    assert (table.theoretical == UNKNOWN).all()


def test_a_tree_counts_every_position() -> None:
    _, table = random_table(11, 20)
    tree = Tree.of(table)
    assert tree.count.sum() == len(table.own)
    assert (np.diff(tree.discs.astype(int)) >= 0).all()
    assert (tree.discs[tree.node] == table.discs).all()


def test_nothing_to_label(data: Path, tmp_path: Path) -> None:
    with pytest.raises(PositionsError, match="no finished game"):
        read_games([])
    (tmp_path / "short.txt").write_text("f5d6c3\n")
    with pytest.raises(PositionsError, match="no finished game in short"):
        read_games([tmp_path / "short.txt"])
    with pytest.raises(PositionsError, match="WTHOR"):
        label_games(read_games([data / "logbook.gam"]), LabelOptions(label="theoretical"))


@pytest.mark.parametrize(
    "wrong", [{"label": "guess"}, {"exact_empties": -1}, {"label": "exact"}, {"successors": True}, {"drop_plies": -2}]
)
def test_labellings_that_make_no_sense(wrong: dict[str, Any]) -> None:
    with pytest.raises(PositionsError):
        LabelOptions(**wrong)


def test_solving_needs_a_solver() -> None:
    table: GameTable = random_table(1, 1)[1]
    with pytest.raises(ValueError, match="solver"):
        label_games(table, LabelOptions(exact_empties=3))
