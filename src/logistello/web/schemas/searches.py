"""Questions to the engine, over HTTP and over /api/live, and its answers.

Scores are discs for the side to move of the position asked about.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from logistello.web.schemas.base import ColorName, ErrorBody, Message, MoveText, PositionText, Reply


class SearchRequest(Message):
    position: PositionText
    seconds: float | None = Field(
        default=None, ge=0, le=3600, description="thinking time; without depth and nodes 1 second"
    )
    depth: int | None = Field(default=None, ge=1, le=60)
    nodes: int | None = Field(default=None, ge=1, le=10**12)


class AnalyseRequest(SearchRequest):
    best: int | None = Field(default=None, ge=1, le=64, description="how many moves get values; null for all")


class SolveRequest(Message):
    position: PositionText
    mode: Literal["exact", "wld"] = "exact"
    all_moves: bool = False
    seconds: float | None = Field(default=None, ge=0, le=3600)


class GameClockState(Message):
    """The clock of the side to move."""

    remaining: float = Field(ge=0, le=360_000, description="seconds for the rest of the game")
    increment: float = Field(default=0.0, ge=0, le=3600, description="seconds added after each move")


class PlayRequest(Message):
    position: PositionText
    level: int = Field(description="see /api/levels", ge=1, le=100)
    seconds: float | None = Field(default=None, ge=0, le=3600, description="at most; the level's own time otherwise")
    clock: GameClockState | None = Field(
        default=None, description="of a game that is played by the clock: how much a move takes is the engine's choice"
    )
    seed: int = Field(
        default=0, ge=0, le=2**31, description="another seed, another game, where a level plays at random"
    )


class OutlookReply(Reply):
    """Chances of the side to move, and where the final score lies with 90 %."""

    win: float
    draw: float
    loss: float
    low: float
    high: float


class MoveValue(Reply):
    move: MoveText
    score: float = Field(description="discs for the side to move")
    depth: int = Field(description="moves ahead; 0 for the first glance")
    confidence: int = Field(description="of the pruning by probability, in percent; 100 if nothing was pruned")
    exact: bool = Field(description="score of best play to the end")
    bound: Literal["lower", "upper"] | None = Field(default=None, description="the pass was cut short")
    pv: list[str]
    outlook: OutlookReply | None = None


class SearchReply(Reply):
    position: str
    turn: ColorName
    move: MoveText | None = Field(description="null if the game is over")
    score: float
    depth: int
    confidence: int
    exact: bool
    complete: bool = Field(description="the depth asked for was reached, or the exact score found")
    bound: Literal["lower", "upper"] | None = Field(description="the score is at least, or at most, this")
    outcome: Literal["win", "draw", "loss"] | None = Field(description="if it is proven who wins")
    pv: list[str]
    outlook: OutlookReply | None
    nodes: int
    seconds: float


class PonderRequest(Message):
    position: PositionText = Field(description="in which the opponent is to move")
    expected: str = Field(max_length=8, description="the reply to think about")


class PonderedReply(Reply):
    """What was found on the opponent's time."""

    seconds: float = Field(description="of searching")
    depth: int = Field(description="moves ahead")


class PlayReply(SearchReply):
    level: int
    book: bool = Field(description="the move comes from the opening book")
    expected: MoveText | None = Field(
        description="the reply that is expected, if the level thinks on its opponent's time: see /api/ponder"
    )
    pondered: PonderedReply | None = Field(description="the position was expected, and this was found before it came")


class ProvenScore(Reply):
    lower: int
    upper: int


class ProvenMove(ProvenScore):
    move: MoveText


class SolveReply(Reply):
    position: str
    turn: ColorName
    lower: int
    upper: int
    exact: bool
    score: int = Field(description="the exact score, or the proven bound nearer to zero")
    move: MoveText | None
    pv: list[str]
    moves: list[ProvenMove]
    complete: bool
    nodes: int
    seconds: float


class ValuesMessage(Reply):
    """A line of /api/analyse, and the message of /api/live: all moves as they are known now, best first."""

    type: Literal["values"] = "values"
    id: int = Field(default=0, description="that of the question")
    position: str
    turn: ColorName
    moves: list[MoveValue]
    depth: int = Field(description="of the best move")
    nodes: int
    seconds: float = Field(description="of thinking, waiting not counted")
    done: bool = Field(description="nothing will follow")
    complete: bool = Field(description="done because the depth asked for was reached or all values are exact")


class LevelInfo(Reply):
    level: int
    name: str
    description: str
    depth: int | None = Field(description="moves that it looks ahead; null for as far as its time allows")
    seconds: float | None = Field(description="for a move, if nothing else is said")
    exact_empties: int = Field(description="the last squares that are played without a mistake")
    errs: bool = Field(description="it errs as people do")


class LevelsReply(Reply):
    levels: list[LevelInfo]
    default: int


class LiveAnalyse(Message):
    """Think about this from now on, and about nothing else."""

    type: Literal["analyse"]
    id: int = Field(default=0, ge=0, le=2**53)
    position: PositionText
    best: int | None = Field(default=None, ge=1, le=64)
    depth: int | None = Field(default=None, ge=1, le=60)
    seconds: float | None = Field(default=None, ge=0, le=3600)


class LiveStop(Message):
    type: Literal["stop"]


class LivePing(Message):
    type: Literal["ping"]
    id: int = Field(default=0, ge=0, le=2**53)


class Pong(Reply):
    type: Literal["pong"] = "pong"
    id: int


class LiveError(Reply):
    type: Literal["error"] = "error"
    id: int | None
    error: ErrorBody


LiveMessage = Annotated[LiveAnalyse | LiveStop | LivePing, Field(discriminator="type")]
LIVE_MESSAGE: TypeAdapter[LiveAnalyse | LiveStop | LivePing] = TypeAdapter(LiveMessage)
