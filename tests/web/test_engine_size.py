"""Threads and tables, changed while the server runs."""

from __future__ import annotations

import httpx
import pytest

from logistello.jobs import processors
from logistello.web.scheduler import EngineSize
from logistello.web.server_settings import Limits
from tests.web.conftest import served


def test_a_new_size_is_taken_and_told() -> None:
    with served(Limits()) as (server, backend), server.client() as client:
        before = client.get("/api/engine").json()
        assert (before["threads"], before["hash_mb"], before["adjustable"]) == (1, 1, True)
        assert before["most_threads"] == processors()
        changed = client.patch("/api/engine", json={"hash_mb": 2})
        assert (changed.status_code, changed.json()["hash_mb"], changed.json()["threads"]) == (200, 2, 1)
        assert backend.scheduler.size == EngineSize(1, 2)
        found = client.post("/api/search", json={"position": "f5", "depth": 4}).json()
        assert found["depth"] == 4


@pytest.mark.parametrize(
    ("asked", "status", "told"),
    [
        ({"threads": 0}, 422, "threads"),
        ({"threads": 1000}, 400, "threads is 1000; expected a whole number from 1 to"),
        ({"hash_mb": 1 << 20}, 400, "hash_mb is 1048576; expected a whole number from 1 to"),
        ({"hash_mb": "many"}, 422, "hash_mb"),
        ({"speed": 2}, 422, "speed"),
    ],
)
def test_other_numbers_are_refused(client: httpx.Client, asked: dict[str, object], status: int, told: str) -> None:
    before = client.get("/api/engine").json()
    refused = client.patch("/api/engine", json=asked)
    assert refused.status_code == status
    assert told in refused.json()["error"]["message"]
    assert client.get("/api/engine").json()["hash_mb"] == before["hash_mb"]


def test_a_shared_server_keeps_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("logistello.web.routes.engine_size.is_loopback", lambda host: False)
    with served(Limits()) as (server, backend), server.client() as client:
        assert client.get("/api/engine").json()["adjustable"] is False
        refused = client.patch("/api/engine", json={"hash_mb": 2})
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "fixed")
        assert backend.scheduler.size == EngineSize(1, 1)
