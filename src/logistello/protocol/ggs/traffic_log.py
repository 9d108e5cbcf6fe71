"""A file with everything that was sent and received, line by line, but for the password."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Literal, TextIO

from logistello.protocol.ggs.password import Password

#: ``<`` from the server, ``>`` to it, ``#`` remarks of ours.
Direction = Literal["<", ">", "#"]
_LONGEST = 2000


def _now() -> datetime:
    return datetime.now(UTC)


class TrafficLog:
    """Appends; a line is on the disk as soon as it is written. Without a path nothing happens."""

    def __init__(self, path: Path | None, password: Password, *, wall_clock: Callable[[], datetime] = _now) -> None:
        self._password = password
        self._wall_clock = wall_clock
        self._file: TextIO | None = None
        if path is not None:
            self._file = path.open("a", encoding="utf-8", errors="backslashreplace", buffering=1)

    def write(self, direction: Direction, text: str) -> None:
        if self._file is None:
            return
        time = self._wall_clock().strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3]
        for line in self._password.hide_in(text).splitlines():
            cut = "…" if len(line) > _LONGEST else ""
            self._file.write(f"{time}Z {direction} {line[:_LONGEST]}{cut}\n")

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
