"""What a run tells while it works: plain values to a listener and, one JSON object a line, to a file."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from logistello.files import naming

#: Gets ``{"event", "generation", "stage", ...}``.
Listener = Callable[[dict[str, Any]], None]

#: Seconds between two lines of progress, at least.
_PAUSE = 0.5


class Log:
    """Events go to a file that only grows, and to a listener. Lines are written whole."""

    def __init__(self, path: Path | None = None, listener: Listener | None = None) -> None:
        self._path = path
        self._file = None if path is None else os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        if self._file is not None and path is not None and path.stat().st_size:
            with path.open("rb") as file:
                file.seek(-1, os.SEEK_END)
                if file.read(1) != b"\n":  # a crash cut the last line off
                    os.write(self._file, b"\n")
        self._listener = listener

    def tell(self, event: str, **values: Any) -> None:
        line = {"event": event, **values}
        if self._file is not None:
            stamped = {"time": round(time.time(), 3), **line}
            with naming(self._path or ""):
                os.write(self._file, (json.dumps(stamped, ensure_ascii=False) + "\n").encode())
        if self._listener is not None:
            self._listener(line)

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


@dataclass
class Stage:
    """One stage of a generation: how much is done, how fast, how long it will still take."""

    log: Log
    generation: int
    name: str
    #: What is counted: games, positions.
    unit: str
    total: int
    done: int = 0
    _started: float = field(default_factory=time.monotonic)
    _told: float = 0.0

    def __post_init__(self) -> None:
        self.tell("begin", unit=self.unit, total=self.total)

    def tell(self, event: str, **values: Any) -> None:
        self.log.tell(event, generation=self.generation, stage=self.name, **values)

    def advance(self, count: int) -> None:
        self.done += count
        now = time.monotonic()
        if now - self._told >= _PAUSE:
            self._told = now
            rate = self.done / max(now - self._started, 1e-3)
            left = (self.total - self.done) / rate if rate else None
            self.tell(
                "progress",
                unit=self.unit,
                done=self.done,
                total=self.total,
                per_second=round(rate, 2),
                seconds_left=None if left is None else round(max(left, 0.0), 1),
            )

    def end(self, **values: Any) -> None:
        seconds = time.monotonic() - self._started
        self.tell("end", unit=self.unit, done=self.done, seconds=round(seconds, 3), **values)
