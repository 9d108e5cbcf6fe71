"""Figure 3 of Buro's note of 1997: the tree T1, the expansion of its principal leaf, and the tree T2.

The text of the papers has the figure's caption and explanation but not its numbers, so the tree here is our own. It
shows what the caption says: the principal variation of T1 is (v1, v2, v3), v3 is reached by a deviation, the expansion
adds its best move and best deviation and the next best deviation of v2, and then v4 at another place is the leaf to
expand.
"""

from __future__ import annotations

import pytest

from logistello.book import BookLine, GameBook, MemoryStore
from tests.book.small_games import GraphGame, TableEvaluator

#: Two games were played in it: v1-v2-lost and v1-w-won, named by their results for v2 and w.
TREE = GraphGame(
    moves={
        "v1": ("v2", "w", "v4"),
        "v2": ("lost", "v3", "v2c"),
        "w": ("won", "wb"),
        "v3": ("v3a", "v3b", "v3c"),
        **dict.fromkeys(("v4", "v2c", "wb", "v3a", "v3b", "v3c"), ("end",)),
    },
    results={"lost": 10.0, "won": -6.0, "end": 0.0},
)

#: What a search thinks of positions, for the side to move.
VALUES = {
    "v2": -4.0,
    "w": -2.0,
    "v4": 0.5,
    "v3": 3.0,
    "v2c": 6.0,
    "wb": 4.0,
    "v3a": 1.5,
    "v3b": 2.5,
    "v3c": 4.0,
}


@pytest.fixture
def book() -> GameBook[bytes, int]:
    """T1: two games were played, v1-v2-lost and v1-w-won."""
    book = GameBook(MemoryStore(TREE), TREE)
    evaluator = TableEvaluator(TREE, VALUES)
    growth = book.add_lines([BookLine((0, 0)), BookLine((1, 0))], evaluator)
    assert growth.games == 2
    # "in each interior node of the tree the heuristically best deviation is added"
    assert set(evaluator.asked) == {
        ("v1", frozenset({0, 1})),
        ("v2", frozenset({0})),
        ("w", frozenset({0})),
    }
    return book


def value(book: GameBook[bytes, int], name: str) -> str:
    found = book.probe(name.encode())
    assert found is not None
    return str(found.value)


def test_t1_has_the_games_and_the_best_deviations(book: GameBook[bytes, int]) -> None:
    assert len(book) == 5
    assert value(book, "lost") == "win +10"  # for who is to move there: v2 loses by it
    assert value(book, "won") == "loss -6"
    assert value(book, "w") == "win +6"
    assert value(book, "v2") == "-3.00"  # rather deviates to v3 than loses
    assert value(book, "v1") == "+3.00"  # rather goes to v2 than to w, which wins
    assert book.line(b"v1") == (0, 1)  # v1, v2, v3


def test_the_principal_leaf_is_expanded(book: GameBook[bytes, int]) -> None:
    (leaf,) = book.leaves(1)
    assert (leaf.key, leaf.move, leaf.loss) == (b"v2", 1, 0.0)
    evaluator = TableEvaluator(TREE, VALUES)
    book.extend(evaluator, expansions=1)
    # "the best move and the best deviation are determined in the leaf position ... the next best deviation in the
    # predecessor position also has to be found"
    assert set(evaluator.asked) == {
        ("v2", frozenset({0, 1})),
        ("v3", frozenset()),
        ("v3", frozenset({0})),
    }
    v2, v3 = book.node(b"v2"), book.node(b"v3")
    assert v2 is not None
    assert v3 is not None
    assert [step.key for step in v2.edges] == [b"lost", b"v3"]
    assert v2.deviation is not None
    assert v2.deviation.move == 2
    assert [step.key for step in v3.edges] == [b"v3a"]
    assert v3.deviation is not None
    assert v3.deviation.move == 1
    leaf_node = book.node(b"v3a")
    assert leaf_node is not None
    assert leaf_node.is_leaf
    assert leaf_node.label is not None
    assert leaf_node.label.value == 1.5
    assert book.verify() == []


def test_in_t2_another_leaf_comes_next(book: GameBook[bytes, int]) -> None:
    """v3 turns out to be better for v2 than it looked, so v1 is better off with its own deviation, v4."""
    book.extend(TableEvaluator(TREE, VALUES), expansions=1)
    assert value(book, "v3") == "-1.50"
    assert value(book, "v2") == "+1.50"
    assert value(book, "v1") == "-0.50"
    (leaf,) = book.leaves(1)
    assert (leaf.key, leaf.move) == (b"v1", 2)
    assert book.line(b"v1") == (2,)


@pytest.mark.parametrize("estimate", [60.0, -60.0])
def test_a_lost_game_is_not_played_again(estimate: float) -> None:
    """Whatever an estimate says of the other move, it is better than a loss, and worse than a win."""
    for result, chosen in ((-2.0, 1), (2.0, 0)):  # of the only game played, for who begins it
        game = GraphGame({"r": ("a", "b"), "a": ("end",), "b": ("other",)}, {"end": result, "other": 0.0})
        book = GameBook(MemoryStore(game), game)
        book.add_lines([BookLine((0, 0))], TableEvaluator(game, {"b": estimate}))
        move = book.choose(b"r")
        assert move is not None
        assert move.move == chosen
