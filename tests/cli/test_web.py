"""The command: what it prints, what it refuses, how it ends."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
from pathlib import Path

import httpx
import pytest

from logistello.web.listening import FIRST_PORT, address_of, is_loopback, listen
from tests.cli.conftest import COMMAND, Run
from tests.waiting import PATIENCE

_NO_WINDOWS = {
    name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
}


def test_it_prints_its_address_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    with subprocess.Popen(
        [*COMMAND, "web", "--port", "0", "--engines", "1", "--hash-mb", "1", "--library", str(tmp_path / "x.sqlite")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("logistello is at http://127.0.0.1:")
        address = line.split()[3]
        with httpx.Client(base_url=address, timeout=PATIENCE) as client:
            assert client.get("/api/ping").json() == {"ok": True}
            # An endless search must not keep it from ending.
            with client.stream("POST", "/api/analyse", json={"position": "f5", "seconds": 50}) as stream:
                next(stream.iter_lines())
                process.send_signal(signal.SIGINT)
                _, err = process.communicate(timeout=PATIENCE)
        assert process.returncode == 130
        assert "Traceback" not in err
    assert (tmp_path / "x.sqlite").exists()


def test_learning_can_be_switched_off(tmp_path: Path) -> None:
    options = ("--port", "0", "--engines", "1", "--hash-mb", "1", "--library", str(tmp_path / "x.sqlite"), "--no-learn")
    with subprocess.Popen(
        [*COMMAND, "web", *options, "--open"], stdout=subprocess.PIPE, text=True, env=_NO_WINDOWS
    ) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[3]
        # Without windows nothing is opened, and that is said.
        assert "open the address yourself" in process.stdout.readline()
        info = httpx.get(f"{address}api/info", timeout=PATIENCE).json()
        process.send_signal(signal.SIGINT)
    assert (info["book"], info["learns"]) == (True, False)


def test_a_port_in_use(run: Run, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = run("web", "--port", str(port), "--library", str(tmp_path / "x.sqlite"))
    assert done.returncode == 2
    assert f"port {port} is in use" in done.stderr
    assert done.stdout == ""


def test_other_hosts_need_a_token(run: Run) -> None:
    done = run("web", "--host", "0.0.0.0")  # noqa: S104
    assert done.returncode == 2
    assert "--token" in done.stderr


def test_the_next_free_port() -> None:
    with listen("127.0.0.1", None) as first, listen("127.0.0.1", None) as second:
        assert second.getsockname()[1] > first.getsockname()[1] >= FIRST_PORT
        assert address_of(first, "127.0.0.1", "secret12").endswith(f":{first.getsockname()[1]}/?token=secret12")


@pytest.mark.parametrize(
    ("host", "expected"),
    [("localhost", True), ("127.9.9.9", True), ("::1", True), ("0.0.0.0", False), ("board.example", False)],  # noqa: S104
)
def test_what_loopback_is(host: str, expected: bool) -> None:
    assert is_loopback(host) is expected
