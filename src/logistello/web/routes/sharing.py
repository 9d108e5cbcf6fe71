"""Files that others can look at without this program: a game as one page, a position as a picture."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from logistello.othello import PASS, Square
from logistello.othello.svg import BoardStyle, draw_board
from logistello.web.backend import Backend, backend_of
from logistello.web.failures import BUSY, REFUSALS
from logistello.web.game_page import game_page
from logistello.web.notes import drawn_mark
from logistello.web.schemas.sharing import GamePageRequest, PictureRequest

router = APIRouter(prefix="/api/share", responses=REFUSALS, tags=["positions"])
Owner = Annotated[Backend, Depends(backend_of)]
_FILE: dict[int | str, dict[str, Any]] = {200: {"content": {"application/octet-stream": {}}}}


@router.post("/page", response_class=Response, responses={**_FILE, **BUSY})
async def share_page(question: GamePageRequest, request: Request, backend: Owner) -> Response:
    """A game as one HTML file that works without server and network, with what a review said of its moves."""
    text = question.text
    players = {"black": question.black, "white": question.white}
    moves = [move.model_dump() for move in question.moves]
    content = await backend.reader.read(
        len(text),
        request.is_disconnected,
        game_page,
        text,
        question.variations,
        question.notes,
        players,
        moves,
        question.language,
    )
    return _file(content, "game.html")


@router.post("/picture", response_class=Response, responses={**_FILE, **BUSY})
async def share_picture(question: PictureRequest, request: Request, backend: Owner) -> Response:
    """A position as SVG."""
    position = await backend.read_position(question.position, request.is_disconnected)
    move = None if question.last_move is None else Square.parse(question.last_move)
    drawings = frozenset(map(drawn_mark, question.marks))
    style = BoardStyle(size=question.size, last_move=None if move is PASS else move, drawings=drawings)
    return _file(draw_board(position, style).encode(), "position.svg")


def _file(content: bytes, name: str) -> Response:
    # Not as HTML or SVG: a browser that was sent here must not show it as a page of this server.
    return Response(
        content,
        media_type="application/octet-stream",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
