"""The part that waits: sockets, time, engines at work, reconnecting.

One thread runs everything here but the searches and the writing of games, so the server is always answered.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Literal, TextIO

from logistello.engine import GameLearner
from logistello.errors import GameServerError, LogistelloError
from logistello.files import naming
from logistello.protocol.ggs.actions import (
    Action,
    FinishedMatch,
    Leave,
    Notice,
    Send,
    SendPassword,
    StopThinking,
    Think,
    Thought,
)
from logistello.protocol.ggs.archive import Archive
from logistello.protocol.ggs.framing import Framer
from logistello.protocol.ggs.login import Password
from logistello.protocol.ggs.parsing import parse_message
from logistello.protocol.ggs.session import GgsSession
from logistello.protocol.ggs.thinkers import Thinkers, ThinkingEngine

_CHUNK = 65_536
#: Seconds for a connection to come up, and for the server to take what we send.
_PATIENCE = 30.0
#: Seconds for the last lines to leave.
_FAREWELL = 2.0


@dataclass(frozen=True, slots=True)
class Reach:
    """How to get to the server, and how hard to try again. Times are seconds."""

    host: str
    port: int = 5000
    #: Before the first further attempt; doubled for each after it.
    first_delay: float = 1.0
    longest_delay: float = 60.0
    #: Attempts in a row that may fail; a connection that lasted resets the count.
    attempts: int = 20
    lasting: float = 60.0
    #: How often the session hears of the time.
    tick: float = 1.0


class Client:
    """Plays on a server until the session is over.

    ``tell`` gets sentences for the user; it is called in the thread of :meth:`run`. ``learner`` and ``archive`` are
    used between matches, on a thread of their own.
    """

    def __init__(
        self,
        session: GgsSession,
        reach: Reach,
        password: Password,
        engines: Sequence[ThinkingEngine],
        *,
        threads: int = 1,
        depth: int | None = None,
        lag: float = 2.0,
        ponder: bool = False,
        archive: Archive | None = None,
        learner: GameLearner | None = None,
        log: Path | None = None,
        tell: Callable[[str], None] = lambda text: None,
    ) -> None:
        self.session = session
        self._reach = reach
        self._password = password
        self._archive = archive
        self._learner = learner
        self._tell = tell
        self._log = TrafficLog(log, password)
        self._thinkers = Thinkers(
            engines, self._thought, clock=time.monotonic, threads=threads, depth=depth, lag=lag, ponder=ponder
        )
        self._keeper = ThreadPoolExecutor(1, "logistello-ggs-keeper")
        self._loop: asyncio.AbstractEventLoop | None = None
        self._wake = asyncio.Event()
        #: Done in the loop's thread at the next occasion; filled by other threads too.
        self._inbox: deque[Callable[[float], list[Action]]] = deque()
        self._left: Leave | None = None

    # -- from other threads, and from signal handlers ------------------------------------------

    def finish(self) -> None:
        """Quit after the match under way."""
        self._post(self.session.finish)

    def leave(self) -> None:
        """Quit at once; the server stores the match under way."""
        self._post(self.session.leave)

    def _thought(self, thought: Thought) -> None:
        self._post(lambda now: self.session.thought(thought, now))

    def _post(self, work: Callable[[float], list[Action]]) -> None:
        self._inbox.append(work)
        loop = self._loop
        if loop is not None:
            try:
                loop.call_soon_threadsafe(self._wake.set)
            except RuntimeError:  # the loop is closed: it is not needed any more
                return

    # -- the life of the client ---------------------------------------------------------------

    async def run(self) -> None:
        """Until the session is over. Raises ``GameServerError`` if that was not as it should be."""
        self._loop = asyncio.get_running_loop()
        failures = 0
        try:
            while self.session.over is None:
                begun = time.monotonic()
                reason = await self._connection(first=failures == 0)
                if self.session.over is not None or self.session.finishing:
                    break
                lasted = self.session.login.online and time.monotonic() - begun > self._reach.lasting
                failures = 1 if lasted else failures + 1
                if failures > self._reach.attempts:
                    raise GameServerError(f"gave up after {self._reach.attempts} attempts: {reason}")
                delay = min(self._reach.first_delay * 2 ** min(failures - 1, 30), self._reach.longest_delay)
                self._say(f"{reason}; trying again in {delay:g} s")
                await self._pause(delay)
        finally:
            # Engines stop at once; games that are being written are written to their end.
            await asyncio.to_thread(self._thinkers.close)
            await asyncio.to_thread(self._keeper.shutdown)
            self._loop = None
            self._do_posted(None)
            self._log.close()
        over = self.session.over
        if over is not None and over.failed:
            raise GameServerError(over.reason)

    async def _connection(self, *, first: bool) -> str:
        """One connection from beginning to end; why it ended."""
        reach = self._reach
        try:
            opening = asyncio.open_connection(reach.host, reach.port)
            reader, writer = await asyncio.wait_for(opening, _PATIENCE)
        except (OSError, TimeoutError) as error:
            reason = f"no connection to {reach.host}:{reach.port}: {_words(error)}"
            if first:
                raise GameServerError(f"{reason}; check --host and --port") from None
            return reason
        _keep_alive(writer)
        self._left = None
        self.session.connected(time.monotonic())
        self._log.write("#", f"connected to {reach.host}:{reach.port}")
        try:
            reason = await self._converse(reader, writer)
        finally:
            self._do(self.session.disconnected(), None)
            writer.close()
            with contextlib.suppress(OSError, TimeoutError):
                await asyncio.wait_for(writer.wait_closed(), _FAREWELL)
        self._log.write("#", f"disconnected: {reason}")
        return reason

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> str:
        framer = Framer()
        reading = asyncio.ensure_future(reader.read(_CHUNK))
        waking = asyncio.ensure_future(self._wake.wait())
        try:
            while True:
                await asyncio.wait((reading, waking), timeout=self._reach.tick, return_when=asyncio.FIRST_COMPLETED)
                if waking.done():
                    self._wake.clear()
                    waking = asyncio.ensure_future(self._wake.wait())
                if reading.done():
                    data = reading.result()
                    if not data:
                        return "the server closed the connection"
                    self._receive(framer, data, writer)
                    reading = asyncio.ensure_future(reader.read(_CHUNK))
                self._do_posted(writer)
                self._do(self.session.tick(time.monotonic()), writer)
                if writer.transport.get_write_buffer_size():
                    await asyncio.wait_for(writer.drain(), _PATIENCE)
                if self._left is not None:
                    return self._left.reason
        except (OSError, TimeoutError) as error:
            return f"connection lost: {_words(error)}"
        finally:
            reading.cancel()
            waking.cancel()

    def _receive(self, framer: Framer, data: bytes, writer: asyncio.StreamWriter) -> None:
        dropped = framer.dropped
        for block in framer.feed(data):
            self._log.write("<", "\n|".join(block))
            if self._left is not None:
                return
            self._do(self.session.receive(parse_message(block), time.monotonic()), writer)
        if framer.dropped > dropped:
            self._log.write("#", f"{framer.dropped - dropped} lines dropped: too long, or outside of any message")

    def _do_posted(self, writer: asyncio.StreamWriter | None) -> None:
        for _ in range(len(self._inbox)):
            self._do(self._inbox.popleft()(time.monotonic()), writer)

    async def _pause(self, seconds: float) -> None:
        """Between two connections; a wish to quit cuts it short."""
        until = time.monotonic() + seconds
        while self.session.over is None and (left := until - time.monotonic()) > 0:
            try:
                await asyncio.wait_for(self._wake.wait(), left)
            except TimeoutError:
                return
            self._wake.clear()
            self._do_posted(None)

    # -- actions ------------------------------------------------------------------------------

    def _do(self, actions: Sequence[Action], writer: asyncio.StreamWriter | None) -> None:
        for action in actions:
            match action:
                case Send(line=line):
                    self._send(writer, line, line)
                case SendPassword():
                    self._send(writer, self._password.reveal(), "(the password)")
                case Think():
                    self._thinkers.submit(action)
                case StopThinking(game_id=game_id, over=True):
                    self._thinkers.forget(game_id)
                case StopThinking(game_id=game_id):
                    self._thinkers.cancel(game_id)
                case FinishedMatch():
                    self._keeper.submit(self._keep, action)
                    self._tell_pondering()
                case Notice(text=text):
                    self._say(text)
                case Leave():
                    self._left = action

    def _tell_pondering(self) -> None:
        if (tally := self._thinkers.pondering).replies:
            self._say(f"on the opponents' time: {tally}")

    def _send(self, writer: asyncio.StreamWriter | None, line: str, shown: str) -> None:
        """Nothing happens where the connection is gone; the end of the reading tells of that."""
        if writer is not None and not writer.is_closing():
            self._log.write(">", shown)
            writer.write(f"{line}\r\n".encode())

    def _say(self, text: str) -> None:
        hidden = self._password.hide_in(text)
        self._log.write("#", hidden)
        self._tell(hidden)

    def _keep(self, match: FinishedMatch) -> None:
        """On the keeper's thread: failures are reported, play continues."""

        def report(text: str) -> None:
            self._post(lambda now: [Notice(text)])

        if self._archive is not None:
            try:
                if path := self._archive.save(match):
                    report(f"saved {path}")
            except OSError as error:
                report(f"match {match.id} could not be saved: {error}")
        if self._learner is not None:
            for game in match.games:
                try:
                    self._learner.learn(game)
                except (LogistelloError, OSError, ValueError) as error:
                    report(f"nothing was learned from match {match.id}: {error}")


def _keep_alive(writer: asyncio.StreamWriter) -> None:
    """Let the system notice a peer that vanished."""
    connection = writer.get_extra_info("socket")
    if connection is not None:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _words(error: BaseException) -> str:
    if isinstance(error, TimeoutError) and not str(error):
        return f"no answer within {_PATIENCE:g} s"
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


#: ``<`` from the server, ``>`` to it, ``#`` remarks of ours.
Direction = Literal["<", ">", "#"]
_LONGEST = 2000


def _now() -> datetime:
    return datetime.now(UTC)


class TrafficLog:
    """Appends; a line is on the disk as soon as it is written. Without a path nothing happens."""

    def __init__(self, path: Path | None, password: Password, *, wall_clock: Callable[[], datetime] = _now) -> None:
        self._password = password
        self._wall_clock = wall_clock
        self._file: TextIO | None = None
        if path is not None:
            self._file = path.open("a", encoding="utf-8", errors="backslashreplace", buffering=1)

    def write(self, direction: Direction, text: str) -> None:
        if self._file is None:
            return
        time = self._wall_clock().strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3]
        for line in self._password.hide_in(text).splitlines():
            cut = "…" if len(line) > _LONGEST else ""
            with naming(self._file.name):
                self._file.write(f"{time}Z {direction} {line[:_LONGEST]}{cut}\n")

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def __enter__(self) -> TrafficLog:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
