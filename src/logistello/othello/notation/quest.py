"""Games of Othello Quest as JSON (read only): ``position.moves[].m`` and ``.t``, ``players[].name``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from logistello.errors import IllegalMoveError, NotationError
from logistello.othello.game import Game
from logistello.othello.notation.document import Document, collected
from logistello.othello.notation.limits import NO_LIMITS, ReadingLimits
from logistello.othello.notation.reading_note import ReadingNote
from logistello.othello.notation.source import shorten
from logistello.othello.square import PASS, Square


def read_quest(text: str, limits: ReadingLimits = NO_LIMITS) -> Document:
    """One game, or a list of games."""
    return collected("quest", quest_games, text, limits)


def quest_games(text: str, document: Document) -> Iterator[Game | NotationError]:
    """The same one after the other."""
    try:
        data: Any = json.loads(text.lstrip("\ufeff"))
    except json.JSONDecodeError as error:
        raise NotationError(f"no JSON: {error.msg}", line=error.lineno, column=error.colno) from None
    except (ValueError, RecursionError) as error:
        raise NotationError(f"no JSON that can be read: {error}", line=1, column=1) from None
    words = "the first of the two players taken for Black, t for milliseconds per move"
    document.notes.append(ReadingNote(words, "first_is_black"))
    items = data if isinstance(data, list) else [data]
    if not items:
        raise NotationError("no game in the list", line=1, column=1, expected="Othello Quest games")
    for number, item in enumerate(items, 1):
        try:
            yield _read_game(item, number)
        except NotationError as error:
            yield error


def _read_game(item: Any, number: int) -> Game:
    position = item.get("position") if isinstance(item, dict) else None
    moves = position.get("moves") if isinstance(position, dict) else None
    if not isinstance(moves, list):
        raise NotationError(f"game {number} has no list of moves", line=1, column=1, expected="position.moves")
    game = Game()
    node = game.root
    for ply, entry in enumerate(moves, 1):
        word = entry.get("m") if isinstance(entry, dict) else entry
        time = entry.get("t") if isinstance(entry, dict) else None
        try:
            square = PASS if word == "-" else Square.parse(word if isinstance(word, str) else "")
            node = node.add(square, seconds=_seconds(time))
        except NotationError:
            raise NotationError(
                f"game {number}, move {ply}: {shorten(str(word))}", line=1, column=1, expected="a1 to h8 or a pass"
            ) from None
        except IllegalMoveError as error:
            raise NotationError(f"game {number}, move {ply}: {error}", line=1, column=1) from error
    players = item.get("players")
    for player, data in zip((game.black, game.white), players if isinstance(players, list) else [], strict=False):
        if isinstance(data, dict):
            player.name = str(data.get("name", ""))
            player.rating = _number(data.get("oldR"))
    game.date = str(item.get("created", ""))
    return game


def _number(value: Any) -> float | None:
    """A number of a sane size; JSON also has true, huge integers and NaN."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool) and -1e9 < value < 1e9
    return float(value) if is_number else None


def _seconds(milliseconds: Any) -> float | None:
    number = _number(milliseconds)
    return None if number is None else number / 1000
