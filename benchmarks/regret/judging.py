"""Values for the moves of positions: proven ones near the end, those of long searches further from it."""

from __future__ import annotations

from benchmarks.regret.judged import Judged, Kind
from logistello import Engine, Limit, Position, Square

#: How far behind the best a move's exact score is told; what loses more is only proven to do so, which is quicker.
MOST_REGRET = 10
#: Nodes for a look at all moves together, and for each of those that are close to the best.
_FIRST_LOOK = 5_000_000
_LONG_LOOK = 60_000_000
#: Discs behind the best of the first look that are close.
_CLOSE = 4.0
#: Confidence of the long looks: surer than what is measured.
CONFIDENCE = 95


def engine_for(kind: Kind, confidence: int = CONFIDENCE) -> Engine:
    return Engine(hash_mb=128) if kind == "exact" else Engine(hash_mb=128, confidence=confidence)


def judge(position: Position, kind: Kind, engine: Engine) -> Judged:
    """Every move's value, from a fresh table."""
    engine.clear()
    values = _proven(position, engine) if kind == "exact" else _searched(position, engine)
    return Judged(position, kind, dict(sorted(values.items(), key=lambda item: -item[1])))


def _proven(position: Position, engine: Engine) -> dict[Square, float]:
    best = engine.solve(position).score
    floor = best - MOST_REGRET
    values = {}
    for move in position.legal_moves:
        child = position.play(move)
        # The child's window is seen by the other side: from just below the best score to just above the floor.
        score = -engine.solve(child, window=(max(-best - 1, -64), min(-floor, 64))).bounds.lower
        values[move] = float(max(score, floor))
    return values


def _searched(position: Position, engine: Engine) -> dict[Square, float]:
    first = engine.search(position, Limit(nodes=_FIRST_LOOK), best_moves=len(position.legal_moves))
    values = {info.move: info.score for info in first.best}
    close = [move for move, value in values.items() if value >= first.score - _CLOSE]
    for move in close:
        values[move] = round(-engine.search(position.play(move), Limit(nodes=_LONG_LOOK)).score, 2)
    # What was not close is worth no more than the first look said, and never more than the worst of the others.
    least = min(values[move] for move in close)
    return {move: value if move in close else round(min(value, least), 2) for move, value in values.items()}
