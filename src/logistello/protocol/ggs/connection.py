"""The part that waits: sockets, time, engines at work, reconnecting.

One thread runs everything here but the searches and the writing of games, so the server is always answered.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import socket
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from logistello.engine import GameLearner
from logistello.errors import GameServerError
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
from logistello.protocol.ggs.keeper import Keeper
from logistello.protocol.ggs.login import Password
from logistello.protocol.ggs.message import Update
from logistello.protocol.ggs.parsing import parse_message
from logistello.protocol.ggs.session import GgsSession
from logistello.protocol.ggs.thinkers import Thinkers, ThinkingEngine
from logistello.protocol.ggs.traffic_log import TrafficLog

T = TypeVar("T")

_CHUNK = 65_536
#: Seconds for a connection to come up, and for the server to take what we send.
_PATIENCE = 30.0
#: Seconds for the last lines to leave.
_FAREWELL = 2.0
#: Sentences and matches that are remembered for whoever looks at the status.
_REMEMBERED = 50


@dataclass(frozen=True, slots=True)
class Reach:
    """How to get to the server, and how hard to try again. Times are seconds."""

    host: str
    port: int = 5000
    #: Before the first further attempt; doubled for each after it.
    first_delay: float = 1.0
    longest_delay: float = 60.0
    #: Attempts in a row that may fail, ``None`` for any number; a connection that lasted, or on which a game went on,
    #: resets the count.
    attempts: int | None = None
    lasting: float = 60.0
    #: How often the session hears of the time.
    tick: float = 1.0
    #: Spreads the delays, so that all clients of a server that restarts do not come back at the same moment.
    jitter: random.Random = field(default_factory=random.Random, compare=False)

    def delay(self, failures: int) -> float:
        """Before the next attempt, after this many in a row that failed: half of the doubled delay is chance.

        >>> reach = Reach("localhost", jitter=random.Random(1))
        >>> [round(reach.delay(failures), 1) for failures in (1, 2, 3, 4, 20)]
        [0.6, 1.8, 3.5, 5.0, 44.9]
        """
        most: float = min(self.first_delay * 2 ** min(failures - 1, 30), self.longest_delay)
        return most * self.jitter.uniform(0.5, 1.0)


@dataclass
class ConnectionCounts:
    """Connections of a run; times are seconds of the client's clock."""

    #: That came up, and that did not.
    made: int = 0
    failed: int = 0
    logins: int = 0
    #: When the present one came up, and when the next attempt will be; ``None`` if there is none.
    since: float | None = None
    again_at: float | None = None
    #: Why the last one ended.
    ended: str = ""


@dataclass(frozen=True, slots=True)
class MatchNote:
    """What is remembered of a match: without its games, which would take a hundred times the memory."""

    ended_at: float
    opponent: str
    type: str
    rated: bool
    score: float
    #: The moves of its games.
    moves: tuple[str, ...]

    @classmethod
    def of(cls, match: FinishedMatch, ended_at: float) -> MatchNote:
        moves = tuple(game.transcript() for game in match.games)
        return cls(ended_at, match.opponent, match.type, match.rated, match.score, moves)


class Client:
    """Plays on a server until the session is over.

    ``tell`` gets sentences for the user, ``on_match`` every finished match; both are called in the thread of
    :meth:`run`. ``learner`` and ``archive`` are used after each match, on a thread of their own.
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
        log: Path | TrafficLog | None = None,
        tell: Callable[[str], None] = lambda text: None,
        on_match: Callable[[FinishedMatch], None] = lambda match: None,
    ) -> None:
        self.session = session
        self.reach = reach
        self.counts = ConnectionCounts()
        #: What the user was told lately, with the client's time.
        self.told: deque[tuple[float, str]] = deque(maxlen=_REMEMBERED)
        self.finished: deque[MatchNote] = deque(maxlen=_REMEMBERED)
        self._password = password
        self._tell = tell
        self._on_match = on_match
        self._log = log if isinstance(log, TrafficLog) else TrafficLog(log, password)
        self._log_failed = False
        self._thinkers = Thinkers(
            engines, self._thought, clock=time.monotonic, threads=threads, depth=depth, lag=lag, ponder=ponder
        )
        self.keeper = Keeper(archive, learner, lambda text: self._post(lambda now: [Notice(text)]))
        self._loop: asyncio.AbstractEventLoop | None = None
        self._wake = asyncio.Event()
        #: Done in the loop's thread at the next occasion; filled by other threads too.
        self._inbox: deque[Callable[[float], list[Action]]] = deque()
        self._left: Leave | None = None
        self._leaving = False
        #: Moves that the server told, of either side.
        self._moves = 0

    # -- from other threads, and from signal handlers ------------------------------------------

    def finish(self) -> None:
        """Quit after the match under way."""
        self._post(self.session.finish)

    def leave(self) -> None:
        """Quit at once; the server stores the match under way, and lessons that have not begun are skipped."""
        self._leaving = True
        self._post(self.session.leave)

    def ask(self, question: Callable[[], T]) -> Future[T]:
        """Have a question answered in the thread of :meth:`run`, where nothing changes meanwhile."""
        answer: Future[T] = Future()

        def work(now: float) -> list[Action]:
            try:
                answer.set_result(question())
            except Exception as error:  # it belongs to who asked
                answer.set_exception(error)
            return []

        self._post(work)
        return answer

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
                begun, played = time.monotonic(), self._moves
                reason = await self._connection(first=not self.counts.made)
                self.counts.ended = reason
                if self.session.over is not None or self.session.finishing:
                    break
                lasted = self.session.login.online and time.monotonic() - begun > self.reach.lasting
                failures = 1 if lasted or self._moves > played else failures + 1
                if self.reach.attempts is not None and failures > self.reach.attempts:
                    raise GameServerError(f"gave up after {self.reach.attempts} attempts: {reason}")
                delay = self.reach.delay(failures)
                self._say(f"{reason}; trying again in {delay:.1f} s")
                await self._pause(delay)
        finally:
            # Engines stop at once; games that are being written are written to their end.
            await asyncio.to_thread(self._thinkers.close)
            await asyncio.to_thread(self.keeper.close, at_once=self._leaving)
            self._loop = None
            self._do_posted(None)
            self._log.close()
        over = self.session.over
        if over is not None and over.failed:
            raise GameServerError(over.reason)

    async def _connection(self, *, first: bool) -> str:
        """One connection from beginning to end; why it ended."""
        reach = self.reach
        try:
            streams = await self._open()
        except (OSError, TimeoutError) as error:
            reason = f"no connection to {reach.host}:{reach.port}: {_words(error)}"
            if first:
                raise GameServerError(f"{reason}; check --host and --port") from None
            self.counts.failed += 1
            return reason
        if streams is None:
            return "asked to quit"
        reader, writer = streams
        _keep_alive(writer)
        self._left = None
        self.counts.made += 1
        self.counts.since = time.monotonic()
        self.session.connected(time.monotonic())
        self._log.write("#", f"connected to {reach.host}:{reach.port}")
        try:
            reason = await self._converse(reader, writer)
        finally:
            self.counts.since = None
            self.counts.logins += self.session.login.online
            self._do(self.session.disconnected(), None)
            writer.close()
            with contextlib.suppress(OSError, TimeoutError):
                await asyncio.wait_for(writer.wait_closed(), _FAREWELL)
        self._log.write("#", f"disconnected: {reason}")
        return reason

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        """The streams of a new connection; ``None`` if a wish to quit came first."""
        opening = asyncio.ensure_future(asyncio.open_connection(self.reach.host, self.reach.port))
        until = time.monotonic() + _PATIENCE
        try:
            while not opening.done() and self.session.over is None:
                waking = asyncio.ensure_future(self._wake.wait())
                left = max(until - time.monotonic(), 0.0)
                done, _ = await asyncio.wait((opening, waking), timeout=left, return_when=asyncio.FIRST_COMPLETED)
                waking.cancel()
                if not done:
                    raise TimeoutError
                self._wake.clear()
                self._do_posted(None)
            if self.session.over is None:
                return opening.result()
            if opening.done() and opening.exception() is None:
                opening.result()[1].close()
            return None
        finally:
            opening.cancel()

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> str:
        framer = Framer()
        reading = asyncio.ensure_future(reader.read(_CHUNK))
        waking = asyncio.ensure_future(self._wake.wait())
        try:
            while True:
                await asyncio.wait((reading, waking), timeout=self.reach.tick, return_when=asyncio.FIRST_COMPLETED)
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
            message = parse_message(block)
            self._moves += isinstance(message, Update)
            self._do(self.session.receive(message, time.monotonic()), writer)
        if framer.dropped > dropped:
            self._log.write("#", f"{framer.dropped - dropped} lines dropped: too long, or outside of any message")

    def _do_posted(self, writer: asyncio.StreamWriter | None) -> None:
        for _ in range(len(self._inbox)):
            self._do(self._inbox.popleft()(time.monotonic()), writer)

    async def _pause(self, seconds: float) -> None:
        """Between two connections; a wish to quit cuts it short."""
        until = self.counts.again_at = time.monotonic() + seconds
        while self.session.over is None and (left := until - time.monotonic()) > 0:
            try:
                await asyncio.wait_for(self._wake.wait(), left)
            except TimeoutError:
                break
            self._wake.clear()
            self._do_posted(None)
        self.counts.again_at = None

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
                    self.finished.append(MatchNote.of(action, time.monotonic()))
                    self.keeper.keep(action)
                    self._on_match(action)
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
        self.told.append((time.monotonic(), hidden))
        self._tell(hidden)
        if self._log.trouble is not None and not self._log_failed:
            self._log_failed = True
            self._say(f"the log cannot be written: {self._log.trouble}; play goes on without it")


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
