"""Books of other games: through the contract of games, in both stores."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from logistello.book import Book, BookLine, GameBook, MemoryStore, RulesBookGame, SqliteStore
from logistello.book.store import Store
from logistello.errors import BookError
from logistello.games import GameRules, OthelloRules, openspiel_rules
from logistello.jobs import ProcessPool
from logistello.othello import Position
from tests.book.small_games import HashRecipe
from tests.games.tic_tac_toe import Board, TicTacToe

Books = Callable[[RulesBookGame[Any]], GameBook[Any, int]]


@pytest.fixture(params=["memory", "file"])
def book_of(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Books]:
    """Makes an empty book of a game."""
    made: list[GameBook[Any, int]] = []

    def make(game: RulesBookGame[Any]) -> GameBook[Any, int]:
        store: Store = MemoryStore(game)
        if request.param == "file":
            store = SqliteStore.create(tmp_path / f"book{len(made)}", game)
        made.append(GameBook(store, game))
        return made[-1]

    yield make
    for book in made:
        book.close()


def minimax(rules: GameRules[Any]) -> Callable[[Any], float]:
    """The value of a state for player 0, in the plainest way."""

    @cache
    def value(state: Any) -> float:
        if rules.is_over(state):
            return rules.outcome(state, 0)
        values = [value(rules.play(state, move)) for move in rules.moves(state)]
        return max(values) if rules.player(state) == 0 else min(values)

    return value


def random_line(rules: GameRules[Any], seed: int, length: int = 1000) -> BookLine[Any, int]:
    rng = random.Random(seed)
    state, moves = rules.start(), list[int]()
    while len(moves) < length and not rules.is_over(state):
        moves.append(rng.choice(rules.moves(state)))
        state = rules.play(state, moves[-1])
    return BookLine(tuple(moves))


def test_games_that_are_turned_are_one_line(book_of: Books) -> None:
    rules = TicTacToe()
    game = RulesBookGame(rules)
    book = book_of(game)
    book.add_lines([BookLine((0, 4, 8)), BookLine((2, 4, 6)), BookLine((8, 4, 0))], HashRecipe(game))
    assert len(book) == 4
    assert book.statistics().leaves == 1
    assert Board(1 << 1, 1 << 4) not in book
    found = book.probe(rules.play(rules.play(Board(), 2), 4))
    assert found is not None
    assert 6 in {each.move for each in found.moves}
    assert book.verify() == []


@pytest.mark.parametrize(
    ("rules", "solves_from"),
    [
        (TicTacToe(), 4),
        (TicTacToe(win=12345.5), 4),
        (openspiel_rules("tic_tac_toe"), 4),
        (openspiel_rules("connect_four(rows=4,columns=4,x_in_row=3)"), 4),
        (openspiel_rules("breakthrough(rows=4,columns=3)"), 5),
    ],
    ids=lambda value: value.name if isinstance(value, GameRules) else "",
)
def test_growing_solves_the_game(book_of: Books, rules: GameRules[Any], solves_from: int) -> None:
    """By expansion: estimates are noise, results are known near the end. What is proven is what minimax says."""
    game = RulesBookGame(rules)
    book = book_of(game)
    book.extend(HashRecipe(game, solves_from=solves_from))
    value = minimax(rules)
    found = book.probe(rules.start())
    assert found is not None
    truth = value(rules.start())
    assert found.value.outcome == ("draw" if truth == 0 else "win" if truth > 0 else "loss")
    assert book.leaves(1) == []
    assert book.verify() == []
    for node in book.nodes():
        state = game.position(node.key)
        expected = value(state) * (1 if rules.player(state) == 0 else -1)
        if node.value.outcome is not None:
            assert node.value.outcome == ("draw" if expected == 0 else "win" if expected > 0 else "loss")
            if expected:
                assert abs(node.value.score()) == rules.value_range[1]


def test_moves_above_255(book_of: Books, tmp_path: Path) -> None:
    """Breakthrough on its usual board has 768 moves. Both stores hold the same, whichever way it came in."""
    rules = openspiel_rules("breakthrough")
    game = RulesBookGame(rules)
    book = book_of(game)
    lines = [random_line(rules, seed, length=12) for seed in range(4)]
    assert max(move for line in lines for move in line.moves) > 600
    book.add_lines(lines, HashRecipe(game))
    book.extend(HashRecipe(game), expansions=15)
    assert max(move for node in book.nodes() for move in node.moves) > 600
    assert max(node.deviation.move for node in book.nodes() if node.deviation is not None) > 255
    assert book.verify() == []
    state = rules.start()
    for move in lines[0].moves:
        found = book.probe(state)
        assert found is not None
        assert move in {each.move for each in found.moves}
        state = rules.play(state, move)
    book.write_text(tmp_path / "text")
    again = RulesBookGame(rules)  # knows nothing of what the other has seen
    copy = GameBook(MemoryStore(again), again)
    copy.read_text(tmp_path / "text")
    assert list(copy.nodes()) == list(book.nodes())
    merged = RulesBookGame(rules)
    other = GameBook(SqliteStore.create(tmp_path / "merged", merged), merged)
    other.merge(book)
    assert list(other.nodes()) == list(book.nodes())
    assert other.verify() == []
    other.close()


def test_a_book_is_opened_again_by_one_who_knows_nothing(tmp_path: Path) -> None:
    """Keys of such a game do not tell positions: the file does."""
    rules = openspiel_rules("connect_four")
    game = RulesBookGame(rules)
    with GameBook(SqliteStore.create(tmp_path / "book", game), game) as book:
        book.add_lines([random_line(rules, seed, length=9) for seed in range(5)], HashRecipe(game))
        nodes = list(book.nodes())
    fresh = RulesBookGame(openspiel_rules("connect_four"))
    with GameBook(SqliteStore(tmp_path / "book", fresh, writable=True), fresh) as book:
        with pytest.raises(ValueError, match="nothing is known of the position"):
            fresh.position(nodes[5].key)
        assert book.verify() == []
        assert list(book.nodes()) == nodes
        book.extend(HashRecipe(fresh), expansions=5)
        assert len(book) > len(nodes)
        assert book.verify() == []
    last = RulesBookGame(openspiel_rules("connect_four"))
    with GameBook(SqliteStore(tmp_path / "book", last, writable=True), last) as book:
        book.undo(1)
        assert list(book.nodes()) == nodes
        assert book.verify() == []
        book.undo(1)
        assert len(book) == 0
        assert book.verify() == []


def test_other_processes_search_for_such_a_book(book_of: Books) -> None:
    """What goes to a worker tells the position."""
    rules = openspiel_rules("connect_four")
    game = RulesBookGame(rules)
    here, there = book_of(game), book_of(game)
    lines = [random_line(rules, seed, length=8) for seed in range(3)]
    here.add_lines(lines, HashRecipe(game))
    with ProcessPool(1) as pool:
        there.add_lines(lines, HashRecipe(game), pool)
    assert list(there.nodes()) == list(here.nodes())


def test_estimates_and_results_of_any_size(book_of: Books) -> None:
    """Beyond the 1000 that files of Othello put between estimates and proven results."""
    rules = TicTacToe(win=12345.5)
    game = RulesBookGame(rules)
    book = book_of(game)
    won, wild = (0, 3, 1, 4, 2), (0, 8)
    book.add_lines([BookLine(won), BookLine(wild, score=-54321.25)], Wild(game))
    found = book.probe(rules.parse("xx./oo./..."))
    assert found is not None
    assert (found.moves[0].value.outcome, found.moves[0].value.score()) == ("win", 12345.5)
    assert str(found.moves[0].value) == "win +12345.5"
    estimates = {abs(node.value.score()) for node in book.nodes() if node.value.outcome is None}
    assert 54321.25 in estimates
    assert book.verify() == []


class Wild(HashRecipe):
    """Estimates of ±54321.25."""

    def make(self) -> Any:
        made = super().make()
        made._noise = lambda step: 54321.25 * step.sign
        return made


def test_othello_is_a_game_like_others(book_of: Books) -> None:
    """Its own side of the book is faster and steps over passes; values are the same without it."""
    rules = OthelloRules()
    game = RulesBookGame(rules)
    book, special = book_of(game), Book.in_memory()
    lines = [random_line(rules, seed) for seed in range(3)]
    book.add_lines(lines, HashRecipe(game, solves_from=116))
    special.add_lines(
        [BookLine(tuple(line.moves)) for line in lines],  # type: ignore[misc]
        HashRecipe(special.game, solves_from=58),
    )
    assert book.verify() == []
    state, position = rules.start(), Position.initial()
    for move in lines[0].moves:
        found, other = book.probe(state), special.probe(position)
        assert (found is None) == (other is None)
        if found is None or other is None:
            break
        assert found.games == other.games
        assert {each.move for each in found.moves if each.in_book} >= {
            int(each.move) for each in other.moves if each.in_book
        }
        state, position = rules.play(state, move), position.play(move)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("chess", "positions may come again"),
        ("checkers", "positions may come again"),
        ("go", "positions may come again"),
        ("backgammon", "chance takes part"),
    ],
)
def test_games_with_cycles_or_chance_are_refused(name: str, reason: str) -> None:
    with pytest.raises(BookError, match=rf"a book cannot hold {name}\(.*\): {reason}"):
        RulesBookGame(openspiel_rules(name))


def test_a_book_of_another_game_is_refused(tmp_path: Path) -> None:
    SqliteStore.create(tmp_path / "book", RulesBookGame(TicTacToe())).close()
    with pytest.raises(BookError, match="a book of tic-tac-toe; expected one of othello"):
        Book.open(tmp_path / "book")
    assert Position.initial() not in Book.in_memory()
