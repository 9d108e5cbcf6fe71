"""Limits of players as text: ``depth=8``, ``time=0.5``, ``clock=60+0.5``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from logistello.engine.clock import Clock
from logistello.engine.limit import Limit
from logistello.errors import UsageError


def _clock(text: str) -> Clock:
    remaining, _, increment = text.partition("+")
    return Clock(float(remaining), float(increment or 0))


#: Names of limits and how their text becomes a value.
LIMITS: Mapping[str, Callable[[str], Any]] = {"depth": int, "nodes": int, "time": float, "clock": _clock}
_EXAMPLES = {
    "depth": "8",
    "nodes": "100000",
    "time": "0.5 (seconds a move)",
    "clock": "60+0.5 (seconds a game + seconds a move)",
}


def parse_limit(**limits: str) -> Limit:
    """Limits as text; several hold together. ``time="none"`` is no limit. Raises ``UsageError``.

    >>> parse_limit(clock="60+0.5").clock
    Clock(remaining=60.0, increment=0.5)
    """
    limit = Limit()
    for name, text in limits.items():
        if name == "time" and text == "none":
            continue
        try:
            limit = replace(limit, **{name: LIMITS[name](text)})
        except ValueError:
            raise UsageError(f"{name}={text}: expected something like {_EXAMPLES[name]}") from None
    if limit.time is not None and limit.clock is not None:
        raise UsageError("time is for a move and clock for a game: give one of the two")
    return limit


def describe_limit(limit: Limit) -> str:
    """The limit in words that :func:`parse_limit` reads.

    >>> describe_limit(Limit(depth=8, clock=Clock(60, 0.5)))
    'depth=8,clock=60+0.5'
    """
    words = [f"{name}={value}" for name in ("depth", "nodes") if (value := getattr(limit, name)) is not None]
    if limit.time is not None:
        words.append(f"time={limit.time!r}")
    if limit.clock is not None:
        increment = f"+{limit.clock.increment:g}" if limit.clock.increment else ""
        words.append(f"clock={limit.clock.remaining:g}{increment}")
    return ",".join(words) or "time=none"
