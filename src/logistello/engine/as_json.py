"""What a search found, for programs that read JSON."""

from __future__ import annotations

from typing import Any

from logistello.engine.search_result import Info


def info_as_json(info: Info) -> dict[str, Any]:
    """The fields of ``Info``, moves by name."""
    answer: dict[str, Any] = {
        "rank": info.rank,
        "move": str(info.move),
        "score": round(info.score, 3),
        "exact": info.exact,
        "bound": info.bound,
        "depth": info.depth,
        "confidence": info.confidence,
        "pv": " ".join(str(move) for move in info.pv),
        "nodes": info.nodes,
        "seconds": round(info.seconds, 4),
        "outlook": None,
    }
    if info.outlook is not None:
        names = ("win", "draw", "loss", "low", "high")
        answer["outlook"] = {name: round(getattr(info.outlook, name), 4) for name in names}
    return answer
