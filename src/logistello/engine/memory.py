"""How much memory a table may take."""

from __future__ import annotations

from pathlib import Path

from logistello.errors import HashSizeError

_MEGABYTE = 1 << 20


def available_megabytes() -> int | None:
    """Memory that can be had without swapping, as the system tells it; ``None`` if it does not."""
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) // 1024
    except OSError:
        return None
    return None


def checked_table_bytes(hash_mb: int) -> int:
    """The size in bytes, or a ``HashSizeError`` that says what would fit."""
    if hash_mb < 1:
        raise HashSizeError(f"a table of {hash_mb} MB is too small; give at least 1")
    available = available_megabytes()
    if available is not None and hash_mb > available:
        raise HashSizeError(
            f"a table of {hash_mb} MB does not fit: {available} MB of memory are free; choose a smaller hash size"
        )
    return hash_mb * _MEGABYTE
