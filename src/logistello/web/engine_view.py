"""Answers of the engine, and its levels of play, as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from logistello.engine import Info, Outlook, SearchResult, SolveResult
from logistello.engine.levels import LEVELS, LevelSettings, level_settings
from logistello.engine.results import outcome_name
from logistello.evaluation import Model
from logistello.othello import Position, Square
from logistello.web.game_view import color_name
from logistello.web.schemas.searches import (
    MoveValue,
    OutlookReply,
    ProvenMove,
    SearchReply,
    SolveReply,
    ValuesMessage,
)
from logistello.web.tasks import AnalyseTask

#: Moves that the first glance looks ahead after a move.
_GLANCES = (2, 3)


def outlook_reply(outlook: Outlook | None) -> OutlookReply | None:
    if outlook is None:
        return None
    return OutlookReply(
        win=round(outlook.win, 4),
        draw=round(outlook.draw, 4),
        loss=round(outlook.loss, 4),
        low=round(outlook.low, 1),
        high=round(outlook.high, 1),
    )


def line(moves: Iterable[Square]) -> list[str]:
    return [str(move) for move in moves]


def search_fields(result: SearchResult) -> dict[str, Any]:
    """The fields of a ``SearchReply``."""
    return {
        "position": result.position.text,
        "turn": color_name(result.position.turn),
        "move": None if result.move is None else str(result.move),
        "score": round(result.score, 3),
        "depth": result.depth,
        "confidence": result.confidence,
        "exact": result.exact,
        "complete": result.complete,
        "bound": result.bound,
        "outcome": outcome_name(result.outcome),
        "pv": line(result.pv),
        "outlook": outlook_reply(result.outlook),
        "nodes": result.nodes,
        "seconds": round(result.seconds, 4),
    }


def search_reply(result: SearchResult) -> SearchReply:
    return SearchReply(**search_fields(result))


def solve_reply(result: SolveResult) -> SolveReply:
    return SolveReply(
        position=result.position.text,
        turn=color_name(result.position.turn),
        lower=result.bounds.lower,
        upper=result.bounds.upper,
        exact=result.exact,
        score=result.score,
        move=None if result.move is None else str(result.move),
        pv=line(result.pv),
        moves=[
            ProvenMove(move=str(move), lower=bounds.lower, upper=bounds.upper) for move, bounds in result.moves.items()
        ],
        complete=result.complete,
        nodes=result.nodes,
        seconds=round(result.seconds, 4),
    )


def move_value(info: Info) -> MoveValue:
    return MoveValue(
        move=str(info.move),
        score=round(info.score, 3),
        depth=info.depth,
        confidence=info.confidence,
        exact=info.exact,
        bound=info.bound,
        pv=line(info.pv),
        outlook=outlook_reply(info.outlook),
    )


def first_glance(model: Model, position: Position, best_moves: int) -> list[MoveValue]:
    """Values of all moves after a very short look, best first; there at once, however busy the engines are.

    The mean of an even and an odd depth: each alone favours one side, and the numbers would jump at the next pass.
    """
    values = []
    for move in position.legal_moves:
        after = position.play(move)
        looks = [-model.look_ahead(after, depth) for depth in _GLANCES]
        values.append(
            MoveValue(
                move=str(move),
                score=round(max(-64.0, min(sum(looks) / len(looks), 64.0)), 3),
                depth=0,
                confidence=100,
                exact=after.is_over,
                pv=[str(move)],
            )
        )
    return sorted(values, key=lambda value: -value.score)[:best_moves]


def values_message(number: int, position: Position, task: AnalyseTask, glance: list[MoveValue]) -> ValuesMessage:
    """What is known now; moves that no pass has come to yet keep their first glance."""
    known = [move_value(info) for info in task.record.moves]
    seen = {value.move for value in known}
    return ValuesMessage(
        id=number,
        position=position.text,
        turn=color_name(position.turn),
        moves=[*known, *(value for value in glance if value.move not in seen)],
        depth=known[0].depth if known else 0,
        nodes=task.nodes,
        seconds=round(task.seconds, 4),
        done=task.done,
        complete=task.complete,
    )


def finished_message(number: int, position: Position) -> ValuesMessage:
    """For a game that is over."""
    return ValuesMessage(
        id=number,
        position=position.text,
        turn=color_name(position.turn),
        moves=[],
        depth=0,
        nodes=0,
        seconds=0.0,
        done=True,
        complete=True,
    )


#: What a newcomer is offered.
DEFAULT_LEVEL = 5


@dataclass(frozen=True, slots=True)
class LevelText:
    level: int
    settings: LevelSettings
    description: str


def level_texts() -> tuple[LevelText, ...]:
    """All there are, the weakest first."""
    return tuple(LevelText(level, level_settings(level), _described(level_settings(level))) for level in LEVELS)


def _described(settings: LevelSettings) -> str:
    if settings.depth is None:
        return f"thinks {settings.seconds:g} seconds about a move"
    ending = f", plays the last {settings.exact_empties} squares without a mistake" if settings.exact_empties else ""
    errs = "" if settings.always_best else "; errs as people do"
    ahead = "one move" if settings.depth == 1 else f"{settings.depth} moves"
    return f"looks {ahead} ahead{ending}{errs}"
