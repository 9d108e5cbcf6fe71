"""A line between client and server on which everything goes wrong that can: a relay on loopback."""

from __future__ import annotations

import contextlib
import random
import socket
import threading
import time
from collections import Counter
from dataclasses import dataclass, fields

#: Lines of a connection that come through as they are: a first login that fails ends the client, as it should.
_LOGIN_LINES = 12


@dataclass(frozen=True)
class Faults:
    """How often a line from the server meets each fault; a game has about 900 lines."""

    #: It comes twice.
    duplicated: float = 1 / 500
    #: It changes places with the next one.
    reordered: float = 1 / 500
    #: It comes up to two seconds late, and so does all that follows.
    delayed: float = 1 / 2000
    #: It comes in two pieces with a pause between them.
    torn: float = 1 / 500
    #: Its second half is lost.
    halved: float = 1 / 5000
    #: The connection ends before it, or in the middle of it.
    cut: float = 1 / 8000
    cut_in_line: float = 1 / 8000

    def times(self, factor: float) -> Faults:
        return Faults(**{each.name: min(factor * getattr(self, each.name), 0.2) for each in fields(self)})


class FaultyLine:
    """Listens on ``port`` and passes on to a server. Use as a context manager."""

    def __init__(self, server_port: int, faults: Faults, *, seed: int) -> None:
        self._server_port = server_port
        self._faults = faults
        self._chance = random.Random(seed)  # noqa: S311 - no secret
        self.counts: Counter[str] = Counter()
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._connections = 0
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._listen()

    def down(self) -> None:
        """Nobody is there any more: connections end, new ones are refused."""
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._end_all()

    def up(self, server_port: int) -> None:
        """The server is back."""
        self._server_port = server_port
        self._listener = socket.create_server(("127.0.0.1", self.port))
        self._listen()

    def __enter__(self) -> FaultyLine:
        return self

    def __exit__(self, *_: object) -> None:
        self.down()

    def _listen(self) -> None:
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            try:
                server = socket.create_connection(("127.0.0.1", self._server_port))
            except OSError:
                client.close()
                continue
            self._connections += 1
            for each in (client, server):
                each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                with self._lock:
                    self._open.add(each)
            threading.Thread(target=self._to_server, args=(client, server), daemon=True).start()
            threading.Thread(target=self._to_client, args=(server, client, self._connections == 1), daemon=True).start()

    def _to_server(self, client: socket.socket, server: socket.socket) -> None:
        try:
            while data := client.recv(65_536):
                server.sendall(data)
        except OSError:
            pass
        finally:
            self._end(client, server)

    def _to_client(self, server: socket.socket, client: socket.socket, first: bool) -> None:
        rest, held, passed = b"", b"", 0
        try:
            while data := server.recv(65_536):
                *lines, rest = (rest + data).split(b"\n")
                for each in lines:
                    line = each + b"\n"
                    passed += 1
                    if first and passed <= _LOGIN_LINES:
                        client.sendall(line)
                        continue
                    held = self._pass_on(client, line, held)
                if held and not rest:  # nothing follows that it could change places with
                    client.sendall(held)
                    held = b""
        except (OSError, _CutError):
            pass
        finally:
            self._end(client, server)

    def _pass_on(self, client: socket.socket, line: bytes, held: bytes) -> bytes:
        """Returns a line that the next one overtakes."""
        fault = self._fault()
        if fault:
            self.counts[fault] += 1
        half = len(line) // 2
        if fault == "reordered" and not held:
            return line
        if fault == "delayed":
            time.sleep(self._chance.uniform(0.05, 2.0))
        if fault == "cut":
            raise _CutError
        if fault == "cut_in_line":
            client.sendall(line[:half])
            raise _CutError
        if fault == "torn":
            client.sendall(line[:half])
            time.sleep(self._chance.uniform(0.0, 0.2))
            client.sendall(line[half:])
        elif fault == "halved":
            client.sendall(line[:half] + b"\r\n")
        else:
            client.sendall(line * (2 if fault == "duplicated" else 1))
        if held:
            client.sendall(held)
        return b""

    def _fault(self) -> str:
        chance = self._chance.random()
        for each in fields(self._faults):
            chance -= getattr(self._faults, each.name)
            if chance < 0:
                return each.name
        return ""

    def _end_all(self) -> None:
        with self._lock:
            ends = list(self._open)
        self._end(*ends)

    def _end(self, *ends: socket.socket) -> None:
        for each in ends:
            with self._lock:
                self._open.discard(each)
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()


class _CutError(Exception):
    """The line is cut here."""
