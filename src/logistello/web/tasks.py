"""Questions that are answered in turns: each keeps what it knows from one turn to the next."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from time import monotonic
from typing import Any, Literal

from logistello.engine import Bounds, Engine, Limit, SearchResult, SolveResult
from logistello.engine.search_result import BestMoves, Info
from logistello.othello import Position, Square

#: A rest of time or nodes that is not worth a turn.
_LEAST_SECONDS = 0.002


class SearchTask:
    """The best move within a limit of thinking time, depth or nodes; waiting costs nothing."""

    in_turns = True

    def __init__(self, position: Position, limit: Limit) -> None:
        self.answer: Future[SearchResult] = Future()
        self._position = position
        self._limit = limit
        self._known: SearchResult | None = None
        self._nodes = 0
        self._seconds = 0.0

    def think(self, engine: Engine) -> bool:
        left = rest(self._limit, self._seconds, self._nodes)
        found = engine.search(self._position, left)
        self._nodes += found.nodes
        self._seconds += found.seconds
        known = self._known
        if known is None or found.sureness >= known.sureness:
            self._known = known = found
        if not found.complete and not used_up(self._limit, self._seconds, self._nodes):
            return False
        self.answer.set_result(replace(known, complete=found.complete, nodes=self._nodes, seconds=self._seconds))
        return True

    def fail(self, error: BaseException) -> None:
        fail(self.answer, error)


class SolveTask:
    """Proven scores; a limit of time leaves bounds."""

    in_turns = True

    def __init__(self, position: Position, mode: Literal["exact", "wld"], all_moves: bool, seconds: float) -> None:
        self.answer: Future[SolveResult] = Future()
        self._position = position
        self._mode = mode
        self._all_moves = all_moves
        self._limit = Limit(time=seconds)
        self._known: SolveResult | None = None
        self._nodes = 0
        self._seconds = 0.0

    def think(self, engine: Engine) -> bool:
        left = rest(self._limit, self._seconds, 0)
        found = engine.solve(self._position, mode=self._mode, all_moves=self._all_moves, limit=left)
        self._nodes += found.nodes
        self._seconds += found.seconds
        self._known = found if self._known is None or found.complete else merged(self._known, found)
        if not found.complete and not used_up(self._limit, self._seconds, 0):
            return False
        known = self._known
        self.answer.set_result(
            SolveResult(
                known.position,
                known.bounds,
                known.move,
                known.pv,
                known.moves,
                known.complete,
                self._nodes,
                self._seconds,
            )
        )
        return True

    def fail(self, error: BaseException) -> None:
        fail(self.answer, error)


def merged(first: SolveResult, second: SolveResult) -> SolveResult:
    """What two unfinished solves of one position have proven together."""
    surer = second if second.bounds.lower >= first.bounds.lower else first
    moves: dict[Square, Bounds] = {}
    for move in {**first.moves, **second.moves}:
        moves[move] = _both(first.moves.get(move, Bounds()), second.moves.get(move, Bounds()))
    ordered = dict(sorted(moves.items(), key=lambda item: (-item[1].lower, -item[1].upper)))
    bounds = _both(first.bounds, second.bounds)
    return SolveResult(first.position, bounds, surer.move, surer.pv, ordered, complete=False)


def _both(one: Bounds, other: Bounds) -> Bounds:
    return Bounds(max(one.lower, other.lower), min(one.upper, other.upper))


class AnalyseTask:
    """Values of several moves, ever better. ``on_news`` is called from a thread of the scheduler."""

    in_turns = True

    def __init__(self, position: Position, limit: Limit, best_moves: int, on_news: Callable[[], None]) -> None:
        self._position = position
        self._limit = limit
        self._best_moves = best_moves
        self._on_news = on_news
        self._known = BestMoves(best_moves)
        self._nodes = 0
        self._seconds = 0.0
        #: Best first. Replaced as a whole, so that others may read it at any time.
        self.moves: tuple[Info, ...] = ()
        self.nodes = 0
        self.seconds = 0.0
        self.complete = False
        self.done = False
        self.error: BaseException | None = None

    def think(self, engine: Engine) -> bool:
        left = rest(self._limit, self._seconds, self._nodes)
        begun = monotonic()
        with engine.analyse(self._position, left, best_moves=self._best_moves) as analysis:
            for info in analysis:
                if self._known.add(info):
                    self._tell(self._nodes + info.nodes, self._seconds + info.seconds)
            result = analysis.result()
        self._nodes += result.nodes
        self._seconds += monotonic() - begun
        self.complete = result.complete
        self.done = result.complete or used_up(self._limit, self._seconds, self._nodes)
        self._tell(self._nodes, self._seconds)
        return self.done

    def _tell(self, nodes: int, seconds: float) -> None:
        self.moves = self._known.ranked()
        self.nodes, self.seconds = nodes, seconds
        self._on_news()

    def fail(self, error: BaseException) -> None:
        self.error = error
        self._on_news()


def rest(limit: Limit, seconds: float, nodes: int) -> Limit:
    """What is left of a limit after so much thinking."""
    return Limit(
        time=None if limit.time is None else max(limit.time - seconds, 0.0),
        nodes=None if limit.nodes is None else max(limit.nodes - nodes, 0),
        depth=limit.depth,
    )


def used_up(limit: Limit, seconds: float, nodes: int) -> bool:
    return (limit.time is not None and seconds >= limit.time - _LEAST_SECONDS) or (
        limit.nodes is not None and nodes >= limit.nodes
    )


def fail(answer: Future[Any], error: BaseException) -> None:
    """Harmless if the answer is there already."""
    if not answer.done():
        answer.set_exception(error)
