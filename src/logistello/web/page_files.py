"""The files of the page, from memory: some fifty of them are asked for when it opens, and it must be there at once."""

from __future__ import annotations

import hashlib
import json
import mimetypes
import re
from dataclasses import dataclass
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Scope

from logistello.web.failures import refusal

# Not left to the tables of the machine, which may call JavaScript plain text; browsers then refuse it.
_TYPES = {
    ".js": "text/javascript",
    ".json": "application/json",
    ".css": "text/css",
    ".html": "text/html",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
#: The service worker, which keeps the others for the time that the server is away.
_WORKER = "service_worker.js"
#: How a stylesheet takes in another one beside it.
_IMPORT = re.compile(rb'^@import "([\w.]+)";$', re.MULTILINE)
#: The page itself is kept under its address; icons are fetched by those who install it.
_NOT_KEPT = (_WORKER, "icons/", "index.html")


@dataclass(frozen=True, slots=True)
class _File:
    content: bytes
    tag: str
    media_type: str
    changed: tuple[int, ...]


class PageFiles:
    """Everything below one folder, and nothing else: names are looked up, never joined to a path.

    Browsers ask again each time and are answered with 304 if it is the same. A file that was changed is read again;
    new ones are seen by the next server. Stylesheets come with those that they import.
    """

    def __init__(self, folder: Path) -> None:
        self._paths = {
            path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()
        }
        #: Of a stylesheet all files that it is made of.
        self._parts = {name: _with_imports(path) for name, path in self._paths.items()}
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

    def service_worker(self) -> Response:
        """It keeps all files, and is another one as soon as any of them has changed."""
        kept = [name for name in self._paths if not name.startswith(_NOT_KEPT)]
        known = [file.tag for name in self._paths if (file := self._file(name)) is not None]
        version = hashlib.blake2b("".join(known).encode(), digest_size=8).hexdigest()
        worker = self._file(_WORKER)
        if worker is None:
            return refusal(404, "the page has no such file")
        files = json.dumps([f"/static/{name}" for name in kept])
        content = worker.content.decode().replace("__VERSION__", version).replace("__FILES__", files)
        return Response(content, media_type=_TYPES[".js"], headers={"Cache-Control": "no-cache"})

    def _file(self, name: str) -> _File | None:
        path = self._paths.get(name)
        if path is None:
            return None
        known = self._known.get(name)
        try:
            changed = tuple(part.stat().st_mtime_ns for part in self._parts[name])
            if known is None or known.changed != changed:
                known = self._known[name] = _read(path, changed)
        except OSError:
            return None
        return known


def _with_imports(path: Path) -> list[Path]:
    names = _IMPORT.findall(path.read_bytes()) if path.suffix == ".css" else []
    return [path, *(path.with_name(name.decode()) for name in names)]


def _read(path: Path, changed: tuple[int, ...]) -> _File:
    content = path.read_bytes()
    if path.suffix == ".css":
        content = _IMPORT.sub(lambda found: path.with_name(found[1].decode()).read_bytes(), content)
    digest = hashlib.blake2b(content, digest_size=12).hexdigest()
    media_type = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return _File(content, f'"{digest}"', media_type, changed)
