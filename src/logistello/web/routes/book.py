"""The opening book: what it knows, and games that it learns."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request

from logistello.book import BookCandidate
from logistello.web.backend import Backend, backend_of
from logistello.web.failures import BUSY, NOT_FOUND, REFUSALS, ApiError
from logistello.web.learning import BookLearner, Learning
from logistello.web.reading import played_line, position_of
from logistello.web.schemas.stored_games import BookMoveReply, BookReply, LearningReply, LearnRequest

router = APIRouter(prefix="/api/book", responses=REFUSALS, tags=["book"])
Owner = Annotated[Backend, Depends(backend_of)]
Number = Annotated[int, Path(ge=1, le=2**62)]


@router.get("")
def book(
    backend: Owner,
    position: Annotated[str, Query(min_length=1, max_length=4000, examples=["f5d6"])],
) -> BookReply:
    """What the opening book says of a position."""
    here = position_of(position)
    opening_book = backend.book
    known = None if opening_book is None else opening_book.look_up(here)
    if known is None:
        available = opening_book is not None and opening_book.available
        return BookReply(available=available, position=here.text, found=False)
    return BookReply(
        available=True,
        position=here.text,
        found=True,
        score=round(known.value.score(), 3),
        outcome=known.value.outcome,
        games=known.games,
        moves=[_move_reply(each) for each in known.candidates],
        line=[str(move) for move in known.line],
    )


def _move_reply(candidate: BookCandidate) -> BookMoveReply:
    search = candidate.search
    return BookMoveReply(
        move=str(candidate.move),
        score=round(candidate.value.score(), 3),
        outcome=candidate.value.outcome,
        in_book=candidate.in_book,
        games=candidate.games,
        plies=candidate.plies,
        depth=None if search is None else search.depth,
        confidence=None if search is None else search.confidence,
    )


@router.post("/learn", status_code=202, responses=BUSY)
async def learn_game(question: LearnRequest, request: Request, backend: Owner) -> LearningReply:
    """Make a finished game part of the user's own book, in the background."""
    learner = _learner(backend)
    text = question.text
    line = await backend.reader.read(len(text), request.is_disconnected, played_line, text, question.loser)
    return _reply(learner.submit(line.game()))


@router.get("/learn/{number}", responses=NOT_FOUND)
def learned_game(backend: Owner, number: Number) -> LearningReply:
    """How far it is."""
    return _reply(_learner(backend).get(number))


@router.delete("/learn/{number}", status_code=202, responses={**NOT_FOUND, **BUSY})
def unlearn_game(backend: Owner, number: Number) -> LearningReply:
    """Take it back, in the background; only while nothing else has changed the book."""
    return _reply(_learner(backend).undo(number))


def _learner(backend: Backend) -> BookLearner:
    if backend.learner is None:
        raise ApiError(
            400, "this server does not learn: it was started with --no-book or --no-learn", code="no_learning"
        )
    return backend.learner


def _reply(learning: Learning) -> LearningReply:
    positions = 0 if learning.lesson is None else learning.lesson.positions
    return LearningReply(id=learning.id, state=learning.state, positions=positions, problem=learning.problem)
