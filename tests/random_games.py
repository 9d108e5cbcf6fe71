"""Random legal games."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from logistello.othello import Game, Position


def random_game(seed: int, length: int = 100, start: Position | None = None) -> Game:
    """Play at most ``length`` random moves."""
    rng = random.Random(seed)
    game = Game(start=start or Position.initial())
    node = game.root
    for _ in range(length):
        moves = node.position.legal_moves
        if not moves:
            break
        node = node.add(rng.choice(moves))
    return game


seeds = st.integers(0, 2**32)
games = st.builds(random_game, seeds, st.integers(1, 70))
finished_games = st.builds(random_game, seeds)
positions = st.builds(lambda seed, length: random_game(seed, length).position, seeds, st.integers(0, 70))
names = st.text(st.characters(codec="latin-1", exclude_characters="[]\\", exclude_categories=["Cc", "Zs"]), max_size=19)


def same_tree(one: Game, other: Game) -> bool:
    """Equal moves, variations and annotations."""
    pending = [(one.root, other.root)]
    while pending:
        a, b = pending.pop()
        if (a.move, a.position, a.comment, a.marks, a.value) != (b.move, b.position, b.comment, b.marks, b.value):
            return False
        if len(a.children) != len(b.children):
            return False
        pending.extend(zip(a.children, b.children, strict=True))
    return True
