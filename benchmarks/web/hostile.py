"""What a hostile client can do to everybody else, measured with one command.

``python -m benchmarks.web.hostile [--megabytes 16] [--connections 1000] [--no-save]``

Uploads of the worst kind one after the other, then many at once, then connections that never finish their request.
Meanwhile somebody else asks for ``/api/ping`` all the time: how long that takes is given in seconds and beside the
longest ping of the same server while it was left alone, as the machine may be busy with other things.
"""

from __future__ import annotations

import argparse
import gzip
import http.client
import json
import os
import random
import socket
import statistics
import struct
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from benchmarks.measure import ROOT, Record, new_record, save, say
from benchmarks.web.server import RunningServer, running_server

TOKEN = "benchmark1"  # noqa: S105 - of a server that lives for a minute
_PATIENCE = 120.0
_PAUSE = 0.01
#: What is promised: seconds until an answer, seconds of a ping, megabytes more than before.
MOST_SECONDS = 5.0
MOST_PING = 0.1
MOST_MEGABYTES = 300.0

Content = Callable[[int], bytes]


def _lines(line: bytes) -> Content:
    return lambda size: line * (size // len(line))


def _noise(size: int) -> bytes:
    return random.Random(1).randbytes(size)  # noqa: S311 - the same each time


def _printable_noise(size: int) -> bytes:
    return bytes(32 + byte % 95 if byte > 8 else 10 for byte in _noise(size))


def _bomb(line: bytes) -> Content:
    """As much text as gzip data of this size can hold, at most a gigabyte."""

    def made(size: int) -> bytes:
        one = gzip.compress(line * ((1 << 20) // len(line)), compresslevel=9)
        text = line * ((1 << 20) // len(line)) * min(size // len(one), 1024)
        return gzip.compress(text, compresslevel=6)

    return made


def _wthor(size: int) -> bytes:
    count = (size - 16) // 68
    record = struct.pack("<HHHBB", 1, 2, 3, 40, 40) + bytes([56, 64, 33, 34, 43] + [0] * 55)
    return struct.pack("<BBBBIHHBBBB", 20, 26, 1, 1, count, 0, 2026, 8, 0, 24, 0) + record * count


def _bad_wthor(size: int) -> bytes:
    return _wthor(size).replace(bytes([56, 64, 33]), bytes([11, 11, 11]))


_GGF = b"(;GM[Othello]PC[GGS]PB[a]PW[b]RE[?]BO[8 " + b"-" * 27 + b"O*------*O" + b"-" * 27 + b" *]"
_GGF += b"B[f5//1.2]W[d6]B[c3]W[d3]B[c4]W[f4]B[f6]W[f3]B[e6]W[e7];)\n"
_BOARD = b"-" * 27 + b"OX------XO" + b"-" * 27
KINDS: dict[str, Content] = {
    "short lines of moves": _lines(b"f5d6c3d3c4\n"),
    "shortest lines of moves": _lines(b"f5\n"),
    "numbered lines": _lines(b"1. f5 d6 2. c3 d3\n"),
    "lines that are no moves": lambda size: b"f5d6\n" + b"zz\n" * (size // 3),
    "illegal lines": _lines(b"f5d6c3d3c4a1\n"),
    "one endless line": _lines(b"f5d6"),
    "one line of blanks": lambda size: b"f5" + b" " * size + b"zz",
    "empty lines": lambda size: b"f5" + b"\n" * size + b"d6",
    "GGF games": _lines(_GGF),
    "one endless GGF value": lambda size: b"(;GM[Othello]RE[" + b" " * size + b"]B[f5];)",
    "GGF openings": _lines(b"(;GM[Othello]"),
    "SGF games": _lines(b"(;GM[2];B[f5](;W[d6])(;W[f6])(;W[f4]))\n"),
    "SGF variations side by side": lambda size: b"(;GM[2]" + b"(;B[f5](;W[d6]))" * (size // 16) + b")",
    "SGF variations nested": lambda size: b"(;GM[2];B[f5]" + b"(;C[x]" * (size // 7) + b")" * (size // 7) + b")",
    "SGF never closed": lambda size: b"(;GM[2]\n" + b"(;B[f5]\n" * (size // 8),
    "PGN games": _lines(b'[Event "x"]\n\n1. f5 d6 2. c3 d3 3. c4\n\n'),
    "IOS lines": _lines(b"772942166 e black 0 ( 30) white 0 ( 30) +65-46+33-43 +0\n"),
    "IOS blanks": lambda size: b"772942166 r black 64 (" + b" " * size,
    "positions": _lines(_BOARD + b" X\n"),
    "OBF lines": _lines(_BOARD + b" X; F5:+2; D3:+2;\n"),
    "FEN slashes": lambda size: b"p/" * (size // 2),
    "JSON games": lambda size: b"[" + b'{"position":{"moves":[{"m":"f5"}]}},' * (size // 37) + b"{}]",
    "JSON brackets": _lines(b"["),
    "tabs": lambda size: b"name\tmoves" + b"\t" * size + b"\nx\tf5\n",
    "logbook lines": _lines(b"+f5-d6+c3: +03 10\n"),
    "broken logbook lines": _lines(b"+f5-d6+c3 : x\n"),
    "WTHOR games": _wthor,
    "illegal WTHOR games": _bad_wthor,
    "noise": _noise,
    "printable noise": _printable_noise,
    "gzip of lines of moves": _bomb(b"f5d6c3d3c4\n"),
    "gzip of zeros": _bomb(b"\0" * 1024),
    "gzip of GGF": _bomb(_GGF),
}


#: Those that an import takes most for: everything is read, or as long as the limits allow.
IMPORTED = (
    "short lines of moves",
    "illegal lines",
    "SGF variations nested",
    "SGF never closed",
    "broken logbook lines",
    "gzip of lines of moves",
    "WTHOR games",
)


# -- watching -----------------------------------------------------------------------------------


class Watch:
    """Pings a server and adds up its memory until it is left."""

    def __init__(self, server: RunningServer) -> None:
        self._server = server
        self._over = threading.Event()
        self.pings: list[float] = []
        self.megabytes: list[float] = []

    def __enter__(self) -> Watch:
        self._threads = [threading.Thread(target=each, daemon=True) for each in (self._ping, self._weigh)]
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join(_PATIENCE)

    def _ping(self) -> None:
        while True:
            self.pings.append(ping(self._server.address))
            if self._over.wait(_PAUSE):
                return

    def _weigh(self) -> None:
        while True:
            self.megabytes.append(memory_of(self._server.pid))
            if self._over.wait(_PAUSE):
                return

    def record(self, quiet_ping: float, quiet_megabytes: float) -> Record:
        worst = max(self.pings)
        return {
            "ping_median": round(statistics.median(self.pings), 4),
            "ping_worst": round(worst, 4),
            "ping_worst_beside_quiet": round(worst / quiet_ping, 1),
            "megabytes_more": round(max(self.megabytes) - quiet_megabytes, 1),
        }


def connected(address: str) -> http.client.HTTPConnection:
    parts = urlsplit(address)
    return http.client.HTTPConnection("127.0.0.1", parts.port, timeout=_PATIENCE)


def ping(address: str) -> float:
    """Seconds of one, on a connection of its own."""
    begin = time.perf_counter()
    connection = connected(address)
    connection.request("GET", "/api/ping", headers={"Authorization": f"Bearer {TOKEN}"})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    if answer.status != 200:
        raise RuntimeError(f"a ping was answered with {answer.status}")
    return time.perf_counter() - begin


def memory_of(pid: int) -> float:
    """Megabytes of a process and its children that are in memory."""
    total = 0.0
    for each in [pid, *_children(pid)]:
        try:
            pages = int(Path(f"/proc/{each}/statm").read_text().split()[1])
        except (OSError, IndexError):
            continue  # it has just ended
        total += pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)
    return total


def _children(pid: int) -> Iterator[int]:
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found = task.read_text().split()
        except OSError:
            continue
        for child in map(int, found):
            yield child
            yield from _children(child)


# -- uploads ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Answer:
    status: int
    seconds: float
    said: str


def upload(address: str, path: str, data: bytes, kind: str = "application/octet-stream") -> Answer:
    begin = time.perf_counter()
    connection = connected(address)
    try:
        connection.request("POST", path, data, {"Content-Type": kind})
        answer = connection.getresponse()
        body = answer.read()
    finally:
        connection.close()
    return Answer(answer.status, time.perf_counter() - begin, _said(body))


def _said(body: bytes) -> str:
    try:
        found = json.loads(body.splitlines()[-1])
    except (ValueError, IndexError):
        return body[:200].decode("latin-1")
    if "error" in found:
        return str(found["error"]["message"])[:300]
    if "problems" in found:
        told = "; ".join(each["message"] for each in found["problems"][:2])
        return f"{found['games']} games, {found['duplicates']} duplicates; {told}"[:300]
    return f"{found['format']}: {found['count']} games, {len(found['errors'])} errors shown"


def as_form(data: bytes) -> tuple[bytes, str]:
    head = b'--frame\r\nContent-Disposition: form-data; name="files"; filename="games.txt"\r\n\r\n'
    return head + data + b"\r\n--frame--\r\n", "multipart/form-data; boundary=frame"


@contextmanager
def quiet(server: RunningServer) -> Iterator[tuple[float, float]]:
    """The longest ping and the memory of a server that nobody else uses."""
    with Watch(server) as watch:
        time.sleep(2.0)
    yield max(watch.pings), watch.megabytes[-1]


def measure_uploads(size: int) -> Record:
    with running_server("--no-book") as server:
        upload(server.address, "/api/position/file", b"f5d6\n" * 20_000)  # whatever is made once is there
        with quiet(server) as (quiet_ping, quiet_megabytes):
            rows = []
            for name, content in KINDS.items():
                data = content(size)
                with Watch(server) as watch:
                    answer = upload(server.address, "/api/position/file", data)
                row = {"kind": name, "bytes": len(data), "status": answer.status, "said": answer.said}
                row |= {"seconds": round(answer.seconds, 3), **watch.record(quiet_ping, quiet_megabytes)}
                rows.append(row)
                say(f"{name}: {row['status']} after {row['seconds']} s, ping {row['ping_worst']} s, "
                    f"{row['megabytes_more']} MB; {answer.said}")  # fmt: skip
        return {"quiet_ping": round(quiet_ping, 4), "rows": rows, "log_bytes": server.log.stat().st_size}


def measure_crowd(count: int, size: int) -> Record:
    """Many uploads at once."""
    with running_server("--no-book") as server:
        upload(server.address, "/api/position/file", b"f5d6\n" * 20_000)
        with quiet(server) as (quiet_ping, quiet_megabytes):
            bodies = [KINDS["short lines of moves"](size), KINDS["GGF games"](size), KINDS["illegal lines"](size)]
            with Watch(server) as watch, ThreadPoolExecutor(count) as threads:
                answers = list(
                    threads.map(
                        lambda number: upload(server.address, "/api/position/file", bodies[number % len(bodies)]),
                        range(count),
                    )
                )
        statuses = [answer.status for answer in answers]
        return {
            "posts": count,
            "bytes": size,
            "statuses": {str(status): statuses.count(status) for status in sorted(set(statuses))},
            "slowest_seconds": round(max(answer.seconds for answer in answers), 3),
            "quiet_ping": round(quiet_ping, 4),
            **watch.record(quiet_ping, quiet_megabytes),
        }


def measure_imports(size: int) -> Record:
    """Imports take their time; what counts is that others do not notice."""
    with running_server("--no-book") as server, quiet(server) as (quiet_ping, quiet_megabytes):
        rows = []
        for name in IMPORTED:
            body, kind = as_form(KINDS[name](size))
            with Watch(server) as watch:
                answer = upload(server.address, "/api/games/import", body, kind)
            row = {"kind": name, "bytes": len(body), "status": answer.status, "said": answer.said}
            rows.append(row | {"seconds": round(answer.seconds, 3), **watch.record(quiet_ping, quiet_megabytes)})
            say(f"import of {name}: {rows[-1]}")
        return {"quiet_ping": round(quiet_ping, 4), "rows": rows}


# -- connections --------------------------------------------------------------------------------


#: A head without its end, and a request without its body.
_HALVES = (b"GET / HT", b"POST /api/position HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n")


def measure_half_open(count: int, files: int) -> Record:
    """Requests that never end, at a server with few file descriptors that others can reach."""
    with running_server("--no-book", "--host", "0.0.0.0", "--token", TOKEN, files=files) as server:  # noqa: S104
        with quiet(server) as (quiet_ping, _):
            pass
        port = urlsplit(server.address).port
        held: list[socket.socket] = []
        pings = []
        begin = time.perf_counter()
        for number in range(count):
            one = socket.create_connection(("127.0.0.1", port), timeout=_PATIENCE)
            one.sendall(
                b"GET / HT" if number % 2 else b"POST /api/position HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n"
            )
            held.append(one)
            if number % 20 == 0:
                pings.append(ping(server.address))
        opened = time.perf_counter() - begin
        for _ in range(100):
            pings.append(ping(server.address))
            time.sleep(_PAUSE)
        for one in held:
            one.close()
        return {
            "connections": count,
            "file_descriptors": files,
            "seconds_to_open": round(opened, 3),
            "quiet_ping": round(quiet_ping, 4),
            "pings": len(pings),
            "ping_median": round(statistics.median(pings), 4),
            "ping_worst": round(max(pings), 4),
            "ping_worst_beside_quiet": round(max(pings) / quiet_ping, 1),
            "log_bytes": server.log.stat().st_size,
        }


def verdicts(record: Record) -> list[str]:
    rows = record["uploads"]["rows"]
    imports = record["imports"]["rows"]
    crowd, half_open = record["crowd"], record["half_open"]
    figures = (
        ("slowest answer to an upload, seconds", max(row["seconds"] for row in rows), MOST_SECONDS),
        ("most memory for an upload, MB", max(row["megabytes_more"] for row in rows), MOST_MEGABYTES),
        ("worst ping during uploads, seconds", max(row["ping_worst"] for row in rows), MOST_PING),
        ("most memory for an import, MB", max(row["megabytes_more"] for row in imports), MOST_MEGABYTES),
        ("worst ping during imports, seconds", max(row["ping_worst"] for row in imports), MOST_PING),
        ("slowest answer of many uploads at once, seconds", crowd["slowest_seconds"], MOST_SECONDS),
        ("worst ping during many uploads, seconds", crowd["ping_worst"], MOST_PING),
        ("worst ping beside half-open connections, seconds", half_open["ping_worst"], MOST_SECONDS),
        ("bytes of its log", half_open["log_bytes"], 10_000),
    )
    return [
        f"{'kept  ' if value < most else 'BROKEN'}  {name}: {value:g} (< {most:g})" for name, value, most in figures
    ]


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.web.hostile", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--megabytes", type=int, default=16)
    parser.add_argument("--connections", type=int, default=1000)
    parser.add_argument("--no-save", action="store_true", help="do not keep the result")
    arguments = parser.parse_args()
    size = (arguments.megabytes << 20) - 1024
    record = new_record("web.hostile")
    say("uploads")
    record["uploads"] = measure_uploads(size)
    say("many uploads at once")
    record["crowd"] = measure_crowd(60, 200_000)
    say("imports")
    record["imports"] = measure_imports(size)
    say("half-open connections")
    record["half_open"] = measure_half_open(arguments.connections, 256)
    for part in ("crowd", "half_open"):
        print(f"{part}: {record[part]}")
    print("\n".join(verdicts(record)))
    if not arguments.no_save:
        print(f"stored as {save(record).relative_to(ROOT)}")


if __name__ == "__main__":
    main()
