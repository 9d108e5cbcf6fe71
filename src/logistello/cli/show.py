"""``logistello show``: look at a position or a game."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from logistello.cli.option_types import Count, CountOrNone
from logistello.errors import UsageError

if TYPE_CHECKING:
    from logistello.othello.game import Game, Node
    from logistello.othello.position import Position
    from logistello.othello.square import Square


def show(
    position_or_game: Annotated[str | None, Parameter(allow_leading_hyphen=True)] = None,
    /,
    *,
    svg: Annotated[Path | None, Parameter(allow_leading_hyphen=True)] = None,
    move: CountOrNone | None = None,
    game: Count = 1,
    json: bool = False,
) -> int:
    """Show a position or a game: the board, the players, the result, the moves.

    Parameters
    ----------
    position_or_game
        A text in any notation, the name of a file, or - for the standard input; the start of the game if omitted.
    svg
        Also write the board as a picture into this file; - for the standard output, instead of the text.
    move
        Show the position after this many moves of the game (passes do not count); the last one if omitted.
    game
        Which game or position of a file with several, counted from 1.
    json
        Print one JSON object instead of a board.
    """
    from logistello.cli.game_files import named_file
    from logistello.cli.mistyped_options import refuse_option
    from logistello.cli.output_files import check_outputs
    from logistello.cli.terminal import shown
    from logistello.files import write_whole
    from logistello.othello.svg import BoardStyle, draw_board

    refuse_option(position_or_game)
    record, count, errors = _read(position_or_game, game)
    node = _node_after(record, move)
    for error in errors:
        sys.stderr.write(f"logistello: {shown(error)}\n")
    if svg is not None:
        style = BoardStyle(last_move=node.move, legal_moves=True)
        picture = draw_board(node.position, style)
        if str(svg) == "-":
            sys.stdout.write(picture)
            return 1 if errors else 0
        check_outputs(svg, inputs=(named_file(position_or_game),), need_folder=False)
        write_whole(svg, picture)
    if json:
        import json as json_format

        sys.stdout.write(json_format.dumps(_as_json(record, node), ensure_ascii=False) + "\n")
    else:
        _print(record, node, game, count)
    return 1 if errors else 0


def _read(text: str | None, number: int) -> tuple[Game, int, list[str]]:
    """The chosen game (a position is a game without moves), how many there are, and what could not be read."""
    from logistello.cli.game_files import read_source
    from logistello.othello.game import Game

    if text is None:
        return Game(), 1, []
    document = read_source(text)
    count = len(document.games) + len(document.problems)
    if not 1 <= number <= count:
        raise UsageError(f"there is no game {number}: {text!r:.60} holds {count} games and positions")
    if number <= len(document.games):
        chosen = document.games[number - 1]
    else:
        problem = document.problems[number - 1 - len(document.games)]
        chosen = Game(start=problem.position, comment=problem.comment)
    return chosen, count, [str(error) for error in document.errors]


def _node_after(game: Game, moves: int | None) -> Node:
    from logistello.othello.square import PASS

    if moves is None:
        return game.end
    nodes = [game.root, *(node for node in game.root.main_line() if node.move is not PASS)]
    if not 0 <= moves < len(nodes):
        raise UsageError(f"there is no move {moves}: the game has {len(nodes) - 1} moves")
    return nodes[moves]


def _print(game: Game, node: Node, number: int, count: int) -> None:
    from logistello.cli.terminal import shown
    from logistello.cli.terminal_board import BoardPrinter

    printer = BoardPrinter()
    if count > 1:
        printer.text(f"Game {number} of {count}")
    for line in _headings(game):
        printer.text(line)
    printer.board(node.position, node.move)
    if game.root.children:
        import textwrap

        printer.text("")
        printer.text(textwrap.fill(_numbered(game), 78, subsequent_indent="  "))
        if node is not game.end:
            placed = sum(1 for move in node.line() if move.mask)
            printer.text(f"Shown: after move {placed} of {len(_placed(game))}.")
    if game.comment:
        lines = (shown(line) for line in game.comment.splitlines())
        printer.text("Comment: " + "\n".join(lines))


def _headings(game: Game) -> list[str]:
    from logistello.cli.terminal import shown
    from logistello.cli.terminal_board import outcome

    lines = []
    if game.black.name or game.white.name:
        names = []
        for player in (game.black, game.white):
            rating = f" ({player.rating:g})" if player.rating is not None else ""
            names.append(f"{shown(player.name) or '?'}{rating}")
        lines.append(f"Black: {names[0]}   White: {names[1]}")
    if game.place or game.date:
        lines.append("  ".join(shown(part) for part in (game.place, game.date) if part))
    result = game.result
    if result.black_score is not None:
        lines.append(f"Result: {outcome(result.black_score)} ({result.ending.value})")
    return lines


def _placed(game: Game) -> list[Square]:
    return [move for move in game.moves if move.mask]


def _numbered(game: Game) -> str:
    """``1. f5 d6 2. c3 d3``: a number before every other disc, passes in words."""
    words: list[str] = []
    placed = 0
    for move in game.moves:
        if move.mask:
            placed += 1
            if placed % 2:
                words.append(f"{placed // 2 + 1}.")
        words.append(str(move))
    return " ".join(words)


def _as_json(game: Game, node: Node) -> dict[str, object]:
    from logistello.othello.color import Color

    position: Position = node.position
    answer: dict[str, object] = {
        "position": position.text,
        "turn": str(position.turn),
        "black": position.count(Color.BLACK),
        "white": position.count(Color.WHITE),
        "empties": position.empties,
        "legal_moves": [str(move) for move in position.legal_moves],
        "over": position.is_over,
        "last_move": None if node.move is None else str(node.move),
    }
    if game.root.children:
        answer["game"] = {
            "black": game.black.name,
            "white": game.white.name,
            "place": game.place,
            "date": game.date,
            "start": game.start.text,
            "moves": [str(move) for move in game.moves],
            "black_score": game.result.black_score,
            "ending": game.result.ending.value,
        }
    return answer
