"""``logistello perft``: count move sequences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from logistello.cli.option_types import PliesOrNone, Threads
from logistello.errors import NotationError, UsageError

if TYPE_CHECKING:
    from logistello.othello import Position

#: Moves from which on counting takes seconds, and how many of them the parts are apart from the start.
_LONG, _PLIES_OF_PARTS = 11, 3


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
    from logistello.cli.long_work import progress_bars
    from logistello.jobs import processors
    from logistello.number_ranges import THREADS
    from logistello.othello import Position

    try:
        start = Position.initial() if position is None else Position.parse(position)
    except NotationError as error:
        raise UsageError(f"this is not a position: {error}") from error
    begun = perf_counter()
    threads = threads or min(processors(), THREADS.high)
    parts = _parts(start, depth, free_pass)
    count = 0
    with progress_bars(quiet=json or len(parts) == 1) as progress:
        bar = progress.add_task("positions", total=len(parts))
        for position_there, left in parts:
            count += _native.perft(position_there.own, position_there.opponent, left, free_pass, threads)
            progress.advance(bar)
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


def _parts(start: Position, depth: int, free_pass: bool) -> list[tuple[Position, int]]:
    """Positions whose counts add up to that of the start, and the moves left there; many, if it takes long."""
    parts = [(start, depth)]
    for _ in range(_PLIES_OF_PARTS if depth >= _LONG else 0):
        parts = [after for part in parts for after in _one_on(*part, free_pass)]
    return parts


def _one_on(position: Position, left: int, free_pass: bool) -> list[tuple[Position, int]]:
    from logistello.othello import PASS

    if position.is_over:
        return [(position, left)]
    return [(position.play(move), left - (not (free_pass and move is PASS))) for move in position.legal_moves]
