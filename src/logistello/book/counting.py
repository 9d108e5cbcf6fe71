"""Telling how far a walk through many positions has come."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")
_BLOCK = 1000


def counted(items: Iterable[T], on_progress: Callable[[int], None] | None) -> Iterator[T]:
    """The items; every now and then it is told how many more there were.

    >>> told: list[int] = []
    >>> sum(counted(range(2500), told.append)), told
    (3123750, [1000, 1000, 500])
    """
    number = 0
    for number, item in enumerate(items, start=1):
        yield item
        if number % _BLOCK == 0 and on_progress is not None:
            on_progress(_BLOCK)
    if on_progress is not None:
        on_progress(number % _BLOCK)
