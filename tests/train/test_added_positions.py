"""Positions inside searches and for rare configurations: against plain twins; labels, games, repetitions."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

import numpy as np
import pytest

from logistello import Engine, _native
from logistello.errors import NumberError, PatternError, PositionsError
from logistello.evaluation import Model
from logistello.evaluation.pattern_set import PatternSet
from logistello.jobs import InlinePool
from logistello.othello import Position
from logistello.train.added_positions import (
    FillOptions,
    FoundPositions,
    SearchSampling,
    count_matches,
    fill_rare,
    gaps,
    sample_inside_searches,
)
from logistello.train.labelled_positions import Flag, Positions, is_held_out, make_records
from logistello.train.labels import AddedLabels, LabelOptions, add_inside_searches, label_games, rare_positions
from logistello.train.models import ModelFile
from logistello.train.scores import ByLookAhead, BySolving, Scorer
from tests.evaluation.twins import boards, random_table

from . import search_twins
from .search_twins import Dice, random_positions

SMALL = """
name = "small"
stages = 3
[[pattern]]
name = "corner"
squares = "a1 b1 a2 b2"
[[pattern]]
name = "row4"
squares = "a4 b4 c4 d4 e4"
"""


@pytest.fixture(scope="module")
def model() -> Model:
    return Model.default()


@pytest.fixture(scope="module")
def games() -> Positions:
    _, table = random_table(21, 8)
    return label_games(table, LabelOptions())


def pairs(own: np.ndarray[Any, Any], opp: np.ndarray[Any, Any]) -> list[tuple[int, int]]:
    return list(zip(own.tolist(), opp.tolist(), strict=True))


class Labels(Protocol):
    def __call__(self, exact_empties: int = 8, successors: bool = False) -> AddedLabels: ...


@pytest.fixture(scope="module")
def labels(tmp_path_factory: pytest.TempPathFactory) -> Labels:
    folder, pool = tmp_path_factory.mktemp("scores"), InlinePool()

    def made(exact_empties: int = 8, successors: bool = False) -> AddedLabels:
        search = Scorer(ByLookAhead(ModelFile.find(None), 2), pool, folder / "search")
        return AddedLabels(search, Scorer(BySolving(8), pool, folder / "exact"), exact_empties, successors)

    return made


# -- inside searches --------------------------------------------------------------------------


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_samples_are_those_of_a_plain_search(model: Model, depth: int) -> None:
    roots = random_positions(5, 6, lambda dice: 3 + dice.below(45))
    own, opp, root = model.native.sample_inside_searches(*boards(roots), depth=depth, per_search=3, seed=99)
    expected = []
    for number, each in enumerate(roots):
        met = search_twins.visited(model, each, depth)
        kept = search_twins.reservoir(met, 3, 99 ^ search_twins.hash_of(each))
        expected += [(position.own, position.opponent, number) for position in kept]
    assert list(zip(own.tolist(), opp.tolist(), root.tolist(), strict=True)) == expected
    assert len(expected) > len(roots)


def test_samples_depend_on_the_seed_alone(model: Model, games: Positions) -> None:
    sampling = SearchSampling(positions=60, depth=3, seed=4)
    one = sample_inside_searches(games.records, model, sampling)
    told: list[tuple[int, int]] = []
    two = sample_inside_searches(
        games.records[::-1], model, sampling, threads=3, on_progress=lambda *step: told.append(step)
    )
    assert pairs(one.own, one.opp) == pairs(two.own, two.opp)
    assert one.game.tolist() == two.game.tolist()
    assert told[-1] == (15, 15)
    other = sample_inside_searches(games.records, model, SearchSampling(positions=60, depth=3, seed=5))
    assert pairs(other.own, other.opp) != pairs(one.own, one.opp)


def test_positions_inside_searches_belong_to_the_game_of_the_root(
    model: Model, games: Positions, labels: Labels
) -> None:
    roots = {(own, opp): game for own, opp, game in games.records[["own", "opp", "game"]].tolist()}
    found = sample_inside_searches(games.records, model, SearchSampling(positions=200, depth=1, per_search=2))
    for own, opp, game in zip(found.own.tolist(), found.opp.tolist(), found.game.tolist(), strict=True):
        # One move ahead of some position of that game.
        assert any(
            (child.own, child.opponent) == (own, opp)
            for (mine, yours), each in roots.items()
            if each == game
            for child in _children(Position(mine, yours))
        )
    full = add_inside_searches(games, model, SearchSampling(positions=200, depth=2), labels())
    before = set(games.records["game"][is_held_out(games.records["game"], 0.4)].tolist())
    after = set(full.records["game"][is_held_out(full.records["game"], 0.4)].tolist())
    assert before == after != set(games.records["game"].tolist())


def _children(position: Position) -> list[Position]:
    """After a move, and a pass where one is forced; canonical."""
    found = []
    for move in position.legal_moves:
        child = position.play(move)
        if not child.legal_mask and not child.is_over:
            child = child.play("pass")
        found.append(child.canonical())
    return found


def test_added_positions_are_new_and_labelled(model: Model, games: Positions, labels: Labels) -> None:
    full = add_inside_searches(games, model, SearchSampling(positions=300, depth=2), labels())
    records = full.records[len(games) :]
    assert (full.records[: len(games)] == games.records).all()
    assert len(records) > 100
    assert len(set(pairs(full.records["own"], full.records["opp"]))) == len(full.records)
    assert ((records["flags"] & Flag.INSIDE_SEARCH) != 0).all()
    empties = 64 - np.bitwise_count(records["own"] | records["opp"])
    exact = (records["flags"] & Flag.EXACT) != 0
    assert (exact == (empties <= 8)).all()
    assert (exact != ((records["flags"] & Flag.SEARCHED) != 0)).all()
    assert 0 < exact.sum() < len(exact)
    with Engine(hash_mb=4) as engine:
        for own, opp, _, score, _, _ in records[exact][:20].tolist():
            assert engine.solve(Position(own, opp)).score == score
    for own, opp, _, score, _, _ in records[~exact][:20].tolist():
        assert score == pytest.approx(np.clip(model.look_ahead(Position(own, opp), 2), -64, 64))
    how = full.header["inside_searches"]
    assert (how["added"], how["model"], how["search"]["depth"]) == (len(records), model.checksum, 2)


def test_successors_of_searched_positions_have_the_negated_value(
    model: Model, games: Positions, labels: Labels
) -> None:
    sampling = SearchSampling(positions=120, depth=2)
    plain = add_inside_searches(games, model, sampling, labels()).records[len(games) :]
    full = add_inside_searches(games, model, sampling, labels(successors=True)).records[len(games) :]
    assert (full[: len(plain)] == plain).all()
    more = full[len(plain) :]
    assert len(more) > 20
    assert ((more["flags"] & Flag.SUCCESSOR) != 0).all()
    searched = plain[(plain["flags"] & Flag.SEARCHED) != 0]
    scores = {(own, opp): score for own, opp, score in searched[["own", "opp", "score"]].tolist()}
    after: dict[tuple[int, int], set[float]] = {}
    for (own, opp), score in scores.items():
        for child in (Position(own, opp).play(move).canonical() for move in Position(own, opp).legal_moves):
            after.setdefault((child.own, child.opponent), set()).add(-score)
    late = more[(more["flags"] & Flag.SEARCHED) != 0]
    assert len(late)
    assert all(score in after[own, opp] for own, opp, score in late[["own", "opp", "score"]].tolist())


# -- rare configurations ----------------------------------------------------------------------


def test_matches_are_counted_by_stage_after_sharing() -> None:
    patterns = PatternSet.parse(SMALL)
    positions = random_positions(8, 60, lambda dice: 2 + dice.below(56))
    own, opp = boards(positions)
    records = make_records(own, opp, np.zeros(len(own)), own)
    matches = count_matches(patterns, [records[:30], records[30:]]).matches()
    expected = np.zeros_like(matches)
    for position in positions:
        for stage, pattern, weight in search_twins.configurations(patterns, position):
            expected[stage, int(patterns.weight_offset[pattern]) + weight] += 1
    assert (matches == expected).all()
    missing = gaps(count_matches(patterns, [records]), 3)
    flat = expected[:, :-2]
    assert missing.configurations == flat.size == 3 * (54 + 243)
    assert (missing.never_met, missing.rare) == ((flat == 0).sum(), ((flat > 0) & (flat < 3)).sum())


@pytest.mark.parametrize(("seed", "budget"), [(1, 40), (2, 1000)])
def test_filling_is_that_of_the_plain_twin(seed: int, budget: int) -> None:
    patterns = PatternSet.parse(SMALL)
    roots = [each.canonical() for each in random_positions(seed, 40, lambda dice: 1 + dice.below(50))]
    own, opp = boards(roots)
    records = make_records(own, opp, np.zeros(len(own)), np.arange(len(own), dtype=np.uint64))
    options = FillOptions(positions=budget, matches=4, moves=3, walks_per_position=1 if budget > 100 else 50, seed=seed)
    found = fill_rare(records, count_matches(patterns, [records]), options)
    walks = options.positions * options.walks_per_position
    twin = search_twins.fill_rare(
        roots, patterns, enough=4, most_moves=3, positions=budget, walks=walks, seed=options.seed
    )
    canonical = [position.canonical() for position, _ in twin]
    assert pairs(found.own, found.opp) == [(each.own, each.opponent) for each in canonical]
    assert found.game.tolist() == [root for _, root in twin]
    assert 10 < len(twin) <= budget


def test_rare_positions_fill_gaps(games: Positions, labels: Labels, tmp_path: Path) -> None:
    patterns = PatternSet.parse(SMALL)
    options = FillOptions(positions=150, matches=10, moves=3, seed=1)
    made, before, after = rare_positions([games], patterns, options, labels())
    assert 100 < len(made) <= 150
    assert before.rare + before.never_met > after.rare + after.never_met
    assert set(made.records["game"].tolist()) <= set(games.records["game"].tolist())
    assert not set(pairs(made.records["own"], made.records["opp"])) & set(
        pairs(games.records["own"], games.records["opp"])
    )
    assert ((made.records["flags"] & Flag.RARE) != 0).all()
    assert made.header["sources"] == games.header["sources"]
    assert made.header["gaps"] == {"before": before.as_dict(), "after": after.as_dict()}
    made.save(tmp_path / "rare.positions")
    assert (Positions.load(tmp_path / "rare.positions").records == made.records).all()
    # What is filled stays filled: with both files together less is left to do.
    _, again, _ = rare_positions([games, made], patterns, options, labels())
    assert again == after


# -- mistakes ---------------------------------------------------------------------------------


def test_what_makes_no_sense_is_refused(games: Positions, labels: Labels) -> None:
    with pytest.raises(NumberError):
        SearchSampling(positions=0)
    with pytest.raises(NumberError):
        FillOptions(positions=5, matches=0)
    with pytest.raises(ValueError, match="solver"):
        AddedLabels(labels().search, None, 5)
    with pytest.raises(PatternError, match="sparse"):
        count_matches(PatternSet.named("sparse"), [games.records])
    with pytest.raises(PositionsError, match="no position"):
        rare_positions([Positions.of(games.records[:0])], PatternSet.parse(SMALL), FillOptions(positions=5), labels())
    with pytest.raises(ValueError, match="overlap"):
        _native.solve_many(np.array([3], dtype=np.uint64), np.array([1], dtype=np.uint64))


def test_nothing_found_is_nothing_labelled(games: Positions, labels: Labels) -> None:
    none = np.empty(0, dtype=np.uint64)
    assert len(labels().records(FoundPositions(none, none, none), Flag.RARE, games.records)) == 0
    assert Dice(0).next() == 0xE220A8397B1DCDAF  # splitmix64's published first number
