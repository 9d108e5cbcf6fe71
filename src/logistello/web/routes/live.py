"""Values of all moves for an open page, over a WebSocket."""

from __future__ import annotations

import asyncio
from contextlib import aclosing, suppress

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import ValidationError
from starlette.websockets import WebSocketState

from logistello.engine import Limit
from logistello.web.backend import Backend, backend_of
from logistello.web.failures import ApiError, body_of, validation_message
from logistello.web.routes.searching import ALL_MOVES
from logistello.web.schemas.base import ErrorBody, Reply
from logistello.web.schemas.searches import LIVE_MESSAGE, LiveAnalyse, LiveError, LivePing, Pong
from logistello.web.waiting import values_of

router = APIRouter()

#: Seconds between two messages about one position.
_PAUSE = 0.05
_TRY_AGAIN_LATER = 1013
#: What sending and receiving raise once the page is gone; before a socket is accepted it is the server's own error.
_LEFT = (WebSocketDisconnect, OSError)


@router.websocket("/api/live")
async def live(socket: WebSocket) -> None:
    """See docs/how-to/http.md. One position at a time; a new one replaces the one before."""
    backend = backend_of(socket)
    with suppress(*_LEFT):
        await socket.accept()
        if not backend.live.enter():
            error = ApiError(429, f"{backend.live.most} pages analyse already; close one of them")
            await socket.send_text(LiveError(id=None, error=body_of(error)[1]).model_dump_json())
            await socket.close(_TRY_AGAIN_LATER)
            return
        page = _Page(socket, backend)
        try:
            # What could not be sent has shown that the page is gone; nothing is received then.
            while socket.application_state is WebSocketState.CONNECTED:
                await page.hear(await socket.receive_text())
        except KeyError:  # a binary message
            pass
        finally:
            backend.live.leave()
            await page.stop()


async def _still_there() -> bool:
    """A page that leaves cancels what it asked for."""
    return False


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
        try:
            position = await self._backend.read_position(question.position, _still_there)
            most = self._backend.settings.limits.live_seconds
            seconds = most if question.seconds is None else min(question.seconds, most)
            limit = Limit(time=seconds, depth=question.depth)
            values = values_of(
                position, limit, question.best or ALL_MOVES, self._backend.scheduler, number=question.id, live=True
            )
            async with aclosing(values):
                async for message in values:
                    await self._send(message)
                    if message.depth > 0 and not message.done:
                        await asyncio.sleep(_PAUSE)
        except Exception as error:
            if not isinstance(error, WebSocketDisconnect):
                await self._complain(question.id, body_of(error)[1])

    async def _complain(self, number: int | None, body: ErrorBody) -> None:
        await self._send(LiveError(id=number, error=body))

    async def _send(self, message: Reply) -> None:
        async with self._sending:
            with suppress(RuntimeError, *_LEFT):  # it has just been closed; the reader notices
                await self._socket.send_text(message.model_dump_json())
