"""A Generic Game Server for the tests: on loopback, with one opponent, and with bad manners on demand.

It speaks as the recorded sessions of the real one do. ``python -m tests.protocol.fake_ggs`` runs it by hand.
"""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from logistello.errors import LogistelloError
from logistello.match.players import MoveChooser, RandomPlayer
from logistello.protocol.ggs.notation import GgsClock, GgsMove

from .fake_match import Board, FakeMatch

#: Seconds that a clock may run on after its time is up.
EXTENSION = 120.0
BANNER = "\nGeneric Game Server (GGS)\n------------------------\n\n"


@dataclass
class Manners:
    """What goes wrong. Moves are those of the client, counted from 1 over the whole life of the server."""

    #: Close the connection instead of answering these moves; the match is stored.
    hang_up_at: set[int] = field(default_factory=set)
    #: Refuse these logins (counted from 1).
    refuse_logins: set[int] = field(default_factory=set)
    #: Complain about these moves, as if they were not understood.
    complain_at: set[int] = field(default_factory=set)
    #: The client's time is up with this move: soft, then fatal.
    soft_timeout_at: int | None = None
    fatal_timeout_at: int | None = None
    #: Look at a clock of its own: what the client says of its time counts only if that is about right.
    measures_time: bool = False
    #: Bytes before each message.
    noise: bytes = b""
    #: Send everything in pieces of so many bytes.
    pieces: int | None = None
    #: Prompts without an end of line, and telnet negotiations around them.
    telnet: bool = False
    #: The opponent asks back: it proposes to go on with what was stored, instead of waiting to be asked.
    opponent_resumes: bool = False


class FakeGgs:
    """Use as a context manager; ``port`` is where it listens."""

    def __init__(
        self,
        *,
        password: str = "sesame",  # noqa: S107 - there is nothing behind it
        opponent: MoveChooser | None = None,
        name: str = "bob",
        challenges: Sequence[str] = (),
        clock: str = "05:00//02:00",
        rated: str = "U",
        manners: Manners | None = None,
        on_login: Callable[[Connection], None] = lambda connection: None,
        port: int = 0,
    ) -> None:
        """``challenges``: types of matches that the opponent proposes, one after the other."""
        self.password = password
        self.opponent = opponent or RandomPlayer(seed=1)
        self.name = name
        self.challenges = list(challenges)
        self.clock = clock
        self.rated = rated
        self.manners = manners or Manners()
        self.on_login = on_login
        #: Every line that came, and which of them were passwords.
        self.received: list[str] = []
        self.passwords: list[str] = []
        self.logins = 0
        self.moves = 0
        self.next_id = 4
        self.matches: list[FakeMatch] = []
        self.stored: dict[str, FakeMatch] = {}
        self.errors: list[str] = []
        self._listener = socket.create_server(("127.0.0.1", port))
        self.port: int = self._listener.getsockname()[1]
        self._threads: list[threading.Thread] = []
        self._closing = False

    def __enter__(self) -> FakeGgs:
        self._start(self._accept)
        return self

    def __exit__(self, *_: object) -> None:
        self._closing = True
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for thread in list(self._threads):
            thread.join(300)

    def _start(self, target: Callable[[], None]) -> None:
        thread = threading.Thread(target=target, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while not self._closing:
            try:
                peer, _ = self._listener.accept()
            except OSError:
                return
            connection = Connection(self, peer)
            self._start(connection.serve)

    def heard(self, line: str) -> None:
        """For tests that wait for a line."""

    def new_id(self) -> str:
        self.next_id += 1
        return f".{self.next_id}"


class Connection:
    """One client."""

    def __init__(self, server: FakeGgs, peer: socket.socket) -> None:
        self.server = server
        self.peer = peer
        self.peer.settimeout(300)
        self.peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.login = ""
        self.ggf = False
        self.match: FakeMatch | None = None
        self.proposals: dict[str, tuple[str, str | None]] = {}

    # -- sending ------------------------------------------------------------------------------

    def send(self, data: bytes) -> None:
        pieces = self.server.manners.pieces or max(len(data), 1)
        for start in range(0, len(data), pieces):
            self.peer.sendall(data[start : start + pieces])
            if pieces < len(data):
                time.sleep(0)  # let the other side see the piece

    def say(self, *lines: str, ready: bool = True) -> None:
        text = "".join(f"{line}\r\n" for line in (*lines, *(("READY",) if ready else ())))
        self.send(self.server.manners.noise + b"\r\n" + text.encode())

    # -- receiving ----------------------------------------------------------------------------

    def lines(self) -> Iterator[str]:
        for line in self.peer.makefile("r", encoding="utf-8", errors="replace", newline="\n"):
            yield line.rstrip("\r\n")

    def serve(self) -> None:
        try:
            lines = self.lines()
            if self._welcome(lines):
                self.server.on_login(self)
                for line in lines:
                    self.server.received.append(line)
                    self.server.heard(line)
                    if line == "quit":
                        break
                    self.command(line.split())
        except (OSError, _HangUp):
            pass
        except Exception as error:  # shown by the test that owns the server
            self.server.errors.append(repr(error))
        finally:
            if self.match is not None:
                self.server.stored[f".4{self.match.id[1:]}"] = self.match
            with contextlib.suppress(OSError):
                self.peer.shutdown(socket.SHUT_RDWR)
            self.peer.close()

    def _welcome(self, lines: Iterator[str]) -> bool:
        end = "" if self.server.manners.telnet else "\r\n"
        if self.server.manners.telnet:
            self.send(b"\xff\xfb\x01\xff\xfd\x18\xff\xfa\x18\x01\xff\xf0\x07")
        self.send((BANNER + ": Enter login (yours, or one you'd like to use)." + end).encode())
        self.login = next(lines, "")
        self.server.received.append(self.login)
        self.send((": Enter your password." + end).encode())
        password = next(lines, "")
        self.server.passwords.append(password)
        self.server.logins += 1
        if password != self.server.password or self.server.logins in self.server.manners.refuse_logins:
            self.send(b": The password is wrong.\r\n: Enter login (yours, or one you'd like to use).\r\n")
            return False
        self.say()
        self.say(": help news", "GGS News", "** To REGISTER: give your name & email to an admin (type: group _admin)")
        return True

    # -- commands -----------------------------------------------------------------------------

    def command(self, words: list[str]) -> None:
        match words:
            case ["who"]:
                self.say(
                    ": who    2        idle      online         ip-addr hostname", "/os      +    00:01:00    00:43:46"
                )
            case ["tell", "/os", "client", sign]:
                self.ggf = sign == "+"
            case ["tell", "/os", "open", number]:
                if number != "0":
                    self.next_challenge()
            case ["tell", "/os", "stored", *_]:
                self.say_stored()
            case ["tell", "/os", "ask" | "accept", number, *_] if self.match is not None:
                self.say("/os: ERR Your open value is too low for new matches.")
                if number in self.proposals:
                    self.server.challenges.insert(0, self.proposals.pop(number)[0])
            case ["tell", "/os", "ask", number] if number.startswith("."):
                if number in self.server.stored:
                    self.resume(number)
                else:
                    self.say(f"/os: ask ERR not found: {number}")
            case ["tell", "/os", "ask", kind, clock, *_]:
                self.asked(kind, clock)
            case ["tell", "/os", "accept" | "decline" as word, number] if number not in self.proposals:
                self.say(f"/os: {word} ERR not found: {number}")
            case ["tell", "/os", "accept", number]:
                kind, stored = self.proposals.pop(number)
                if stored is not None:
                    self.resume(stored)
                else:
                    self.begin(kind, (self.server.name, self.login), number)
            case ["tell", "/os", "decline", number]:
                kind, _ = self.proposals.pop(number)
                self.say(self.request("-", number, kind))
                self.next_challenge()
            case ["tell", "/os", "play", number, move]:
                self.play(number, move)

    def request(self, sign: str, number: str, kind: str, *, mine: bool = False, clock: str = "", tail: str = "") -> str:
        first, second = (self.login, self.server.name) if mine else (self.server.name, self.login)
        clock = clock or self.server.clock
        return (
            f"/os: {sign} {number:>4} 1720.0 {first:<8} {clock:<16} {kind:>6} {self.server.rated} 1720.0 {second}{tail}"
        )

    def next_challenge(self) -> None:
        if self.match is None and self.server.challenges:
            number, kind = self.server.new_id(), self.server.challenges.pop(0)
            self.proposals[number] = (kind, None)
            self.say(self.request("+", number, kind))

    def asked(self, kind: str, clock: str) -> None:
        number = self.server.new_id()
        self.say(self.request("+", number, kind, mine=True, clock=clock))
        self.begin(kind, (self.login, self.server.name), number, clock)

    def say_stored(self) -> None:
        stored = self.server.stored
        lines = [
            f"|{number}   23 Feb 2001 23:17:39 {match.names[0]:<8} {match.names[1]:<8} {match.kind}:l"
            for number, match in stored.items()
        ]
        if self.server.manners.opponent_resumes and stored:
            self.say(f"/os: stored 0 {self.login}")
            number, match = self.server.new_id(), next(iter(stored))
            self.proposals[number] = (stored[match].kind, match)
            self.say(self.request("+", number, stored[match].kind, tail=f" {match}"))
        else:
            self.say(f"/os: stored {len(lines)} {self.login}", *lines)

    # -- playing ------------------------------------------------------------------------------

    def begin(self, kind: str, names: tuple[str, str], request: str, clock: str = "") -> None:
        terms = GgsClock.parse(clock or self.server.clock)
        assert terms is not None
        number = self.server.new_id()
        match = FakeMatch.begin(
            number,
            kind,
            names,
            seconds=terms.initial,
            increment=terms.increment_per_move,
            seed=len(self.server.matches),
        )
        match.rated = self.server.rated
        self.server.matches.append(match)
        self.enter(match)
        self.say(self.request("-", request, kind, mine=names[0] == self.login))

    def resume(self, stored: str) -> None:
        match = self.server.stored.pop(stored)
        match.renumbered(self.server.new_id())
        self.enter(match)

    def enter(self, match: FakeMatch) -> None:
        self.match = match
        self.say(match.line("+"))
        for board in match.boards:
            self.say(*board.join(ggf=self.ggf))
        for board in match.boards:
            self.opponent_plays(board)
        self.end_if_over()

    def play(self, number: str, text: str) -> None:
        server, manners = self.server, self.server.manners
        server.moves += 1
        board = next((each for each in self.match.boards if each.id == number), None) if self.match else None
        move = GgsMove.parse(text)
        if server.moves in manners.hang_up_at:
            raise _HangUp
        if server.moves in manners.complain_at:
            self.say(f"/os: error {number} corrupt move")
            return
        if board is None or move is None or board.names[board.position.turn] != self.login:
            self.say(f"/os: error {number} not your turn")
            server.errors.append(f"unexpected move {number} {text}")
            return
        try:
            board.play(move.square, move.value, self.seconds_of(board, move))
        except LogistelloError as error:
            server.errors.append(f"illegal move {number} {text}: {error}")
            self.say(f"/os: error {number} illegal move")
            return
        self.after_move(board)

    def seconds_of(self, board: Board, move: GgsMove) -> float:
        """As the real one does with ``trust +``: it believes what differs by 2 s and a tenth at most."""
        said = move.seconds or 0.01
        if not self.server.manners.measures_time:
            return said
        measured = time.monotonic() - board.asked_at
        return said if abs(measured - said) <= 2.0 + measured / 10 else measured

    def check_time(self, board: Board) -> None:
        color = board.color(self.login)
        if not self.server.manners.measures_time or board.left[color] >= 0 or board.over:
            return
        if board.left[color] < -EXTENSION:
            board.timed_out = color
            self.say(f"/os: fatal-timeout {board.id} {self.login}")
        elif board.late is None:
            board.late = color
            self.say(f"/os: timeout {board.id} {self.login}")

    def after_move(self, board: Board) -> None:
        manners = self.server.manners
        self.check_time(board)
        if self.server.moves == manners.soft_timeout_at:
            self.say(f"/os: timeout {board.id} {self.login}")
        if self.server.moves == manners.fatal_timeout_at:
            board.timed_out = board.color(self.login)
            self.say(f"/os: fatal-timeout {board.id} {self.login}")
        else:
            self.say(*board.update(ggf=self.ggf))
            self.opponent_plays(board)
        self.end_if_over()

    def opponent_plays(self, board: Board) -> None:
        while not board.over and board.names[board.position.turn] == self.server.name:
            board.play(self.server.opponent.choose(board.position), None, 0.01)
            self.say(*board.update(ggf=self.ggf))
        board.asked_at = time.monotonic()

    def end_if_over(self) -> None:
        match = self.match
        assert match is not None
        for board in match.boards:
            if board.over and not board.told_over and len(match.boards) > 1:
                board.told_over = True
                first, second = match.names
                self.say(f"/os: end {board.id} ( {first} vs. {second} ) {board.score(first):+.2f}")
        if all(board.over for board in match.boards):
            self.match = None
            self.say(match.line("-", f"{match.score():+.2f}"))
            if match.rated == "R":
                lines = [f"|{name:<8} 1720.00 @ 350.00  +16.06 -> 1736.06 @ 254.20" for name in match.names]
                self.say(f"/os: rating_update {match.id}", *lines)
            self.next_challenge()


class _HangUp(Exception):  # noqa: N818 - a sign, not an error
    """The server closes the connection."""


if __name__ == "__main__":
    import sys

    wanted = sys.argv[1:] or ["8", "s8r18"]
    with FakeGgs(challenges=wanted, rated="R") as fake:
        sys.stdout.write(f"listening on 127.0.0.1:{fake.port}, password {fake.password}\n")
        sys.stdout.flush()
        with contextlib.suppress(KeyboardInterrupt):
            threading.Event().wait()
