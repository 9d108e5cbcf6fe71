"""The book of Othello, with the engine that searches for it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from logistello.book import Book, BookLine, EngineEvaluator, EngineRecipe, Selection
from logistello.book.othello_game import OthelloBookGame
from logistello.engine import Engine
from logistello.errors import IllegalMoveError
from logistello.othello import PASS, Game, Position, Square
from logistello.othello.symmetry import Symmetry
from tests.book.small_games import HashRecipe
from tests.random_games import random_game

START = Position.initial()
NOISE = HashRecipe(OthelloBookGame())


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine(hash_mb=16) as engine:
        yield engine


def test_symmetric_games_are_one_line() -> None:
    game = random_game(1)
    book = Book.in_memory()
    book.add_games([game], NOISE)
    before = list(book.nodes())
    images = [game.transform(symmetry) for symmetry in Symmetry if game.start.transform(symmetry) == game.start]
    book.add_games(images, NOISE)
    assert len(images) == 4
    assert len(book) == len(before)
    assert [node.moves for node in book.nodes()] == [node.moves for node in before]
    assert book.statistics().leaves == 1
    assert {node.games for node in book.nodes()} == {5}
    for image in images:
        chosen = book.probe(image.start.play(image.moves[0]))
        assert chosen is not None
        assert chosen.moves[0].move in image.start.play(image.moves[0]).legal_moves


def test_transpositions_are_one_position() -> None:
    book = Book.in_memory()
    games = [Game.from_moves("f5d6c3d3c4"), Game.from_moves("f5d6c4d3c3")]
    assert games[0].position == games[1].position
    book.add_games(games, NOISE)
    assert book.statistics().leaves == 1
    node = book.node(games[0].position)
    assert node is not None
    assert (node.games, len(book.store.parents(node.key))) == (2, 2)


def test_passes_are_no_positions_and_turn_no_signs() -> None:
    game = next(game for game in map(random_game, range(100)) if PASS in game.moves)
    book = Book.in_memory()
    book.add_games([game], NOISE)
    assert book.verify() == []
    assert len(book) == len([move for move in game.moves if move is not PASS]) + 1
    position = next(each for each in game.positions() if each.must_pass)
    here, after = book.probe(position), book.probe(position.play(PASS))
    assert here is not None
    assert after is not None
    assert here.moves == ()
    assert here.value == -after.value
    assert book.choose(position) is None
    last = book.probe(game.position)
    assert last is not None
    assert last.value.score() == game.position.final_score()


def test_a_line_ends_where_the_engine_solves(engine: Engine) -> None:
    game = random_game(7)
    book = Book.in_memory()
    evaluator = EngineEvaluator(engine, depth=1, solve_empties=9)
    book.add_games([game], evaluator)
    ends = [node for node in book.nodes() if node.is_leaf]
    solved = next(each for each in game.positions() if each.empties <= 9 and not each.must_pass)
    assert [node.key for node in ends] == [book.game.place(solved).key]
    probe = book.probe(solved)
    assert probe is not None
    assert probe.label is not None
    assert probe.label.proven
    assert probe.label.value == engine.solve(solved).score
    assert probe.value.outcome is not None
    assert book.statistics().pending == 0
    assert book.verify(solver=evaluator, sample=5) == []


def test_an_unfinished_game_ends_in_an_estimate(engine: Engine) -> None:
    book = Book.in_memory()
    evaluator = EngineEvaluator(engine, depth=3)
    game = Game.from_moves("f5d6c3")
    book.add_games([game], evaluator)
    node = book.node(game.position)
    assert node is not None
    assert node.label is not None
    assert not node.label.proven
    assert node.label.depth == 3
    assert node.label.model == evaluator.model
    assert not node.pending


def test_evaluations_repeat_and_leave_moves_out(engine: Engine) -> None:
    evaluator = EngineEvaluator(engine, depth=4, solve_empties=0)
    game = OthelloBookGame()
    key = game.place(Game.from_moves("f5d6c3d3").position).key
    ranked, excluded = [], frozenset[int]()
    while (rated := evaluator.evaluate(key, excluded)) is not None:
        assert evaluator.evaluate(key, excluded) == rated
        ranked.append(rated)
        excluded |= {rated.move}
    assert {rated.move for rated in ranked} == {step.move for step in game.steps(key)}
    values = [rated.evaluation.value for rated in ranked]
    assert values[0] == max(values)
    assert evaluator.evaluate(game.place(START).key, frozenset({game.steps(game.place(START).key)[0].move})) is None


def test_growing_by_searching_alone(engine: Engine) -> None:
    book = Book.in_memory()
    evaluator = EngineEvaluator(engine, depth=2)
    growth = book.extend(evaluator, expansions=15, selection=Selection(ply_cost=0.5))
    assert growth.expansions == 15
    assert growth.nodes == evaluator.nodes > 0
    assert book.verify() == []
    line = book.line(START)
    assert line
    assert Game.from_moves(line).moves[: len(line)] == line
    chosen = book.choose(START.play("c4"))
    assert chosen is not None
    assert isinstance(chosen.move, Square)


def test_a_recipe_makes_an_evaluator() -> None:
    recipe = EngineRecipe(depth=1, solve_empties=4, hash_mb=16)
    evaluator = recipe.make()
    assert evaluator.model == recipe.model
    assert recipe == EngineRecipe(depth=1, solve_empties=4, hash_mb=16)
    key = OthelloBookGame().place(START).key
    assert not recipe.solves(key)
    assert not evaluator.solves(key)
    found = evaluator.evaluate(key)
    assert found is not None
    assert found.evaluation.depth == 1


def test_an_illegal_move_leaves_the_book_alone() -> None:
    book = Book.in_memory()
    with pytest.raises(IllegalMoveError):
        book.add_lines([BookLine((Square.F5, Square.F5))], NOISE)
    assert len(book) == 0


def test_games_may_begin_anywhere() -> None:
    start = random_game(9, 12).position
    game = Game.from_moves(start.legal_moves[:1], start)
    book = Book.in_memory()
    book.add_games([game], NOISE)
    assert start in book
    assert START not in book
    book.extend(NOISE, root=start, expansions=5)
    assert book.verify() == []
    assert {node.key for node in book.nodes() if not book.store.parents(node.key)} == {book.game.place(start).key}
