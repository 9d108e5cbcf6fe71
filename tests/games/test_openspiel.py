"""What is particular to games of OpenSpiel."""

from __future__ import annotations

import random
import sys
from collections.abc import Hashable

import pytest

from logistello.errors import GameError, IllegalMoveError, MissingPackageError, NotationError
from logistello.games import AcyclicRules, ChanceRules, OpenSpielRules, OpenSpielState, OthelloRules, openspiel_rules


def test_othello_move_by_move_against_openspiels() -> None:
    """Moves, players, ends and the sign of results are the same; OpenSpiel counts only who wins."""
    ours, theirs = OthelloRules(), openspiel_rules("othello")
    assert theirs.value_range == (-1.0, 1.0)
    rng = random.Random(7)
    passes = 0
    for _ in range(200):
        state, other = ours.start(), theirs.start()
        while not ours.is_over(state):
            assert ours.moves(state) == theirs.moves(other)
            assert ours.player(state) == theirs.player(other)
            assert not theirs.is_over(other)
            move = rng.choice(ours.moves(state))
            assert ours.move_text(state, move) == theirs.move_text(other, move)
            passes += move == 64
            state, other = ours.play(state, move), theirs.play(other, move)
        assert theirs.is_over(other)
        for player in (0, 1):
            score = ours.outcome(state, player)
            assert (score > 0) - (score < 0) == theirs.outcome(other, player)
    assert passes > 50


@pytest.mark.parametrize(
    ("name", "lacking"),
    [
        ("kuhn_poker", "perfect information"),
        ("goofspiel", "moves one after the other"),
        ("hearts", "two players"),
        ("tiny_hanabi", "zero sum"),
        ("chinese_checkers(players=3)", "two players"),
        ("phantom_ttt", "perfect information"),
    ],
)
def test_games_of_other_kinds_are_refused(name: str, lacking: str) -> None:
    with pytest.raises(GameError, match=f"it lacks .*{lacking}"):
        openspiel_rules(name)


def test_unknown_games_and_parameters_are_refused(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(GameError, match="OpenSpiel has no game 'conect_four'"):
        openspiel_rules("conect_four")
    with pytest.raises(GameError, match="cannot load 'chess\\(bogus=3\\)': Unknown parameter 'bogus'"):
        openspiel_rules("chess(bogus=3)")
    assert capfd.readouterr().out == ""


def test_without_openspiel_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(MissingPackageError, match=r"pip install 'logistello\[lab\]'"):
        openspiel_rules("chess")


@pytest.mark.parametrize("name", ["connect_four", "tic_tac_toe", "breakthrough", "amazons", "chess", "checkers"])
def test_transpositions_share_a_key(name: str) -> None:
    """Two moves of each side in another order. States are equal, too, unless the rules look back."""
    rules = openspiel_rules(name)
    first, second = two_orders(rules)
    assert rules.text(first) != rules.text(second)
    assert rules.key(first) == rules.key(second)
    assert (first == second) == isinstance(rules, AcyclicRules)


def two_orders(rules: OpenSpielRules) -> tuple[OpenSpielState, OpenSpielState]:
    """Two whole turns of each side; a turn is several moves in amazons."""
    rng = random.Random(5)
    for _ in range(1000):
        turns: list[list[int]] = []
        state, player = rules.start(), -1
        while len(turns) < 5:
            if rules.player(state) != player:
                player = rules.player(state)
                turns.append([])
            turns[-1].append(rng.choice(rules.moves(state)))
            state = rules.play(state, turns[-1][-1])
        a, b, c, d, _ = turns
        orders = []
        for order in ((a, b, c, d), (c, d, a, b)):
            try:
                orders.append(rules.parse(",".join(str(move) for turn in order for move in turn)))
            except IllegalMoveError:
                break
        if len(orders) == 2 and str(orders[0]) == str(orders[1]) and a != c:
            return orders[0], orders[1]
    raise AssertionError("no transposition found")


def test_the_side_to_move_is_part_of_a_key() -> None:
    """Breakthrough's text shows the board alone, and a move less can lead to the same one."""
    rules = openspiel_rules("breakthrough(rows=4,columns=3)")
    seen: dict[str, set[int]] = {}
    keys = set()
    rng = random.Random(3)
    for _ in range(3000):
        state = rules.start()
        while not rules.is_over(state):
            seen.setdefault(str(state), set()).add(rules.player(state))
            keys.add(rules.key(state))
            state = rules.play(state, rng.choice(rules.moves(state)))
    assert any(len(players) == 2 for players in seen.values())
    assert len(keys) > len(seen)


def test_keys_tell_which_piece_is_on_its_way() -> None:
    """In the middle of a turn the text does not say which piece moves: that shows in the moves alone."""
    rules = openspiel_rules("amazons(board_size=6)")
    moves: dict[tuple[str, int], set[tuple[int, ...]]] = {}
    keys: dict[tuple[str, int], set[Hashable]] = {}
    rng = random.Random(3)
    for _ in range(1500):
        state = rules.start()
        for _ in range(60):
            if rules.is_over(state):
                break
            shown = str(state), rules.player(state)
            moves.setdefault(shown, set()).add(tuple(rules.moves(state)))
            keys.setdefault(shown, set()).add(rules.key(state))
            state = rules.play(state, rng.choice(rules.moves(state)[:3]))
    assert any(len(each) > 1 for each in moves.values())
    assert all(len(keys[shown]) == len(each) for shown, each in moves.items())


def test_chess_begins_anywhere() -> None:
    rules = openspiel_rules("chess")
    state = rules.parse("8/8/8/4k3/8/8/4K2R/8_w_-_-_0_1;start")
    assert "Rh5+" in [rules.move_text(state, move) for move in rules.moves(state)]
    after = rules.play(state, rules.parse_move(state, "Rh5+"))
    assert rules.parse(rules.text(after)) == after
    assert str(after).startswith("8/8/8/4k2R/")
    with pytest.raises(NotationError, match="no position of chess"):
        rules.parse("not_a_fen;start")
    with pytest.raises(NotationError, match="always begins in the same position"):
        openspiel_rules("connect_four").parse("x;start")


def test_what_a_game_has_is_told_by_its_type() -> None:
    kinds = {
        name: (isinstance(rules, AcyclicRules), isinstance(rules, ChanceRules))
        for name in ("connect_four", "chess", "checkers", "backgammon")
        for rules in [openspiel_rules(name)]
    }
    assert kinds == {
        "connect_four": (True, False),
        "chess": (False, False),
        "checkers": (False, False),
        "backgammon": (False, True),
    }


def test_a_state_of_openspiel_is_handed_out_as_a_copy() -> None:
    rules = openspiel_rules("connect_four")
    state = rules.start()
    state.spiel.apply_action(3)
    assert state == rules.start()
    assert repr(rules.parse("3,3")) == "<connect_four(): 3,3>"
