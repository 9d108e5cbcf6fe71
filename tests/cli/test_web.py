"""The command: what it prints, what it refuses, how it ends."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx

from tests.cli.conftest import COMMAND, Run

PATIENCE = 60


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
                out, err = process.communicate(timeout=PATIENCE)
        assert process.returncode == 130
        assert "Traceback" not in err
    assert (tmp_path / "x.sqlite").exists()


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
    short = run("web", "--host", "0.0.0.0", "--token", "abc")  # noqa: S104
    assert short.returncode == 2
    assert "8 letters" in short.stderr


def test_a_foreign_library(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("my notes " * 100)
    done = run("web", "--port", "0", "--library", str(file))
    assert done.returncode == 1
    assert "not a database" in done.stderr
    assert file.read_text().startswith("my notes")


def test_the_next_free_port() -> None:
    script = (
        "from logistello.web import serve\n"
        "first = serve.listen('127.0.0.1', None)\n"
        "second = serve.listen('127.0.0.1', None)\n"
        "assert second.getsockname()[1] > first.getsockname()[1] >= serve.FIRST_PORT\n"
        "assert serve.is_loopback('localhost') and serve.is_loopback('127.9.9.9') and serve.is_loopback('::1')\n"
        "assert not serve.is_loopback('0.0.0.0') and not serve.is_loopback('board.example')\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=PATIENCE)
