"""The library of games, and the opening book."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from logistello.web.schemas.base import MOST_TEXT, ColorName, Message, MoveText, Reply, Variations
from logistello.web.schemas.notes import Notes
from logistello.web.schemas.rules import GameState, NotationProblem


class SaveRequest(Message):
    text: Annotated[str, Field(min_length=1, max_length=MOST_TEXT, description="games in any notation")]
    black: str | None = Field(default=None, max_length=200, description="replaces the name in the text")
    white: str | None = Field(default=None, max_length=200)
    date: str | None = Field(default=None, max_length=50)
    place: str | None = Field(default=None, max_length=200)
    comment: str | None = Field(default=None, max_length=10_000)
    variations: Variations = Field(default_factory=list)
    notes: Notes = Field(default_factory=list)


class ChangeRequest(Message):
    """Only what is given is changed."""

    black: str | None = Field(default=None, max_length=200)
    white: str | None = Field(default=None, max_length=200)
    date: str | None = Field(default=None, max_length=50)
    place: str | None = Field(default=None, max_length=200)
    comment: str | None = Field(default=None, max_length=10_000)


class PlayState(Message):
    """What a board needs to go on with a game."""

    black_level: int | None = Field(default=None, ge=1, le=100, description="null for a person")
    white_level: int | None = Field(default=None, ge=1, le=100)
    mixed: bool = Field(default=False, description="somebody took over a side, or let the engine finish")
    minutes: float = Field(default=0, ge=0, le=600, description="of each clock at the start; 0 without clocks")
    increment: float = Field(default=0, ge=0, le=600, description="seconds added after each move")
    black_seconds: float | None = Field(default=None, le=36_000, description="left on the clock")
    white_seconds: float | None = Field(default=None, le=36_000)
    hints: bool = True
    seed: int = Field(default=0, ge=0, lt=2**31, description="of the engine's choices")
    revision: int = Field(
        default=0,
        ge=0,
        lt=2**31,
        description="grows with the game; the older never takes the place of the newer",
    )


class KeepRequest(Message):
    """A game as it stands now."""

    text: Annotated[str, Field(min_length=1, max_length=MOST_TEXT, description="one game in any notation")]
    black: str = Field(default="", max_length=200)
    white: str = Field(default="", max_length=200)
    date: str = Field(default="", max_length=50)
    loser: ColorName | None = Field(default=None, description="who resigned or ran out of time, if anyone did")
    ending: Literal["resigned", "timeout"] = Field(default="resigned", description="how the loser lost")
    notes: Notes = Field(default_factory=list)
    play: PlayState


class LevelAdviceReply(Reply):
    """A level whose games should be even."""

    level: int | None = Field(description="null while there are too few games")
    games: int = Field(description="finished games against a level that it comes from")
    won: float = Field(description="of these; a draw counts half")


class StoredGame(Reply):
    id: int
    black: str
    white: str
    date: str
    place: str
    black_score: float | None
    ending: str
    opening: str | None
    plies: int = Field(description="discs put on the board")
    transcript: str
    source: str
    added: str = Field(description="when, UTC")
    play_key: str | None = Field(description="of a game played on a board of the page")
    play: PlayState | None = Field(description="what that board needs to go on with it")


class SavedReply(Reply):
    ids: list[int]
    problems: list[NotationProblem] = Field(description="items that could not be read")


class GamesReply(Reply):
    total: int
    games: list[StoredGame]


class StoredGameReply(Reply):
    stored: StoredGame
    game: GameState


class ImportProgress(Reply):
    type: Literal["progress"] = "progress"
    file: str
    files_done: int
    files: int
    games: int = Field(description="stored so far")


class FileProblem(NotationProblem):
    """Something in a file that could not be read."""

    file: str
    code: Literal["bad_notation", "too_much"] = Field(description="too_much: it would take too much time or memory")


class ImportDone(Reply):
    type: Literal["done"] = "done"
    games: int
    duplicates: int = Field(description="games that the library had already")
    problems: list[FileProblem]


class NextMove(Reply):
    move: MoveText
    games: int
    black_wins: int
    draws: int
    white_wins: int
    mean_score: float | None = Field(description="mean final score in discs for the side to move")
    opening: str | None


class YearResults(Reply):
    year: int
    games: int
    black_wins: int
    draws: int
    white_wins: int
    mean_score: float | None = Field(description="mean final score in discs for the side to move")


class StatisticsReply(Reply):
    position: str
    turn: ColorName
    games: int
    black_wins: int
    draws: int
    white_wins: int
    mean_score: float | None
    moves: list[NextMove] = Field(description="most frequent first")
    players: list[str] = Field(description="who reached it most often")
    years: list[YearResults] = Field(description="the games with a date by their years, first one first")


class BookMoveReply(Reply):
    move: MoveText
    score: float = Field(description="discs for the side to move")
    outcome: Literal["win", "draw", "loss"] | None = Field(description="proven, if not null")
    in_book: bool = Field(description="false: the best deviation, searched but not part of the book")
    games: int
    plies: int = Field(description="moves along the book to the position whose search gave the value")
    depth: int | None = Field(description="of that search")
    confidence: int | None = Field(description="of that search, in percent")


class LearnRequest(Message):
    """A game that was played to its end, or given up."""

    text: Annotated[str, Field(min_length=1, max_length=MOST_TEXT, description="one game in any notation")]
    loser: ColorName | None = Field(default=None, description="who resigned or ran out of time, if anyone did")


class LearningReply(Reply):
    """What became of a game that was to be learned."""

    id: int
    state: Literal["waiting", "learning", "learned", "undone", "failed"]
    positions: int = Field(description="that the book did not know before")
    problem: str = Field(description="why nothing was learned or taken back; empty if all went well")


class BookReply(Reply):
    available: bool = Field(description="there is a book")
    position: str
    found: bool = Field(description="the position is in it")
    score: float | None = None
    outcome: Literal["win", "draw", "loss"] | None = None
    games: int = 0
    moves: list[BookMoveReply] = Field(default_factory=list)
    line: list[str] = Field(default_factory=list)
