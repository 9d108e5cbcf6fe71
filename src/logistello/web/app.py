"""The application: all routes behind the guard."""

from __future__ import annotations

from collections.abc import Iterable

from fastapi import APIRouter, FastAPI
from fastapi.routing import APIRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from logistello.web.backend import Backend
from logistello.web.failures import add_handlers
from logistello.web.guard import Guard
from logistello.web.page_files import PageFiles
from logistello.web.routes import book, live, reviews, rules, searching, service, stored_games

_FILES = "/static/"
_ROUTERS: Iterable[APIRouter] = (
    service.router,
    rules.router,
    searching.router,
    reviews.router,
    stored_games.router,
    book.router,
    live.router,
)


def create_app(backend: Backend) -> ASGIApp:
    """Ready for a server. The backend is not closed by it."""
    app = FastAPI(
        title="logistello",
        version=service.version_text(),
        description="Othello: give a position, get a move. Scores are discs for the side to move.",
        docs_url=None,  # it would load scripts from the internet
        redoc_url=None,
        openapi_url="/api/openapi.json",
        generate_unique_id_function=_operation_id,
    )
    app.state.backend = backend
    for router in _ROUTERS:
        app.include_router(router)
    add_handlers(app)
    files = app.state.page_files = PageFiles(service.STATIC)

    async def whole(scope: Scope, receive: Receive, send: Send) -> None:
        """Files go past the routes: there are many of them, and none needs what the routes need."""
        if scope["type"] == "http" and scope["path"].startswith(_FILES):
            await files.response(scope["path"].removeprefix(_FILES), scope)(scope, receive, send)
        else:
            await app(scope, receive, send)

    return Guard(whole, limits=backend.settings.limits, token=backend.settings.token)


def _operation_id(route: APIRoute) -> str:
    return route.name
