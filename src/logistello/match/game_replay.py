"""A game in a report: the board at its end, and what a small script needs to play it through."""

from __future__ import annotations

from functools import cache
from html import escape
from importlib import resources

from logistello.othello import Color, Game, Position, Square
from logistello.othello.game import Node
from logistello.othello.square import PASS, squares_of
from logistello.othello.svg import BoardStyle

_BOARD = BoardStyle(size=260, coordinates=False)


def replayable(game: Game, *, still: bool = True) -> str:
    """HTML. Without scripts the end of the game is shown, unless the page shall be small (not ``still``)."""
    nodes = list(game.root.main_line())
    start = game.start.text[:64]
    plies = " ".join(_ply(node) for node in nodes)
    notes = "|".join(_note(node) for node in nodes)
    return (
        f'<div class="replay" data-start="{start}" data-plies="{plies}" data-notes="{escape(notes)}">'
        f"{game.position.svg(_BOARD) if still else ''}</div>"
    )


@cache
def replay_script() -> str:
    """Once in a page, after all games: an empty board and the script."""
    script = resources.files("logistello.match").joinpath("data/replay.js").read_text("utf-8")
    empty = Position(0, 0, Color.BLACK).svg(_BOARD)
    return f'<template id="empty-board">{empty}</template>\n<script>{script}</script>'


def _ply(node: Node) -> str:
    """Who moved, where, and what it turned: ``Xf5e5``; a pass is the colour alone.

    >>> _ply(Game.from_moves("f5d6").end)
    'Od6d5'
    """
    before, move = _before(node), _move(node)
    turned = "" if move is PASS else "".join(map(str, (move, *squares_of(before.flips(move)))))
    return before.turn.symbol + turned


def _note(node: Node) -> str:
    """The move, what its player thought of it, and how long that took."""
    move = _move(node)
    told = [
        *([] if node.value is None else [f"{node.value:+.2f}"]),
        *([] if node.seconds is None else [f"{node.seconds:.2f} s"]),
    ]
    text = "pass" if move is PASS else str(move)
    return f"{_before(node).turn} {text}{' (' + ', '.join(told) + ')' if told else ''}"


def _before(node: Node) -> Position:
    assert node.parent is not None  # noqa: S101 - a node of the main line is a move
    return node.parent.position


def _move(node: Node) -> Square:
    assert node.move is not None  # noqa: S101 - the same
    return node.move
