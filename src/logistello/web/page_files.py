"""The files of the page, from memory: some fifty of them are asked for when it opens, and it must be there at once."""

from __future__ import annotations

import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Scope

from logistello.web.failures import refusal

# Not left to the tables of the machine, which may call JavaScript plain text; browsers then refuse it.
_TYPES = {".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml"}


@dataclass(frozen=True, slots=True)
class _File:
    content: bytes
    tag: str
    media_type: str
    changed: int


class PageFiles:
    """Everything below one folder, and nothing else: names are looked up, never joined to a path.

    Browsers ask again each time and are answered with 304 if it is the same. A file that was changed is read again;
    new ones are seen by the next server.
    """

    def __init__(self, folder: Path) -> None:
        self._paths = {
            path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()
        }
        self._known: dict[str, _File] = {}
        for name in self._paths:
            self._file(name)

    def response(self, name: str, scope: Scope) -> Response:
        """The answer to a request for a file."""
        if scope["method"] not in ("GET", "HEAD"):
            return refusal(405, "files can only be read")
        file = self._file(name)
        if file is None:
            return refusal(404, "the page has no such file")
        headers = {"ETag": file.tag, "Cache-Control": "no-cache"}
        if file.tag in Headers(scope=scope).get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return Response(file.content, media_type=file.media_type, headers=headers)

    def _file(self, name: str) -> _File | None:
        path = self._paths.get(name)
        if path is None:
            return None
        known = self._known.get(name)
        try:
            changed = path.stat().st_mtime_ns
            if known is None or known.changed != changed:
                known = self._known[name] = _read(path, changed)
        except OSError:
            return None
        return known


def _read(path: Path, changed: int) -> _File:
    content = path.read_bytes()
    digest = hashlib.blake2b(content, digest_size=12).hexdigest()
    media_type = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return _File(content, f'"{digest}"', media_type, changed)
