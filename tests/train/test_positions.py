"""From games to labelled positions, against plain replays and single searches."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from logistello import _native
from logistello.evaluation.model import Model
from logistello.match.openings import load_openings
from logistello.othello import Color, Position
from logistello.othello.square import Square
from logistello.train.backward_labels import blended
from logistello.train.candidates import from_games, with_rare, with_searched
from logistello.train.games import END, beginnings, play_games
from logistello.train.labelled_positions import Flag, Positions
from logistello.train.models import ModelFile, nothing
from logistello.train.preset import GameSettings, LabelSettings, Preset

SETTINGS = GameSettings(blunder_share=1.0, blunder_chance=0.1)


@pytest.fixture(scope="module")
def games() -> dict[str, NDArray[np.generic]]:
    path = Path(str(_default()))
    begin = beginnings(SETTINGS, load_openings(None), 30, 10, knows=True, seed="test")
    return play_games(ModelFile.of(path), begin, 2, 10)


def _default() -> Path:
    import logistello.evaluation

    return Path(logistello.evaluation.__file__).parent / "data" / "default.model"


def test_beginnings_repeat_and_vary() -> None:
    openings = load_openings(None)
    one, again, other = (beginnings(SETTINGS, openings, 200, 10, knows=True, seed=seed) for seed in ("a", "a", "b"))
    for name, value in vars(one).items():
        assert (value == getattr(again, name)).all()
    assert (one.seeds != other.seeds).all()
    given = (one.openings != END).sum(axis=1)
    assert 60 < np.count_nonzero(given) < 140
    assert one.random_moves[given == 0].min() >= SETTINGS.random_fewest
    assert one.random_moves[given == 0].max() > 40
    assert one.random_moves[given > 0].max() <= SETTINGS.even_random
    ignorant = beginnings(SETTINGS, openings, 5, 12, knows=False, seed="a")
    assert ignorant.random_moves.tolist() == [48] * 5
    assert (ignorant.openings == END).all()


def plain_positions(games: dict[str, NDArray[np.generic]]) -> dict[tuple[int, int], tuple[float, list[float]]]:
    """The twin of ``from_games``: canonical positions with exact scores (or NaN) and results."""
    found: dict[tuple[int, int], tuple[float, list[float]]] = {}
    for moves, values, reasons in zip(games["moves"], games["values"], games["reasons"], strict=True):
        position, line = Position.initial(), []
        for square, value, reason in zip(moves.tolist(), values.tolist(), reasons.tolist(), strict=True):
            if square == END:
                break
            if position.must_pass:
                position = position.play("pass")
            line.append((position, value / 128, reason))
            position = position.play(Square(square))
        solved = next(((each, value) for each, value, reason in line if reason == 4), None)
        last_bad = max((place for place, (_, _, reason) in enumerate(line) if reason <= 2), default=-1)
        for place, (each, value, reason) in enumerate(line):
            turned = each.canonical()
            own, opp = turned.own, turned.opponent
            exact, results = found.setdefault((own, opp), (float("nan"), []))
            if reason == 4:
                exact = value
            if solved is not None and place > last_bad:
                results.append(solved[1] if solved[0].turn is each.turn else -solved[1])
            found[own, opp] = exact, results
    return found


def test_candidates_against_a_plain_replay(games: dict[str, NDArray[np.generic]]) -> None:
    settings = LabelSettings(per_game=(60,), fewest_discs=4)
    candidates = from_games(games, settings, 1)
    plain = plain_positions(games)
    assert len(candidates) == len(plain)
    for own, opp, exact, result in zip(
        candidates.own, candidates.opp, candidates.exact, candidates.result, strict=True
    ):
        wanted, results = plain[int(own), int(opp)]
        assert exact == pytest.approx(wanted, nan_ok=True)
        assert result == pytest.approx(np.mean(results) if results else float("nan"), nan_ok=True)


def test_few_positions_of_each_game_but_whole_endings(games: dict[str, NDArray[np.generic]]) -> None:
    few = from_games(games, LabelSettings(per_game=(3,), fewest_discs=12), 1)
    searched = np.isnan(few.exact)
    assert np.count_nonzero(searched) <= 3 * 30
    assert few.discs[searched].min() >= 12
    everything = from_games(games, LabelSettings(per_game=(60,)), 1)
    assert np.count_nonzero(~searched) == np.count_nonzero(~np.isnan(everything.exact))


def test_added_positions_are_new_and_of_known_games(games: dict[str, NDArray[np.generic]], micro: Preset) -> None:
    plain = from_games(games, LabelSettings(), 1)
    more = with_rare(with_searched(plain, nothing(), 0.2, 1, 1), micro.pattern_set(), 0.1, 1)
    added = slice(len(plain), None)
    assert set(more.flags[added].tolist()) == {int(Flag.INSIDE_SEARCH), int(Flag.RARE)}
    assert set(more.game.tolist()) == set(plain.game.tolist())
    boards = np.stack([more.own, more.opp], axis=1)
    assert len(np.unique(boards, axis=0)) == len(boards)
    assert len(more) > 1.2 * len(plain)


def test_blending() -> None:
    searched = np.array([4.0, 4.0], dtype=np.float32)
    result = np.array([-6.0, np.nan], dtype=np.float32)
    assert blended(searched, result, 0.5).tolist() == [-1.0, 4.0]
    assert blended(searched, result, 0.0).tolist() == [4.0, 4.0]


def test_labels_of_a_run_are_what_searches_say(finished: Path, micro: Preset) -> None:
    """Late positions are solved; the ones before have the value of a search with weights of later stages."""
    labels = finished / "generation-001" / "labels"
    exact = Positions.load(labels / "exact.positions").records
    assert (exact["flags"] & int(Flag.EXACT) != 0).all()
    own, opp = np.ascontiguousarray(exact["own"]), np.ascontiguousarray(exact["opp"])
    assert (64 - np.bitwise_count(own | opp) <= 10).all()
    assert (_native.solve_many(own, opp)[0] == exact["score"]).all()
    newest = Model.load(labels / "until-54-discs.model")
    group = Positions.load(labels / "from-50-discs.positions").records
    direct = group[group["flags"] & int(Flag.SUCCESSOR) == 0]
    own, opp = np.ascontiguousarray(direct["own"]), np.ascontiguousarray(direct["opp"])
    discs = np.bitwise_count(own | opp)
    assert (discs.min(), discs.max()) == (50, 53)
    values, _ = _native.search_many(newest.native, own=own, opp=opp, depth=4)
    # Games of random moves until the ending: no result says anything of these positions.
    assert np.allclose(np.clip(values, -64, 64), direct["score"])
    assert len(list(labels.glob("from-*.positions"))) == 11
    assert Color.BLACK.value == 0  # what candidates.py takes a turn of 0 for
