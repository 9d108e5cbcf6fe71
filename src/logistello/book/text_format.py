"""A book as lossless text, one position per line; described in ``docs/reference/book-file.md``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import quote, unquote

from logistello.book.book_game import BookGame
from logistello.book.evaluation import Bound, Evaluation, RatedMove
from logistello.book.node import BookNode, check_node
from logistello.book.value import BookValue
from logistello.errors import IllegalMoveError, NotationError

VERSION = 1
_TITLE = "logistello-book"
_BOUNDS: dict[str, Bound] = {"exact": "exact", "lower": "lower", "upper": "upper"}


def lines_of(nodes: Iterable[BookNode], game: BookGame[Any, Any]) -> Iterator[str]:
    """The lines of a text, without line ends."""
    yield f"{_TITLE} {VERSION} {game.name}"
    for node in nodes:
        yield _line(node, game)


def _line(node: BookNode, game: BookGame[Any, Any]) -> str:
    words = [game.text(node.key), f"games={node.games}"]
    if node.edges:
        words.append("edges=" + ",".join(game.move_text(step.move) for step in node.edges))
    if node.deviation is not None:
        words.append(f"deviation={game.move_text(node.deviation.move)},{_evaluation_text(node.deviation.evaluation)}")
    if node.label is not None:
        words.append(f"label={_evaluation_text(node.label)}")
    return " ".join(words)


def _evaluation_text(evaluation: Evaluation) -> str:
    words = (
        repr(evaluation.value),
        str(evaluation.depth),
        str(evaluation.confidence),
        "proven" if evaluation.proven else "estimate",
        evaluation.bound,
        quote(evaluation.model, safe=""),
    )
    return ",".join(words)


def nodes_of(lines: Iterable[str], game: BookGame[Any, Any]) -> Iterator[BookNode]:
    """Read such a text. Empty lines and lines that begin with ``#`` are ignored.

    Values are not in the text. Raises ``NotationError`` with the line.
    """
    begun = False
    for number, line in enumerate(lines, start=1):
        words = line.split()
        if not words or line.startswith("#"):
            continue
        try:
            if begun:
                yield _node(words, game)
            else:
                _check_title(words, game)
                begun = True
        except NotationError as error:
            raise NotationError(error.reason, line=number, expected=error.expected) from error
        except (ValueError, KeyError, IllegalMoveError) as error:
            raise NotationError(f"not a position of a book: {error}", line=number) from error
    if not begun:
        raise NotationError("no book", expected=f"'{_TITLE} {VERSION} {game.name}' in the first line")


def utf8_lines(file: Iterable[bytes]) -> Iterator[str]:
    """The lines of a text in UTF-8, with a byte-order mark or without. Raises ``NotationError`` with the line."""
    for number, line in enumerate(file, start=1):
        try:
            yield line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            byte = f"the byte 0x{line[error.start]:02x} is not UTF-8"
            raise NotationError(byte, line=number, column=error.start + 1, expected="a book as text") from None


def _check_title(words: list[str], game: BookGame[Any, Any]) -> None:
    if words != [_TITLE, str(VERSION), game.name]:
        raise NotationError(f"{' '.join(words)!r}", expected=f"'{_TITLE} {VERSION} {game.name}'")


def _node(words: list[str], game: BookGame[Any, Any]) -> BookNode:
    key = game.parse_key(words[0])
    if game.self_contained and game.text(key) != words[0]:  # otherwise a position has many texts
        raise NotationError(f"{words[0]} is not the representative of its class", expected=game.text(key))
    fields = dict(word.split("=", 1) for word in words[1:])
    moves = sorted(int(game.parse_move(text)) for text in fields.pop("edges", "").split(",") if text)
    games = int(fields.pop("games", "0"))
    deviation: RatedMove | None = None
    if "deviation" in fields:
        move, evaluation = fields.pop("deviation").split(",", 1)
        deviation = RatedMove(game.step(key, int(game.parse_move(move))).move, _evaluation_of(evaluation))
    label = _evaluation_of(fields.pop("label")) if "label" in fields else None
    if fields:
        raise NotationError(f"unknown field {next(iter(fields))!r}", expected="games, edges, deviation or label")
    if not moves and label is None:
        raise NotationError("a position without edges and without label")
    if deviation is not None and deviation.move in moves:
        raise NotationError("the deviation is an edge, too")
    edges = tuple(game.step(key, move) for move in moves)
    return check_node(BookNode(key, BookValue(0.0, 0.0), edges, deviation, label, games))


def _evaluation_of(text: str) -> Evaluation:
    value, depth, confidence, proven, bound, model = text.split(",")
    if proven not in ("proven", "estimate"):
        raise NotationError(f"{proven!r}", expected="'proven' or 'estimate'")
    return Evaluation(float(value), int(depth), int(confidence), proven == "proven", _BOUNDS[bound], unquote(model))
