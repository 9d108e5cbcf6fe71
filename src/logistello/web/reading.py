"""Texts and bytes of clients, turned into games and positions."""

from __future__ import annotations

from logistello.errors import NotationError
from logistello.othello import Game, Position
from logistello.othello.notation import Document, read


def read_anything(source: str | bytes, name: str | None = None) -> Document:
    """Nothing at all is the start position."""
    if not source.strip():
        return Document("transcript", [Game()])
    document = read(source, name=name)
    if not document.games and not document.problems:
        raise NotationError("names, but neither games nor positions", expected="a game or a position")
    return document


def count(document: Document) -> int:
    return len(document.games) + len(document.problems)


def game_at(document: Document, index: int) -> Game:
    """Games first; a bare position is a game without moves."""
    if index < len(document.games):
        return document.games[index]
    number = index - len(document.games)
    if number >= len(document.problems):
        raise NotationError(f"there is no game {index}; the text holds {count(document)}, counted from 0")
    problem = document.problems[number]
    return Game(start=problem.position, comment=problem.comment)


def position_of(text: str) -> Position:
    """The position that a text means: of a game the last one. Refuses a text that cannot be read to its end."""
    document = read_anything(text)
    if document.errors:
        raise document.errors[0]
    if count(document) > 1:
        raise NotationError(f"{count(document)} games or positions in the text", expected="one")
    return game_at(document, 0).position
