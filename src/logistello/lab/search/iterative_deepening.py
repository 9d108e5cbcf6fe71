"""Iterative deepening: search to depth 1, 2, 3, ... and use what each iteration teaches (Orlovich 2002, section 1.3).

The table orders the moves of the next iteration; when time runs out, the last finished one has an answer. Where values
swing between odd and even depths, the step should be 2, or the guess be that of the last iteration but one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count


def depths(last: int | None, step: int) -> Iterator[int]:
    """The depths to search, ending with ``last``; without one, endlessly. A step of 0 goes there at once.

    >>> list(depths(5, 1)), list(depths(6, 2)), list(depths(5, 0)), list(depths(0, 1))
    ([1, 2, 3, 4, 5], [2, 4, 6], [5], [0])
    """
    if last is None:
        yield from count(step, step)
    elif not step or last == 0:
        yield last
    else:
        yield from range((last - 1) % step + 1, last + 1, step)
