"""Runs the client against the fake server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from logistello.engine import Engine, GameLearner
from logistello.evaluation import Model
from logistello.protocol.ggs.actions import FinishedMatch
from logistello.protocol.ggs.archive import Archive
from logistello.protocol.ggs.connection import Client, Reach
from logistello.protocol.ggs.login import Password
from logistello.protocol.ggs.session import GgsSession
from logistello.protocol.ggs.settings import GgsSettings
from logistello.protocol.ggs.thinkers import ThinkingEngine
from tests.waiting import PATIENCE

from .fake_ggs import FakeGgs

#: Beyond any slowness of a busy machine: a client that hangs fails its test instead of stopping all.


@dataclass
class Run:
    """A client that has come to its end."""

    session: GgsSession
    told: list[str] = field(default_factory=list)
    finished: list[FinishedMatch] = field(default_factory=list)

    def said(self, words: str) -> bool:
        return any(words in line for line in self.told)


def play(
    server: FakeGgs,
    *,
    password: str = "sesame",  # noqa: S107 - that of the fake server
    engines: list[ThinkingEngine] | None = None,
    archive: Path | None = None,
    learner: GameLearner | None = None,
    log: Path | None = None,
    attempts: int = 3,
    during: Callable[[Client, str], None] = lambda client, text: None,
    **settings: Any,
) -> Run:
    """Until the session is over; ``during`` hears what the user is told and may act on it."""
    session = GgsSession(GgsSettings("logist", **settings))
    run = Run(session)

    def tell(text: str) -> None:
        run.told.append(text)
        during(client, text)

    client = Client(
        session,
        Reach("127.0.0.1", server.port, first_delay=0.01, attempts=attempts),
        Password(password),
        engines or small_engines(2),
        depth=1,
        archive=Archive(archive) if archive else None,
        learner=learner,
        log=log,
        tell=tell,
        on_match=run.finished.append,
    )
    asyncio.run(asyncio.wait_for(client.run(), PATIENCE))
    return run


def small_engines(count: int) -> list[ThinkingEngine]:
    model = Model.default()
    return [Engine(model=model, hash_mb=1) for _ in range(count)]
