"""How a book grows: which leaf comes next, several at once, stops, renewals."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from logistello.book import GameBook, Growth, GrowthProgress, MemoryStore, Selection
from logistello.book.othello_game import OthelloBookGame
from logistello.book.work import BookQuestion, ask
from logistello.jobs import InlinePool, ProcessPool, Task
from logistello.jobs.task import Results
from tests.book.small_games import GraphGame, HashRecipe, random_graph, random_line

GAME = random_graph(11, size=2000, reach=150, most_moves=7)
RECIPE = HashRecipe(GAME)


def new_book(lines: int = 2) -> GameBook[bytes, int]:
    book = GameBook(MemoryStore(GAME), GAME)
    book.add_lines([random_line(GAME, seed) for seed in range(lines)], RECIPE)
    return book


def test_leaves_come_in_the_order_of_their_losses() -> None:
    book = new_book(5)
    leaves = book.leaves(1000)
    assert len(leaves) > 10
    assert all(first.loss <= second.loss for first, second in pairwise(leaves))
    assert len({leaf.name for leaf in leaves}) == len(leaves)
    assert leaves[0].loss == 0.0


def test_the_principal_leaf_comes_first() -> None:
    book = new_book()
    compared = 0
    for _ in range(20):
        leaf, second = book.leaves(2)
        root = book.probe(GAME.start())
        assert root is not None
        assert leaf.loss == 0.0
        assert abs(leaf.value.at()) == abs(root.value.at())
        if second.loss > 0:  # nothing else is as good: the line leads there
            position, line = GAME.start(), book.line(GAME.start())
            for move in line[:-1]:
                position = GAME.play(position, move)
            last = (GAME.play(position, line[-1]), None) if leaf.move is None else (position, line[-1])
            assert (leaf.key, leaf.move) == last
            compared += 1
        book.extend(RECIPE, expansions=1)
        assert book.verify() == []
    assert compared > 5


def test_a_price_for_moves_broadens_the_book() -> None:
    narrow, broad = new_book(), new_book()
    narrow.extend(RECIPE, expansions=25)
    broad.extend(RECIPE, expansions=25, selection=Selection(ply_cost=2.0))
    assert broad.verify() == []

    def width(book: GameBook[bytes, int]) -> int:
        """Moves of the positions near the root."""
        return sum(len(node.edges) for node in book.nodes() if GAME.ply(node.key) < 6)

    assert width(broad) > width(narrow)


def test_lines_that_give_away_too_much_are_left_alone() -> None:
    book = new_book(4)
    assert max(leaf.loss for leaf in book.leaves(1000)) > 2.0
    kept = book.leaves(1000, Selection(max_loss=2.0))
    assert kept
    assert max(leaf.loss for leaf in kept) <= 2.0
    short = book.leaves(1000, Selection(max_plies=3))
    assert max(leaf.plies for leaf in short) <= 3


def test_what_is_proven_is_closed() -> None:
    """Everything can be solved: the book grows until the root is proven, then there is nothing left to do."""
    game = random_graph(2, size=30)
    book = GameBook(MemoryStore(game), game)
    growth = book.extend(HashRecipe(game, solves_from=5))
    assert growth.expansions > 0
    found = book.probe(game.start())
    assert found is not None
    assert found.value.outcome is not None
    assert book.leaves(10) == []
    best = HashRecipe(game, solves_from=0).make().evaluate(game.start())
    assert best is not None
    assert (found.value.score() > 0) == (best.evaluation.value > 0)
    assert book.extend(HashRecipe(game, solves_from=5)) == Growth()


class EagerPool(InlinePool):
    """Takes several tasks before it answers any, the last first, as processes might."""

    workers = 4

    def __init__(self) -> None:
        self.most = 0

    def run(self, tasks: object) -> Results:
        waiting: list[tuple[int, Task]] = []
        numbered = enumerate(tasks)  # type: ignore[call-overload]
        while True:
            while len(waiting) < self.workers and (item := next(numbered, None)) is not None:
                waiting.append(item)
            self.most = max(self.most, len(waiting))
            if not waiting:
                return
            number, task = waiting.pop()
            yield number, task.run()


def test_several_leaves_are_in_work_at_once_and_none_twice() -> None:
    book, pool = new_book(), EagerPool()
    growth = book.extend(RECIPE, pool, expansions=20)
    assert pool.most == 4
    assert growth.expansions == 20
    assert book.verify() == []
    assert book.statistics().pending == 0 or book.complete(RECIPE).expansions > 0
    assert book.verify() == []


def test_worker_processes_give_the_same_book_as_one() -> None:
    books = [GameBook(MemoryStore(GAME), GAME) for _ in range(2)]
    lines = [random_line(GAME, seed) for seed in range(2)]
    with ProcessPool(1) as pool:
        books[0].add_lines(lines, RECIPE, pool)
        books[0].extend(RECIPE, pool, expansions=5)
    books[1].add_lines(lines, RECIPE)
    books[1].extend(RECIPE, expansions=5)
    assert list(books[0].nodes()) == list(books[1].nodes())
    with pytest.raises(TypeError, match="needs a recipe"):
        books[0].extend(RECIPE.make(), InlinePool(), expansions=1)


def test_a_run_stops_when_it_is_told_and_goes_on_later() -> None:
    told: list[GrowthProgress] = []
    book = GameBook(MemoryStore(GAME), GAME)
    growth = book.add_lines([random_line(GAME, 0)], RECIPE, stop=lambda: len(told) >= 4, on_progress=told.append)
    assert growth == told[-1].growth == Growth(1, 3, growth.positions, 30)
    assert book.statistics().pending > 0
    assert book.verify() == []
    assert told[0].root_value is not None
    whole = GameBook(MemoryStore(GAME), GAME)
    whole.add_lines([random_line(GAME, 0)], RECIPE)
    book.complete(RECIPE)
    assert list(book.nodes()) == list(whole.nodes())


def test_a_number_of_visited_positions_ends_a_run() -> None:
    book = new_book()
    growth = book.extend(RECIPE, nodes=100)
    assert 100 <= growth.nodes < 140


def test_an_empty_book_grows_from_the_root() -> None:
    book = GameBook(MemoryStore(GAME), GAME)
    book.extend(RECIPE, expansions=3)
    assert GAME.start() in book
    assert len(book) > 2


def test_a_new_model_renews_all_estimates_best_lines_first() -> None:
    book = new_book(3)
    newer = HashRecipe(GAME, model="newer")
    order: list[float] = []
    first = book.refresh(newer, stop=lambda: len(order) >= 5, on_progress=lambda progress: order.append(0.0))
    assert first.expansions == 5
    root = book.node(GAME.start())
    assert root is not None
    assert root.deviation is None or root.deviation.evaluation.model == "newer"
    assert set(book.statistics().models) == {"noise", "newer"}
    second = book.refresh(newer)
    assert second.expansions > 0
    third = book.refresh(newer)
    assert third.expansions == 0
    reachable = {leaf.key for leaf in book.leaves(1000)}
    for node in book.nodes():
        if node.key in reachable and node.deviation is not None and not node.deviation.evaluation.proven:
            assert node.deviation.evaluation.model == "newer"
    assert book.verify() == []


def test_shallow_values_are_renewed_where_that_is_asked_for() -> None:
    book = new_book(1)
    assert book.refresh(RECIPE, min_depth=4).expansions == 0
    assert book.refresh(RECIPE, min_depth=5, stop=_twice()).expansions == 2


def _twice():  # type: ignore[no-untyped-def]
    answers = iter([False, False, True, True])
    return lambda: next(answers)


def test_questions_are_answered_best_first_and_solved_ones_once() -> None:
    game = random_graph(4)
    evaluator = HashRecipe(game, solves_from=10).make()
    answers = ask(evaluator, (BookQuestion(game.start(), count=9), BookQuestion(b"p15", count=2)))
    values = [rated.evaluation.value for rated in answers.moves[0]]
    assert values == sorted(values, reverse=True)
    assert len(values) == len(game.steps(game.start())) > 1
    assert len(answers.moves[1]) == 1
    assert answers.nodes == evaluator.nodes


def test_a_deviation_into_the_book_becomes_a_link() -> None:
    """It is known already what is there: only the next deviation is searched."""
    game = GraphGame({"r": ("a", "b"), "a": ("b",), "b": ("c", "d"), "c": ("end",), "d": ("end",)}, {"end": 2.0})
    book = GameBook(MemoryStore(game), game)
    book.add_lines([random_line(game, 1)], HashRecipe(game))
    while book.leaves(1):
        book.extend(HashRecipe(game), expansions=1)
        assert book.verify() == []
    assert {node.key for node in book.nodes()} >= {b"r", b"b"}


def test_othello_is_a_game_of_the_contract() -> None:
    """mypy checks the protocol; this checks that a recipe for it can be hashed, as workers need it."""
    assert hash(HashRecipe(OthelloBookGame())) == hash(HashRecipe(OthelloBookGame()))


def test_searches_that_others_leave_open_meanwhile_are_theirs() -> None:
    """Beside a book that grows, learning a game would otherwise never come to its end."""
    game = random_graph(8)
    book = GameBook(MemoryStore(game), game)
    recipe = HashRecipe(game)
    book.add_lines([random_line(game, 0)], recipe, stop=_after(1))
    mine = set(book.store.pending())
    assert mine
    others = iter(range(1, 30))

    def beside(_: object) -> None:
        if (seed := next(others, None)) is not None:
            with book.graph.change(None):
                book.graph.add_path(book._path(random_line(game, seed), recipe))

    book.complete(recipe, on_progress=beside)
    left = set(book.store.pending())
    assert left
    assert not left & mine
    book.complete(recipe)
    assert list(book.store.pending()) == []


def _after(calls: int) -> Callable[[], bool]:
    left = iter([False] * calls)
    return lambda: next(left, True)
