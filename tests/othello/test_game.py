"""Games: history, passes, variations, results."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logistello.errors import IllegalMoveError
from logistello.othello import PASS, Color, Ending, Game, Mark, Player, Position, Result, Shape, Square, Symmetry
from tests.random_games import finished_games, random_game

# The shortest way to lose all discs: nine moves.
WIPE_OUT = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"]


def game_with_pass() -> Game:
    """A random game in which a pass is followed by another move."""
    for seed in range(1000):
        game = random_game(seed)
        if PASS in game.moves:
            return game
    raise AssertionError("no game with a pass among 1000")


def test_a_new_game_is_empty() -> None:
    game = Game()
    assert game.moves == ()
    assert game.position == game.start == Position.initial()
    assert game.undo() is None
    assert game.result == Result(None, Ending.UNFINISHED)
    assert game.transcript() == str(game) == ""


def test_play_and_undo() -> None:
    game = Game()
    node = game.play("f5", value=-1.5, seconds=3, comment="tiger")
    assert (node.move, node.value, node.seconds, node.comment) == (Square.F5, -1.5, 3, "tiger")
    assert node.mover is Color.BLACK
    game.play("d6")
    assert game.undo() is Square.D6
    assert game.moves == (Square.F5,)


def test_an_illegal_move_leaves_the_game_as_it_was() -> None:
    game = Game.from_moves(["f5", "d6"])
    with pytest.raises(IllegalMoveError, match="legal: c3 c4 c5 c6 c7"):
        game.play("a1")
    assert game.moves == (Square.F5, Square.D6)


def test_omitted_passes_are_inserted_and_taken_back_together() -> None:
    complete = game_with_pass()
    index = complete.moves.index(PASS)
    before, after = complete.moves[:index], complete.moves[index + 1]
    game = Game.from_moves(before)
    assert game.position.must_pass
    game.play(after)
    assert game.moves == (*before, PASS, after)
    assert game.undo() is after
    assert game.moves == before


def test_a_pass_alone_is_taken_back_alone() -> None:
    complete = game_with_pass()
    index = complete.moves.index(PASS)
    game = Game.from_moves(complete.moves[: index + 1])
    assert game.undo() is PASS
    assert game.moves == complete.moves[:index]


def test_transcript_with_and_without_passes() -> None:
    game = game_with_pass()
    assert "pa" not in game.transcript()
    assert "pa" in game.transcript(passes=True)
    assert Game.from_moves([move for move in game.moves if move is not PASS]).moves == game.moves


def test_wipe_out_ends_early_and_counts_64() -> None:
    game = Game.from_moves(WIPE_OUT)
    assert game.position.white == 0
    assert game.is_over
    assert game.result == Result(64, Ending.PLAYED)
    assert game.result.winner is Color.BLACK
    assert game.result.score_for(Color.WHITE) == -64


def test_a_stated_result_wins_over_the_moves() -> None:
    game = Game.from_moves(WIPE_OUT)
    game.stated_result = Result(-2, Ending.TIMEOUT)
    assert game.result.winner is Color.WHITE


@pytest.mark.parametrize(("score", "winner"), [(None, None), (0, None), (2, Color.BLACK), (-2, Color.WHITE)])
def test_winner(score: float | None, winner: Color | None) -> None:
    assert Result(score).winner is winner


def test_variations() -> None:
    game = Game.from_moves(["f5", "d6", "c3"])
    after_f5 = game.root.children[0]
    variation = after_f5.add("f6", comment="diagonal").add("e6")
    assert game.moves == (Square.F5, Square.D6, Square.C3)
    assert variation.line() == [Square.F5, Square.F6, Square.E6]
    assert [child.move for child in after_f5.children] == [Square.D6, Square.F6]
    again = after_f5.add("f6", value=2.0)
    assert again is after_f5.children[1]
    assert (again.comment, again.value) == ("diagonal", 2.0)
    assert list(game.root.main_line())[-1] is game.end


def test_games_from_a_set_up_position() -> None:
    start = Position(Square.A1.mask, Square.B1.mask, Color.WHITE)
    game = Game.from_moves(["c1"], start=start)
    assert game.moves == (PASS, Square.C1)
    assert game.result.black_score == 64


@given(finished_games)
def test_random_games_end_with_a_score(game: Game) -> None:
    assert game.is_over
    assert game.result.black_score == game.position.final_score(Color.BLACK)
    positions = list(game.positions())
    assert len(positions) == len(game.moves) + 1
    for position, move, after in zip(positions, game.moves, positions[1:], strict=False):
        assert position.play(move) == after


@given(finished_games)
def test_undo_leads_back_to_the_start(game: Game) -> None:
    while game.undo() is not None:
        assert game.end.parent is None or game.position in set(game.positions())
    assert game.moves == ()
    assert game.position == game.start


@given(finished_games, st.sampled_from(Symmetry))
def test_transform_turns_moves_positions_and_annotations(game: Game, symmetry: Symmetry) -> None:
    game.black = Player("Tastet", 2600.0, "5:00")
    game.tags["kind"] = "test"
    game.end.comment = "last"
    game.end.marks = frozenset((Mark(Shape.ARROW, Square.A1, to=Square.C2),))
    variation = game.root.add(game.root.position.legal_moves[-1], value=1.0)
    turned = game.transform(symmetry)
    assert turned.moves == tuple(symmetry.apply(move) for move in game.moves)
    assert turned.position == game.position.transform(symmetry)
    assert turned.result == game.result
    assert (turned.black, turned.tags, turned.end.comment) == (game.black, game.tags, "last")
    assert turned.end.marks == {Mark(Shape.ARROW, symmetry.apply(Square.A1), to=symmetry.apply(Square.C2))}
    assert turned.black is not game.black
    assert symmetry.apply(variation.move or PASS) in [child.move for child in turned.root.children]
    assert turned.transform(symmetry.inverse).moves == game.moves


@pytest.mark.parametrize("first", ["d3", "c4", "f5", "e6"])
def test_normalised_games_begin_with_f5(first: str) -> None:
    game = Game.from_moves([first])
    game.play(game.position.legal_moves[0])
    normal = game.normalised()
    assert normal.moves[0] is Square.F5
    assert normal.start == Position.initial()
    assert normal.position.canonical() == game.position.canonical()


def test_games_without_moves_or_with_another_start_stay_as_they_are() -> None:
    assert Game().normalised().moves == ()
    other = Game(start=Position.initial().transform(Symmetry.MIRROR_COLUMNS))
    other.play(other.position.legal_moves[0])
    assert other.normalised() is other


@given(finished_games)
def test_games_survive_pickling(game: Game) -> None:
    copy = pickle.loads(pickle.dumps(game))  # noqa: S301
    assert copy.moves == game.moves
    assert copy.position == game.position


def test_pictures_for_notebooks() -> None:
    assert Game.from_moves(["f5"])._repr_svg_().startswith("<svg ")


# -- equality and representation --------------------------------------------------------------


def test_games_differ_by_their_moves() -> None:
    assert Game.from_moves("f5d6") == Game.from_moves("f5d6")
    assert Game.from_moves("f5d6") != Game.from_moves("d3c3")
    assert Game.from_moves("f5d6") != Game.from_moves("f5")
    assert Game.from_moves("f5d6") != "f5d6"


def _with_mark(game: Game) -> None:
    game.end.marks = frozenset((Mark(Shape.CIRCLE, Square.A1),))


def _with_comment(game: Game) -> None:
    game.end.comment = "here"


def _with_value(game: Game) -> None:
    game.end.value = 0.0


def _with_variation(game: Game) -> None:
    game.root.children[0].add("f6")


def _with_name(game: Game) -> None:
    game.black.name = "Alice"


def _with_move(game: Game) -> None:
    game.play("c4")


@pytest.mark.parametrize("change", [_with_comment, _with_mark, _with_value, _with_variation, _with_name, _with_move])
def test_games_differ_by_everything_that_is_recorded(change: Callable[[Game], None]) -> None:
    one, two = Game.from_moves("f5d6c3d3"), Game.from_moves("f5d6c3d3")
    change(one)
    assert one != two
    change(two)
    assert one == two


@given(finished_games)
def test_a_game_equals_its_copy_and_no_shorter_one(game: Game) -> None:
    copy = game.transform(Symmetry.IDENTITY)
    assert copy == game
    if copy.undo() is not None:
        assert copy != game


def test_repr_tells_the_moves() -> None:
    assert repr(Game.from_moves("f5d6")) == "<Game f5d6>"
    game = Game.from_moves("f5d6")
    game.black.name = "Alice"
    game.stated_result = Result(12.0)
    game.root.children[0].add("f6")
    assert repr(game) == "<Game f5d6, Alice - ?, +12, 1 variation>"
    assert repr(Game(start=Position.initial().play("f5"))).startswith("<Game no moves, from ---")


# -- editing variations -----------------------------------------------------------------------


def _second_moves(game: Game) -> list[str]:
    return [str(child.move) for child in game.root.children[0].children]


def test_variations_move_up_and_down() -> None:
    game = Game.from_moves("f5d6c3")
    first = game.root.children[0]
    f6, f4 = first.add("f6"), first.add("f4")
    assert _second_moves(game) == ["d6", "f6", "f4"]
    f4.promote()
    assert _second_moves(game) == ["d6", "f4", "f6"]
    f4.promote()
    f4.promote()  # already first
    assert _second_moves(game) == ["f4", "d6", "f6"]
    assert game.transcript() == "f5f4"
    f6.demote()  # already last
    f4.demote()
    assert _second_moves(game) == ["d6", "f4", "f6"]
    game.root.promote()
    game.root.demote()
    assert game.transcript() == "f5d6c3"


def test_a_deep_line_becomes_the_main_line() -> None:
    game = Game.from_moves("f5d6c3d3")
    other = game.root.add("d3").add("c3").add("c4")
    assert not other.is_main
    other.make_main()
    assert other.is_main
    assert game.transcript() == "d3c3c4"
    assert [child.is_main for child in game.root.children] == [True, False]


def test_removing_a_move_removes_what_follows() -> None:
    game = Game.from_moves("f5d6c3d3")
    game.root.children[0].children[0].remove()
    assert game.transcript() == "f5"
    with pytest.raises(ValueError, match="start position"):
        game.root.remove()


def test_removing_the_only_move_after_a_forced_pass_removes_the_pass() -> None:
    complete = game_with_pass()
    index = complete.moves.index(PASS)
    game = Game.from_moves(complete.moves[:index])
    node = game.play(complete.moves[index + 1])
    assert PASS in game.moves
    node.remove()
    assert game.moves == complete.moves[:index]
