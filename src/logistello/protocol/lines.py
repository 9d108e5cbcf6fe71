"""Lines from a peer that may send anything."""

from __future__ import annotations

import os
import select
from collections.abc import Iterator

from logistello.match.program import readable_line

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
