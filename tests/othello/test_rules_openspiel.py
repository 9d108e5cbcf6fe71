"""The rules agree with OpenSpiel's Othello, an implementation by other people, move by move.

OpenSpiel numbers squares as we do (a1 = 0, h8 = 63, pass = 64). Its sequence of moves is replayed on our side.
"""

from __future__ import annotations

import random
from collections import Counter

import pyspiel

from logistello.othello import PASS, Color, Position

GAMES = 4000


def test_random_games_agree_with_openspiel() -> None:
    chooser = random.Random(20260101)
    othello = pyspiel.load_game("othello")
    seen: Counter[str] = Counter()
    for _ in range(GAMES):
        state = othello.new_initial_state()
        position = Position.initial()
        while not state.is_terminal():
            actions = state.legal_actions()
            assert [int(move) for move in position.legal_moves] == actions, position
            assert state.current_player() == position.turn, position
            action = chooser.choice(actions)
            if action == PASS:
                assert position.must_pass
                seen["pass"] += 1
            state.apply_action(action)
            position = position.play(action)
            seen["move"] += 1
        assert position.is_over
        assert position.legal_moves == ()
        score = position.final_score(Color.BLACK)
        assert state.returns()[0] == (score > 0) - (score < 0), position
        assert board_of(str(state)) == position.text[:64].lower()
        seen["draw"] += score == 0
        seen["early end"] += position.empties > 0
        seen["wipe-out"] += 0 in (position.black, position.white)
    # The sample is worth something only if the rare cases are in it.
    assert seen["pass"] > GAMES / 4
    assert seen["early end"] > 20
    assert seen["draw"] > 10
    assert seen["wipe-out"] > 0


def board_of(text: str) -> str:
    """The 64 squares of OpenSpiel's picture of a board."""
    rows = [line for line in text.splitlines() if line[:1].isdigit()]
    return "".join(symbol for row in rows for symbol in row if symbol in "xo-")
