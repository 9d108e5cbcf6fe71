"""The attack ``protocols``: nonsense into GTP, NBoard, XBoard and GGS; afterwards the program must still answer.

Every trial is one run of the command: a thousand lines, random words of the protocol, damaged ones and random bytes,
then a question. GGS is a server of the tests that talks nonsense before it lets the client play a match.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from benchmarks.attack.bad_bytes import FRAGMENTS
from benchmarks.attack.campaign import Outcome
from benchmarks.attack.ending import Ended, Finding, Limits, judge
from benchmarks.attack.warm import Job
from benchmarks.attack.workshop import Workshop
from tests.protocol.fake_ggs import Connection, FakeGgs
from tests.protocol.test_fuzz import LAST, WORDS
from tests.protocol.test_ggs_fuzz import hostile_lines

PROTOCOLS = ("gtp", "nboard", "xboard", "ggs")
LINES = 1_000
#: Searches are short, whatever a line asks for.
_SHORT = ("--depth", "1", "--time", "0.02", "--hash-mb", "1")
_LIMITS = Limits(seconds=120.0)
_PASSWORD = "sesame"  # noqa: S105 - of a server of the tests


def nonsense(protocol: str, rng: random.Random, count: int) -> list[bytes]:
    """Lines without their ends."""
    words = WORDS[protocol].split()
    return [_line(words, rng) for _ in range(count)]


def _line(words: Sequence[str], rng: random.Random) -> bytes:
    kind = rng.random()
    if kind < 0.1:
        line = rng.randbytes(rng.choice((1, 5, 40, 400)))
    elif kind < 0.15:
        line = b" ".join(rng.choices(FRAGMENTS, k=rng.randint(1, 8)))
    elif kind < 0.16:
        line = rng.choice(words).encode() + b" " + rng.choice(FRAGMENTS) * rng.choice((100, 10_000))
    else:
        line = " ".join(rng.choices(words, k=rng.randint(1, 5))).encode()
    if kind > 0.8:
        at = rng.randrange(len(line) + 1)
        line = line[:at] + rng.choice((rng.randbytes(1), rng.choice(FRAGMENTS))) + line[at + rng.randrange(2) :]
    return line.replace(b"\n", b" ")


class ProtocolsAttack:
    """Every trial a thousand lines into one of the protocols, in turn."""

    name = "protocols"
    units = "lines"
    units_of_trial = LINES

    def __init__(self, seed: int, workshop: Workshop, lines: int = LINES) -> None:
        self._seed, self._warm, self.units_of_trial = seed, workshop.warm, lines
        self._folder = workshop.place("session")
        secret = self._folder / "password"
        secret.write_text(_PASSWORD)
        secret.chmod(0o600)

    def again(self, number: int, kept: Path) -> Outcome:
        return self.trial(number)

    def trial(self, number: int) -> Outcome:
        protocol = PROTOCOLS[number % len(PROTOCOLS)]
        lines, ended, found = self._ggs(number) if protocol == "ggs" else self._streams(protocol, number)

        def keep(folder: Path) -> None:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "lines").write_bytes(lines)
            (folder / "stdout").write_bytes(ended.out)
            (folder / "stderr").write_bytes(ended.err)

        return Outcome(number, protocol, found, self.units_of_trial, ended.seconds, keep, f"logistello {protocol}")

    def _streams(self, protocol: str, number: int) -> tuple[bytes, Ended, Finding]:
        rng = random.Random(f"protocols {self._seed} {number}")  # noqa: S311 - no secret
        ask, answer = LAST[protocol]
        calm = [b"force", b"exit"] if protocol == "xboard" else []
        lines = b"".join(line + b"\n" for line in (*nonsense(protocol, rng, self.units_of_trial), *calm, ask.encode()))
        ended = self._warm.run(Job((protocol, *_SHORT), self._folder, lines, limits=_LIMITS))
        # What it writes is for a program; there are no commands for terminals in what is for people.
        found = judge(ended, _LIMITS, plain_output=False)
        if not found.failed and not (ended.code == 0 and answer.encode() in ended.out.splitlines()):
            found = Finding("hang", f"no answer to {ask!r} after the nonsense; exit code {ended.code}")
        return lines, ended, found

    def _ggs(self, number: int) -> tuple[bytes, Ended, Finding]:
        # Who asks for the password again, or says that the match is over, is believed: that is a server's right.
        hostile = hostile_lines(self._seed * 1_000_003 + number, self.units_of_trial)
        lines = b"".join(line for line in hostile if b"Enter" not in line and b"- match" not in line)

        def shout(connection: Connection) -> None:
            connection.send(lines)
            # Whatever it took for matches of its own ends here.
            connection.say(": - /os 1")
            connection.say(": + /os 1")

        with FakeGgs(challenges=["8r50"], on_login=shout, password=_PASSWORD) as server:
            where = ("--host", "127.0.0.1", "--port", str(server.port), "--login", "logist")
            how = ("--password-file", "password", "--matches", "1", "--depth", "1", "--hash-mb", "1", "--engines", "1")
            ended = self._warm.run(Job(("ggs", *where, *how), self._folder, limits=_LIMITS))
            found = judge(ended, _LIMITS)
            played = server.matches or b" is over: " in ended.err
            if not found.failed and (ended.code != 0 or not played):
                found = Finding("hang", f"did not play after the nonsense; exit code {ended.code}")
        return lines, ended, found
