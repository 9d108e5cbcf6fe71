"""Whole games judged, and values explained."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse

from logistello.engine import Limit
from logistello.othello import PASS, Game
from logistello.review.explain import explain
from logistello.review.game_review import outlooks_of, review_game
from logistello.review.summary import summarise
from logistello.web.backend import Backend, backend_of
from logistello.web.failures import BUSY, REFUSALS, ApiError
from logistello.web.reading import game_at, position_of, read_anything
from logistello.web.review_view import explain_reply, move_reply, start_reply, summary_reply
from logistello.web.schemas.reviews import ExplainReply, ExplainRequest, ReviewRequest, ReviewSummary
from logistello.web.tasks import ScheduledSearcher
from logistello.web.waiting import LineWriter, ndjson_response, too_many

router = APIRouter(prefix="/api", responses=REFUSALS, tags=["review"])
Owner = Annotated[Backend, Depends(backend_of)]
#: For each position, if neither time nor depth is asked for.
_SECONDS = 0.3


@router.post("/explain")
def explain_value(request: ExplainRequest, backend: Owner) -> ExplainReply:
    """Which patterns and squares make the value of a position, or the difference between two moves."""
    if request.other is not None and request.line is None:
        raise ApiError(400, "'other' is compared with 'line', which is missing")
    position = position_of(request.position)
    return explain_reply(position, explain(backend.model, position, request.line, request.other))


@router.post(
    "/review",
    response_class=StreamingResponse,
    responses={
        200: {
            "content": {"application/x-ndjson": {"schema": ReviewSummary.model_json_schema(mode="serialization")}},
            "description": "one object a line: start, every move, summary",
        },
        **BUSY,
    },
)
async def review(request: ReviewRequest, backend: Owner) -> StreamingResponse:
    """Every move of a game beside the best one; mistakes, accuracy, turning points."""
    game = await run_in_threadpool(_game, request)
    most = backend.settings.limits.seconds
    seconds = (_SECONDS if request.depth is None else most) if request.seconds is None else request.seconds
    limit = Limit(time=min(seconds, most), depth=request.depth)
    if backend.long_requests.full:
        raise too_many(backend.long_requests)
    outlooks = outlooks_of(backend.model)
    writer = LineWriter()
    searcher = ScheduledSearcher(backend.scheduler)
    writer.on_gone = searcher.cancel

    def work(lines: LineWriter) -> None:
        lines.write(start_reply(sum(move is not PASS for move in game.moves) - request.skip))
        judged = []
        for each in review_game(searcher, game, limit, outlooks=outlooks, skip=request.skip):
            judged.append(each)
            lines.write(move_reply(each))
        lines.write(summary_reply(game, summarise(judged)))

    return ndjson_response(writer.lines(work, backend.long_requests))


def _game(request: ReviewRequest) -> Game:
    document = read_anything(request.text)
    if document.errors and not document.games:
        raise document.errors[0]
    game = game_at(document, request.game)
    if not game.moves:
        raise ApiError(400, "a game without moves: there is nothing to review")
    return game
