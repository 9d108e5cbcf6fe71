"""Everything that is sent and received, in files of bounded size."""

from __future__ import annotations

import contextlib
import logging
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import Literal

from logistello.files import naming
from logistello.protocol.ggs.login import Password

#: ``<`` from the server, ``>`` to it, ``#`` remarks of ours.
Direction = Literal["<", ">", "#"]
_LONGEST = 2000
#: A day of matches is some 10 MB.
USUAL_BYTES = 10_000_000
USUAL_FILES = 5


def _now() -> datetime:
    return datetime.now(UTC)


class TrafficLog:
    """Appends; a line is on the disk as soon as it is written. Without a path nothing happens.

    A file that would grow beyond ``most_bytes`` becomes ``.1``, the one before it ``.2``, and so on; the oldest of
    ``files`` is deleted. A disk that is full stops no match: see :attr:`trouble`.
    """

    def __init__(
        self,
        path: Path | None,
        password: Password,
        *,
        most_bytes: int = USUAL_BYTES,
        files: int = USUAL_FILES,
        wall_clock: Callable[[], datetime] = _now,
    ) -> None:
        """``files`` counts the one that is written. Raises ``OSError`` if it cannot be opened."""
        self._password = password
        self._wall_clock = wall_clock
        self._file: _Rotated | None = None
        if path is not None:
            with naming(path):
                self._file = _Rotated(path, most_bytes, files - 1)

    @property
    def trouble(self) -> str | None:
        """Why the last line could not be written."""
        return None if self._file is None else self._file.trouble

    def write(self, direction: Direction, text: str) -> None:
        if self._file is None:
            return
        time = self._wall_clock().strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3]
        for line in self._password.hide_in(text).splitlines():
            cut = "…" if len(line) > _LONGEST else ""
            self._file.append(f"{time}Z {direction} {line[:_LONGEST]}{cut}")

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


class _Rotated(RotatingFileHandler):
    """The standard library's rotation, for plain lines."""

    def __init__(self, path: Path, most_bytes: int, older: int) -> None:
        super().__init__(path, maxBytes=most_bytes, backupCount=older, encoding="utf-8", errors="backslashreplace")
        self.trouble: str | None = None

    def append(self, line: str) -> None:
        self.trouble = None
        self.emit(logging.makeLogRecord({"msg": line}))

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the name of the base class
        """Instead of a traceback on the error output: the line is dropped, the next one tries again."""
        self.trouble = str(sys.exception() or "unknown")
        stream, self.stream = self.stream, None
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()
