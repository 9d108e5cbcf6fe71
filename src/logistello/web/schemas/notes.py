"""What people say and draw about positions of a game."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from logistello.web.schemas.base import Message

SquareText = Annotated[str, Field(pattern="^[a-h][1-8]$", examples=["f5"])]


class BoardMark(Message):
    shape: Literal["circle", "triangle", "square", "cross", "label", "arrow"]
    square: SquareText
    to: SquareText | None = Field(default=None, description="where an arrow leads")
    text: str = Field(default="", max_length=40, description="what a label says")


class Note(Message):
    """About one position."""

    moves: str = Field(
        default="", max_length=300, description="transcript that leads there from the start, passes as 'pa' or left out"
    )
    comment: str = Field(default="", max_length=10_000, description="at the start it is about the whole game")
    marks: list[BoardMark] = Field(default_factory=list, max_length=200)


Notes = Annotated[list[Note], Field(max_length=500, description="comments and marks, of the game's lines")]
