"""No new pass where the best move is clear, one more where it is in doubt."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from logistello import Engine, Limit, Position, _native
from logistello.engine.results import Info

Make = Callable[[int, int], Position]
DEPTH = 12
NEVER, ALWAYS = 0.0, math.inf


@dataclass(frozen=True)
class Pass:
    depth: int
    move: int
    score: float


def moods(passes: list[Pass]) -> list[str]:
    """The plain twin of ``cpp/search/steadiness.hpp``: what is thought after each pass."""
    found = []
    agreeing = 0
    for number, this in enumerate(passes):
        before = passes[number - 1] if number > 0 else this
        same_move = number > 0 and this.move == before.move
        alike = [each for each in passes[:number] if each.depth % 2 == this.depth % 2]
        change = this.score - alike[-1].score if alike else 0.0
        agreeing = agreeing + min(this.depth - before.depth, 2) if alike and same_move and abs(change) <= 2 else 0
        if number > 0 and (not same_move or change <= -3):
            found.append("in doubt")
        else:
            found.append("clear" if agreeing >= 5 else "usual")
    return found


def passes_of(engine: Engine, position: Position, last_new_pass: tuple[float, float, float]) -> list[Pass]:
    """Of a search that remembers nothing, with one thread: always the same, however long it takes."""
    found: list[_native.Info] = []
    engine.clear()
    with engine._access.call() as native:
        native.search(
            position.own, position.opponent, depth=DEPTH, seconds_for_new_pass=last_new_pass, on_info=found.append
        )
    return [Pass(info.depth, info.line[0], info.score) for info in found]


def test_the_search_stops_where_the_plain_twin_would() -> None:
    seen = set()
    position = Position.initial().play("f5").play("f6").play("e6").play("f4")
    with Engine(hash_mb=1) as engine:
        while position.empties > 36:  # a game as engines play it: random positions are never clear
            whole = passes_of(engine, position, (ALWAYS, ALWAYS, ALWAYS))
            assert [each.depth for each in whole] == [*range(1, 9), 10, DEPTH]
            expected = moods(whole)
            seen.update(expected)
            for mood, times in (("clear", (NEVER, ALWAYS, ALWAYS)), ("in doubt", (ALWAYS, ALWAYS, NEVER))):
                stops_after = expected.index(mood) + 1 if mood in expected else len(whole)
                assert passes_of(engine, position, times) == whole[:stops_after]
            move = engine.search(position, Limit(depth=6)).move
            assert move is not None
            position = position.play(move)
    assert seen == {"clear", "usual", "in doubt"}


def test_without_a_clock_nothing_is_cut(random_position: Make) -> None:
    infos: list[Info] = []
    with Engine(hash_mb=1) as engine:
        result = engine.search(random_position(1, 40), Limit(depth=10, time=60), every_depth=True, on_info=infos.append)
    assert (result.complete, len(infos)) == (True, 10)
