"""Values on all squares of an open page, over a WebSocket."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from fastapi.concurrency import run_in_threadpool
from pydantic import ValidationError

from logistello.engine import Limit
from logistello.othello import Position
from logistello.web.backend import Backend, backend_of
from logistello.web.engine_view import finished_message, first_glance, values_message
from logistello.web.failures import ApiError, body_of, validation_message
from logistello.web.reading import position_of
from logistello.web.scheduler import Cancelled
from logistello.web.schemas.base import ErrorBody, Reply
from logistello.web.schemas.live import LIVE_MESSAGE, LiveAnalyse, LiveError, LivePing, Pong
from logistello.web.schemas.searches import MoveValue
from logistello.web.tasks import AnalyseTask
from logistello.web.waiting import News

router = APIRouter()

#: Seconds between two messages about one position.
_PAUSE = 0.05
_ALL_MOVES = 64
_TRY_AGAIN_LATER = 1013


@router.websocket("/api/live")
async def live(socket: WebSocket) -> None:
    """See docs/how-to/http.md. One position at a time; a new one replaces the one before."""
    backend = backend_of(socket)
    await socket.accept()
    if not backend.live.enter():
        error = ApiError(429, f"{backend.live.most} pages analyse already; close one of them")
        await socket.send_text(LiveError(id=None, error=body_of(error)[1]).model_dump_json())
        await socket.close(_TRY_AGAIN_LATER)
        return
    page = _Page(socket, backend)
    try:
        while True:
            await page.hear(await socket.receive_text())
    except (WebSocketDisconnect, KeyError):  # KeyError: a binary message
        pass
    finally:
        backend.live.leave()
        await page.stop()


class _Page:
    """One open page and what it is thinking about."""

    def __init__(self, socket: WebSocket, backend: Backend) -> None:
        self._socket = socket
        self._backend = backend
        self._telling: asyncio.Task[None] | None = None
        self._sending = asyncio.Lock()

    async def hear(self, text: str) -> None:
        try:
            message = LIVE_MESSAGE.validate_json(text)
        except ValidationError as error:
            await self._complain(None, ErrorBody(code="invalid", message=validation_message(error.errors())))
            return
        if isinstance(message, LivePing):
            await self._send(Pong(id=message.id))
            return
        await self.stop()
        if isinstance(message, LiveAnalyse):
            self._telling = asyncio.create_task(self._analyse(message))

    async def stop(self) -> None:
        if self._telling is not None:
            self._telling.cancel()
            with suppress(asyncio.CancelledError):
                await self._telling
            self._telling = None

    async def _analyse(self, question: LiveAnalyse) -> None:
        best = question.best or _ALL_MOVES
        try:
            position, glance = await run_in_threadpool(self._look, question.position, best)
            if position.is_over:
                await self._send(finished_message(question.id, position))
                return
            most = self._backend.settings.limits.live_seconds
            seconds = most if question.seconds is None else min(question.seconds, most)
            news = News()
            task = AnalyseTask(position, Limit(time=seconds, depth=question.depth), best, news.tell)
            # Before anybody thinks: values must be there at once.
            await self._send(values_message(question.id, position, task, glance))
            cancel = self._backend.scheduler.submit(task, live=True)
            await self._follow(question.id, position, task, glance, news, cancel)
        except Exception as error:
            if not isinstance(error, WebSocketDisconnect):
                await self._complain(question.id, body_of(error)[1])

    def _look(self, text: str, best: int) -> tuple[Position, list[MoveValue]]:
        position = position_of(text)
        return position, first_glance(self._backend.model, position, best)

    async def _follow(
        self,
        number: int,
        position: Position,
        task: AnalyseTask,
        glance: list[MoveValue],
        news: News,
        cancel: Callable[[], None],
    ) -> None:
        try:
            while True:
                await news.wait()
                if task.error is not None:
                    break
                message = values_message(number, position, task, glance)
                await self._send(message)
                if message.done:
                    return
                await asyncio.sleep(_PAUSE)
            if isinstance(task.error, Exception) and not isinstance(task.error, Cancelled):
                await self._complain(number, body_of(task.error)[1])
        finally:
            cancel()

    async def _complain(self, number: int | None, body: ErrorBody) -> None:
        await self._send(LiveError(id=number, error=body))

    async def _send(self, message: Reply) -> None:
        async with self._sending:
            with suppress(RuntimeError, WebSocketDisconnect):  # it has just been closed; the reader notices
                await self._socket.send_text(message.model_dump_json())
