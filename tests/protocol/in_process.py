"""Sessions without a process: the real loop and engine, lines from a list or from a test that waits."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterable, Iterator

from logistello.book import BookInPlay
from logistello.engine import Engine, Limit
from logistello.protocol.conversation import Conversation, ProtocolSession
from logistello.protocol.gtp_session import GtpSession
from logistello.protocol.nboard_session import NBoardSession
from logistello.protocol.thinking import Post
from logistello.protocol.xboard_session import XBoardSession
from tests.waiting import PATIENCE

SESSIONS: dict[str, Callable[..., ProtocolSession]] = {
    "gtp": GtpSession,
    "nboard": NBoardSession,
    "xboard": XBoardSession,
}
#: Short searches, whatever a line asks for.
SHORT = Limit(depth=2, nodes=500)


def talk(
    protocol: str,
    lines: Iterable[str],
    *,
    limit: Limit = SHORT,
    book: BookInPlay | None = None,
    hear: Callable[[str], None] | None = None,
) -> list[str]:
    """Everything that the session says, line by line. The engine is closed in the end."""
    said: list[str] = []

    def send(text: str) -> None:
        for line in text.split("\n"):
            said.append(line)
            if hear is not None:
                hear(line)

    def make(post: Post) -> ProtocolSession:
        return SESSIONS[protocol](Engine(hash_mb=1), post, send, limit=limit, book=book)

    conversation = Conversation()
    conversation.hold(make(conversation.post), lines)
    return said


class Exchange:
    """Lines for a session, each sent when the one before has had its answer.

    ``Exchange([("go", "=== ")])`` sends ``go`` and waits for a line that begins with ``===``.
    """

    def __init__(self, steps: Iterable[tuple[str, str]]) -> None:
        self._steps = list(steps)
        self._heard: queue.Queue[str] = queue.Queue()

    def hear(self, line: str) -> None:
        self._heard.put(line)

    def __iter__(self) -> Iterator[str]:
        for line, answer in self._steps:
            yield line
            while answer and not self._heard.get(timeout=PATIENCE).startswith(answer):
                pass
