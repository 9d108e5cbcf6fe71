"""The levels of play as they are offered to people."""

from __future__ import annotations

from dataclasses import dataclass

from logistello.engine.levels import LEVELS, LevelSettings, level_settings

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
