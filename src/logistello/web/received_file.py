"""The body of a request as a file: a large one goes to the disk while it comes, not into memory."""

from __future__ import annotations

import tempfile
from pathlib import Path
from types import TracebackType
from typing import Self

from starlette.requests import Request

#: What stays in memory.
_SMALL = 64 * 1024


class ReceivedFile:
    """Received on entering; its file is gone on leaving."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._small = bytearray()
        self._file: tempfile._TemporaryFileWrapper[bytes] | None = None
        self.size = 0

    async def __aenter__(self) -> Self:
        try:
            async for part in self._request.stream():
                self._take(part)
            if self._file is not None:
                self._file.flush()
        except BaseException:
            self._drop()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._drop()

    def content(self) -> bytes | Path:
        """The bytes, or the file that holds them."""
        return bytes(self._small) if self._file is None else Path(self._file.name)

    def _take(self, part: bytes) -> None:
        self.size += len(part)
        if self._file is None and self.size > _SMALL:
            self._file = tempfile.NamedTemporaryFile(prefix="logistello-upload-")  # noqa: SIM115 - closed by _drop
            self._file.write(self._small)
            self._small.clear()
        if self._file is None:
            self._small += part
        else:
            self._file.write(part)

    def _drop(self) -> None:
        if self._file is not None:
            self._file.close()
