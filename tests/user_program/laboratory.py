"""The laboratory: searches of any game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from logistello import Position
from logistello.games import OthelloRules, OthelloState
from logistello.lab import (
    ALGORITHMS,
    OPPONENT_FORMS,
    ORDERINGS,
    Algorithm,
    Beliefs,
    Cost,
    Counts,
    DepthLines,
    ForwardPruning,
    Found,
    Futility,
    LikelyOpponent,
    LinesOfDepths,
    MoveOrdering,
    NoKnowledge,
    NullMove,
    OpponentModelSearch,
    OthelloModelEvaluator,
    ProbCut,
    Quiescence,
    RoundedEvaluator,
    Search,
    SearchLimit,
    Soundness,
    StateEvaluator,
    TableEntry,
    TranspositionTable,
    TreeObserver,
    TreeSearch,
    calibrate_depths,
    check_soundness,
    compare,
    draw_search_tree,
    game_named,
    hand_made,
    random_positions,
)


class Mobility:
    """A small evaluator of one's own."""

    def value(self, state: OthelloState) -> float:
        moves = len(state.position.legal_moves)
        return float(moves - len(state._replace(own=state.opponent, opponent=state.own).position.legal_moves))


class Never:
    """A pruning of one's own, which never guesses."""

    def guess(
        self, search: TreeSearch[Any], state: Any, player: int, depth: int, alpha: float, beta: float
    ) -> float | None:
        assert alpha < beta
        return None


class Depths:
    """Looks on while a search runs."""

    def __init__(self) -> None:
        self.deepest = 0

    def enter(self, move: int, depth: int, alpha: float, beta: float) -> None:
        self.deepest = max(self.deepest, depth)

    def leave(self, value: float) -> None:
        assert abs(value) < float("inf")


def corners(state: OthelloState) -> Sequence[int]:
    return [move for move in OthelloRules().moves(state) if move in (0, 7, 56, 63)]


def searches() -> None:
    game = OthelloRules()
    state = game.state(Position.initial().play("f5"))
    evaluator: StateEvaluator[OthelloState] = Mobility()
    table = TranspositionTable(capacity=1000)
    pruning: ForwardPruning = Never()
    looking_on = Depths()
    observer: TreeObserver = looking_on
    search = Search(game, evaluator, "mtd-f", table=table, ordering=["killers", "history"], prunings=[pruning])
    found: Found = search.search(state, SearchLimit(depth=3), observer=observer)
    counts: Counts = found.counts
    assert found.value == Search(game, evaluator, "minimax").search(state, SearchLimit(depth=3)).value
    assert counts.leaves > 0
    assert looking_on.deepest == 2
    entry: TableEntry | None = table.get(game.key(state))
    assert entry is not None
    assert entry.lower == found.value
    ordering: MoveOrdering = ORDERINGS["history"]()
    ordering.learn(player=0, depth=1, move=19)
    algorithm: Algorithm = ALGORITHMS["mtd-f"]
    assert algorithm.title == "MTD(f)"
    quiet = Search(game, RoundedEvaluator(NoKnowledge(), 2.0), quiescence=Quiescence(corners))
    assert quiet.search(state, SearchLimit(depth=2, nodes=10_000, time=60)).complete


def guesses() -> None:
    game = OthelloRules()
    evaluator = OthelloModelEvaluator()
    states = random_positions(game, 20, 12, seed=1)
    lines: DepthLines = calibrate_depths(Search(game, evaluator, deepening=0), states, 3)
    any_lines: LinesOfDepths = lines
    prunings: list[ForwardPruning] = [
        ProbCut.multi(any_lines, lambda state: 0, 3, 1.5),
        NullMove(lambda state: OthelloState(state.opponent, state.own, 1 - state.player)),
        Futility(8.0),
    ]
    found = Search(game, evaluator, prunings=prunings).search(states[0], SearchLimit(depth=4))
    assert found.counts.forward_cuts > 0


def opponents() -> None:
    game = OthelloRules()
    states = random_positions(game, 3, 10, seed=1)
    beliefs: Beliefs[OthelloState] = Beliefs(game, {"mobility": Mobility(), "nothing": NoKnowledge()})
    beliefs.observe(states[0], game.moves(states[0])[0])
    expected: list[LikelyOpponent[OthelloState]] = beliefs.opponents
    assert "prom" in OPPONENT_FORMS
    search = OpponentModelSearch(game, OthelloModelEvaluator(), expected, "prom")
    assert search.search(states[0], SearchLimit(depth=2)).move in game.moves(states[0])
    report: Soundness = check_soundness(
        game, OthelloModelEvaluator(), Mobility(), depth=2, opponents_depth=2, states=states
    )
    assert report.opponents_error is not None


def tables_and_pictures() -> None:
    game = game_named("othello")
    evaluator = hand_made(game)
    states = random_positions(game, 1, 50, seed=1)
    costs: list[Cost] = compare(game, evaluator, states, 2, ["alpha-beta", "mtd-f"])
    assert costs[0].values == costs[1].values
    assert draw_search_tree(Search(game, evaluator), states[0], 2).startswith("<svg")


def main(folder: Path) -> None:
    searches()
    guesses()
    opponents()
    tables_and_pictures()
