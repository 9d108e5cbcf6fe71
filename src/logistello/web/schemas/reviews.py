"""The review of a game, and why a position has its value."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from logistello.review.effort import EffortName
from logistello.review.reasons import ReasonKind
from logistello.web.schemas.base import MOST_TEXT, ColorName, Message, MoveText, PositionText, Reply
from logistello.web.schemas.searches import OutlookReply

MoveClassName = Literal["best", "good", "wasteful", "inaccuracy", "mistake", "blunder", "forced"]


class ReviewRequest(Message):
    text: Annotated[str, Field(min_length=1, max_length=MOST_TEXT, description="a game in any notation")]
    game: int = Field(default=0, ge=0)
    effort: EffortName | None = Field(
        default=None, description="'normal' without seconds and depth; repeats with the same verdicts"
    )
    seconds: float | None = Field(default=None, ge=0, le=60, description="for each position, instead of an effort")
    depth: int | None = Field(default=None, ge=1, le=60)
    skip: int = Field(
        default=0, ge=0, le=60, description="moves at the start that are not judged, as in random openings"
    )


class Threshold(Reply):
    name: MoveClassName
    least: float = Field(description="loss of expected score from which on a move is called so")


class DiscThreshold(Reply):
    name: MoveClassName
    least: float = Field(description="discs from which on a move is called so")


class ReviewStart(Reply):
    type: Literal["start"] = "start"
    total: int = Field(description="moves to come")
    thresholds: list[Threshold]
    disc_thresholds: list[DiscThreshold]
    wasteful_discs: float = Field(description="discs from which on a move that keeps the chances is called wasteful")
    accuracy_scale: float = Field(description="a move that loses so much counts 100/e for the accuracy")
    favourite: float = Field(description="expected score from which on a side is the favourite")
    explanation: str


class ReviewedMoveReply(Reply):
    """A move of the game. Scores and expected scores are those of who made it."""

    type: Literal["move"] = "move"
    ply: int = Field(description="of the position before it, passes included")
    number: int = Field(description="of the move, passes not counted, from 1")
    mover: ColorName
    played: MoveText
    best: MoveText
    score: float = Field(description="discs after the played move")
    best_score: float
    disc_loss: float
    expected: float = Field(description="0 to 1: chance to win and half of that to draw, after the played move")
    best_expected: float
    loss: float = Field(description="of expected score")
    move_class: MoveClassName
    disc_class: MoveClassName = Field(description="by the discs that it lost, whatever they are worth")
    phase: Literal["opening", "midgame", "endgame"]
    depth: int
    confidence: int = Field(description="of the pruning by probability, in percent; 100 if nothing was pruned")
    exact: bool
    choices: int = Field(description="legal moves; with one there is nothing to judge")
    best_pv: list[str]
    played_pv: list[str]
    outlook: OutlookReply | None = Field(description="of the position before the move")
    played_outlook: OutlookReply | None = Field(description="with the played move")
    black_value: float = Field(description="discs for Black with best play from the position before the move")


class PhaseLossReply(Reply):
    phase: Literal["opening", "midgame", "endgame"]
    moves: int
    discs: float
    expected: float


class SideSummary(Reply):
    color: ColorName
    moves: int
    accuracy: float | None = Field(description="0 to 100; null without moves of choice")
    disc_loss: float
    expected_loss: float
    classes: dict[MoveClassName, int]
    phases: list[PhaseLossReply]


class TurningPointReply(Reply):
    ply: int
    number: int
    mover: ColorName
    played: MoveText
    favourite_before: ColorName | None
    favourite_after: ColorName | None
    swing: float = Field(description="of Black's expected score")


class ReviewSummary(Reply):
    type: Literal["summary"] = "summary"
    black: SideSummary
    white: SideSummary
    turning_points: list[TurningPointReply]
    opening: str | None
    text: str = Field(description="one or two sentences")


class ExplainRequest(Message):
    """Why the value: of the position, after one line, or the difference of two lines."""

    position: PositionText
    line: Annotated[str, Field(max_length=400)] | None = Field(
        default=None, description="a move or more", examples=["d3"]
    )
    other: Annotated[str, Field(max_length=400)] | None = Field(default=None, description="to be compared with 'line'")


class PatternShareReply(Reply):
    pattern: str
    squares: list[str]
    discs: float = Field(description="for the side to move of the position asked about")


class RegionShare(Reply):
    region: str = Field(examples=["upper left corner", "right edge", "centre"])
    discs: float


class ExplainReply(Reply):
    position: str
    turn: ColorName = Field(description="whose view all numbers are")
    value: float = Field(description="static value in discs; of a comparison that of 'line' minus that of 'other'")
    line_value: float | None
    other_value: float | None
    constant: float = Field(description="belongs to no square: the parity of empty squares")
    squares: list[float] = Field(description="64 shares, a1 first; together with the constant they sum up to the value")
    patterns: list[PatternShareReply] = Field(description="largest first; with the constant they sum up likewise")
    regions: list[RegionShare] = Field(description="the patterns by where they lie, largest first")
    sentence: str
    spread: str = Field(default="equal", description="how the weight of a pattern is shared by its squares")


class WhyRequest(Message):
    """Why one move is better than another.

    Lines and scores that a search gave are taken as they are, so that the answer agrees with what was shown; without
    scores both moves are searched.
    """

    position: PositionText
    line: Annotated[str, Field(min_length=2, max_length=400)] = Field(description="a move or more", examples=["d3"])
    other: Annotated[str, Field(min_length=2, max_length=400)]
    line_score: float | None = Field(default=None, ge=-64, le=64, description="discs for the side to move")
    other_score: float | None = Field(default=None, ge=-64, le=64)


class WhyLine(Reply):
    move: MoveText
    line: list[str] = Field(description="the move and what is expected to follow, passes included")
    score: float = Field(description="discs for the side to move of the position asked about")
    positions: list[str] = Field(description="after each move of the line")


class CountReply(Reply):
    own: int = Field(description="of the side to move of the position asked about")
    opponent: int


class ReasonReply(Reply):
    kind: ReasonKind
    better: CountReply = Field(description="at the end of the better line; of events, how often they happen on the way")
    worse: CountReply
    line: Literal["better", "worse"] = Field(description="the line that shows it")
    ply: int = Field(description="moves of that line after which it shows")
    squares: list[str]


class WhyReply(Reply):
    position: str
    turn: ColorName
    better: WhyLine
    worse: WhyLine
    reasons: list[ReasonReply] = Field(description="each speaks for the better move; what cannot be undone first")
    sentence: str
