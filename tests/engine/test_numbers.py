"""Numbers that the engine cannot use are refused when they are given, whatever type they have."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from logistello.engine import BookPolicy, Clock, Engine, Limit
from logistello.errors import HashSizeError, NumberError
from logistello.evaluation import Model
from logistello.othello import Position
from tests.waiting import PATIENCE

START = Position.initial()
NO_NUMBERS: list[Any] = [float("nan"), float("inf"), -1, "3", None, 2**64, 10**30, 10**400]
NOT_WHOLE: list[Any] = [1.5, 2.0]


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(hash_mb=1)


def refused(call: Callable[[Any], object], values: list[Any]) -> None:
    for value in values:
        with pytest.raises(NumberError, match="expected") as caught:
            call(value)
        assert isinstance(caught.value, ValueError)


def test_limits() -> None:
    given = [value for value in NO_NUMBERS if value is not None]
    refused(lambda value: Limit(depth=value), [*given, *NOT_WHOLE, 0, 2**31])
    refused(lambda value: Limit(nodes=value), [*given, *NOT_WHOLE])
    endless: list[Any] = [float("nan"), float("inf"), -1, -0.5, "soon", 10**400]
    refused(lambda value: Limit(time=value), endless)
    refused(lambda value: Clock(value), endless)
    refused(lambda value: Clock(1, increment=value), endless)
    assert Limit(time=np.float32(1.5), nodes=np.int64(0), depth=np.int8(3)).depth == 3  # type: ignore[arg-type]


def test_engines() -> None:
    refused(lambda value: Engine(threads=value), [*NO_NUMBERS, *NOT_WHOLE, 0, 1025])
    refused(lambda value: Engine(confidence=value), [*NO_NUMBERS, *NOT_WHOLE, 0, 3, 51, 100])
    refused(lambda value: Engine(lag=value), [float("nan"), float("inf"), -1])
    for megabytes in (0, -1, 2**32, 2**64, 10**30):
        with pytest.raises(HashSizeError):
            Engine(hash_mb=megabytes)


def test_searches(engine: Engine) -> None:
    numbers = [*NO_NUMBERS, *NOT_WHOLE, 0]
    refused(lambda value: engine.search(START, Limit(depth=1), best_moves=value), numbers)
    refused(lambda value: engine.analyse(START, Limit(depth=1), best_moves=value), numbers)
    threads = [value for value in numbers if value is not None]
    refused(lambda value: engine.search(START, Limit(depth=1), threads=value), threads)
    refused(lambda value: engine.solve(START, Limit(nodes=1), threads=value), threads)
    refused(lambda value: engine.solve(START, Limit(nodes=1), window=(0, value)), [*NO_NUMBERS[:2], 65, 2**64])
    assert engine.search(START, Limit(depth=2)).depth == 2  # nothing is left reserved


def test_look_ahead() -> None:
    refused(lambda value: Model.default().look_ahead(START, value), [*NO_NUMBERS, *NOT_WHOLE, 61])


def test_book_policy() -> None:
    refused(lambda value: BookPolicy(draw_value=value), [float("nan"), float("inf"), 65])
    refused(lambda value: BookPolicy(learn_depth=value), [*NO_NUMBERS, 0])
    refused(lambda value: BookPolicy(solve_empties=value), NO_NUMBERS)


def test_threads_that_the_system_does_not_give() -> None:
    """In a process of its own, which may have little memory."""
    script = (
        "import resource\n"
        "from logistello import Engine, EngineError, Limit, Position\n"
        "with Engine(hash_mb=1) as engine:\n"
        "    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))\n"
        "    try:\n"
        "        engine.search(Position.initial(), Limit(depth=4), threads=1000)\n"
        "    except EngineError as error:\n"
        "        print(error)\n"
        "    print(engine.search(Position.initial(), Limit(depth=4), threads=1).depth)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.stdout, done.stderr) == ("the system gives the search no more threads; use fewer\n4\n", "")
