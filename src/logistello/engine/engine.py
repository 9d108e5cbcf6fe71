"""The Othello engine: one object that owns its table and threads."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Literal

from logistello import _native
from logistello.engine.limit import Limit
from logistello.engine.memory import checked_table_bytes
from logistello.engine.result import Bounds, Progress, SolveResult
from logistello.errors import EngineError, HashSizeError
from logistello.evaluation import Model
from logistello.othello import Position, Square

Mode = Literal["exact", "wld"]

_NO_MOVE = 65
_WINDOWS: dict[str, tuple[int, int]] = {"exact": (-64, 64), "wld": (-1, 1)}


def _checked_threads(threads: int) -> int:
    if threads < 1:
        raise ValueError(f"threads is {threads}; expected 1 or more")
    return threads


class Engine:
    """Solves positions exactly. Several engines may live in one process; one engine does one thing at a time.

    >>> ending = Position.parse("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X")
    >>> with Engine(hash_mb=16) as engine:
    ...     result = engine.solve(ending)
    >>> result.score, str(result.move), result.exact
    (38, 'a2', True)
    """

    def __init__(self, *, model: Model | None = None, threads: int = 1, hash_mb: int = 128) -> None:
        """``threads`` is the default for each call; ``hash_mb`` the size of the transposition table in megabytes."""
        self.model = Model.default() if model is None else model
        self.threads = _checked_threads(threads)
        self.hash_mb = hash_mb
        self._busy = threading.Lock()
        #: Guards the two below, so that a stop() reaches the call it is meant for and no other.
        self._state = threading.Lock()
        self._caller: int | None = None
        try:
            self._solver: _native.Searcher | None = _native.Searcher(checked_table_bytes(hash_mb), self.model.native)
        except MemoryError:
            raise HashSizeError(f"the system gives no {hash_mb} MB for the table; choose a smaller hash size") from None

    # -- solving ------------------------------------------------------------------------------

    def solve(
        self,
        position: Position,
        *,
        mode: Mode = "exact",
        window: tuple[int, int] | None = None,
        all_moves: bool = False,
        threads: int | None = None,
        limit: Limit | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> SolveResult:
        """Search to the end of the game.

        ``mode="wld"`` asks only who wins, which is much faster. ``window=(lower, upper)`` asks for the exact score if
        it lies strictly between the two (discs, seen by the side to move), else on which side it lies.
        ``all_moves=True`` answers for every legal move instead of the best one only. ``on_progress`` is called in the
        calling thread with better bounds as they are found; leaving it with an exception stops the search.

        A limit, :meth:`stop` or Ctrl-C ends the search at once; after the first two the result holds the best bounds
        known (``complete`` is ``False``).
        """
        if mode not in _WINDOWS:
            raise ValueError(f"mode {mode!r}: expected 'exact' or 'wld'")
        if window is not None and mode == "wld":
            raise ValueError("mode='wld' is the window (-1, 1): give one of the two")
        lower, upper = window if window is not None else _WINDOWS[mode]
        threads = self.threads if threads is None else _checked_threads(threads)
        limit = limit or Limit()

        def report(low: int, high: int, move: int, nodes: int, seconds: float) -> None:
            if on_progress is not None:
                on_progress(Progress(Bounds(low, high), Square(move), nodes, seconds))

        with self._working() as solver:
            found = solver.solve(
                position.own,
                position.opponent,
                lower=lower,
                upper=upper,
                all_moves=all_moves,
                threads=threads,
                nodes=limit.nodes,
                seconds=limit.time,
                on_progress=report if on_progress is not None else None,
            )
        return SolveResult(
            position=position,
            bounds=Bounds(found.lower, found.upper),
            move=None if found.move == _NO_MOVE else Square(found.move),
            pv=tuple(Square(square) for square in found.line),
            moves={Square(square): Bounds(low, high) for square, low, high in found.moves},
            complete=found.complete,
            nodes=found.nodes,
            seconds=found.seconds,
        )

    def stop(self) -> None:
        """Make the running call return within milliseconds with what it knows. Safe from any thread."""
        with self._state:
            if self._caller is not None and self._solver is not None:
                self._solver.stop()

    # -- life ---------------------------------------------------------------------------------

    def clear(self) -> None:
        """Forget everything learned from earlier searches."""
        with self._working() as solver:
            solver.clear()

    def close(self) -> None:
        """Stop what is running, wait for it and free the table. Closing twice is fine."""
        if self._caller == threading.get_ident():
            raise EngineError("close() from inside on_progress would wait for itself; leave the call first")
        self.stop()
        with self._busy:
            self._solver = None

    @contextmanager
    def _working(self) -> Iterator[_native.Searcher]:
        """The native solver for one call; raises ``EngineError`` if another is running or the engine is closed."""
        if not self._busy.acquire(blocking=False):
            raise EngineError("the engine is busy with another call; stop() it or use a second engine")
        try:
            if self._solver is None:
                raise EngineError("the engine is closed")
            with self._state:
                self._caller = threading.get_ident()
                self._solver.arm()
            yield self._solver
        finally:
            self._caller = None
            self._busy.release()

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
