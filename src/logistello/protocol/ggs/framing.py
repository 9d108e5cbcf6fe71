"""From the bytes of a connection to messages, each a tuple of lines.

A message ends at a line ``READY`` or where the next one begins; its further lines begin with ``|``, which is taken off.
Text that people write can therefore never pass for a message of the service. Whatever arrives, memory stays bounded.
"""

from __future__ import annotations

import re

#: The first line and those that continue it. ``("READY",)`` is a message of its own.
Block = tuple[str, ...]

READY = "READY"
#: Longer lines are thrown away whole: the longest real one is a game in GGF, some 2,000 characters.
MOST_IN_A_LINE = 16_384
#: Further lines of a message are thrown away: a game of 60 moves with two boards has about 100.
MOST_LINES = 400

#: Prompts must be answered before anything else comes, also where no end of line follows them.
_PROMPT = re.compile(r": Enter (?:login|your password)\b[^.]{0,80}\.")
#: Control characters, of the terminal kind too; tabs become blanks.
_CONTROL = dict.fromkeys((*range(32), *range(127, 160))) | {0x09: " "}

_IAC, _SB, _SE = 0xFF, 0xFA, 0xF0
_WITH_OPTION = range(0xFB, 0xFF)  # WILL, WONT, DO, DONT


class Framer:
    """Takes bytes as they come, in pieces of any size.

    >>> framer = Framer()
    >>> framer.feed(b"/os: join .5 8 K?\\r\\n|0 mo"), framer.feed(b"ve(s)\\r\\nREADY\\r\\n")
    ([], [('/os: join .5 8 K?', '0 move(s)'), ('READY',)])
    """

    def __init__(self) -> None:
        self._telnet = _TelnetFilter()
        self._line = bytearray()
        self._too_long = False
        self._block: list[str] = []
        #: Lines that were too long, and lines beyond the end of a message.
        self.dropped = 0

    def feed(self, data: bytes) -> list[Block]:
        """The messages that are complete now."""
        found: list[Block] = []
        *whole, rest = self._telnet.strip(data).split(b"\n")
        for part in whole:
            self._extend(part)
            self._end_of_line(found)
        self._extend(rest)
        if len(self._line) < 200 and _PROMPT.fullmatch(_clean(bytes(self._line))):
            self._end_of_line(found)
        return found

    def _extend(self, part: bytes) -> None:
        if self._too_long or len(self._line) + len(part) > MOST_IN_A_LINE:
            self._too_long = True
            self._line.clear()
        else:
            self._line += part

    def _end_of_line(self, found: list[Block]) -> None:
        line, too_long = _clean(bytes(self._line)), self._too_long
        self._line.clear()
        self._too_long = False
        if too_long:
            # Nothing is known of it, not even whether it belonged to the message before: that one ends.
            self.dropped += 1
            self._flush(found)
        elif line.startswith("|"):
            self._continue(line[1:])
        else:
            self._flush(found)
            if line.strip() == READY:
                found.append((READY,))
            elif line.strip():
                self._block.append(line)
                if _PROMPT.fullmatch(line):
                    self._flush(found)

    def _continue(self, line: str) -> None:
        if self._block and len(self._block) < MOST_LINES:
            self._block.append(line)
        else:
            self.dropped += 1

    def _flush(self, found: list[Block]) -> None:
        if self._block:
            found.append(tuple(self._block))
            self._block = []


def _clean(line: bytes) -> str:
    """Printable text: what people send must not move the cursor of whoever reads the log."""
    return line.decode("utf-8", "replace").translate(_CONTROL).rstrip()


class _TelnetFilter:
    """Takes the negotiations of telnet out of the stream; we answer none, which telnet reads as a no."""

    def __init__(self) -> None:
        self._state = "text"

    def strip(self, data: bytes) -> bytes:
        if self._state == "text" and _IAC not in data:
            return data
        text = bytearray()
        for byte in data:
            if self._state == "text":
                if byte == _IAC:
                    self._state = "command"
                else:
                    text.append(byte)
            elif self._state == "command":
                self._state = "option" if byte in _WITH_OPTION else "sub" if byte == _SB else "text"
            elif self._state == "option":
                self._state = "text"
            elif self._state == "sub":
                # A negotiation that never ends would swallow everything: the end of a line ends it too.
                self._state = "sub command" if byte == _IAC else "text" if byte == 0x0A else "sub"
            else:
                self._state = "text" if byte == _SE else "sub"
        return bytes(text)
