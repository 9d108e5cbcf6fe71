"""What went wrong, as JSON that a person can read: ``{"error": {"code", "message", "line", "column"}}``."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import Response

from logistello.errors import IllegalMoveError, LogistelloError, NotationError
from logistello.web.schemas.base import ErrorBody, ErrorReply

_LOG = logging.getLogger(__name__)
_CODES = {
    400: "bad_request",
    401: "token",
    403: "forbidden",
    404: "not_found",
    405: "method",
    413: "too_large",
    415: "media_type",
    422: "invalid",
    429: "busy",
    503: "stopping",
}
_MESSAGES = {
    404: "there is nothing at this address; /api/openapi.json lists what there is",
    405: "this address knows other methods; /api/openapi.json lists them",
}
#: What every route may answer, for the description of the API.
REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": ErrorReply, "description": "the text or the move cannot be understood or is not legal"},
    401: {"model": ErrorReply, "description": "the token is missing or wrong"},
    403: {"model": ErrorReply, "description": "the request comes from another site"},
    413: {"model": ErrorReply, "description": "too large"},
    415: {"model": ErrorReply, "description": "not the type of content that was expected"},
    422: {"model": ErrorReply, "description": "a field is missing, unknown, of another type or out of range"},
}
#: The same for routes that need an engine.
BUSY: dict[int | str, dict[str, Any]] = {
    429: {"model": ErrorReply, "description": "too many searches at once; try again in a moment"},
    503: {"model": ErrorReply, "description": "the server is about to end"},
}
NOT_FOUND: dict[int | str, dict[str, Any]] = {404: {"model": ErrorReply, "description": "no such item"}}


class ApiError(LogistelloError):
    """A request that cannot be carried out."""

    def __init__(self, status: int, message: str, *, code: str | None = None) -> None:
        self.status = status
        self.code = code or _CODES.get(status, "error")
        super().__init__(message)


def body_of(error: Exception) -> tuple[int, ErrorBody]:
    """Status and words for an error of ours."""
    if isinstance(error, ApiError):
        return error.status, ErrorBody(code=error.code, message=str(error))
    if isinstance(error, NotationError):
        return 400, ErrorBody(code="bad_notation", message=str(error), line=error.line, column=error.column)
    if isinstance(error, IllegalMoveError):
        return 400, ErrorBody(code="illegal_move", message=str(error))
    if isinstance(error, LogistelloError):
        return 400, ErrorBody(code="bad_request", message=str(error))
    _LOG.error("a request failed", exc_info=error)
    return 500, ErrorBody(code="internal", message="the server failed; its log says why")


def error_response(status: int, body: ErrorBody, headers: Mapping[str, str] | None = None) -> JSONResponse:
    return JSONResponse(ErrorReply(error=body).model_dump(), status, headers)


def refusal(status: int, message: str, code: str | None = None) -> JSONResponse:
    return error_response(status, ErrorBody(code=code or _CODES.get(status, "error"), message=message))


def add_handlers(app: FastAPI) -> None:
    """Let every failure leave the server in the same form."""

    @app.exception_handler(LogistelloError)
    async def ours(request: Request, error: LogistelloError) -> JSONResponse:
        status, body = body_of(error)
        return error_response(status, body, {"Retry-After": "1"} if status in (429, 503) else None)

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> JSONResponse:
        code = _CODES.get(error.status_code, "error")
        message = _MESSAGES.get(error.status_code, str(error.detail))
        return error_response(error.status_code, ErrorBody(code=code, message=message), error.headers)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        return refusal(422, validation_message(error.errors()))

    @app.exception_handler(ClientDisconnect)
    async def gone(request: Request, error: ClientDisconnect) -> Response:
        """A client that leaves before it has sent everything: nobody is there to be told."""
        return Response(status_code=400)

    @app.exception_handler(Exception)
    async def unexpected(request: Request, error: Exception) -> JSONResponse:
        status, body = body_of(error)
        return error_response(status, body)


def validation_message(errors: Any) -> str:
    """The first few complaints of pydantic in one line; what was sent is not repeated."""
    parts = []
    for each in list(errors)[:3]:
        where = ".".join(str(part) for part in each["loc"] if part != "body")
        parts.append(f"{where}: {each['msg']}" if where else str(each["msg"]))
    return "; ".join(parts) or "the request is not valid"
