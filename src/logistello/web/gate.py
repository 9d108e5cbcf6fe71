"""How many may do something at the same time."""

from __future__ import annotations

import threading


class Gate:
    """Lets so many in at the same time."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._inside = 0
        self._lock = threading.Lock()

    @property
    def full(self) -> bool:
        return self._inside >= self.most

    def enter(self) -> bool:
        with self._lock:
            if self._inside >= self.most:
                return False
            self._inside += 1
            return True

    def leave(self) -> None:
        with self._lock:
            self._inside -= 1
