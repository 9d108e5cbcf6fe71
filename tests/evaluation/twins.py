"""Plain twins of what the package does in bulk, and small random games to compare them on."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from logistello.evaluation import Model, Pattern, PatternSet
from logistello.othello import Color, Game, Position
from logistello.othello.notation.game_table import GameTable, table_of
from logistello.othello.symmetry import Symmetry


def random_game(rng: random.Random, choices: int = 2) -> Game:
    """A finished game that follows few different moves, so that games meet again."""
    game = Game()
    while moves := game.position.legal_moves:
        game.play(moves[rng.randrange(min(choices, len(moves)))])
    return game


def random_table(seed: int, games: int, choices: int = 2) -> tuple[list[Game], GameTable]:
    rng = random.Random(seed)
    played = [random_game(rng, choices) for _ in range(games)]
    return played, table_of(played)


def random_positions(seed: int, count: int) -> list[Position]:
    rng = random.Random(seed)
    positions = [position for _ in range(count // 20 + 1) for position in random_game(rng, 20).positions()]
    return rng.sample(positions, count)


def random_model(patterns: PatternSet, seed: int = 0, kept: Mapping[str, NDArray[np.uint32]] | None = None) -> Model:
    rng = np.random.default_rng(seed)
    n_weights = patterns.n_weights + sum(map(len, (kept or {}).values()))
    weights = rng.integers(-500, 500, (patterns.stages, n_weights)).astype(np.int16)
    return Model(patterns, weights, name="random", provenance={"seed": seed}, kept=kept or {})


def ternary(patterns: PatternSet, position: Position) -> list[int]:
    """The configuration of every instance, square by square."""
    own, opponent = position.own, position.opponent
    found = []
    for row in patterns.squares.tolist():
        digits = [1 if own >> square & 1 else 2 if opponent >> square & 1 else 0 for square in row if square < 64]
        found.append(sum(digit * 3**place for place, digit in enumerate(digits)))
    return found


def value(model: Model, position: Position) -> float:
    """The evaluation, weight by weight."""
    patterns = model.patterns
    stage = int(patterns.stage_of_discs[64 - position.empties])
    total = int(model.weights[stage, model.weights.shape[1] - 2 + position.empties % 2])
    for instance, configuration in enumerate(ternary(patterns, position)):
        pattern = int(patterns.pattern_of_instance[instance])
        if patterns.patterns[pattern].sparse:
            continue
        number = int(patterns.weight_offset[pattern]) + int(patterns.patterns[pattern].weight_of[configuration])
        total += int(model.weights[stage, number])
    number = patterns.n_weights - 2
    for sparse in patterns.sparse_patterns:
        numbers = {int(each): number + place for place, each in enumerate(model.kept[sparse.name])}
        number += len(numbers)
        for shape in shapes(sparse, position):
            if shape in numbers:
                total += int(model.weights[stage, numbers[shape]])
    return total / 128


def shapes(pattern: Pattern, position: Position) -> list[int]:
    """For every instance the smallest of its mirrored configurations, square by square."""
    orders: dict[frozenset[int], list[list[int]]] = {}
    for symmetry in Symmetry:
        image = [int(symmetry.apply(square)) for square in pattern.squares]
        orders.setdefault(frozenset(image), []).append(image)
    content = [1 if position.own >> square & 1 else 2 if position.opponent >> square & 1 else 0 for square in range(64)]
    return [
        min(sum(content[square] * 3**place for place, square in enumerate(order)) for order in each)
        for each in orders.values()
    ]


def frequent(pattern: Pattern, positions: list[Position], least: int) -> list[int]:
    """Configurations with so many matches, smallest of mirrored ones, ascending."""
    counts = Counter(shape for position in positions for shape in shapes(pattern, position))
    return sorted(shape for shape, count in counts.items() if count >= least)


def negamaxed(games: list[Game]) -> dict[tuple[int, int], int]:
    """Scores for the side to move of all positions with a move, by recursion through the tree of all games."""
    moves: dict[tuple[int, int], list[Position]] = {}
    for game in games:
        line = [position for position in game.positions() if position.legal_mask or position.is_over]
        for before, after in pairwise(line):
            moves.setdefault(_key(before), []).append(_as_black(before, after))

    scores: dict[tuple[int, int], int] = {}

    def score(key: tuple[int, int]) -> int:
        if key not in scores:
            scores[key] = max(_worth(after) for after in moves[key])
        return scores[key]

    def _worth(after: Position) -> int:
        """For Black, who moved before it."""
        if after.is_over:
            return after.final_score(Color.BLACK)
        return score(_key(after)) * (1 if after.turn is Color.BLACK else -1)

    for key in moves:
        score(key)
    return scores


def averaged(games: list[Game], known: dict[tuple[int, int], float]) -> dict[tuple[int, int], float]:
    """The mean result of the games that came to each position, where a known score ends a game."""
    found: dict[tuple[int, int], list[float]] = {}
    for game in games:
        for_black = float(game.position.final_score(Color.BLACK))
        for position in reversed([each for each in game.positions() if each.legal_mask]):
            sign = 1 if position.turn is Color.BLACK else -1
            for_black = sign * known.get(_key(position), sign * for_black)
            found.setdefault(_key(position), []).append(sign * for_black)
    return {key: sum(values) / len(values) for key, values in found.items()}


def _as_black(before: Position, after: Position) -> Position:
    """The position after a move, with colours exchanged if White made it."""
    if before.turn is Color.BLACK:
        return after
    return Position(after.white, after.black, after.turn.opponent)


def _key(position: Position) -> tuple[int, int]:
    canonical = position.canonical()
    return canonical.own, canonical.opponent


def boards(positions: list[Position]) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    own = np.array([position.own for position in positions], dtype=np.uint64)
    opponent = np.array([position.opponent for position in positions], dtype=np.uint64)
    return own, opponent
