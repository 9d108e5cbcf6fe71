"""The application: all routes behind the guard."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.routing import APIRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from logistello.web.backend import Backend
from logistello.web.failures import add_handlers
from logistello.web.guard import Guard
from logistello.web.page_files import PageFiles
from logistello.web.routes import (
    book,
    engine_size,
    live,
    played_games,
    reviews,
    rules,
    searching,
    service,
    sharing,
    stored_games,
)
from logistello.web.schemas.streams import add_streams

_FILES = "/static/"
_ROUTERS: Iterable[APIRouter] = (
    service.router,
    engine_size.router,
    rules.router,
    sharing.router,
    searching.router,
    reviews.router,
    played_games.router,
    stored_games.router,
    book.router,
    live.router,
)


class DescribedApi(FastAPI):
    """Its description has the messages of streams, too."""

    def openapi(self) -> dict[str, Any]:
        if not self.openapi_schema:
            add_streams(super().openapi())
        return super().openapi()


def create_api() -> FastAPI:
    """All routes, without a backend behind them."""
    app = DescribedApi(
        title="logistello",
        version=service.version_text(),
        description="Othello: give a position, get a move. Scores are discs for the side to move.",
        docs_url=None,  # it would load scripts from the internet
        redoc_url=None,
        openapi_url="/api/openapi.json",
        generate_unique_id_function=_operation_id,
    )
    for router in _ROUTERS:
        app.include_router(router)
    add_handlers(app)
    return app


def create_app(backend: Backend) -> ASGIApp:
    """Ready for a server. The backend is not closed by it."""
    app = create_api()
    app.state.backend = backend
    files = app.state.page_files = PageFiles(service.STATIC)

    async def whole(scope: Scope, receive: Receive, send: Send) -> None:
        """Files go past the routes: there are many of them, and none needs what the routes need."""
        if scope["type"] == "http" and scope["path"].startswith(_FILES):
            await files.response(scope["path"].removeprefix(_FILES), scope)(scope, receive, send)
        else:
            await app(scope, receive, send)

    return Guard(whole, limits=backend.settings.limits, token=backend.settings.token, host=backend.settings.host)


def _operation_id(route: APIRoute) -> str:
    return route.name
