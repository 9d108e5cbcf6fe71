"""What the server says of itself."""

from __future__ import annotations

from pydantic import Field

from logistello.web.schemas.base import Reply


class PingReply(Reply):
    ok: bool = True


class FormatInfo(Reply):
    name: str
    title: str
    suffixes: list[str]
    games: bool
    positions: bool
    readable: bool
    writable: bool


class LimitsInfo(Reply):
    seconds: float = Field(description="of thinking for one request")
    live_sockets: int
    waiting: int = Field(description="requests that may wait for an engine")
    body_bytes: int
    file_bytes: int


class InfoReply(Reply):
    version: str
    model: str
    engines: int
    active: int = Field(description="searches that think or wait now")
    book: bool
    learns: bool = Field(description="finished games can become part of the book")
    library_games: int
    formats: list[FormatInfo]
    limits: LimitsInfo
