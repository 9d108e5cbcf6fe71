"""Features of every game: in range, the same for mirrored positions, seen by the side to move."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from logistello.games import OpenSpielRules, OpenSpielState, SymmetricRules, openspiel_rules
from logistello.lab.evaluators.hand_made import hand_made
from logistello.lab.learn.amazons_features import QueenMoves
from logistello.lab.learn.byte_boards import banded, squares
from logistello.lab.learn.features import features_of

GAMES = ["connect_four", "breakthrough", "checkers", "amazons(board_size=6)", "tic_tac_toe"]


def some_states(rules: OpenSpielRules, seed: int, games: int = 2) -> list[OpenSpielState]:
    rng = random.Random(seed)
    found = []
    for _ in range(games):
        state = rules.start()
        while not rules.is_over(state):
            found.append(state)
            state = rules.play(state, rng.choice(rules.moves(state)))
    return found


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("plain", [False, True])
def test_values_and_stages_are_in_range(name: str, plain: bool) -> None:
    rules = openspiel_rules(name)
    features = features_of(rules, plain=plain)
    states = some_states(rules, 1)
    stages = set()
    for state in states:
        values, stage = features.read(state)
        assert len(values) == features.count
        assert max(values) < features.kinds
        assert 0 <= stage < features.stages
        stages.add(stage)
    assert len(stages) > 1
    for image in features.images:
        assert sorted(image) == list(range(features.count))
    assert all(0 <= feature < features.count for region in features.regions for feature in region)


def test_images_of_states_have_images_of_features() -> None:
    rules = openspiel_rules("connect_four")
    assert isinstance(rules, SymmetricRules)
    features = features_of(rules)
    for state in some_states(rules, 2):
        values, stage = features.read(state)
        mirrored, same = features.read(rules.image(state, 1))
        assert bytes(values[place] for place in features.images[0]) == mirrored
        assert stage == same


def test_connect_four_marks_the_next_squares() -> None:
    rules = openspiel_rules("connect_four")
    features = features_of(rules)
    state = rules.parse("3,3,2")
    values, stage = features.read(state)  # the second player moves: its stone is its own
    board = np.frombuffer(values[:42], dtype=np.uint8).reshape(6, 7)
    assert board[5].tolist() == [3, 3, 2, 2, 3, 3, 3]
    assert board[4].tolist() == [0, 0, 3, 1, 0, 0, 0]
    assert board[3].tolist() == [0, 0, 0, 3, 0, 0, 0]
    assert stage >= features.stages // 2


def test_connect_four_threats_against_plain_search() -> None:
    """An empty square is a threat if a disc on it completes a line; 3 more where it can be carried out."""
    rules = openspiel_rules("connect_four")
    features = features_of(rules)
    seen = set()
    for state in some_states(rules, 4, games=6):
        rows = str(state).split("\n")
        values = features.read(state)[0]
        player = rules.player(state)
        for row in range(6):
            for column in range(7):
                expected = sum(
                    worth
                    for worth, mark in ((1, "xo"[player]), (2, "xo"[1 - player]))
                    if rows[row][column] == "." and _completes(rows, row, column, mark)
                )
                if expected and (row == 5 or rows[row + 1][column] != "."):
                    expected += 3
                assert values[42 + 7 * row + column] == expected
                seen.add(expected)
    assert len(seen) >= 5


def _completes(rows: list[str], row: int, column: int, mark: str) -> bool:
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        run = 1
        for sign in (1, -1):
            r, c = row + sign * down, column + sign * right
            while 0 <= r < 6 and 0 <= c < 7 and rows[r][c] == mark:
                run += 1
                r, c = r + sign * down, c + sign * right
        if run >= 4:
            return True
    return False


def _pieces(rules: OpenSpielRules, state: OpenSpielState) -> list[str]:
    """The rows of a board with names of rows and columns, one's own side at the bottom."""
    rows = [line[1:] for line in str(state).split("\n")[:8]]
    down = {"breakthrough": 0, "checkers": 1}[rules.name.partition("(")[0]]
    return [row[::-1] for row in rows[::-1]] if rules.player(state) == down else rows


def test_breakthrough_attacks_against_plain_search() -> None:
    rules = openspiel_rules("breakthrough")
    features = features_of(rules)
    for state in some_states(rules, 5)[::3]:
        own, other = ("bw", "wb")[rules.player(state)]
        rows = _pieces(rules, state)
        upright = [line for row in reversed(rows) for line in reversed(row)]  # features have one's own side at the top
        values = features.read(state)[0]
        loose = Counter[str]()
        for place, mark in enumerate(upright):
            row, column = divmod(place, 8)
            attackers = [
                sum(
                    0 <= row + step < 8 and 0 <= c < 8 and upright[8 * (row + step) + c] == piece
                    for c in (column - 1, column + 1)
                )
                for piece, step in ((own, -1), (other, 1))
            ]
            plain = {own: 1, other: 2}.get(mark, 0)
            assert values[place] == 9 * plain + 3 * attackers[0] + attackers[1]
            assert values[64 + place] == plain
            loose[mark] += attackers[0] > attackers[1] if mark == other else attackers[1] > attackers[0]
        assert values[128] == max(place // 8 for place in range(64) if upright[place] == own)
        assert values[129] == 7 - min(place // 8 for place in range(64) if upright[place] == other)
        assert values[130] == 9 + max(-8, min(8, upright.count(own) - upright.count(other)))
        assert list(values[131:]) == [min(loose[other], 3), min(loose[own], 3)]


def test_checkers_captures_and_moves_against_plain_search() -> None:
    rules = openspiel_rules("checkers")
    features = features_of(rules)
    forced = 0
    for state in some_states(rules, 6, games=4):
        rows = _pieces(rules, state)
        own, other = ("o8", "+*")[:: 1 if rules.player(state) == 0 else -1]
        moves, captures = _ways(rows, own, other, ahead=-1)
        their_moves, their_captures = _ways(rows, other, own, ahead=1)
        text = "".join(rows)
        men, kings = (text.count(own[kind]) - text.count(other[kind]) for kind in (0, 1))
        expected = [min(captures, 3), min(their_captures, 3), banded(moves - their_moves, 2, 5)]
        expected += [banded(men + kings, 1, 6), banded(kings, 1, 6)]
        assert list(features.read(state)[0][32:]) == expected
        # The rules force captures: if one is there, every legal move takes a piece.
        after = ["".join(_pieces(rules, rules.play(state, move))) for move in rules.moves(state)]
        left = {each.count(other[0]) + each.count(other[1]) for each in after}
        assert (captures > 0) == (left == {text.count(other[0]) + text.count(other[1]) - 1})
        forced += captures > 0
    assert forced > 10


def _ways(rows: list[str], own: str, other: str, ahead: int) -> tuple[int, int]:
    """Moves to empty squares and captures; men go ahead, kings both ways."""

    def at(row: int, column: int) -> str:
        return rows[row][column] if 0 <= row < 8 and 0 <= column < 8 else ""

    moves = captures = 0
    for row in range(8):
        for column in range(8):
            if (piece := at(row, column)) not in own:
                continue
            for down in (ahead,) if piece == own[0] else (-1, 1):
                for right in (-1, 1):
                    moves += at(row + down, column + right) == "."
                    taken = at(row + down, column + right)
                    captures += taken != "" and taken in other and at(row + 2 * down, column + 2 * right) == "."
    return moves, captures


@pytest.mark.parametrize("name", ["breakthrough", "checkers"])
def test_both_sides_see_the_start_alike(name: str) -> None:
    rules = openspiel_rules(name)
    features = features_of(rules)
    board, own = {"breakthrough": (slice(64, 128), {1}), "checkers": (slice(0, 32), {1, 2})}[name]
    first = features.read(rules.start())[0][board]
    reply = rules.play(rules.start(), rules.moves(rules.start())[0])
    second = features.read(reply)[0][board]
    assert sum(value in own for value in first) == sum(value in own for value in second)
    differing = [place for place in range(len(first)) if first[place] != second[place]]
    assert len(differing) == 2  # where the opponent's piece was, and where it is


def test_differences_are_banded() -> None:
    assert [banded(number, 2, 3) for number in (-9, -3, -2, -1, 0, 1, 2, 3, 4, 5, 9)] == [
        1,
        2,
        3,
        3,
        4,
        5,
        5,
        6,
        6,
        7,
        7,
    ]


def test_queen_distances_against_plain_search() -> None:
    """Amazons: flood fill with moves like a queen's, square by square."""
    rules = openspiel_rules("amazons(board_size=6)")
    features = features_of(rules)
    for state in some_states(rules, 3, games=1)[::4]:
        rows = str(state).split("\n")
        values = features.read(state)[0]
        player = rules.player(state)
        distances = [_distances(rows, mark) for mark in ("XO"[player], "XO"[1 - player])]
        for row in range(6):
            for column in range(6):
                mark = rows[row][column]
                free = sum(rows[r][c] == "." for r, c in _around(row, column))
                expected = {"#": 0, "XO"[player]: 1 + free, "XO"[1 - player]: 10 + free}.get(mark)
                if expected is None:
                    own, other = (min(each.get((row, column), 4), 4) for each in distances)
                    own, other = (3 if 2 < d < 4 else d for d in (own, other))
                    expected = 19 + 4 * (own - 1) + (other - 1)
                assert values[6 * row + column] == expected
        near, far = (sum(steps == 1 for steps in each.values()) for each in distances)
        assert values[36] == banded(near - far, 2, 8)


def _around(row: int, column: int) -> list[tuple[int, int]]:
    near = [(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
    return [(r, c) for r, c in near if 0 <= r < 6 and 0 <= c < 6]


def _distances(rows: list[str], mark: str) -> dict[tuple[int, int], int]:
    """Queen moves to every square that can be reached, 3 for three or more."""
    ahead = [(r, c) for r in range(6) for c in range(6) if rows[r][c] == mark]
    found: dict[tuple[int, int], int] = {}
    for distance in range(1, 40):
        after = []
        for row, column in ahead:
            for down in (-1, 0, 1):
                for right in (-1, 0, 1):
                    r, c = row + down, column + right
                    while (down or right) and 0 <= r < 6 and 0 <= c < 6 and rows[r][c] == ".":
                        if (r, c) not in found:
                            found[r, c] = min(distance, 3)
                            after.append((r, c))
                        r, c = r + down, c + right
        ahead = after
    return found


def test_queen_moves_end_at_the_border() -> None:
    moves = QueenMoves(3)
    text = b"X..\n...\n..#"
    reached = moves.reach(squares(text, b"X"), squares(text, b"."))
    assert reached.to_bytes(moves.bytes, "little") == bytes([0, 1, 1, 0, 1, 1, 0, 0, 1, 0, 0])


@pytest.mark.parametrize("name", GAMES)
def test_hand_made_evaluators_are_less_than_a_win(name: str) -> None:
    rules = openspiel_rules(name)
    evaluator = hand_made(rules)
    values = [evaluator.value(state) for state in some_states(rules, 5)]
    assert all(-1 < value < 1 for value in values)
    assert name == "tic_tac_toe" or len(set(values)) > 3
