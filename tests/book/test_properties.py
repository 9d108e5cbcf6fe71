"""Whatever is done to a book, its values are those of a plain recomputation, in memory and in a file."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from logistello.book import BookNode, Evaluation, GameBook, MemoryStore, Selection, SqliteStore
from logistello.book.evaluation import Bound
from logistello.book.value import PROVEN
from tests.book.small_games import GraphGame, HashRecipe, random_graph, random_line

Operation = tuple[str, int]
KINDS = ("add", "cut", "extend", "broad", "undo", "refresh", "complete", "link", "prove")
OPERATIONS = st.lists(st.tuples(st.sampled_from(KINDS), st.integers(0, 9)), max_size=9)


def perform(book: GameBook[bytes, int], game: GraphGame, operation: Operation) -> None:
    kind, number = operation
    recipe = HashRecipe(game, solves_from=24 if number % 2 else 10**6)
    if kind == "add":
        book.add_lines([random_line(game, number)], recipe)
    elif kind == "cut":  # stopped before any search was made
        book.add_lines([random_line(game, number, length=number)], recipe, stop=_after(1))
    elif kind == "extend":
        book.extend(recipe, expansions=number)
    elif kind == "broad":
        book.extend(recipe, expansions=number, selection=Selection(ply_cost=0.7, max_loss=6.0))
    elif kind == "undo" and book.journal():
        book.undo()
    elif kind == "refresh":
        book.refresh(HashRecipe(game, model=f"model {number}"))
    elif kind == "link":
        book.link()
        assert book.link() == 0
    elif kind == "prove":
        book.add_proofs([true_proof(game, number)])
    elif kind == "complete":
        book.complete(recipe)


def true_proof(game: GraphGame, number: int) -> tuple[bytes, Evaluation]:
    """What holds of a position: that it is not lost or not won."""
    key = f"p{number * 3}".encode() if f"p{number * 3}" in game.moves else game.start()
    evaluator = HashRecipe(game).make()
    bound: Bound = "lower" if evaluator._true_value(key) >= 0 else "upper"
    return key, Evaluation(0.0, 50, proven=True, bound=bound, model="proof")


def _after(times: int) -> Callable[[], bool]:
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > times

    return stop


def plain_value(nodes: dict[bytes, BookNode], key: bytes, draw: float) -> float:
    """Minimax as one would write it first: no intervals, no memory, a draw is a number."""
    node = nodes[key]
    label = node.label
    if label is not None and label.proven and label.value == 0 and label.bound != "exact":
        moves = plain_of_moves(nodes, node, draw) if node.edges else 0.0
        return max(moves, draw) if label.bound == "lower" else min(moves, draw)
    if label is not None and (label.proven or not node.edges):
        if not label.proven:
            return label.value
        return draw if label.value == 0 else label.value + (PROVEN if label.value > 0 else -PROVEN)
    return plain_of_moves(nodes, node, draw)


def plain_of_moves(nodes: dict[bytes, BookNode], node: BookNode, draw: float) -> float:
    if node.pending:  # a move that nobody has looked at may be better than a loss or a draw
        if plain_best(nodes, node, math.inf) <= -PROVEN:
            return plain_best(nodes, node, 0.0) + PROVEN
        low, high = (plain_best(nodes, node, any_draw) for any_draw in (-math.inf, math.inf))
        if low <= -PROVEN and high == math.inf:  # beside the draw there are losses at most
            return 0.0
    return plain_best(nodes, node, draw)


def plain_best(nodes: dict[bytes, BookNode], node: BookNode, draw: float) -> float:
    values = [step.sign * plain_value(nodes, step.key, step.sign * draw) for step in node.edges]
    if node.deviation is not None:
        evaluation = node.deviation.evaluation
        if not evaluation.proven:
            values.append(evaluation.value)
        elif evaluation.value == 0:
            values.append(draw)
        else:
            values.append(evaluation.value + (PROVEN if evaluation.value > 0 else -PROVEN))
    return max(values)


@settings(max_examples=20)
@example(486, [("add", 7), ("add", 8), ("extend", 6)], 1.0)  # a draw and a loss known, another move not looked at
@given(st.integers(0, 1000), OPERATIONS, st.floats(-5, 5))
def test_values_are_those_of_plain_minimax(seed: int, operations: list[Operation], draw: float) -> None:
    game = random_graph(seed)
    book = GameBook(MemoryStore(game), game)
    for operation in operations:
        perform(book, game, operation)
        assert book.verify() == []
        nodes = {node.key: node for node in book.nodes()}
        for key, node in nodes.items():
            assert node.value.at(draw) == plain_value(nodes, key, draw)


@settings(max_examples=4)
@given(st.integers(0, 1000), OPERATIONS)
def test_a_file_holds_the_same_as_memory(seed: int, operations: list[Operation]) -> None:
    game = random_graph(seed)
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore.create(Path(folder) / "book", game)
        with GameBook(store, game) as filed:
            memory = GameBook(MemoryStore(game), game)
            for operation in operations:
                perform(filed, game, operation)
                perform(memory, game, operation)
                assert list(filed.nodes()) == list(memory.nodes())
                assert [summary(entry) for entry in filed.journal()] == [summary(entry) for entry in memory.journal()]
            assert filed.verify() == []


def summary(entry: Any) -> tuple[Any, ...]:
    return entry.run, entry.kind, entry.note, entry.positions


@settings(max_examples=12)
@given(st.integers(0, 1000), OPERATIONS, OPERATIONS)
def test_undo_takes_back_exactly(seed: int, first: list[Operation], second: list[Operation]) -> None:
    game = random_graph(seed)
    book = GameBook(MemoryStore(game), game)
    for operation in first:
        perform(book, game, operation)
    before, journal = list(book.nodes()), book.journal()
    for operation in second:
        if operation[0] != "undo":
            perform(book, game, operation)
    runs = len({entry.run for entry in book.journal()} - {entry.run for entry in journal})
    if runs:
        book.undo(runs)
    assert list(book.nodes()) == before
    assert book.journal() == journal
    assert book.verify() == []


@settings(max_examples=12)
@given(st.integers(0, 1000), OPERATIONS, OPERATIONS)
def test_merging_keeps_what_both_know(seed: int, first: list[Operation], second: list[Operation]) -> None:
    game = random_graph(seed)
    books = [GameBook(MemoryStore(game), game) for _ in range(2)]
    for book, operations in zip(books, (first, second), strict=True):
        for operation in operations:
            perform(book, game, operation)
    mine = list(books[0].nodes())
    books[0].merge(books[1])
    assert books[0].verify() == []
    for node in [*mine, *books[1].nodes()]:
        merged = books[0].node(node.key)
        assert merged is not None
        assert merged.moves >= node.moves
        assert not node.is_solved or merged.is_solved
    books[0].complete(HashRecipe(game))
    assert books[0].statistics().pending == 0
    assert books[0].verify() == []
