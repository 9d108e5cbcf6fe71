"""Features of every game: in range, the same for mirrored positions, seen by the side to move."""

from __future__ import annotations

import random

import numpy as np
import pytest

from logistello.games import OpenSpielRules, OpenSpielState, SymmetricRules, openspiel_rules
from logistello.lab.evaluators.hand_made import hand_made
from logistello.lab.learn.amazons_features import QueenMoves, squares
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
    board = np.frombuffer(values, dtype=np.uint8).reshape(6, 7)
    assert board[5].tolist() == [3, 3, 2, 2, 3, 3, 3]
    assert board[4].tolist() == [0, 0, 3, 1, 0, 0, 0]
    assert board[3].tolist() == [0, 0, 0, 3, 0, 0, 0]
    assert stage >= features.stages // 2


@pytest.mark.parametrize("name", ["breakthrough", "checkers"])
def test_both_sides_see_the_start_alike(name: str) -> None:
    rules = openspiel_rules(name)
    features = features_of(rules)
    first = features.read(rules.start())[0]
    reply = rules.play(rules.start(), rules.moves(rules.start())[0])
    second = features.read(reply)[0]
    own = {"breakthrough": {1}, "checkers": {1, 2}}[name]
    assert sum(value in own for value in first) == sum(value in own for value in second)
    differing = [place for place in range(features.count) if first[place] != second[place]]
    assert len(differing) == 2  # where the opponent's piece was, and where it is


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
                expected = {"#": 0, "XO"[player]: 1, "XO"[1 - player]: 2}.get(mark)
                if expected is None:
                    own, other = (min(each.get((row, column), 4), 4) for each in distances)
                    own, other = (3 if 2 < d < 4 else d for d in (own, other))
                    expected = 4 + 4 * (own - 1) + (other - 1)
                assert values[6 * row + column] == expected


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
