"""What is known of one position, as people should see it: one value for each move, all from the same passes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from logistello.engine.outlook import Outlook, OutlookTable
from logistello.engine.results import Info
from logistello.othello import Position, Square

#: Passes of different parity are averaged if their depths are no further apart.
_FURTHEST_DEPTHS = 3


class AnalysisRecord:
    """The moves of a position with values that agree with each other.

    It hears the news of a search, or of several of the same position, and changes only when a pass over all the moves
    that were asked for is complete: values of different passes cannot be compared. Values of searches swing between odd
    and even depths, so the value of a move is the mean of the newest odd and the newest even pass, and so are the
    chances. A pass that reaches the end of the game stands for itself.

    >>> from logistello import Engine, Limit
    >>> position = Position.initial()
    >>> record = AnalysisRecord(position)
    >>> with Engine(hash_mb=4) as engine:
    ...     found = engine.search(position, Limit(depth=7), best_moves=64, on_info=record.add)
    >>> [(info.rank, info.depth) for info in record.moves], len({info.score for info in record.moves})
    ([(1, 7), (2, 7), (3, 7), (4, 7)], 1)
    """

    def __init__(self, position: Position, best_moves: int = 64, outlooks: OutlookTable | None = None) -> None:
        """``outlooks`` turns values into chances; without it there are none but those of exact scores."""
        self._empties = position.empties
        self._wanted = max(1, min(best_moves, position.legal_mask.bit_count()))
        self._outlooks = outlooks
        self._running: list[Info] = []
        #: The newest complete passes to an even and to an odd depth.
        self._newest: dict[int, Sequence[Info]] = {}
        #: Best first; empty until the first pass is complete. Replaced as a whole, so that others may read it any time.
        self.moves: tuple[Info, ...] = ()

    def add(self, info: Info) -> bool:
        """Whether the record has changed: a pass is complete that says more than the one before."""
        if info.rank == 1:
            self._running = []
        self._running.append(info)
        if info.bound is not None or len(self._running) < self._wanted:
            return False
        finished, self._running = self._running, []
        if self.moves and info.sureness <= self.moves[0].sureness:  # a search that went on began with short passes
            return False
        self._newest[info.depth % 2] = finished
        self.moves = self._ranked(finished)
        return True

    @property
    def best(self) -> Info | None:
        """The best move; ``None`` until the first pass is complete."""
        return self.moves[0] if self.moves else None

    def _ranked(self, finished: Sequence[Info]) -> tuple[Info, ...]:
        depth = finished[0].depth
        other = self._newest.get((depth + 1) % 2, ())
        if depth >= self._empties or not other or abs(depth - other[0].depth) > _FURTHEST_DEPTHS:
            other = ()
        scores = _means(finished, other)
        other_depth = other[0].depth if other else None
        shown = [
            info if info.exact else replace(info, score=score, outlook=self._outlook(score, depth, other_depth))
            for info, score in zip(finished, scores, strict=True)
        ]
        shown.sort(key=lambda info: -info.score)  # stable: equal values stay in the order of the search
        return tuple(replace(info, rank=rank) for rank, info in enumerate(shown, start=1))

    def _outlook(self, score: float, depth: int, other_depth: int | None) -> Outlook | None:
        if self._outlooks is None:
            return None
        return self._outlooks.outlook(score, empties=self._empties, depth=depth, other_depth=other_depth)


def _means(finished: Sequence[Info], other: Sequence[Info]) -> list[float]:
    """The mean of each value and that of the pass of the other parity, if there was one.

    A move that only one of them has swings as the others do; if they share none, as the value of the position does.
    """
    if not other:
        return [info.score for info in finished]
    before: dict[Square, float] = {info.move: info.score for info in other}
    swings = [before[info.move] - info.score for info in finished if info.move in before]
    usual = sum(swings) / len(swings) if swings else other[0].score - finished[0].score
    return [info.score + (before.get(info.move, info.score + usual) - info.score) / 2 for info in finished]
