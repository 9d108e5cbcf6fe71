"""Messages from the page over /api/live."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from logistello.web.schemas.base import ErrorBody, Message, PositionText, Reply


class LiveAnalyse(Message):
    """Think about this from now on, and about nothing else."""

    type: Literal["analyse"]
    id: int = Field(default=0, ge=0, le=2**53)
    position: PositionText
    best: int | None = Field(default=None, ge=1, le=64)
    depth: int | None = Field(default=None, ge=1, le=60)
    seconds: float | None = Field(default=None, ge=0, le=3600)


class LiveStop(Message):
    type: Literal["stop"]


class LivePing(Message):
    type: Literal["ping"]
    id: int = Field(default=0, ge=0, le=2**53)


class Pong(Reply):
    type: Literal["pong"] = "pong"
    id: int


class LiveError(Reply):
    type: Literal["error"] = "error"
    id: int | None
    error: ErrorBody


LiveMessage = Annotated[LiveAnalyse | LiveStop | LivePing, Field(discriminator="type")]
LIVE_MESSAGE: TypeAdapter[LiveAnalyse | LiveStop | LivePing] = TypeAdapter(LiveMessage)
