"""What a player may choose about pruning by probability, and that the search heeds it."""

from __future__ import annotations

import pytest

from logistello import Engine, Info, Limit, Position, SearchResult, Thresholds
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


def test_openings_have_a_threshold_of_their_own() -> None:
    usual, opening = searched(), searched(opening_empties=60, opening_threshold=1.96)
    assert (usual.confidence, opening.confidence) == (73, 95)
    assert usual.nodes < opening.nodes
    assert searched(opening_empties=61, opening_threshold=1.96).nodes == usual.nodes


@pytest.mark.parametrize(
    ("selectivity", "switch"),
    [("mpc", "deeper_entries"), ("mpc", "static_cuts"), ("mpc", "static_gate"), ("probcut", "static_gate")],
)
def test_what_searches_of_1995_lacked_can_be_switched_off(selectivity: Selectivity, switch: str) -> None:
    usual, without = searched(selectivity), searched(selectivity, **{switch: False})
    assert without.nodes != usual.nodes
    assert without.depth == usual.depth
    assert searched("none", **{switch: False}).nodes == searched("none").nodes  # full width knows none of it


def test_without_endcut_the_exact_pass_follows_the_middle_game() -> None:
    position = Position.parse("--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O")  # 17 empty squares
    confidences = {}
    for endcut in (True, False):
        passes: list[Info] = []
        with Engine(hash_mb=4, thresholds=Thresholds(endcut=endcut)) as engine:
            exact = engine.search(position, Limit(), on_info=passes.append)
        confidences[endcut] = [each.confidence for each in passes if each.depth == position.empties]
        assert exact.exact
    assert confidences == {True: [73, 100], False: [100]}


def test_the_price_of_a_reply_changes_the_order_alone() -> None:
    usual, dear = searched("none"), searched("none", reply_price=512)
    assert dear.nodes != usual.nodes
    assert (dear.score, dear.move) == (usual.score, usual.move)


def test_depths_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="probcut_shallow is 8 and probcut_deep 8: expected a smaller depth"):
        Thresholds(probcut_shallow=8)
    with pytest.raises(NumberError, match="probcut_deep is 41; expected a whole number from 1 to 40"):
        Thresholds(probcut_deep=41)


def test_players_choose_them_by_name() -> None:
    with make_engine(parse_player("engine:hash_mb=1,sure_per_move=0.25,probcut-deep=10").options) as engine:
        assert engine.thresholds == Thresholds(sure_per_move=0.25, probcut_deep=10)
    with make_engine(parse_player("engine:hash_mb=1,endcut=no,static_gate=no,reply_price=0").options) as engine:
        assert engine.thresholds == Thresholds(endcut=False, static_gate=False, reply_price=0)
    with pytest.raises(UsageError, match="'maybe': expected yes or no"):
        parse_player("engine:deeper_entries=maybe")
    with pytest.raises(UsageError, match="expected a smaller depth and a larger one"):
        make_engine(parse_player("engine:probcut_shallow=12").options)
    with pytest.raises(UsageError, match="sure_most='lots': expected a number from 0 to 10"):
        parse_player("engine:sure_most=lots")


def test_another_table_keeps_them() -> None:
    with Engine(hash_mb=1, thresholds=Thresholds(sure_most=1.0)) as engine, engine.resized(2) as resized:
        assert resized.thresholds == engine.thresholds
