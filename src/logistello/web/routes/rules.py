"""Reading, playing moves, writing: everything that needs rules but no engine."""

from __future__ import annotations

import secrets
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import Response

from logistello.errors import NotationError
from logistello.othello import Square
from logistello.othello.notation import FORMATS
from logistello.othello.opening_names import all_openings
from logistello.othello.xot import XotList, xot_openings
from logistello.web.backend import Backend, backend_of
from logistello.web.failures import BUSY, REFUSALS
from logistello.web.game_view import position_state
from logistello.web.reading import described, exported
from logistello.web.received_file import ReceivedFile
from logistello.web.schemas.rules import (
    ExportRequest,
    MoveRequest,
    OpeningInfo,
    OpeningsReply,
    PositionReply,
    PositionRequest,
    PositionState,
    RandomOpeningReply,
)

router = APIRouter(prefix="/api", responses=REFUSALS, tags=["positions"])
Owner = Annotated[Backend, Depends(backend_of)]


@router.post("/position", response_model=PositionReply, responses=BUSY)
async def read_position(question: PositionRequest, request: Request, backend: Owner) -> Response:
    """Read anything: moves, boards, FEN, GGF, SGF, ...; every position of the game with its legal moves.

    Words around moves are left out; of a game with an illegal move those before it are kept, and ``errors`` names it.
    """
    text = question.text
    found = await backend.reader.read(len(text), request.is_disconnected, described, text, None, question.game)
    return Response(found, media_type="application/json")


@router.post(
    "/position/file",
    response_model=PositionReply,
    responses=BUSY,
    openapi_extra={
        "requestBody": {
            "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
            "required": True,
        }
    },
)
async def read_position_file(
    request: Request,
    backend: Owner,
    name: Annotated[str, Query(max_length=200, description="of the file")] = "",
    game: Annotated[int, Query(ge=0)] = 0,
) -> Response:
    """The same for the bytes of a file, WTHOR and gzip included."""
    async with ReceivedFile(request) as file:
        found = await backend.reader.read(file.size, request.is_disconnected, described, file.content(), name, game)
    return Response(found, media_type="application/json")


@router.post("/move", responses=BUSY)
async def play_move(question: MoveRequest, request: Request, backend: Owner) -> PositionState:
    """The position after a move."""
    before = await backend.read_position(question.position, request.is_disconnected)
    move = Square.parse(question.move)
    return position_state(before.play(move), ply=1, before=before, move=move)


@router.post("/export", response_class=Response, responses={200: {"content": {"application/octet-stream": {}}}, **BUSY})
async def export(question: ExportRequest, request: Request, backend: Owner) -> Response:
    """A game or position in another format, as a file."""
    text = question.text
    names = {"black": question.black, "white": question.white}
    content = await backend.reader.read(
        len(text), request.is_disconnected, exported, text, question.format, names, question.variations, question.notes
    )
    return file_response(content, question.format, "game")


@router.get("/openings")
def openings() -> OpeningsReply:
    """All openings that have names."""
    return OpeningsReply(
        openings=[OpeningInfo(name=each.name, moves=each.moves, aliases=list(each.aliases)) for each in all_openings()]
    )


@router.get("/openings/xot")
def random_opening(which: Annotated[XotList, Query(alias="list")] = "large") -> RandomOpeningReply:
    """One of the XOT openings by chance: eight moves to an even position, for which nobody is prepared."""
    openings = xot_openings(which)
    return RandomOpeningReply(moves="".join(map(str, secrets.choice(openings))), openings=len(openings))


def file_response(content: bytes, format_name: str, stem: str) -> Response:
    """A download whose name tells its format."""
    suffixes = FORMATS[format_name].suffixes
    name = f"{stem}{suffixes[0] if suffixes else '.txt'}"
    if not content:
        raise NotationError(f"nothing to write as {format_name}")
    return Response(
        content,
        media_type="application/octet-stream",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
