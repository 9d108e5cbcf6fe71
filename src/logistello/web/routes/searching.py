"""Give a position, get a move: search, solve, analyse, play."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from concurrent.futures import Future
from contextlib import aclosing
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse

from logistello.engine import Clock, Engine, Info, Limit
from logistello.engine.levels import LEVELS, LevelPlayer, may_ponder
from logistello.engine.opponent_time import PonderHit
from logistello.engine.results import outcome_name
from logistello.othello import Position
from logistello.web.backend import Backend, backend_of
from logistello.web.engine_view import DEFAULT_LEVEL, level_texts, line, outlook_reply, search_reply, solve_reply
from logistello.web.failures import BUSY, REFUSALS, ApiError, body_of
from logistello.web.game_view import color_name
from logistello.web.pondering import PonderTask
from logistello.web.schemas.searches import (
    AnalyseRequest,
    LevelInfo,
    LevelsReply,
    LiveError,
    PlayReply,
    PlayRequest,
    PonderedReply,
    PonderRequest,
    SearchReply,
    SearchRequest,
    SolveReply,
    SolveRequest,
    ValuesMessage,
)
from logistello.web.schemas.streams import lines_of
from logistello.web.tasks import SearchTask, SolveTask, fail
from logistello.web.waiting import answer_for, ndjson, ndjson_response, values_of

router = APIRouter(prefix="/api", responses={**REFUSALS, **BUSY}, tags=["engine"])
Owner = Annotated[Backend, Depends(backend_of)]

#: Seconds for a search that is asked for without any limit.
_SECONDS = 1.0
ALL_MOVES = 64


def limit_of(request: SearchRequest, most_seconds: float) -> Limit:
    """The limit that was asked for, within the bounds of the server."""
    seconds = request.seconds
    if seconds is None:
        seconds = _SECONDS if request.depth is None and request.nodes is None else most_seconds
    return Limit(time=min(seconds, most_seconds), depth=request.depth, nodes=request.nodes)


@router.post("/search")
async def search(request: Request, question: SearchRequest, backend: Owner) -> SearchReply:
    """The best move of a position."""
    position = await backend.read_position(question.position, request.is_disconnected)
    task = SearchTask(position, limit_of(question, backend.settings.limits.seconds))
    cancel = backend.scheduler.submit(task)
    return search_reply(await answer_for(request, task.answer, cancel))


@router.post("/solve")
async def solve(request: Request, question: SolveRequest, backend: Owner) -> SolveReply:
    """The exact score of a position, or who wins; bounds if time runs out."""
    position = await backend.read_position(question.position, request.is_disconnected)
    most = backend.settings.limits.seconds
    seconds = most if question.seconds is None else min(question.seconds, most)
    task = SolveTask(position, question.mode, question.all_moves, seconds)
    cancel = backend.scheduler.submit(task)
    return solve_reply(await answer_for(request, task.answer, cancel))


@router.post(
    "/analyse",
    response_class=StreamingResponse,
    responses={
        200: {
            "content": lines_of("AnalyseLine"),
            "description": "one object a line, each with all that is known",
        }
    },
)
async def analyse(request: Request, question: AnalyseRequest, backend: Owner) -> StreamingResponse:
    """Values of the best moves (or of all) while they get better, one JSON object a line."""
    position = await backend.read_position(question.position, request.is_disconnected)
    limit = limit_of(question, backend.settings.limits.seconds)
    return ndjson_response(_lines(values_of(position, limit, question.best or ALL_MOVES, backend.scheduler)))


async def _lines(messages: AsyncGenerator[ValuesMessage]) -> AsyncIterator[bytes]:
    async with aclosing(messages):
        try:
            async for message in messages:
                yield ndjson(message)
        except Exception as error:
            yield ndjson(LiveError(id=0, error=body_of(error)[1]))


# -- an opponent ------------------------------------------------------------------------------


@router.get("/levels")
def levels() -> LevelsReply:
    """Strengths of the opponent."""
    return LevelsReply(
        levels=[
            LevelInfo(
                level=each.level,
                name=each.settings.name,
                description=each.description,
                depth=each.settings.depth,
                seconds=each.settings.seconds,
                exact_empties=each.settings.exact_empties,
                errs=not each.settings.always_best,
            )
            for each in level_texts()
        ],
        default=DEFAULT_LEVEL,
    )


class _PlayTask:
    """The move of an opponent: in one piece, as levels are quick or know their time."""

    in_turns = False

    def __init__(
        self, backend: Backend, position: Position, request: PlayRequest, hit: PonderHit | None = None
    ) -> None:
        self.answer: Future[Info] = Future()
        book = backend.book
        self._book = None if book is None else book.in_play(replace(book.policy, seed=request.seed))
        self._position = position
        self._request = request
        self._hit = hit
        self._most_seconds = backend.settings.limits.seconds

    def think(self, engine: Engine) -> bool:
        player = LevelPlayer(self._request.level, engine, self._request.seed, self._book)
        self.answer.set_result(player.choose(self._position, self._limit(), self._hit))
        return True

    def _limit(self) -> Limit | None:
        seconds, clock = self._request.seconds, self._request.clock
        if seconds is None and clock is None:
            return None
        time = self._most_seconds if seconds is None else min(seconds, self._most_seconds)
        return Limit(time=time, clock=None if clock is None else Clock(clock.remaining, clock.increment))

    def fail(self, error: BaseException) -> None:
        fail(self.answer, error)


@router.post("/play")
async def play(request: Request, question: PlayRequest, backend: Owner) -> PlayReply:
    """The move that an opponent of some level plays."""
    if question.level not in LEVELS:
        raise ApiError(400, f"level {question.level} does not exist; expected {LEVELS[0]} to {LEVELS[-1]}")
    position = await backend.read_position(question.position, request.is_disconnected)
    if position.is_over:
        raise ApiError(400, "the game is over: there is no move to play", code="illegal_move")
    ponders = may_ponder(question.level)
    hit = await run_in_threadpool(backend.pondered.take, position) if ponders else None
    task = _PlayTask(backend, position, question, hit)
    cancel = backend.scheduler.submit(task)
    found = await answer_for(request, task.answer, cancel)
    return PlayReply(
        position=position.text,
        turn=color_name(position.turn),
        move=str(found.move),
        score=round(found.score, 3),
        depth=found.depth,
        confidence=found.confidence,
        exact=found.exact,
        complete=True,
        bound=found.bound,
        outcome=outcome_name(found.outcome),
        pv=line(found.pv),
        outlook=outlook_reply(found.outlook),
        nodes=found.nodes,
        seconds=round(found.seconds, 4),
        level=question.level,
        book=found.from_book,
        expected=str(found.pv[1]) if ponders and not found.from_book and len(found.pv) > 1 else None,
        pondered=None if hit is None else pondered_reply(hit),
    )


@router.post("/ponder")
async def ponder(request: Request, question: PonderRequest, backend: Owner) -> PonderedReply:
    """Think about a reply that is expected, until the client goes away, /api/play is asked about the position after it,
    or everything is known. Other searches come first. What was found makes the move of level 20 surer, or quicker."""
    theirs = await backend.read_position(question.position, request.is_disconnected)
    try:
        ours = theirs.play(question.expected)
    except ValueError as error:
        raise ApiError(400, f"expected: {error}", code="illegal_move") from None
    task = PonderTask(ours, Limit(time=backend.settings.limits.live_seconds))
    cancel = backend.scheduler.submit(task)
    backend.pondered.put(task, cancel)
    return pondered_reply(await answer_for(request, task.answer, cancel))


def pondered_reply(hit: PonderHit) -> PonderedReply:
    return PonderedReply(seconds=round(hit.seconds, 3), depth=hit.known.depth)
