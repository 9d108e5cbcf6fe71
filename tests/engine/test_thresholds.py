"""What a player may choose about pruning by probability, and that the search heeds it."""

from __future__ import annotations

import pytest

from logistello import Engine, Limit, Position, SearchResult, Thresholds
from logistello.engine.engine import Selectivity
from logistello.errors import NumberError, UsageError
from logistello.match.engine_player import make_engine
from logistello.match.spec import parse_player


def searched(selectivity: Selectivity = "mpc", *, depth: int = 10, **thresholds: float) -> SearchResult:
    with Engine(hash_mb=4, selectivity=selectivity, thresholds=Thresholds(**thresholds)) as engine:  # type: ignore[arg-type]
        return engine.search(Position.initial(), Limit(depth=depth))


def test_surer_passes_prune_less() -> None:
    usual = searched()
    surer = searched(sure_depth=4, sure_depth_per_empty=0, sure_per_move=0.3)
    bounded = searched(sure_depth=4, sure_depth_per_empty=0, sure_per_move=0.3, sure_most=1.5)
    assert usual.confidence == 73
    assert (surer.confidence, bounded.confidence) == (99, 87)
    assert usual.nodes < bounded.nodes < surer.nodes


def test_classical_probcut_has_its_pair_and_threshold() -> None:
    found = {
        name: searched("probcut", **thresholds).nodes
        for name, thresholds in {
            "paper": {},
            "never": {"probcut_shallow": 8, "probcut_deep": 20},
            "other pair": {"probcut_shallow": 2, "probcut_deep": 6},
        }.items()
    }
    assert found["never"] == searched("none").nodes
    assert len(set(found.values())) == 3
    assert searched("probcut", probcut_threshold=1.0).confidence < searched("probcut").confidence


def test_depths_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="probcut_shallow is 8 and probcut_deep 8: expected a smaller depth"):
        Thresholds(probcut_shallow=8)
    with pytest.raises(NumberError, match="probcut_deep is 41; expected a whole number from 1 to 40"):
        Thresholds(probcut_deep=41)


def test_players_choose_them_by_name() -> None:
    with make_engine(parse_player("engine:hash_mb=1,sure_per_move=0.25,probcut-deep=10").options) as engine:
        assert engine.thresholds == Thresholds(sure_per_move=0.25, probcut_deep=10)
    with pytest.raises(UsageError, match="expected a smaller depth and a larger one"):
        make_engine(parse_player("engine:probcut_shallow=12").options)
    with pytest.raises(UsageError, match="sure_most='lots': expected a number from 0 to 10"):
        parse_player("engine:sure_most=lots")


def test_another_table_keeps_them() -> None:
    with Engine(hash_mb=1, thresholds=Thresholds(sure_most=1.0)) as engine, engine.resized(2) as resized:
        assert resized.thresholds == engine.thresholds
