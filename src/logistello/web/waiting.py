"""Between the threads that think and the loop that serves: waiting for answers, and noticing clients that leave."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from concurrent.futures import Future
from typing import TypeVar

from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import StreamingResponse

from logistello.engine import Limit
from logistello.engine.outlook import OutlookTable
from logistello.othello import Position
from logistello.web.engine_view import finished_message, first_glance, values_message
from logistello.web.failures import ApiError, body_of
from logistello.web.scheduler import Cancelled, Scheduler
from logistello.web.schemas.base import Reply
from logistello.web.schemas.searches import LiveError, ValuesMessage
from logistello.web.tasks import AnalyseTask

T = TypeVar("T")
#: How often a waiting request checks whether its client is still there, in seconds.
_LOOK = 0.2


class Gate:
    """Lets at most ``most`` in at the same time."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._inside = 0
        self._lock = threading.Lock()

    @property
    def full(self) -> bool:
        return self._inside >= self.most

    def enter(self) -> bool:
        with self._lock:
            if self._inside >= self.most:
                return False
            self._inside += 1
            return True

    def leave(self) -> None:
        with self._lock:
            self._inside -= 1


async def answer_for(request: Request, answer: Future[T], cancel: Callable[[], None]) -> T:
    """The answer, unless the client goes away first, which cancels the task."""
    waiting = asyncio.wrap_future(answer)
    waiting.add_done_callback(
        lambda done: done.cancelled() or done.exception()
    )  # retrieved, even if the client has left
    try:
        while True:
            done, _ = await asyncio.wait([waiting], timeout=_LOOK)
            if done:
                return waiting.result()
            if await request.is_disconnected():
                raise ApiError(400, "the client went away")
    except Cancelled:
        raise ApiError(503, "the server is about to end") from None
    finally:
        cancel()


class News:
    """Tells a coroutine that a thread has something new."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._event = asyncio.Event()
        self._told = False

    def tell(self) -> None:
        """From any thread. Several calls before the coroutine wakes count as one."""
        if not self._told:
            self._told = True
            try:
                self._loop.call_soon_threadsafe(self._event.set)
            except RuntimeError:  # the loop has ended, and the waiting with it
                return

    async def wait(self) -> None:
        await self._event.wait()
        self._event.clear()
        self._told = False


async def values_of(
    position: Position, limit: Limit, best_moves: int, scheduler: Scheduler, *, number: int = 0, live: bool = False
) -> AsyncGenerator[ValuesMessage]:
    """All that is known of a position, whenever that is more than before, until the limit.

    Raises what goes wrong, ``ApiError`` if too many others search. Leaving it early cancels the search: use
    ``aclosing``.
    """
    if position.is_over:
        yield finished_message(number, position)
        return
    glance = await run_in_threadpool(first_glance, scheduler.model, position, best_moves)
    news = News()
    task = AnalyseTask(position, limit, best_moves, news.tell, OutlookTable.of(scheduler.model))
    first = values_message(number, position, task, glance)  # needs no engine: values must be there at once
    cancel = scheduler.submit(task, live=live)
    try:
        yield first
        while True:
            await news.wait()
            if isinstance(task.error, Cancelled):
                return
            if task.error is not None:
                raise task.error
            message = values_message(number, position, task, glance)
            yield message
            if message.done:
                return
    finally:
        cancel()


class LineWriter:
    """Passes messages of a thread on to a stream; the thread learns from it that the client has left."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[Reply | None] = asyncio.Queue()
        self._gone = threading.Event()
        self.on_gone: Callable[[], None] = lambda: None

    def write(self, message: Reply) -> None:
        """From the thread. Raises ``Cancelled`` if the client has left."""
        if self._gone.is_set():
            raise Cancelled
        self._loop.call_soon_threadsafe(self._queue.put_nowait, message)

    @property
    def gone(self) -> bool:
        return self._gone.is_set()

    async def lines(self, work: Callable[[LineWriter], None], what: str, gate: Gate) -> AsyncIterator[bytes]:
        """Runs ``work`` in a thread, if the gate lets it in; yields what it writes, and at the end what went wrong."""
        if not gate.enter():
            yield ndjson(LiveError(id=None, error=body_of(too_many(what, gate))[1]))
            return

        def working() -> None:
            try:
                work(self)
            finally:
                gate.leave()

        running = asyncio.ensure_future(asyncio.to_thread(working))
        running.add_done_callback(self._finished)
        try:
            while (message := await self._queue.get()) is not None:
                yield ndjson(message)
            if (failure := failure_of(running)) is not None:
                yield ndjson(failure)
        finally:
            self._gone.set()
            self.on_gone()
            await asyncio.wait([running])

    def _finished(self, running: asyncio.Future[None]) -> None:
        self._queue.put_nowait(None)
        if not running.cancelled():
            running.exception()  # retrieved, even if the client has left


def too_many(what: str, gate: Gate) -> ApiError:
    return ApiError(429, f"{gate.most} {what} are going on; try again in a moment")


def failure_of(running: asyncio.Future[None]) -> LiveError | None:
    if running.cancelled():
        return None
    error = running.exception()
    if error is None or isinstance(error, Cancelled):
        return None
    return LiveError(id=None, error=body_of(error if isinstance(error, Exception) else RuntimeError())[1])


def ndjson(message: Reply) -> bytes:
    return message.model_dump_json().encode() + b"\n"


def ndjson_response(lines: AsyncIterator[bytes], afterwards: BackgroundTask | None = None) -> StreamingResponse:
    headers = {"X-Accel-Buffering": "no"}
    return StreamingResponse(lines, media_type="application/x-ndjson", headers=headers, background=afterwards)
