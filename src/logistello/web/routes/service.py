"""What the server says of itself, and the page."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from logistello.othello.notation import FORMATS
from logistello.web.backend import Backend, backend_of
from logistello.web.failures import REFUSALS
from logistello.web.page_files import PageFiles
from logistello.web.schemas.service import FormatInfo, InfoReply, LimitsInfo, PingReply

router = APIRouter()
Owner = Annotated[Backend, Depends(backend_of)]
STATIC = Path(str(files("logistello.web"))) / "static"
#: Addresses that show the same page; the page looks at them itself.
_PAGES = ("/", "/analysis", "/play", "/review", "/library", "/help")


@router.get("/api/ping", responses=REFUSALS, tags=["service"])
async def ping() -> PingReply:
    """Is anybody there?"""
    return PingReply()


@router.get("/api/info", responses=REFUSALS, tags=["service"])
def info(backend: Owner) -> InfoReply:
    """Versions, formats and limits."""
    limits = backend.settings.limits
    return InfoReply(
        version=version_text(),
        model=backend.model.file_name,
        engines=backend.settings.engines,
        active=backend.scheduler.active,
        book=backend.book is not None and backend.book.available,
        learns=backend.learner is not None,
        library_games=len(backend.library),
        formats=[
            FormatInfo(
                name=each.name,
                title=each.title,
                suffixes=list(each.suffixes),
                games=each.games,
                positions=each.positions,
                readable=each.read_text is not None or each.read_bytes is not None,
                writable=each.write is not None,
            )
            for each in FORMATS.values()
        ],
        limits=LimitsInfo(
            seconds=limits.seconds,
            live_sockets=limits.live_sockets,
            waiting=limits.waiting,
            body_bytes=limits.body_bytes,
            file_bytes=limits.file_bytes,
        ),
    )


def version_text() -> str:
    try:
        return version("logistello")
    except PackageNotFoundError:
        return "unknown"


async def page(request: Request) -> Response:
    """The page."""
    files: PageFiles = request.app.state.page_files
    return files.response("index.html", request.scope)


@router.get("/service-worker.js", include_in_schema=False)
async def service_worker(request: Request) -> Response:
    """At the root, so that it may serve the whole page."""
    files: PageFiles = request.app.state.page_files
    return files.service_worker()


for _path in _PAGES:
    router.add_api_route(_path, page, methods=["GET", "HEAD"], include_in_schema=False)
