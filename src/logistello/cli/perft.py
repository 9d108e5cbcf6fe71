"""``logistello perft``: count move sequences."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from logistello.cli.option_types import PliesOrNone, Threads
from logistello.errors import NotationError, UsageError


def perft(
    depth: PliesOrNone,
    position: Annotated[str | None, Parameter(allow_leading_hyphen=True)] = None,
    /,
    *,
    free_pass: bool = False,
    threads: Threads | None = None,
    json: bool = False,
) -> int:
    """Count the sequences of DEPTH moves from a position.

    The first line of the output is the count alone; time and speed go to standard error.

    Parameters
    ----------
    depth
        Length of the sequences, at least 0.
    position
        Where to start, in any notation; the start of the game if omitted.
    free_pass
        A pass does not count as a move. By default it does.
    threads
        Number of threads; by default one for each processor.
    json
        Print one JSON object instead, time included.
    """
    import sys
    from time import perf_counter

    from logistello.cli.mistyped_options import refuse_option

    refuse_option(position)

    from logistello import _native
    from logistello.jobs import processors
    from logistello.number_ranges import THREADS
    from logistello.othello.position import Position

    try:
        start = Position.initial() if position is None else Position.parse(position)
    except NotationError as error:
        raise UsageError(f"this is not a position: {error}") from error
    begun = perf_counter()
    count = _native.perft(start.own, start.opponent, depth, free_pass, threads or min(processors(), THREADS.high))
    seconds = perf_counter() - begun
    speed = count / max(seconds, 1e-9)
    if json:
        import json as json_format

        answer = {
            "depth": depth,
            "position": start.text,
            "free_pass": free_pass,
            "count": count,
            "seconds": round(seconds, 6),
            "per_second": round(speed),
        }
        sys.stdout.write(json_format.dumps(answer) + "\n")
    else:
        sys.stdout.write(f"{count}\n")
        sys.stdout.flush()
        sys.stderr.write(f"{seconds:.3f} s, {speed / 1e6:.1f} million per second\n")
    return 0
