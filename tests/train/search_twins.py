"""Plain twins of what the native core does for training data: the same dice, the same order, no tricks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from logistello.evaluation import Model
from logistello.evaluation.model import UNITS_PER_DISC
from logistello.evaluation.pattern_set import PatternSet
from logistello.othello import Color, Position, Square

_MASK = (1 << 64) - 1


class Dice:
    """splitmix64."""

    def __init__(self, seed: int) -> None:
        self.state = seed & _MASK

    def next(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) & _MASK
        value = self.state
        value = ((value ^ value >> 30) * 0xBF58476D1CE4E5B9) & _MASK
        value = ((value ^ value >> 27) * 0x94D049BB133111EB) & _MASK
        return value ^ value >> 31

    def below(self, limit: int) -> int:
        return (self.next() >> 32) * limit >> 32


def hash_of(position: Position) -> int:
    def fold(one: int, other: int) -> int:
        product = one * other
        return (product ^ product >> 64) & _MASK

    inner = fold(position.own ^ 0x6A09E667F3BCC909, 0x3C6EF372FE94F82B)
    return fold(inner ^ position.opponent, 0xBB67AE8584CAA73B)


def visited(model: Model, root: Position, depth: int) -> list[Position]:
    """What an alpha-beta search visits below the root, in order."""
    met: list[Position] = []

    def units(position: Position) -> int:
        return round(float(model.evaluate([position])[0]) * UNITS_PER_DISC)

    def children(position: Position, left: int) -> list[Position]:
        found = [position.play(move) for move in position.legal_moves]
        return sorted(found, key=units) if left > 1 else found

    def value(position: Position, left: int, alpha: int, beta: int) -> int:
        if position.is_over:
            return position.final_score(position.turn) * UNITS_PER_DISC
        if not position.legal_mask:
            return -value(position.play(Square.parse("pass")), left, -beta, -alpha)
        met.append(position)
        if left == 0:
            return units(position)
        best = -(1 << 28)
        for child in children(position, left):
            best = max(best, -value(child, left - 1, -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best

    value(root, depth, -(1 << 28), 1 << 28)
    return met[1:]


def reservoir(positions: list[Position], most: int, seed: int) -> list[Position]:
    dice = Dice(seed)
    kept: list[Position] = []
    for count, position in enumerate(positions, 1):
        if len(kept) < most:
            kept.append(position)
        elif (place := dice.below(count)) < most:
            kept[place] = position
    return kept


def configurations(patterns: PatternSet, position: Position) -> Iterator[tuple[int, int, int]]:
    """Stage, pattern and shared configuration of every instance."""
    stage = int(patterns.stage_of_discs[64 - position.empties])
    for number, pattern in enumerate(patterns.patterns):
        for instance in pattern.instances:
            digits = [_digit(position, square) for square in instance]
            index = sum(digit * 3**place for place, digit in enumerate(digits))
            yield stage, number, int(pattern.weight_of[index])


def _digit(position: Position, square: Square) -> int:
    mask = 1 << int(square)
    return 1 if position.own & mask else 2 if position.opponent & mask else 0


def fill_rare(
    roots: list[Position],
    patterns: PatternSet,
    *,
    enough: int,
    most_moves: int,
    positions: int,
    walks: int,
    seed: int,
) -> list[tuple[Position, int]]:
    counts = Counter(each for root in roots for each in configurations(patterns, root))
    known = {_key(root) for root in roots}
    dice = Dice(seed)
    found: list[tuple[Position, int]] = []
    for _ in range(walks):
        number = dice.below(len(roots))
        position = roots[number]
        for _ in range(1 + dice.below(most_moves)):
            if not position.legal_mask and not position.is_over:
                position = position.play(Square.parse("pass"))
            if position.is_over:
                break
            moves = sorted(position.legal_moves, key=int)
            position = position.play(moves[dice.below(len(moves))])
            held = list(configurations(patterns, position))
            if not position.legal_mask or all(counts[each] >= enough for each in held) or _key(position) in known:
                continue
            known.add(_key(position))
            counts.update(held)
            found.append((position, number))
            if len(found) >= positions:
                return found
    return found


def _key(position: Position) -> tuple[int, int]:
    canonical = position.canonical()
    return canonical.own, canonical.opponent


def random_positions(seed: int, count: int, empties: Callable[[Dice], int]) -> list[Position]:
    """Positions of random games in which the side to move has a move."""
    dice = Dice(seed)
    found: list[Position] = []
    while len(found) < count:
        position, wanted = Position.initial(), empties(dice)
        while position.empties > wanted and position.legal_moves:
            position = position.play(position.legal_moves[dice.below(len(position.legal_moves))])
        if position.empties == wanted and position.legal_mask:
            # As the bulk side sees it: the side to move is Black.
            found.append(Position(position.own, position.opponent, Color.BLACK))
    return found
