"""Many positions to solve: by one engine, by several side by side, or as tasks of a pool."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Literal

from logistello.engine.engine import Engine
from logistello.engine.limit import Limit
from logistello.engine.results import SolveResult
from logistello.jobs import Pool, Task
from logistello.othello.position import Position

#: What an engine takes besides its table, in megabytes.
_BESIDES = 128

SolveResults = Generator[SolveResult, None, None]


@dataclass(frozen=True)
class SolveOrder:
    """How positions are solved: as ``Engine.solve`` takes it, and what engine does it."""

    limit: Limit
    mode: Literal["exact", "wld"] = "exact"
    all_moves: bool = False
    threads: int = 1
    hash_mb: int = 128

    def solve(self, positions: Sequence[Position], workers: int = 1) -> SolveResults:
        """In their order, by so many engines side by side, each of which keeps what it learned from one to the next.

        Raises ``EngineError`` at once if there cannot be such engines.
        """
        with ExitStack() as stack:  # all of them or none
            engines = [stack.enter_context(Engine(threads=self.threads, hash_mb=self.hash_mb)) for _ in range(workers)]
            stack.pop_all()
        return self._one_by_one(engines[0], positions) if workers == 1 else self._side_by_side(engines, positions)

    def _one_by_one(self, engine: Engine, positions: Sequence[Position]) -> SolveResults:
        with engine:
            for position in positions:
                yield self._answer(engine, position)

    def _side_by_side(self, engines: Sequence[Engine], positions: Sequence[Position]) -> SolveResults:
        """In threads: the core searches without the interpreter's lock. Who stops listening ends all searches."""
        free: SimpleQueue[Engine] = SimpleQueue()
        for engine in engines:
            free.put(engine)

        def solve(position: Position) -> SolveResult:
            engine = free.get()
            try:
                return self._answer(engine, position)
            finally:
                free.put(engine)

        executor = ThreadPoolExecutor(len(engines), "logistello-solve")
        try:
            yield from executor.map(solve, positions)
        finally:
            executor.shutdown(wait=False, cancel_futures=True)
            for engine in engines:
                engine.close()
            executor.shutdown()

    def _answer(self, engine: Engine, position: Position) -> SolveResult:
        return engine.solve(position, self.limit, mode=self.mode, all_moves=self.all_moves)

    def solve_in(self, pool: Pool, positions: Sequence[Position]) -> SolveResults:
        """In their order, each by an engine of its own, several at once."""
        tasks = [
            Task(solve_one, (self, position), cpus=self.threads, memory_mb=_BESIDES + self.hash_mb)
            for position in positions
        ]
        early: dict[int, SolveResult] = {}
        following = 0
        with closing(pool.run(tasks)) as results:
            for number, result in results:
                early[number] = result
                while following in early:
                    yield early.pop(following)
                    following += 1


def solve_one(order: SolveOrder, position: Position) -> SolveResult:
    """A task."""
    with closing(order.solve([position])) as results:
        return next(results)
