"""The Python side of the board in a notebook: its traits, and a real engine behind it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator

import pytest

from logistello import PASS, Color, Engine, Game, IllegalMoveError, Limit, Position, Square
from logistello.notebook import BoardWidget
from tests.waiting import PATIENCE

ENDING = Position.parse("XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX--XXXXXXO- X")


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine(hash_mb=4) as made:
        yield made


@pytest.fixture
def make() -> Iterator[Callable[..., BoardWidget]]:
    made = []

    def maker(*args: object, **options: object) -> BoardWidget:
        made.append(BoardWidget(*args, **options))  # type: ignore[arg-type]
        return made[-1]

    yield maker
    for each in made:
        each.close()


Make = Callable[..., BoardWidget]


def wait(condition: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def click(board: BoardWidget, **content: object) -> None:
    """As the browser's message comes in."""
    board._handle_custom_msg({"position": board.position.text, **content}, [])


def test_it_begins_with_whatever_is_given(make: Make) -> None:
    assert make().position == Position.initial()
    assert make("f5d6c3").game.transcript() == "f5d6c3"
    assert make(ENDING).position == ENDING
    assert make(ENDING.text).position == ENDING
    game = Game.from_moves("f5f6")
    assert make(game).game == game


def test_moves_can_be_observed(make: Make) -> None:
    board, seen = make(), []
    board.observe(lambda change: seen.append((change.new.text, board.game.transcript())), "position")
    click(board, do="play", square="f5")
    board.play("d6")
    click(board, do="back")
    click(board, do="forward")
    assert [transcript for _, transcript in seen] == ["f5", "f5d6", "f5", "f5d6"]
    assert seen[-1][0] == Game.from_moves("f5d6").position.text


def test_another_move_forgets_those_that_were_taken_back(make: Make) -> None:
    board = make("f5d6c3")
    board.back()
    board.back()
    assert board._shown["forward"]
    board.play("f6")
    assert not board._shown["forward"]
    board.forward()
    assert board.game.transcript() == "f5f6"


def test_stale_clicks_and_nonsense_are_dropped(make: Make) -> None:
    board = make()
    board._handle_custom_msg({"do": "play", "square": "f5", "position": ENDING.text}, [])
    click(board, do="play", square="a1")
    click(board, do="play", square="zz")
    click(board, do="play", square=5)
    click(board, do="nothing")
    board._handle_custom_msg("text", [])
    click(board, do="back")
    click(board, do="forward")
    assert board.position == Position.initial()
    with pytest.raises(IllegalMoveError):
        board.play("a1")


def test_passes_are_played_and_taken_back(make: Make) -> None:
    start = Position.parse("-OX-----" + "--------" * 6 + "XXXXXXO- X")
    board = make(start)
    board.play("a1")
    assert list(board.game.moves) == [Square.A1, PASS]
    assert board.position.turn is Color.BLACK
    assert board._shown["passed"] == "white"
    board.back()
    assert board.position == start
    board.play("a1")
    board.play("h8")
    assert board._shown["score"] == 64
    assert not board._shown["legal"]


def test_setting_traits_shows_another_position(make: Make) -> None:
    board = make("f5d6")
    board.position = ENDING
    assert board.game.start == ENDING
    assert board._shown["position"] == ENDING.text
    assert not board._shown["back"]
    board.game = Game.from_moves("f5f6e6")
    assert board.position == board.game.position
    assert board._shown["last"] == "e6"


def test_values_come_from_the_engine_and_are_those_of_a_search(make: Make, engine: Engine) -> None:
    board = make("f5d6", engine=engine, limit=Limit(depth=6))
    wait(lambda: not board.thinking)
    assert {info.move for info in board.values} == set(board.position.legal_moves)
    engine.clear()
    best = engine.search(board.position, Limit(depth=6), best_moves=64).best
    # The mean of depths 5 and 6, and the search that is repeated here is the deeper one.
    assert board.values[0].depth == best[0].depth == 6
    assert abs(board.values[0].score - best[0].score) < 4
    assert board.values[0].turn is Color.BLACK
    told = board._values
    assert told["position"] == board.position.text
    assert [each["move"] for each in told["moves"]] == [str(info.move) for info in board.values]
    assert told["moves"][0]["score"] == pytest.approx(board.values[0].score, abs=0.01)


def test_the_newest_position_wins(make: Make, engine: Engine) -> None:
    board = make(engine=engine, limit=Limit(time=1000))
    for move in ("f5", "d6", "c3"):
        wait(lambda: board.values)
        assert board.thinking
        board.play(move)
        assert not board.values or board.values[0].move in board.position.legal_moves
    wait(lambda: board.values)
    assert {info.move for info in board.values} == set(board.position.legal_moves)
    board.close()
    assert engine.search(Position.initial(), Limit(depth=1)).move, "a closed board leaves the engine alone"


def test_without_an_engine_or_with_a_busy_one(make: Make, engine: Engine) -> None:
    board = make()
    assert board.values == ()
    with engine.reserve():
        board.engine = engine
        assert "busy" in board.trouble
        assert not board.thinking
    board.limit = Limit(depth=2)  # asks again
    wait(lambda: not board.thinking)
    assert board.trouble == ""
    assert board.values
    board.engine = None
    board.play("f5")
    assert board.values == ()


def test_a_closed_engine_is_told(make: Make) -> None:
    with Engine(hash_mb=1) as brief:
        board = make()
    board.engine = brief
    assert "closed" in board.trouble


def test_in_a_kernel_news_come_in_its_loop(make: Make, engine: Engine) -> None:
    """Who observes need not think of threads."""

    async def cell() -> set[int]:
        import threading

        threads = set()
        board = make(engine=engine, limit=Limit(depth=4))
        board.observe(lambda change: threads.add(threading.get_ident()), ["values", "thinking"])
        assert board.thinking
        async with asyncio.timeout(PATIENCE):
            while board.thinking:
                await asyncio.sleep(0.01)
        assert board.values
        return threads - {threading.get_ident()}

    assert asyncio.run(cell()) == set()
