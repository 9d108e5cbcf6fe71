"""Guesses that prune: they save work, err rarely, and never where they cannot."""

from __future__ import annotations

import numpy as np
import pytest

from logistello.errors import CalibrationError
from logistello.games import OthelloRules, OthelloState
from logistello.lab import (
    Counts,
    DepthLines,
    Futility,
    NullMove,
    OthelloModelEvaluator,
    ProbCut,
    Quiescence,
    Search,
    SearchLimit,
    calibrate_depths,
)
from logistello.lab.sample_positions import random_positions
from logistello.lab.search.tree_search import ForwardPruning
from tests.lab.random_trees import RandomTree, TreeShape

GAME = OthelloRules()
EVALUATOR = OthelloModelEvaluator()


@pytest.fixture(scope="module")
def states() -> list[OthelloState]:
    return random_positions(GAME, 30, 20, seed=4)


@pytest.fixture(scope="module")
def lines(states: list[OthelloState]) -> DepthLines:
    return calibrate_depths(Search(GAME, EVALUATOR, "negascout", deepening=0), states, 4)


def searched(states: list[OthelloState], *prunings: ForwardPruning) -> tuple[list[float], Counts]:
    values, counts = [], Counts()
    for state in states[:6]:
        found = Search(GAME, EVALUATOR, "negascout", prunings=prunings, ordering=("history",)).search(
            state, SearchLimit(depth=5)
        )
        values.append(found.value)
        counts += found.counts
    return values, counts


def test_lines_predict(lines: DepthLines) -> None:
    line = lines.line(0, 4, 2)
    assert 0.7 < line.a < 1.3
    assert 0.2 < line.sigma < 6
    assert lines.fits[0, 4, 2, 3] == 30
    assert lines.line(0, 4, 0).sigma > line.sigma
    with pytest.raises(CalibrationError, match="no line for stage 1"):
        lines.line(1, 4, 2)


def test_too_few_positions_are_told(states: list[OthelloState]) -> None:
    with pytest.raises(CalibrationError, match="too few positions: 20 or more"):
        calibrate_depths(Search(GAME, EVALUATOR, deepening=0), states[:5], 2)


def test_probcut_saves_nodes_and_errs_little(states: list[OthelloState], lines: DepthLines) -> None:
    full, all_nodes = searched(states)
    whole = lambda state: 0  # noqa: E731
    for cut in (
        ProbCut.single(lines, whole, deep=4, shallow=2),
        ProbCut.multi(lines, whole, 4, 1.2),
        ProbCut.multi(lines, whole, 4, 1.2, shallowest=0),
    ):
        values, counts = searched(states, cut)
        assert counts.forward_cuts > 0
        assert counts.nodes < all_nodes.nodes
        assert np.mean(np.abs(np.array(values) - full)) < 2.0
    never, _ = searched(states, ProbCut.single(lines, whole, deep=4, shallow=2, threshold=1000.0))
    assert never == full


def test_checks_of_multi_probcut(lines: DepthLines) -> None:
    cut = ProbCut.multi(lines, lambda state: 0, 8, (1.5,))
    assert cut.checks[3] == (1,)
    assert cut.checks[8] == (2, 4)
    amazons = ProbCut.multi(lines, lambda state: 0, 4, 1.0, shallowest=0)
    assert amazons.checks == {2: (0,), 3: (0, 1), 4: (0, 2)}


def test_a_check_of_depth_0_asks_the_evaluator_once(states: list[OthelloState], lines: DepthLines) -> None:
    """Whether the value is above the window or below it."""
    never = ProbCut(lines, lambda state: 0, {2: (0,)}, 1000.0)
    for state in states[:5]:
        plain, checked = (
            Search(GAME, EVALUATOR, "alpha-beta", deepening=0, table=False, prunings=prunings)
            .search(state, SearchLimit(depth=3))
            .counts
            for prunings in ((), (never,))
        )
        moves = len(GAME.moves(state))
        assert checked.inner_nodes == plain.inner_nodes
        assert checked.leaves == plain.leaves + moves


def test_the_null_move_saves_nodes_and_verification_makes_it_careful(states: list[OthelloState]) -> None:
    """Othello is full of zugzwang, so it is a hard test: passing is often better than moving."""

    def passing(state: OthelloState) -> OthelloState:
        return OthelloState(state.opponent, state.own, 1 - state.player)

    full, all_nodes = searched(states)
    bold, few = searched(states, NullMove(passing, verification=False))
    careful, _ = searched(states, NullMove(passing))
    assert few.forward_cuts > 0
    assert few.leaves < all_nodes.leaves
    errors = [np.abs(np.array(values) - full).mean() for values in (careful, bold)]
    assert errors[0] <= errors[1]
    refused, _ = searched(states, NullMove(lambda state: None))
    assert refused == full


def test_futility_with_a_margin_that_no_move_exceeds_changes_nothing() -> None:
    tree = RandomTree(5, TreeShape(depth=9, most_moves=4, values=10))
    for seed in range(8):
        tree = RandomTree(seed, TreeShape(depth=9, most_moves=4, values=10))
        right = Search(tree, tree).search((), SearchLimit(depth=5)).value
        assert Search(tree, tree, prunings=[Futility(20.0)]).search((), SearchLimit(depth=5)).value == right


def test_futility_saves_leaves(states: list[OthelloState]) -> None:
    full, all_nodes = searched(states)
    values, counts = searched(states, Futility(6.0))
    assert counts.forward_cuts > 0
    assert counts.leaves < all_nodes.leaves
    assert np.mean(np.abs(np.array(values) - full)) < 1.5


def test_quiescence_finds_the_same_with_all_algorithms() -> None:
    """Every second state is forcing: its moves are searched beyond the horizon."""
    for seed in range(6):
        tree = RandomTree(seed, TreeShape(depth=8, most_moves=3, values=20, early_end=0.1))

        def forcing(state: tuple[int, ...], tree: RandomTree = tree) -> list[int]:
            return [move for move in tree.moves(state) if sum(state) % 2 == 0]

        quiescence = Quiescence(forcing, most_moves=3)
        values = {
            algorithm: Search(tree, tree, algorithm, quiescence=quiescence).search((), SearchLimit(depth=4)).value
            for algorithm in ("minimax", "negamax", "alpha-beta", "negascout", "scout", "mtd-f", "mt-sss")
        }
        assert len(set(values.values())) == 1, values
        plain = Search(tree, tree, "minimax").search((), SearchLimit(depth=4))
        assert plain.counts.leaves > 0
