"""``logistello ggs`` for many games on a line that cuts, delays, doubles, swaps and halves what the server says.

``python -m benchmarks.soak [--games 500] [--seed 1] [--rougher 1] [--no-save]``

The client is the real command, with a book that learns, a log that is rotated, and its status over HTTP, from which
memory is read. The server is the fake one of the tests, with a clock of its own, and is started again now and then.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.measure import ROOT, Record, new_record, save
from benchmarks.soak.faulty_line import Faults, FaultyLine
from benchmarks.soak.patient_server import KINDS, PatientServer
from logistello.othello import Color
from tests.protocol.fake_match import Board

CLOCK = "02:00//02:00"
LOGIN = "logist"
#: Games after which memory counts as that of the start: book, tables and caches are filled by then.
WARM = 20
#: Seconds without a finished game after which the run is given up: more than all clocks of a game.
STALLED = 600.0


class StalledError(RuntimeError):
    """The client did not get on."""


def soak(
    folder: Path,
    *,
    games: int,
    seed: int,
    faults: Faults,
    restart_every: int,
    depth: int = 4,
    kinds: Sequence[str] = KINDS,
) -> Record:
    """Until so many games are over on the server; what happened on the way."""
    server = PatientServer(clock=CLOCK, kinds=kinds)
    with FaultyLine(server.server.port, faults, seed=seed) as line:
        client = _client(folder, line.port, depth)
        begun = time.monotonic()
        try:
            address = _status_address(folder, client)
            memory = _supervise(client, address, server, line, games=games, restart_every=restart_every)
            seconds = time.monotonic() - begun
            status = _status(address)
            ended = _end(client)
        finally:
            if client.poll() is None:
                client.kill()
                client.wait()
    server.end()
    return _record(status, server, line, folder, memory=memory, seconds=seconds, ended=ended)


def _client(folder: Path, port: int, depth: int) -> subprocess.Popen[bytes]:
    (folder / "games").mkdir()
    command = [sys.executable, "-m", "logistello.cli.main", "ggs", "--host", "127.0.0.1", "--port", str(port)]
    command += ["--login", LOGIN, "--depth", str(depth), "--hash-mb", "8", "--status", "0"]
    command += ["--book", str(folder / "soak.book"), "--learn", "--games", str(folder / "games")]
    command += ["--log", str(folder / "ggs.log"), "--log-mb", "2", "--log-files", "3"]
    with (folder / "told").open("wb") as told, (folder / "errors").open("wb") as errors:
        return subprocess.Popen(
            command, cwd=ROOT, stdout=told, stderr=errors, env={**os.environ, "LOGISTELLO_GGS_PASSWORD": "sesame"}
        )


def _status_address(folder: Path, client: subprocess.Popen[bytes]) -> str:
    while client.poll() is None:
        if found := re.search(r"status: (\S+)", (folder / "errors").read_text()):
            return found[1] + "status.json"
        time.sleep(0.1)
    raise StalledError(f"the client ended: {(folder / 'errors').read_text()}")


def _status(address: str) -> dict[str, Any]:
    with urllib.request.urlopen(address, timeout=30) as answer:  # noqa: S310 - our own client
        found: dict[str, Any] = json.load(answer)
        return found


def _supervise(
    client: subprocess.Popen[bytes],
    address: str,
    server: PatientServer,
    line: FaultyLine,
    *,
    games: int,
    restart_every: int,
) -> list[tuple[int, float]]:
    """Start the server again now and then, and look at the client's memory: games, megabytes."""
    memory: list[tuple[int, float]] = []
    played, since, next_restart, next_look = 0, time.monotonic(), restart_every, min(WARM, games // 2)
    while played < games:
        time.sleep(0.1)
        if client.poll() is not None:
            raise StalledError(f"the client ended by itself with exit code {client.returncode}")
        over = len(server.boards)
        if over > played:
            played, since = over, time.monotonic()
        elif time.monotonic() - since > STALLED:
            raise StalledError(f"no game was finished for {STALLED:g} s after {played}: {_status(address)['state']}")
        if played >= next_look:
            next_look = played + max(games // 20, 1)
            memory.append((played, _memory(address)))
            sys.stderr.write(f"{played} games, {memory[-1][1]:.1f} MB\n")
        if played >= next_restart:
            next_restart = played + restart_every
            line.down()
            server.end()
            time.sleep(1.5)
            server.start_again()
            line.up(server.server.port)
    memory.append((played, _memory(address)))
    return memory


def _memory(address: str) -> float:
    """Megabytes between two lessons: the engine of a lesson has a table of its own."""
    looks = []
    for _ in range(8):
        looks.append(float(_status(address)["process"]["memory_mb"]))
        time.sleep(0.25)
    return min(looks)


def _end(client: subprocess.Popen[bytes]) -> tuple[int, float]:
    """SIGTERM: the exit code, and how long it took."""
    begun = time.monotonic()
    client.send_signal(signal.SIGTERM)
    return client.wait(120), time.monotonic() - begun


def _record(
    status: dict[str, Any],
    server: PatientServer,
    line: FaultyLine,
    folder: Path,
    *,
    memory: list[tuple[int, float]],
    seconds: float,
    ended: tuple[int, float],
) -> Record:
    boards = server.boards
    told = (folder / "told").read_text()
    return {
        "games_finished": len(boards),
        "games_known_to_the_client": status["results"]["games"],
        "games_lost_on_time": sum(_was_late(board) for board in boards),
        "points": sum(1.0 if (score := board.score(LOGIN)) > 0 else 0.5 if score == 0 else 0.0 for board in boards),
        "reconnects": status["connection"]["reconnects"],
        "out_of_step": len(re.findall(r"^out of step with the server", told, re.MULTILINE)),
        "server_restarts": server.restarts,
        "faults": dict(sorted(line.counts.items())),
        "moves_refused": len(server.errors),
        "learning": status["learning"],
        "memory_mb": {"at_start": memory[0][1], "at_end": memory[-1][1], "course": memory},
        "log_bytes": {path.name: path.stat().st_size for path in sorted(folder.glob("ggs.log*"))},
        "seconds": round(seconds, 1),
        "processor_seconds_of_the_client": status["process"]["processor_seconds"],
        "exit_code": ended[0],
        "seconds_to_end": round(ended[1], 2),
    }


def _was_late(board: Board) -> bool:
    ours = Color.BLACK if board.names[Color.BLACK] == LOGIN else Color.WHITE
    return ours in (board.late, board.timed_out)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak", description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rougher", type=float, default=1.0, help="faults are so many times as frequent")
    parser.add_argument("--restart-every", type=int, default=40, help="games between two restarts of the server")
    parser.add_argument("--folder", type=Path, help="keep what the client wrote here")
    parser.add_argument("--no-save", action="store_true")
    arguments = parser.parse_args()
    record = new_record("soak")
    with tempfile.TemporaryDirectory(prefix="logistello-soak-") as temporary:
        folder = arguments.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        faults = Faults().times(arguments.rougher)
        record.update(
            soak(
                folder, games=arguments.games, seed=arguments.seed, faults=faults, restart_every=arguments.restart_every
            )
        )
    sys.stdout.write(json.dumps({key: value for key, value in record.items() if key != "machine"}, indent=1) + "\n")
    if not arguments.no_save:
        sys.stderr.write(f"{save(record)}\n")


if __name__ == "__main__":
    main()
