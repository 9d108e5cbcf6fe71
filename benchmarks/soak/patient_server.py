"""A fake server whose opponent proposes matches until enough games are played, and which can be started again."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from itertools import cycle

from tests.protocol.fake_ggs import Connection, FakeGgs, Manners
from tests.protocol.fake_match import Board

#: Plain and synchro matches, from the usual start and from random ones.
KINDS = ("8", "s8r20", "8w", "s8r30", "8b", "s8r18")
#: Seconds after which a proposal that nobody answered is made again: its line may have been lost.
_AGAIN = 2.0


class PatientServer:
    """A server on a port of its own, and the state that its restarts leave: matches, those stored, numbers."""

    def __init__(self, *, clock: str, kinds: Sequence[str] = KINDS) -> None:
        self._clock = clock
        self._kinds = cycle(kinds)
        self.restarts = 0
        self.logins = 0
        self.errors: list[str] = []
        self.server = self._start()

    def _start(self, port: int = 0) -> FakeGgs:
        server = _EagerServer(
            self._kinds,
            clock=self._clock,
            rated="R",
            manners=Manners(measures_time=True),
            port=port,
        )
        return server.__enter__()

    @property
    def boards(self) -> list[Board]:
        """Games that are over."""
        return [board for match in list(self.server.matches) for board in match.boards if board.over]

    def end(self) -> None:
        """As a crash would; call when no client is connected any more."""
        self.server.__exit__()
        self.logins += self.server.logins
        self.errors += self.server.errors

    def start_again(self) -> None:
        before = self.server
        self.restarts += 1
        self.server = self._start()
        self.server.matches = before.matches
        self.server.stored.update(before.stored)
        self.server.next_id = before.next_id


class _EagerServer(FakeGgs):
    def __init__(self, kinds: cycle[str], **settings: object) -> None:
        super().__init__(**settings)  # type: ignore[arg-type]
        self._kinds = kinds
        self._here: Connection | None = None
        self._turn = threading.RLock()
        self.on_login = self._welcome
        self._ending = threading.Event()
        self._start(self._remind)

    def __exit__(self, *_: object) -> None:
        self._ending.set()
        super().__exit__()

    def _welcome(self, connection: Connection) -> None:
        """One thing at a time: what the client sends, and what the opponent does unasked."""
        self._here = connection
        command = connection.command

        def in_turn(words: list[str]) -> None:
            with self._turn:
                self._propose_something()
                command(words)

        connection.command = in_turn  # type: ignore[method-assign]

    def _propose_something(self) -> None:
        if not self.challenges:
            self.challenges.append(next(self._kinds))

    def _remind(self) -> None:
        while not self._ending.wait(_AGAIN):
            with self._turn:
                here = self._here
                if here is None or here.match is not None:
                    continue
                here.proposals.clear()
                self._propose_something()
                try:
                    if self.stored:
                        here.say_stored()
                    else:
                        here.next_challenge()
                except OSError:
                    self._here = None
