"""Games that are played on a board of the page: kept from the first move on, so that none is lost."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request
from fastapi.concurrency import run_in_threadpool

from logistello.engine.level_advice import LevelResult, advised_level
from logistello.engine.levels import LEVELS
from logistello.library import GameFilter, StoredRow
from logistello.othello import Ending
from logistello.web.backend import Backend, backend_of
from logistello.web.failures import BUSY, REFUSALS, ApiError
from logistello.web.reading import played_row
from logistello.web.routes.stored_games import play_state_of, stored_game
from logistello.web.schemas.stored_games import KeepRequest, LevelAdviceReply, StoredGame

router = APIRouter(prefix="/api/games/played", responses=REFUSALS, tags=["games"])
Owner = Annotated[Backend, Depends(backend_of)]
Key = Annotated[
    str, Path(min_length=8, max_length=64, pattern="^[A-Za-z0-9-]+$", description="chosen by the board, once a game")
]
#: The last games, out of which those against a level count.
_LAST_GAMES = 60


@router.put("/{key}", responses=BUSY)
async def keep_game(question: KeepRequest, request: Request, backend: Owner, key: Key) -> StoredGame:
    """Keep a game as it stands, in place of what was kept under the same key before."""
    text, ending = question.text, Ending(question.ending)
    names = question.black, question.white
    row = await backend.reader.read(
        len(text),
        request.is_disconnected,
        played_row,
        text,
        question.loser,
        ending,
        names,
        question.date,
        question.notes,
    )
    if not row.moves:
        raise ApiError(400, "a game without moves; keep it from its first move on")
    for level in (question.play.black_level, question.play.white_level):
        if level is not None and level not in LEVELS:
            raise ApiError(400, f"level {level} does not exist; expected {LEVELS[0]} to {LEVELS[-1]}")
    row = replace(row, play_key=key, play_state=question.play.model_dump_json())
    revision = question.play.revision

    def is_newer(known: StoredRow) -> bool:
        # A board that is left sends its last word without waiting for the one before.
        play = play_state_of(known.row)
        return play is not None and play.revision > revision

    return stored_game(await run_in_threadpool(backend.library.keep, row, "played", is_newer))


@router.get("/level")
def level_advice(backend: Owner) -> LevelAdviceReply:
    """The level to play next, from the results of the last games."""
    _, rows = backend.library.find(GameFilter(played_here=True), limit=_LAST_GAMES)
    results = [result for row in rows if (result := _result_of(row)) is not None]
    advice = advised_level(results)
    return LevelAdviceReply(level=advice.level, games=advice.games, won=advice.won)


def _result_of(stored: StoredRow) -> LevelResult | None:
    """``None`` if it was not one person against one level to the end."""
    play, score = play_state_of(stored.row), stored.row.black_score
    if play is None or score is None or play.mixed or (play.black_level is None) == (play.white_level is None):
        return None
    if play.white_level is None:
        assert play.black_level is not None  # noqa: S101 - one of the two is
        return LevelResult(play.black_level, _points(-score))
    return LevelResult(play.white_level, _points(score))


def _points(score: float) -> float:
    return 1.0 if score > 0 else 0.5 if score == 0 else 0.0
