"""Opponent models: pruned forms find what plain ones find, plain ones find what a few lines written here find."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logistello.errors import UsageError
from logistello.lab import NoKnowledge, Search, SearchLimit
from logistello.lab.opponents.beliefs import Beliefs
from logistello.lab.opponents.opponent_search import OpponentModelSearch
from logistello.lab.opponents.probabilistic import LikelyOpponent
from logistello.lab.opponents.soundness import check_soundness
from tests.games.tic_tac_toe import Board, TicTacToe
from tests.lab.random_trees import RandomTree, TreeShape

Path = tuple[int, ...]
shapes = st.builds(
    TreeShape,
    depth=st.integers(1, 6),
    most_moves=st.integers(1, 3),
    values=st.sampled_from([2, 100]),
    early_end=st.sampled_from([0.0, 0.15]),
    again=st.sampled_from([0.0, 0.25]),
)


class OtherOpinion:
    """Estimates of the same states that have nothing to do with the tree's own."""

    def __init__(self, seed: int, shape: TreeShape) -> None:
        self._other = RandomTree(seed, shape)

    def value(self, state: Path) -> float:
        return self._other.value(state)


def seen(tree: RandomTree, evaluator: RandomTree | OtherOpinion, state: Path, us: int) -> float:
    if tree.is_over(state):
        return tree.outcome(state, us)
    value = evaluator.value(state)
    return value if tree.player(state) == us else -value


def minimax(tree: RandomTree, evaluator: RandomTree | OtherOpinion, state: Path, depth: int, us: int) -> float:
    if depth == 0 or tree.is_over(state):
        return seen(tree, evaluator, state, us)
    values = [minimax(tree, evaluator, tree.play(state, move), depth - 1, us) for move in tree.moves(state)]
    return max(values) if tree.player(state) == us else min(values)


def model_value(tree: RandomTree, opponent: OtherOpinion, state: Path, depth: int, theirs: int, us: int) -> float:
    """(D, d)-OM by its definition: where the opponent moves, look which move minimax with its evaluator prefers."""
    if depth == 0 or tree.is_over(state):
        return seen(tree, tree, state, us)
    if theirs == 0:
        return minimax(tree, tree, state, depth, us)
    children = [tree.play(state, move) for move in tree.moves(state)]
    if tree.player(state) == us:
        return max(model_value(tree, opponent, child, depth - 1, theirs - 1, us) for child in children)
    choice = min(children, key=lambda child: minimax(tree, opponent, child, theirs - 1, us))
    return model_value(tree, opponent, choice, depth - 1, theirs - 1, us)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), shapes, st.integers(1, 4), st.integers(0, 4))
def test_all_forms_find_the_value_of_the_definition(seed: int, shape: TreeShape, depth: int, theirs: int) -> None:
    tree, opponent = RandomTree(seed, shape), OtherOpinion(seed + 1, shape)
    us, limit = tree.player(()), SearchLimit(depth=depth)
    for forms, opponents_depth in ((("plain", "one-pass", "probing"), depth), (("dd", "alpha-beta-squared"), theirs)):
        right = model_value(tree, opponent, (), depth, min(opponents_depth, depth), us)
        for form in forms:
            search = OpponentModelSearch.against(tree, tree, opponent, form, opponents_depth)
            found = search.search((), limit)
            assert found.value == right, form
            assert found.complete
            if found.move is not None:
                left = max(min(opponents_depth, depth) - 1, 0)
                after = model_value(tree, opponent, tree.play((), found.move), depth - 1, left, us)
                assert after == right, form


def predicted_value(tree: RandomTree, opponent: OtherOpinion, state: Path, depth: int, theirs: int, us: int) -> float:
    """Full probing by its definition: the opponent is asked what it would play."""
    if depth == 0 or tree.is_over(state):
        return seen(tree, tree, state, us)
    children = [tree.play(state, move) for move in tree.moves(state)]
    if tree.player(state) == us:
        return max(predicted_value(tree, opponent, child, depth - 1, theirs, us) for child in children)
    move = Search(tree, opponent, "minimax", deepening=0).search(state, SearchLimit(depth=theirs)).move
    assert move is not None
    return predicted_value(tree, opponent, tree.play(state, move), depth - 1, theirs, us)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), shapes, st.integers(1, 4), st.integers(1, 3))
def test_full_probing_predicts_the_moves_of_the_opponent(seed: int, shape: TreeShape, depth: int, theirs: int) -> None:
    tree, opponent = RandomTree(seed, shape), OtherOpinion(seed + 1, shape)
    search = OpponentModelSearch.against(tree, tree, opponent, "full-probing", theirs)
    right = predicted_value(tree, opponent, (), depth, theirs, tree.player(()))
    assert search.search((), SearchLimit(depth=depth)).value == right


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), shapes, st.integers(1, 4))
def test_the_value_is_never_below_minimax(seed: int, shape: TreeShape, depth: int) -> None:
    """The survey's "can never do worse than minimax if the model of the opponent is correct"."""
    tree, opponent = RandomTree(seed, shape), OtherOpinion(seed + 1, shape)
    guaranteed = minimax(tree, tree, (), depth, tree.player(()))
    for form in ("one-pass", "alpha-beta-squared", "full-probing"):
        search = OpponentModelSearch.against(tree, tree, opponent, form, max(depth - 1, 1))
        assert search.search((), SearchLimit(depth=depth)).value >= guaranteed
    itself = OpponentModelSearch.against(tree, tree, tree)
    assert itself.search((), SearchLimit(depth=depth)).value == guaranteed


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), shapes, st.integers(1, 4), st.sampled_from([(1.0, 0.0), (0.5, 0.5), (0.25, 0.75)]))
def test_prom_prunes_without_changing_the_value(
    seed: int, shape: TreeShape, depth: int, shares: tuple[float, float]
) -> None:
    tree, first, second = RandomTree(seed, shape), OtherOpinion(seed + 1, shape), OtherOpinion(seed + 2, shape)
    opponents = [LikelyOpponent("first", first, shares[0]), LikelyOpponent("second", second, shares[1])]
    limit = SearchLimit(depth=depth)
    plain = OpponentModelSearch(tree, tree, opponents, "prom-plain").search((), limit)
    pruned = OpponentModelSearch(tree, tree, opponents, "prom").search((), limit)
    assert (pruned.value, pruned.line) == (plain.value, plain.line)
    assert pruned.counts.leaves <= plain.counts.leaves
    if shares[0] == 1.0:
        assert plain.value == OpponentModelSearch.against(tree, tree, first, "plain").search((), limit).value


def test_pruning_saves_leaves() -> None:
    leaves = dict.fromkeys(("plain", "one-pass", "probing", "dd", "alpha-beta-squared"), 0)
    for seed in range(5):
        shape = TreeShape(depth=9, most_moves=4, values=100)
        tree, opponent = RandomTree(seed, shape), OtherOpinion(seed + 1, shape)
        for form in leaves:
            found = OpponentModelSearch.against(tree, tree, opponent, form, 3).search((), SearchLimit(depth=5))
            leaves[form] += found.counts.leaves
    assert leaves["one-pass"] < leaves["plain"]
    assert leaves["probing"] < leaves["plain"]
    assert leaves["alpha-beta-squared"] < leaves["dd"]


# -- a solved game ----------------------------------------------------------------------------


class FirstRow:
    """Thinks that tic-tac-toe is about the first row."""

    def value(self, state: Board) -> float:
        mine, theirs = (
            (state.first, state.second)
            if state.first.bit_count() == state.second.bit_count()
            else (
                state.second,
                state.first,
            )
        )
        return ((mine & 0b111).bit_count() - (theirs & 0b111).bit_count()) / 4


def test_on_a_solved_game_a_true_model_never_lowers_what_minimax_guarantees() -> None:
    """And sometimes raises it: the opponent that looks two moves ahead loses games that are drawn."""
    game, opponent = TicTacToe(), FirstRow()
    gains = 0
    for second in range(1, 9):
        state = game.play(game.play(game.start(), 0), second)
        limit = SearchLimit(depth=7)
        guaranteed = Search(game, NoKnowledge(), "negascout", deepening=0).search(state, limit).value
        search = OpponentModelSearch.against(game, NoKnowledge(), opponent, "alpha-beta-squared", opponents_depth=2)
        expected = search.search(state, limit).value
        assert expected >= guaranteed
        gains += expected > guaranteed
    state = game.play(game.start(), 4)
    even = OpponentModelSearch.against(game, NoKnowledge(), opponent, "alpha-beta-squared", opponents_depth=2)
    gains += even.search(state, SearchLimit(depth=8)).value > 0
    assert gains > 0


# -- beliefs and soundness --------------------------------------------------------------------

BIG = TreeShape(depth=30, most_moves=4, values=100)


def test_beliefs_find_the_true_opponent() -> None:
    tree = RandomTree(11, BIG)
    candidates = {f"number {number}": OtherOpinion(number, BIG) for number in range(4)}
    beliefs = Beliefs(tree, candidates, depth=1)
    true = Search(tree, candidates["number 2"], "alpha-beta", deepening=0)
    state: Path = ()
    while beliefs.observed < 12:
        move = true.search(state, SearchLimit(depth=1)).move
        assert move is not None
        beliefs.observe(state, move)
        state = tree.play(state, move)
    assert beliefs.probabilities["number 2"] > 0.95
    assert sum(beliefs.probabilities.values()) == pytest.approx(1.0)
    assert beliefs.predicted["number 2"] == 12
    strongest = max(beliefs.opponents, key=lambda each: each.probability)
    assert strongest.name == "number 2"


def test_soundness_is_reported() -> None:
    tree, other = RandomTree(1, BIG), OtherOpinion(2, BIG)
    fine = check_soundness(tree, tree, other, depth=4, opponents_depth=3)
    assert fine.sound
    deep = check_soundness(tree, tree, other, depth=2, opponents_depth=3)
    assert "search deeper" in deep.warnings[0]


def test_a_model_that_estimates_too_well_is_warned_of() -> None:
    game = TicTacToe()
    state = game.play(game.play(game.play(game.start(), 0), 4), 1)  # the second player has to answer a threat

    class Solver:
        def value(self, state: Board) -> float:
            return Search(game, NoKnowledge(), "negascout", deepening=0).search(state, SearchLimit(depth=9)).value

    class Wrong:
        def value(self, state: Board) -> float:
            return 0.9

    report = check_soundness(game, Wrong(), Solver(), depth=3, opponents_depth=3, states=[state], deeper=6)
    assert any("estimates too well" in warning for warning in report.warnings)
    assert report.own_error is not None
    assert report.opponents_error is not None
    assert report.opponents_error < report.own_error
    assert check_soundness(game, Solver(), Wrong(), depth=3, opponents_depth=3, states=[state], deeper=6).sound


def test_a_model_of_somebody_else_is_warned_of() -> None:
    tree = RandomTree(11, BIG)
    beliefs = Beliefs(tree, {"model": OtherOpinion(3, BIG)}, depth=1)
    true = Search(tree, OtherOpinion(5, BIG), "alpha-beta", deepening=0)
    state: Path = ()
    while beliefs.observed < 20:
        move = true.search(state, SearchLimit(depth=1)).move
        assert move is not None
        beliefs.observe(state, move)
        state = tree.play(state, move)
    report = check_soundness(
        tree, tree, OtherOpinion(3, BIG), depth=3, opponents_depth=1, beliefs=beliefs, name="model"
    )
    assert report.predicted is not None
    assert report.predicted < 0.5
    assert "not one of this opponent" in report.warnings[0]


def test_what_makes_no_sense_is_refused() -> None:
    tree = RandomTree(1, BIG)
    with pytest.raises(UsageError, match="expected plain"):
        OpponentModelSearch.against(tree, tree, tree, "luck")
    with pytest.raises(UsageError, match="'prom' takes several"):
        OpponentModelSearch(tree, tree, [], "plain")
    with pytest.raises(UsageError, match="expected a sum of 1"):
        OpponentModelSearch(tree, tree, [LikelyOpponent("a", tree, 0.4)], "prom").search((), SearchLimit(depth=1))
    with pytest.raises(UsageError, match="would never end"):
        OpponentModelSearch.against(tree, tree, tree).search((), SearchLimit())
    with pytest.raises(UsageError, match="expected one or more"):
        Beliefs(tree, {})


def test_limits_are_kept() -> None:
    tree = RandomTree(1, BIG)
    found = OpponentModelSearch.against(tree, tree, OtherOpinion(2, BIG)).search((), SearchLimit(nodes=200))
    assert not found.complete
    assert found.counts.nodes <= 200
    assert found.depth > 0
