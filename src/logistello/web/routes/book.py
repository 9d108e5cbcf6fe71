"""The opening book, for reading."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query

from logistello.web.backend import Backend, backend_of
from logistello.web.failures import REFUSALS
from logistello.web.reading import position_of
from logistello.web.schemas.games import BookReply

router = APIRouter(prefix="/api", responses=REFUSALS, tags=["book"])


@router.get("/book")
def book(
    backend: Annotated[Backend, Depends(backend_of)],
    position: Annotated[str, Query(min_length=1, max_length=4000, examples=["f5d6"])],
) -> BookReply:
    """What the opening book says of a position."""
    return backend.book.look_up(position_of(position))
