"""A real server: the command in a process of its own, on a port of loopback."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from logistello.evaluation.model import find_model
from logistello.web.backend import Backend
from logistello.web.listening import listen
from logistello.web.serve import server_for
from logistello.web.server_settings import Limits, WebSettings
from tests.waiting import PATIENCE

COMMAND = (sys.executable, "-m", "logistello.cli.main", "web")
#: Nothing here depends on being quick; a busy machine may be slow.


@dataclass(frozen=True)
class Server:
    address: str

    @property
    def live(self) -> str:
        return self.address.replace("http://", "ws://") + "api/live"

    def client(self) -> httpx.Client:
        return httpx.Client(base_url=self.address, timeout=PATIENCE, verify=False)  # noqa: S501 - no TLS at all


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    library = tmp_path_factory.mktemp("web") / "games.sqlite"
    with start(library, "--no-book", "--engines", "2", "--hash-mb", "4", "--max-seconds", "4") as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        yield Server(line.split()[3])
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 130
        assert process.stderr is not None
        assert process.stderr.read() == ""


@contextmanager
def served(limits: Limits) -> Iterator[tuple[Server, Backend]]:
    """In this process, with other limits."""
    backend = Backend.open(WebSettings(library=None, engines=1, hash_mb=1, limits=limits), find_model(None))
    serving = server_for(backend)
    with listen("127.0.0.1", 0) as listening:
        thread = threading.Thread(target=serving.run, kwargs={"sockets": [listening]})
        thread.start()
        yield Server(f"http://127.0.0.1:{listening.getsockname()[1]}/"), backend
        serving.should_exit = True
        backend.close()
        thread.join(PATIENCE)


def start(library: Path, *options: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*COMMAND, "--port", "0", "--library", str(library), *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.fixture(scope="session")
def client(server: Server) -> Iterator[httpx.Client]:
    with server.client() as client:
        yield client
