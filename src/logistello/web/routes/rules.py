"""Reading, playing moves, writing: everything that needs rules but no engine."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response

from logistello.errors import NotationError
from logistello.othello import Square
from logistello.othello.notation import FORMATS, Document, write
from logistello.othello.opening_names import all_openings
from logistello.web.failures import REFUSALS
from logistello.web.game_view import position_reply, position_state
from logistello.web.reading import add_variations, position_of, read_anything
from logistello.web.schemas.rules import (
    ExportRequest,
    MoveRequest,
    OpeningInfo,
    OpeningsReply,
    PositionReply,
    PositionRequest,
    PositionState,
)

router = APIRouter(prefix="/api", responses=REFUSALS, tags=["positions"])


@router.post("/position")
def read_position(request: PositionRequest) -> PositionReply:
    """Read anything: moves, boards, FEN, GGF, SGF, ...; every position of the game with its legal moves."""
    return position_reply(read_anything(request.text), request.game)


@router.post(
    "/position/file",
    openapi_extra={
        "requestBody": {
            "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
            "required": True,
        }
    },
)
async def read_position_file(
    request: Request,
    name: Annotated[str, Query(max_length=200, description="of the file")] = "",
    game: Annotated[int, Query(ge=0)] = 0,
) -> PositionReply:
    """The same for the bytes of a file, WTHOR and gzip included."""
    data = await request.body()
    return await run_in_threadpool(lambda: position_reply(read_anything(data, name), game))


@router.post("/move")
def play_move(request: MoveRequest) -> PositionState:
    """The position after a move."""
    before = position_of(request.position)
    move = Square.parse(request.move)
    return position_state(before.play(move), ply=1, before=before, move=move)


@router.post("/export", response_class=Response, responses={200: {"content": {"application/octet-stream": {}}}})
def export(request: ExportRequest) -> Response:
    """A game or position in another format, as a file."""
    document = read_anything(request.text)
    if document.errors:
        raise document.errors[0]
    add_variations(document, request.variations)
    for game in document.games:
        game.black.name = request.black or game.black.name
        game.white.name = request.white or game.white.name
    return file_response(document, request.format, "game")


@router.get("/openings")
def openings() -> OpeningsReply:
    """All openings that have names."""
    return OpeningsReply(
        openings=[OpeningInfo(name=each.name, moves=each.moves, aliases=list(each.aliases)) for each in all_openings()]
    )


def file_response(document: Document, format_name: str, stem: str) -> Response:
    """A download whose name tells its format."""
    content = write(document, format_name)
    suffixes = FORMATS[format_name].suffixes
    name = f"{stem}{suffixes[0] if suffixes else '.txt'}"
    if not content:
        raise NotationError(f"nothing to write as {format_name}")
    return Response(
        content,
        media_type="application/octet-stream",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
