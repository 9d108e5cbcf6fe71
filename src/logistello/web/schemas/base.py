"""What all messages share."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

#: More text than any one game or position; files go through the routes for files.
MOST_TEXT = 200_000

ColorName = Literal["black", "white"]
MoveText = Annotated[str, Field(description="a1 to h8, or pass", examples=["f5"])]
PositionText = Annotated[
    str,
    Field(
        description="A position in any notation, or a game, which means its last position.",
        min_length=1,
        max_length=MOST_TEXT,
        examples=["f5d6c3", "---------------------------OX------XO--------------------------- X"],
    ),
]


#: Lines beside the main one, limited in number and length.
Variations = Annotated[
    list[Annotated[str, Field(min_length=2, max_length=300)]],
    Field(
        max_length=200,
        description="lines beside that of the text, each from the start of its game: a transcript, passes as 'pa' or "
        "left out",
        examples=[["f5f6"]],
    ),
]


class Message(BaseModel):
    """Strict: what is not known is refused, and no type is guessed."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Reply(BaseModel):
    """What the server says. It says everything, also what has a default."""

    model_config = ConfigDict(frozen=True, json_schema_serialization_defaults_required=True)


class ErrorBody(Reply):
    """What came, what was expected, what to do."""

    code: str = Field(description="one word for programs, such as bad_notation", examples=["bad_notation"])
    message: str
    line: int | None = Field(default=None, description="where in the text that was sent, from 1")
    column: int | None = None


class ErrorReply(Reply):
    error: ErrorBody
