"""The loop that all protocols share.

One thread does everything that a session does, one event after the other: lines from the peer, and news from
searches. Two others only bring events: the reader of the input, and the one that searches. So a session needs
no locks, and answers while a search runs.
"""

from __future__ import annotations

import logging
import os
import select
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from queue import Empty, SimpleQueue
from typing import Protocol

from logistello.errors import LogistelloError
from logistello.programs.process import readable_line

#: Lines that wait to be handled; the peer has to wait with more.
_MOST_WAITING = 1_000
#: How often to look whether anybody still listens, once no more lines can come.
_SECONDS_BETWEEN_LOOKS = 0.5

_log = logging.getLogger(__name__)

Event = Callable[[], None]


class ProtocolSession(Protocol):
    """What speaks a protocol. All of it is called by one thread."""

    @property
    def busy(self) -> bool:
        """The next line must wait: the answer to the last one is not complete."""
        ...

    @property
    def over(self) -> bool:
        """The peer has said goodbye."""
        ...

    def receive(self, line: str) -> None:
        """Carry out a line."""
        ...

    def overhear(self, line: str) -> None:
        """A line came that has to wait; it may be a reason to hurry."""
        ...

    def input_ended(self) -> None:
        """No more lines will come; those that wait are still to be carried out."""
        ...

    def close(self) -> None:
        """Stop what is running. Closing twice is fine."""
        ...


class Conversation:
    """Brings lines and news to one session, in the order in which they come."""

    def __init__(self) -> None:
        self._events: SimpleQueue[Event] = SimpleQueue()
        self._waiting: deque[str] = deque()
        self._slots = threading.Semaphore(_MOST_WAITING)
        self._input_ended = False

    def post(self, event: Event) -> None:
        """Have something done by the thread of the session. Safe from any thread."""
        self._events.put(event)

    def hold(
        self, session: ProtocolSession, lines: Iterable[str], nobody_listens: Callable[[], bool] = lambda: False
    ) -> None:
        """Until the session is over, or the lines are and all that they asked for is done, or no one listens."""
        threading.Thread(target=self._read, args=(session, lines), name="logistello-input", daemon=True).start()
        try:
            while not session.over and not self._finished(session):
                try:
                    event = self._events.get(timeout=_SECONDS_BETWEEN_LOOKS if self._input_ended else None)
                except Empty:
                    if nobody_listens():  # the peer died: no one will read the answer
                        break
                    continue
                self._carry_out(event)
                self._carry_out(lambda: self._hand_over(session))
        finally:
            session.close()

    def _carry_out(self, event: Event) -> None:
        """A mistake of ours, or a file that turns out to be damaged, costs one answer, not the conversation."""
        try:
            event()
        except OSError:  # the peer is gone
            raise
        except LogistelloError as error:
            _log.warning("%s", error)
        except Exception:
            _log.exception("this should not happen; going on with the next line")

    def _finished(self, session: ProtocolSession) -> bool:
        return self._input_ended and not self._waiting and not session.busy

    def _read(self, session: ProtocolSession, lines: Iterable[str]) -> None:
        try:
            for line in lines:
                self._slots.acquire()
                self.post(lambda line=line: self._heard(session, line))  # type: ignore[misc]
        except OSError as error:
            _log.warning("the input cannot be read any more: %s", error)
        self.post(lambda: self._hung_up(session))

    def _heard(self, session: ProtocolSession, line: str) -> None:
        self._waiting.append(line)
        if session.busy:
            session.overhear(line)

    def _hung_up(self, session: ProtocolSession) -> None:
        self._input_ended = True
        session.input_ended()

    def _hand_over(self, session: ProtocolSession) -> None:
        while self._waiting and not session.busy and not session.over:
            line = self._waiting.popleft()
            self._slots.release()
            session.receive(line)


#: Bytes of a line that are kept. A game with a comment on every move has a tenth of that.
LONGEST_LINE = 65_536
_CHUNK = 65_536


def read_lines(descriptor: int, longest: int = LONGEST_LINE) -> Iterator[str]:
    """The lines of a file descriptor until its end; of one that is too long, only the beginning.

    Reads the descriptor itself: a thread that waits inside Python's own buffer of the standard input would make the
    interpreter complain at its end.
    """
    line = bytearray()
    while data := os.read(descriptor, _CHUNK):
        *ended, rest = data.split(b"\n")
        for part in ended:
            line += part[: longest - len(line)]
            yield readable_line(bytes(line))
            line.clear()
        line += rest[: longest - len(line)]
    if line:
        yield readable_line(bytes(line))


def nobody_reads(descriptor: int) -> bool:
    """Whether the other end of a pipe that we write to is closed; where the system cannot tell, ``False``."""
    if not hasattr(select, "poll"):
        return False
    poll = select.poll()
    poll.register(descriptor, 0)  # errors are told unasked
    return bool(poll.poll(0))
