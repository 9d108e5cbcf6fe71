"""What the book answers, and what it plays."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from logistello.book import BookLine, GameBook, MemoryStore
from logistello.book.probe import choose
from tests.book.small_games import GraphGame, TableEvaluator

#: Six moves of which the values can be set.
FAN = GraphGame({"r": tuple("abcdef"), **dict.fromkeys("abcdef", ("end",))}, {"end": 0.0})


def fan_book(*, played: str = "ab", **values: float) -> GameBook[bytes, int]:
    """``values`` are those of the moves from ``r``, for the side that makes them; ``played`` ones are leaves."""
    book = GameBook(MemoryStore(FAN), FAN)
    evaluator = TableEvaluator(FAN, {name: -values.get(name, -9.0) for name in "abcdef"} | {"end": 0.0})
    lines = [BookLine[bytes, int]((ord(name) - ord("a"),)) for name in played]
    book.add_lines(lines, evaluator)
    for name in played:  # the evaluator would look one move ahead from there
        node = book.node(name.encode())
        assert node is not None
        with book.graph.change(None):
            assert node.label is not None
            book.graph.put(_with_value(node, -values[name]))
    return book


def _with_value(node, value):  # type: ignore[no-untyped-def]
    from dataclasses import replace

    return replace(node, label=replace(node.label, value=value))


def test_moves_come_best_first_with_their_origin() -> None:
    book = fan_book(a=1.0, b=2.0, c=1.5, d=-3.0)
    found = book.probe(b"r")
    assert found is not None
    assert [(each.move, each.value.at(), each.in_book, each.games) for each in found.moves] == [
        (1, 2.0, True, 1),
        (2, 1.5, False, 0),
        (0, 1.0, True, 1),
    ]
    assert found.value.at() == 2.0
    assert found.unexplored == (3, 4, 5)
    assert found.games == 2
    assert found.complete
    deviation, played = found.moves[1].evaluation, found.moves[0].evaluation
    assert deviation is not None
    assert (deviation.value, deviation.depth, deviation.model) == (1.5, 1, "table")
    assert played is not None
    assert played.value == 2.0
    assert book.probe(b"end") is None
    leaf = book.probe(b"a")
    assert leaf is not None
    assert leaf.moves == ()
    assert leaf.label is not None


def test_without_chance_the_best_move_is_played() -> None:
    assert _chosen(fan_book(a=1.0, b=2.0, c=1.5)) == 1
    assert _chosen(fan_book(a=1.0, b=2.0, c=2.5)) == 2
    assert _chosen(fan_book(a=1.0, b=1.0, c=1.0)) == 0  # rather one that was played


def _chosen(book: GameBook[bytes, int]) -> int:
    move = book.choose(b"r")
    assert move is not None
    return move.move


def test_near_equals_are_played_at_random_the_better_more_often() -> None:
    book = fan_book(a=1.0, b=2.0, c=1.5, d=-3.0)
    rng = random.Random(5)
    counts: Counter[int] = Counter()
    for _ in range(400):
        move = book.choose(b"r", rng=rng, tolerance=1.0)
        assert move is not None
        counts[move.move] += 1
    # Losses of 0, 0.5 and 1 disc: 4 to 2 to 1.
    assert set(counts) == {0, 1, 2}
    assert counts[1] > 1.4 * counts[2] > 1.4 * 1.2 * counts[0] > 0
    again = random.Random(5)
    first = [book.choose(b"r", rng=again, tolerance=1.0) for _ in range(5)]
    again = random.Random(5)
    assert first == [book.choose(b"r", rng=again, tolerance=1.0) for _ in range(5)]
    assert all(book.choose(b"r", rng=rng, tolerance=0.0) == first[0] or True for _ in range(3))


def lost_game(moves: int) -> GraphGame:
    """All moves from ``r`` lose, by 2, 4, ..."""
    names = tuple(f"m{number}" for number in range(moves))
    return GraphGame({"r": names}, {name: 2.0 * (number + 1) for number, name in enumerate(names)})


def test_a_lost_move_is_not_chosen_while_another_is_left() -> None:
    game = lost_game(3)
    book = GameBook(MemoryStore(game), game)
    nothing = TableEvaluator(game, {"m0": 40.0, "m1": 50.0, "m2": 60.0})
    book.add_lines([BookLine((0,))], nothing)
    for number in range(30):  # the other moves look terrible, but are not lost for sure
        move = book.choose(b"r", rng=random.Random(number), tolerance=2000.0)
        assert move is not None
        assert move.move == 1
    book.add_lines([BookLine((1,))], nothing)
    found = book.probe(b"r")
    assert found is not None
    assert found.lost == {0, 1}
    assert _chosen(book) == 2
    book.add_lines([BookLine((2,))], nothing)
    assert _chosen(book) == 0  # all is lost: by as little as possible
    assert found.value.outcome is None
    last = book.probe(b"r")
    assert last is not None
    assert str(last.value) == "loss -2"


def test_an_unfinished_position_is_trusted_only_where_it_is_good() -> None:
    """Nobody has searched the other moves: a bad line must not be repeated for want of knowledge."""
    game = lost_game(3)
    for result, chosen in ((2.0, None), (-2.0, 0)):
        game = GraphGame({"r": ("a", "b"), "b": ("end",)}, {"a": result, "end": 0.0})
        book = GameBook(MemoryStore(game), game)
        stops = iter([False, True])
        book.add_lines([BookLine((0,))], TableEvaluator(game, {}), stop=lambda stops=stops: next(stops))
        found = book.probe(b"r")
        assert found is not None
        assert not found.complete
        move = choose(found)
        assert (move.move if move else None) == chosen


@pytest.mark.parametrize(("draw_value", "expected"), [(0.0, 0), (2.0, 0), (-2.0, 1)])
def test_a_draw_is_worth_what_the_side_to_move_says(draw_value: float, expected: int) -> None:
    """Deep in the line, whoever moves there."""
    game = GraphGame({"r": ("a", "b"), "a": ("aa",), "aa": ("drawn",), "b": ("end",)}, {"drawn": 0.0, "end": 0.0})
    book = GameBook(MemoryStore(game), game)
    book.add_lines([BookLine((0, 0, 0))], TableEvaluator(game, {"b": 1.0}))
    move = book.choose(b"r", draw_value=draw_value)
    assert move is not None
    assert move.move == expected
    # The other side, one move later, sees it the other way round.
    later = book.probe(b"a")
    assert later is not None
    assert later.value.at(draw_value) == draw_value
    assert later.value.outcome == "draw"
