"""Between the threads that think and the loop that serves: waiting for answers, and noticing who has left."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import StreamingResponse

from logistello.web.failures import ApiError, body_of
from logistello.web.gate import Gate
from logistello.web.scheduler import Cancelled
from logistello.web.schemas.base import Reply
from logistello.web.schemas.live import LiveError

T = TypeVar("T")
#: How often a waiting request looks whether its client is still there, in seconds.
_LOOK = 0.2


async def answer_for(request: Request, answer: Future[T], cancel: Callable[[], None]) -> T:
    """The answer, unless the client goes away first: then nobody needs it."""
    waiting = asyncio.wrap_future(answer)
    waiting.add_done_callback(lambda done: done.cancelled() or done.exception())  # looked at, though nobody may wait
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
        """From any thread. Several before the coroutine wakes are one."""
        if not self._told:
            self._told = True
            try:
                self._loop.call_soon_threadsafe(self._event.set)
            except RuntimeError:  # the loop has ended; so has whoever waited
                return

    async def wait(self) -> None:
        await self._event.wait()
        self._event.clear()
        self._told = False


class LineWriter:
    """Passes messages of a thread on to a stream; the thread learns from it that the client has left."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[Reply | None] = asyncio.Queue()
        self._gone = threading.Event()
        self.on_gone: Callable[[], None] = lambda: None

    def write(self, message: Reply) -> None:
        """From the thread. Raises ``Cancelled`` if nobody listens any more."""
        if self._gone.is_set():
            raise Cancelled
        self._loop.call_soon_threadsafe(self._queue.put_nowait, message)

    @property
    def gone(self) -> bool:
        return self._gone.is_set()

    async def lines(self, work: Callable[[LineWriter], None], gate: Gate) -> AsyncIterator[bytes]:
        """Runs ``work`` in a thread, if the gate lets it in; yields what it writes, and last what went wrong."""
        if not gate.enter():
            yield ndjson(LiveError(id=None, error=body_of(too_many(gate))[1]))
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
            running.exception()  # looked at, so that nobody complains if the client has left


def too_many(gate: Gate) -> ApiError:
    return ApiError(429, f"{gate.most} reviews and imports are going on; try again in a moment")


def failure_of(running: asyncio.Future[None]) -> LiveError | None:
    if running.cancelled():
        return None
    error = running.exception()
    if error is None or isinstance(error, Cancelled):
        return None
    return LiveError(id=None, error=body_of(error if isinstance(error, Exception) else RuntimeError())[1])


def ndjson(message: Reply) -> bytes:
    return message.model_dump_json().encode() + b"\n"


def ndjson_response(lines: AsyncIterator[bytes]) -> StreamingResponse:
    return StreamingResponse(lines, media_type="application/x-ndjson", headers={"X-Accel-Buffering": "no"})
