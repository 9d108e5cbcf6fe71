"""What the server says of itself."""

from __future__ import annotations

from pydantic import Field

from logistello.number_ranges import MEGABYTES, THREADS
from logistello.web.schemas.base import Message, Reply


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


class EngineReply(Reply):
    """The size of each engine, and how far it may be changed."""

    threads: int = Field(description="for the analysis of one position")
    most_threads: int
    hash_mb: int = Field(description="of the transposition table, in megabytes")
    most_hash_mb: int
    adjustable: bool = Field(description="whether this server lets its pages change it")


class EngineRequest(Message):
    threads: int | None = Field(default=None, ge=THREADS.low, le=THREADS.high)
    hash_mb: int | None = Field(default=None, ge=MEGABYTES.low, le=MEGABYTES.high)
