"""Who reads what clients send: short texts in a thread, everything else in processes with limits.

A pattern that backtracks holds the interpreter's lock: in this process a long text could hold up everybody.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any, TypeVar, TypeVarTuple

from starlette.concurrency import run_in_threadpool

from logistello.errors import JobError, TaskLimitError
from logistello.jobs import Task
from logistello.jobs.limited_worker import LimitedWorker
from logistello.web.failures import ApiError
from logistello.web.server_settings import Limits

Arguments = TypeVarTuple("Arguments")
T = TypeVar("T")
#: How often a waiting request checks whether its client is still there, in seconds.
_LOOK = 0.2
#: Characters or bytes that are read in a thread: a game with all its annotations, or a position.
_SHORT = 4096
#: Short texts that are read at the same time. They take turns at the interpreter with the loop that serves.
_MOST_SHORT = 4
#: After so much a process is ended: it does not give its memory back.
_LARGE = 1 << 20


class Reader:
    """Carries out functions of ``reading.py`` for the routes. Closing it ends whatever is being read."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._idle = [LimitedWorker(limits.read_memory_mb) for _ in range(limits.readers)]
        self._busy: set[LimitedWorker] = set()
        self._place = asyncio.Semaphore(limits.readers)
        self._short = asyncio.Semaphore(_MOST_SHORT)
        self._threads = ThreadPoolExecutor(limits.readers, thread_name_prefix="reading")
        self._closed = False

    async def read(
        self,
        size: int,
        gone: Callable[[], Awaitable[bool]],
        function: Callable[[*Arguments], T],
        *arguments: *Arguments,
    ) -> T:
        """What the function returns; ``size`` is that of the text. Ends when the client is ``gone``.

        Raises what the function raises, and ``ApiError`` if it takes too much or too many others read.
        """
        if size <= _SHORT or sys.platform == "win32":
            async with self._short:
                return await run_in_threadpool(function, *arguments)
        await self._enter()
        worker = self._idle.pop()
        self._busy.add(worker)
        try:
            found: T = await self._in_process(worker, gone, Task(function, arguments))
            return found
        finally:
            if (size > _LARGE or worker.stopped) and not self._closed:
                # Not in the loop that serves: a large process of low priority takes a tenth of a second to end.
                ending = asyncio.get_running_loop().run_in_executor(self._threads, worker.close)
                ending.add_done_callback(lambda _: self._leave(worker, LimitedWorker(self._limits.read_memory_mb)))
            else:
                if self._closed:
                    worker.close()
                self._leave(worker, worker)

    def _leave(self, worker: LimitedWorker, idle: LimitedWorker) -> None:
        """The worker is done with; the next text is read by the idle one."""
        self._busy.discard(worker)
        self._idle.append(idle)
        self._place.release()

    @property
    def busy(self) -> int:
        """How many processes read."""
        return len(self._busy)

    async def _enter(self) -> None:
        try:
            await asyncio.wait_for(self._place.acquire(), self._limits.read_wait_seconds)
        except TimeoutError:
            raise ApiError(429, "many files are being read; try again in a moment") from None

    async def _in_process(self, worker: LimitedWorker, gone: Callable[[], Awaitable[bool]], task: Task) -> Any:
        loop = asyncio.get_running_loop()
        if self._closed:
            raise ApiError(503, "the server is about to end")
        running = loop.run_in_executor(self._threads, worker.run, task, self._limits.read_seconds)
        try:
            while not (await asyncio.wait([running], timeout=_LOOK))[0]:
                if await gone():
                    raise ApiError(400, "the client went away")
            return running.result()
        except TaskLimitError as error:
            raise ApiError(413, f"reading this takes {error}; send less, or import the file into the library") from None
        except JobError:
            raise ApiError(503, "the reading was broken off") from None
        finally:
            if not running.done():
                worker.stop()
                await asyncio.wait([running])
            with suppress(asyncio.CancelledError, Exception):
                running.exception()  # retrieved, even if nobody waits for it any more

    @contextmanager
    def for_an_import(self) -> Iterator[LimitedWorker]:
        """A process of its own, for as long as it takes."""
        worker = LimitedWorker(self._limits.import_memory_mb)
        self._busy.add(worker)
        if self._closed:
            worker.stop()
        try:
            yield worker
        finally:
            self._busy.discard(worker)
            worker.close()

    def close(self) -> None:
        """At once, from any thread."""
        self._closed = True
        for worker in [*self._busy, *self._idle]:
            worker.stop()
        self._threads.shutdown(wait=True)
        for worker in self._idle:
            worker.close()
