"""Games and positions on their way out of the page."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from logistello.web.schemas.base import MOST_TEXT, Message, MoveText, PositionText, Variations
from logistello.web.schemas.notes import BoardMark, Notes
from logistello.web.schemas.reviews import MoveClassName

Line = Annotated[list[Annotated[str, Field(max_length=4)]], Field(max_length=70)]
Score = Annotated[float, Field(ge=-64, le=64)]


class SharedMove(Message):
    """What a review said of a move of the main line."""

    ply: int = Field(ge=0, le=200, description="of the position before it, passes included")
    move_class: MoveClassName
    score: Score = Field(description="discs for who made it")
    best_score: Score
    black_value: Score = Field(description="discs for Black in the position before the move")
    best_pv: Line
    played_pv: Line
    why: str = Field(
        default="",
        max_length=2000,
        description="why the best move was better, in the reader's language; without it this is told in English",
    )


class GamePageRequest(Message):
    text: Annotated[str, Field(min_length=1, max_length=MOST_TEXT, description="one game in any notation")]
    variations: Variations = Field(default_factory=list)
    notes: Notes = Field(default_factory=list)
    black: str = Field(default="", max_length=200, description="replaces the name in the text")
    white: str = Field(default="", max_length=200)
    moves: list[SharedMove] = Field(default_factory=list, max_length=130)
    language: Annotated[str, Field(pattern="^[a-z]{2}$")] = Field(
        default="en", description="of the file, one of those of the page; English if the page does not have it"
    )


class PictureRequest(Message):
    position: PositionText
    last_move: MoveText | None = None
    marks: list[BoardMark] = Field(default_factory=list, max_length=200)
    size: int = Field(default=480, ge=64, le=2000, description="in pixels")
