"""Positions and games as the page shows them. The page knows no rules: all of them are in here."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from logistello.web.schemas.base import (
    MOST_TEXT,
    ColorName,
    Message,
    MoveText,
    PositionText,
    Reply,
    Variations,
)
from logistello.web.schemas.notes import Note, Notes


class PositionRequest(Message):
    """Anything that was pasted."""

    text: Annotated[str, Field(max_length=MOST_TEXT, examples=["f5d6c3d3c4"])] = Field(
        default="", description="a game or a position in any notation; nothing is the start"
    )
    game: int = Field(default=0, ge=0, description="which game of several is to be shown, from 0")


class MoveRequest(Message):
    position: PositionText
    move: MoveText


class LegalMove(Reply):
    move: MoveText
    flips: list[str] = Field(description="squares whose discs turn; none for a pass")
    opening: str | None = Field(default=None, description="name of the opening that the move leads to, if it has one")


class Discs(Reply):
    black: int
    white: int


class PositionState(Reply):
    """One position with all that its rules say."""

    ply: int = Field(description="moves since the start of the game, passes included")
    move: MoveText | None = Field(description="the move that led here")
    mover: ColorName | None = Field(description="who made it")
    flipped: list[str] = Field(description="squares whose discs it turned")
    position: str = Field(description="64 squares from a1 to h8 (X black, O white, -) and the side to move")
    turn: ColorName
    over: bool
    must_pass: bool = Field(description="the only legal move is a pass")
    discs: Discs
    empties: int
    legal: list[LegalMove] = Field(description="none if the game is over; only 'pass' if that is forced")
    opening: str | None = Field(description="the last name that the game had up to here")
    black_score: int | None = Field(description="final score with empty squares to the winner, if the game is over")
    value: float | None = Field(default=None, description="what the record says of the move: discs for who made it")


class PlayerInfo(Reply):
    name: str = ""
    rating: float | None = None


class GameResult(Reply):
    black_score: float | None = Field(description="discs for Black; null if not known")
    ending: str = Field(description="played, resigned, timeout, agreed, adjourned or unfinished")


class Variation(Reply):
    """A line beside the main one."""

    ply: int = Field(description="of the position (of the line that it leaves) from which it starts")
    before: str = Field(description="transcript that leads there, passes included as 'pa'")
    moves: str = Field(description="transcript of the variation, passes included as 'pa'")


class GameState(Reply):
    black: PlayerInfo
    white: PlayerInfo
    date: str
    place: str
    result: GameResult
    start: str
    usual_start: bool
    transcript: str = Field(description="without passes")
    opening: str | None
    positions: list[PositionState] = Field(description="all of the main line, the start first")
    variations: list[Variation]
    notes: list[Note] = Field(description="of all positions, of variations too, that have a comment or marks")


class GameLine(Reply):
    """A game among several."""

    index: int
    black: str
    white: str
    date: str
    plies: int
    black_score: float | None


class NotationProblem(Reply):
    message: str
    line: int | None = None
    column: int | None = None


class ReadingDecision(Reply):
    """What was assumed where the text left something open."""

    message: str = Field(description="in English")
    code: str = Field(description="one word for programs; empty if it has none", examples=["black_to_move"])
    values: dict[str, int | str] = Field(description="what belongs to it", examples=[{"line": 2}])


class PositionReply(Reply):
    format: str
    count: int = Field(description="games and positions in the text")
    games: list[GameLine] = Field(description="the first 200 of them")
    game: GameState = Field(description="the one asked for; a bare position is a game without moves")
    errors: list[NotationProblem] = Field(description="items that could not be read")
    notes: list[ReadingDecision]


class ExportRequest(Message):
    text: Annotated[str, Field(min_length=1, max_length=MOST_TEXT)]
    format: str = Field(description="a name of /api/info: formats", examples=["ggf"])
    black: str = Field(default="", max_length=200, description="replaces the name in the text")
    white: str = Field(default="", max_length=200)
    variations: Variations = Field(default_factory=list)
    notes: Notes = Field(default_factory=list)


class OpeningInfo(Reply):
    name: str
    moves: str
    aliases: list[str]


class OpeningsReply(Reply):
    openings: list[OpeningInfo]


class RandomOpeningReply(Reply):
    """Where a game of XOT begins."""

    moves: str = Field(description="eight moves from the usual start", examples=["f5d6c3d3c2b2c6e3"])
    openings: int = Field(description="that it was drawn from")
