"""Whole games judged, and values explained."""

from __future__ import annotations

import threading
from concurrent.futures import Future
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse

from logistello.engine import Limit
from logistello.engine.outlook import OutlookTable
from logistello.othello import PASS
from logistello.review.effort import EFFORTS, Effort
from logistello.review.explain import explain, parse_line
from logistello.review.game_review import review_game
from logistello.review.reasons import Comparison, compare_lines, compare_moves
from logistello.review.summary import summarise
from logistello.web.backend import Backend, backend_of
from logistello.web.failures import BUSY, REFUSALS, ApiError
from logistello.web.reading import one_game
from logistello.web.review_view import explain_reply, move_reply, start_reply, summary_reply, why_reply
from logistello.web.schemas.reviews import ExplainReply, ExplainRequest, ReviewRequest, WhyReply, WhyRequest
from logistello.web.schemas.streams import lines_of
from logistello.web.tasks import ScheduledSearcher
from logistello.web.waiting import LineWriter, answer_for, ndjson_response, too_many

router = APIRouter(prefix="/api", responses=REFUSALS, tags=["review"])
Owner = Annotated[Backend, Depends(backend_of)]
#: For moves that are compared and were not searched before.
_WHY_LIMIT = Limit(depth=16, time=2.0)


@router.post("/explain", responses=BUSY)
async def explain_value(question: ExplainRequest, request: Request, backend: Owner) -> ExplainReply:
    """Which patterns and squares make the value of a position, or the difference between two moves."""
    if question.other is not None and question.line is None:
        raise ApiError(400, "'other' is compared with 'line', which is missing")
    position = await backend.read_position(question.position, request.is_disconnected)
    found = await run_in_threadpool(explain, backend.model, position, question.line, question.other)
    return explain_reply(position, found)


@router.post(
    "/review",
    response_class=StreamingResponse,
    responses={
        200: {
            "content": lines_of("ReviewLine"),
            "description": "one object a line: start, every move, summary",
        },
        **BUSY,
    },
)
async def review(question: ReviewRequest, request: Request, backend: Owner) -> StreamingResponse:
    """Every move of a game beside the best one; mistakes, accuracy, turning points."""
    text = question.text
    line = await backend.reader.read(len(text), request.is_disconnected, one_game, text, question.game)
    game = line.game()
    if not game.moves:
        raise ApiError(400, "a game without moves: there is nothing to review")
    effort = _effort(question, backend.settings.limits.seconds)
    if backend.reviews.full:
        raise too_many("reviews", backend.reviews)
    outlooks = OutlookTable.of(backend.model)
    writer = LineWriter()
    searcher = ScheduledSearcher(backend.scheduler)
    writer.on_gone = searcher.cancel

    def work(lines: LineWriter) -> None:
        lines.write(start_reply(sum(move is not PASS for move in game.moves) - question.skip))
        judged = []
        for each in review_game(searcher, game, effort, outlooks=outlooks, skip=question.skip):
            judged.append(each)
            lines.write(move_reply(each))
        lines.write(summary_reply(game, summarise(judged)))

    return ndjson_response(writer.lines(work, "reviews", backend.reviews))


def _effort(request: ReviewRequest, most_seconds: float) -> Effort | Limit:
    if request.seconds is None and request.depth is None:
        return EFFORTS[request.effort or "normal"]
    if request.effort is not None:
        raise ApiError(400, "an effort and seconds or depth: give one of the two")
    seconds = most_seconds if request.seconds is None else min(request.seconds, most_seconds)
    return Limit(time=seconds, depth=request.depth)


@router.post("/why", responses=BUSY)
async def why(request: Request, question: WhyRequest, backend: Owner) -> WhyReply:
    """Why one move is better than another: what the boards at the ends of both lines show."""
    position = await backend.read_position(question.position, request.is_disconnected)
    lines = parse_line(position, question.line), parse_line(position, question.other)
    if question.line_score is not None and question.other_score is not None:
        return why_reply(compare_lines(position, lines, (question.line_score, question.other_score)))
    searcher = ScheduledSearcher(backend.scheduler)
    outlooks = OutlookTable.of(backend.model)
    answer: Future[Comparison] = Future()

    def work() -> None:
        try:
            answer.set_result(compare_moves(searcher, position, lines[0][0], lines[1][0], _WHY_LIMIT, outlooks))
        except BaseException as error:
            answer.set_exception(error)

    threading.Thread(target=work, name="why", daemon=True).start()
    return why_reply(await answer_for(request, answer, searcher.cancel))
