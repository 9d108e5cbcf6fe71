"""Texts and bytes of clients, turned into games and positions."""

from __future__ import annotations

from collections.abc import Iterable

from logistello.errors import NotationError
from logistello.othello import PASS, Game, Position, Square
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


def add_variations(document: Document, variations: Iterable[str]) -> None:
    """Puts lines beside the main one of the only game. Raises ``NotationError``, ``IllegalMoveError``."""
    lines = list(variations)
    if lines and len(document.games) != 1:
        raise NotationError(f"variations of {len(document.games)} games", expected="one game")
    for line in lines:
        node = document.games[0].root
        for start in range(0, len(line), 2):
            word = line[start : start + 2].lower()
            node = node.add(PASS if word == "pa" else Square.parse(word))
