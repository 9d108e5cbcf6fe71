"""How much one reading may make. Everything that is read for somebody else is read within such limits."""

from __future__ import annotations

import sys
import zlib
from dataclasses import dataclass

from logistello.errors import NotationError

_PORTION = 1 << 20


@dataclass(frozen=True, slots=True)
class ReadingLimits:
    """The bounds of one call of :func:`read`. What exceeds them is a ``NotationError`` that says by what."""

    #: What a compressed file may unpack to. By default far more than any collection of games, far less than a bomb.
    unpacked_bytes: int = 1 << 30
    #: Games and positions, those that cannot be read included.
    games: int = sys.maxsize

    def check_games(self, count: int) -> None:
        if count > self.games:
            raise NotationError(
                f"{count:,} or more games or positions", expected=f"at most {self.games:,}: split the file"
            )

    def unpack(self, data: bytes) -> bytes:
        """What gzip data hold; counted while it is unpacked."""
        unpacker = zlib.decompressobj(wbits=31)
        parts = []
        left = self.unpacked_bytes
        try:
            while data and not unpacker.eof:
                part = unpacker.decompress(data, min(_PORTION, left + 1))
                parts.append(part)
                left -= len(part)
                if left < 0:
                    raise NotationError(
                        f"gzip data that unpacks to more than {self.unpacked_bytes:,} bytes",
                        expected=f"at most {self.unpacked_bytes:,}: split the file",
                    )
                data = unpacker.unconsumed_tail
        except zlib.error as error:
            raise NotationError(f"broken gzip data: {error}") from None
        if not unpacker.eof:
            raise NotationError("the gzip data ends early")
        if unpacker.unused_data.strip(b"\0"):
            raise NotationError(f"{len(unpacker.unused_data)} bytes follow after the gzip data")
        return b"".join(parts)


#: For files of one's own.
NO_LIMITS = ReadingLimits()
