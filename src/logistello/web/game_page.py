"""A game as one HTML file that needs neither server nor network: board, moves, variations, graph, values, reasons."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from logistello.errors import IllegalMoveError, NotationError
from logistello.othello import PASS, Color, Game, Position, Square
from logistello.othello.game import Node
from logistello.review.reasons import compare_lines
from logistello.web.game_view import color_name
from logistello.web.notes import add_notes, board_marks
from logistello.web.reading import add_variations, read_anything
from logistello.web.schemas.notes import Note

_TEMPLATE = Path(__file__).with_name("game_page.html")
#: Where the data of the game go.
_PLACE = "__GAME__"
_COMMENT = 2000
_TABLES = Path(__file__).parent / "static" / "js" / "languages"
#: How the names of its texts begin.
_WORDS = ("file.", "class.", "status.", "step.", "moves", "black", "white", "language.code")


def game_page(
    text: str,
    variations: Sequence[str],
    notes: Sequence[Note],
    players: Mapping[str, str],
    moves: Sequence[dict[str, Any]],
    language: str,
) -> bytes:
    """The file. ``moves`` are what a review said, as ``SharedMove``; reasons that it lacks follow from their lines."""
    document = read_anything(text)
    if document.errors:
        raise document.errors[0]
    if len(document.games) != 1:
        raise NotationError(f"{len(document.games)} games", expected="one game")
    document.games = list(document.games)
    add_variations(document, variations)
    add_notes(document, notes)
    (game,) = document.games
    data = {
        "black": players["black"] or game.black.name,
        "white": players["white"] or game.white.name,
        "date": game.date,
        "place": game.place,
        "nodes": _nodes(game, {move["ply"]: move for move in moves}),
        "words": _words(language),
    }
    # What a name holds must not end the element that it stands in.
    content = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return _TEMPLATE.read_text("utf-8").replace(_PLACE, content).encode()


def _words(language: str) -> dict[str, str]:
    """Those of the page that the file says as well."""
    table = _TABLES / f"{language}.json"
    words: dict[str, str] = json.loads((table if table.is_file() else _TABLES / "en.json").read_text("utf-8"))
    return {key: text for key, text in words.items() if key.startswith(_WORDS)}


def _nodes(game: Game, reviewed: Mapping[int, dict[str, Any]]) -> list[dict[str, Any]]:
    """All positions, parents before their children; the first child of each is the main line."""
    found: list[dict[str, Any]] = [{"parent": -1, "position": game.start.text, "number": 0}]
    _tell(found[0], game.root, game.comment)
    pending = [(game.root, 0, 0, True)]
    while pending:
        node, index, ply, main = pending.pop()
        if main and ply in reviewed:
            found[index]["value"] = reviewed[ply]["black_value"]
        added = []
        for place, child in enumerate(node.children):
            on_main = main and place == 0
            found.append(_node(node, child, index, found[index]["number"]))
            if on_main and ply in reviewed:
                found[-1] |= _verdict(node.position, reviewed[ply])
            added.append((child, len(found) - 1, ply + 1, on_main))
        pending.extend(reversed(added))
    return found


def _node(parent: Node, node: Node, index: int, number: int) -> dict[str, Any]:
    made: dict[str, Any] = {
        "parent": index,
        "move": str(node.move),
        "mover": color_name(parent.position.turn),
        "position": node.position.text,
        "number": number + (node.move is not PASS),
    }
    if node.position.is_over:
        made |= {"value": node.position.final_score(Color.BLACK), "over": True}
    _tell(made, node, node.comment)
    return made


def _tell(made: dict[str, Any], node: Node, comment: str) -> None:
    """What people said and drew."""
    if comment:
        made["comment"] = comment[:_COMMENT]
    if node.marks:
        made["marks"] = [mark.model_dump(exclude_defaults=True) for mark in board_marks(node)]


def _verdict(before: Position, move: dict[str, Any]) -> dict[str, Any]:
    """What the review said, and why the best move was better."""
    verdict: dict[str, Any] = {
        "kind": move["move_class"],
        "score": move["score"],
        "best": {"score": move["best_score"], "line": move["best_pv"]},
    }
    if move["why"]:
        verdict["why"] = move["why"]
    elif move["best_score"] > move["score"] and move["best_pv"] and move["played_pv"]:
        lines = [tuple(Square.parse(each) for each in move[name]) for name in ("best_pv", "played_pv")]
        try:
            compared = compare_lines(before, (lines[0], lines[1]), (move["best_score"], move["score"]))
        except IllegalMoveError as error:
            raise NotationError(f"the review is not of this game: {error}") from error
        verdict["why"] = compared.sentence()
    return verdict
