"""``logistello book probe``, ``show`` and ``stats``: looking into a book."""

from __future__ import annotations

import json as json_format
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from logistello.cli.book.arguments import BookFile, open_to_read, read_position
from logistello.cli.long_work import work_bars
from logistello.cli.option_types import BestMoves, CountOrNone, DiscLoss, DiscValue, Plies
from logistello.cli.output_files import check_outputs
from logistello.cli.plot_file import Plot, write_plot
from logistello.cli.terminal import quantity, shown

if TYPE_CHECKING:
    from logistello.book import Book, BookMove, BookValue, Evaluation, Probe, Statistics
    from logistello.book.packed_book import PackedBook
    from logistello.othello import Position, Square

Where = Annotated[str | None, Parameter(name="POSITION", allow_leading_hyphen=True)]
EXIT_UNKNOWN = 1


def probe_book(
    position: Where = None, /, *, book: BookFile = None, draw_value: DiscValue = 0.0, json: bool = False
) -> int:
    """Say what the book knows about a position: its value, its moves and its best line.

    The exit code is 1 if the position is not in the book.

    Parameters
    ----------
    position
        A position in any format, moves such as f5d6c3, or a file with one of them; without it the start of the game.
    draw_value
        What a draw is worth to the side to move, in discs.
    json
        Print one JSON object.
    """
    asked = read_position(position)
    with open_to_read(book) as opened:
        found = opened.probe(asked, draw_value=draw_value)
        line = () if found is None else opened.line(asked)
        chosen = None if found is None else opened.choose(asked, draw_value=draw_value)
    if json:
        content = _probe_json(asked, found, line, chosen, draw_value)
        sys.stdout.write(json_format.dumps(content) + "\n")
    elif found is None:
        sys.stdout.write(f"{asked.text}: not in the book\n")
    else:
        sys.stdout.write("".join(f"{text}\n" for text in _probe_lines(asked, found, line, chosen)))
    return EXIT_UNKNOWN if found is None else 0


def _probe_lines(
    position: Position, found: Probe[Square], line: tuple[Square, ...], chosen: BookMove[Square] | None
) -> list[str]:
    from logistello.othello.opening_names import opening_at

    played = "" if chosen is None else f", plays {chosen.move}"
    opening = opening_at(position)
    name = f" ({opening.name})" if opening else ""
    lines = [f"{position.text}{name}: {found.value} for {position.turn}, {quantity(found.games, 'game')}{played}"]
    if found.moves:
        lines.append(f"  {'move':4}  {'value':>10}  {'games':>7}  origin")
    for each in found.moves:
        origin = "line" if each.in_book else "deviation"
        lines.append(f"  {each.move!s:4}  {each.value!s:>10}  {each.games:7,}  {origin}{_search_text(each.evaluation)}")
    if found.label is not None:
        lines.append(f"  itself {found.label.book_value}{_search_text(found.label)}")
    if found.unexplored:
        lines.append(f"  not looked at: {' '.join(map(str, found.unexplored))}")
    if not found.complete:
        lines.append("  a search is missing; 'logistello book extend' makes it")
    if line:
        lines.append(f"  line: {' '.join(map(str, line))}")
    return lines


def _search_text(evaluation: Evaluation | None) -> str:
    if evaluation is None:
        return ""
    if evaluation.depth == 0:
        return ", result of a game" if evaluation.proven else ", not searched"
    if evaluation.is_half_known:
        return f", proven to be {'not lost' if evaluation.bound == 'lower' else 'not won'} ({evaluation.model})"
    exact = ", exact" if evaluation.proven else f" at {evaluation.confidence} %"
    return f", depth {evaluation.depth}{exact}"


def value_json(value: BookValue, draw_value: float = 0.0) -> dict[str, Any]:
    return {"discs": value.score(draw_value), "outcome": value.outcome}


def _probe_json(
    position: Position,
    found: Probe[Square] | None,
    line: tuple[Square, ...],
    chosen: BookMove[Square] | None,
    draw_value: float,
) -> dict[str, Any]:
    if found is None:
        return {"position": position.text, "in_book": False}
    return {
        "position": position.text,
        "in_book": True,
        **value_json(found.value, draw_value),
        "games": found.games,
        "complete": found.complete,
        "move": None if chosen is None else str(chosen.move),
        "line": [str(move) for move in line],
        "moves": [
            {
                "move": str(each.move),
                **value_json(each.value, draw_value),
                "games": each.games,
                "deviation": not each.in_book,
                "search": _evaluation_json(each.evaluation),
            }
            for each in found.moves
        ],
        "lost": sorted(str(move) for move in found.lost),
        "unexplored": [str(move) for move in found.unexplored],
        "search": _evaluation_json(found.label),
    }


def _evaluation_json(evaluation: Evaluation | None) -> dict[str, Any] | None:
    if evaluation is None:
        return None
    return {
        "value": evaluation.value,
        "depth": evaluation.depth,
        "confidence": evaluation.confidence,
        "proven": evaluation.proven,
        "bound": evaluation.bound,
        "model": evaluation.model,
    }


def show_book(
    position: Where = None,
    /,
    *,
    book: BookFile = None,
    plies: Plies = 6,
    width: BestMoves = 3,
    max_loss: DiscLoss = 8.0,
    min_games: CountOrNone = 0,
    json: bool = False,
) -> int:
    """Show the book as a tree: moves with their values for the side that makes them, best first.

    A deviation that no game has played is in brackets. Lines that transpose are shown once.

    Parameters
    ----------
    position
        Where the tree begins: a position, or moves such as f5d6; without it the start of the game.
    plies
        How many moves deep.
    width
        Most moves to show for a position.
    max_loss
        Leave out moves that lose more discs than this against the best one.
    min_games
        Leave out moves that fewer games played.
    json
        Print nested JSON objects.
    """
    from logistello.cli.book.tree import TreeShape, book_tree, tree_json, tree_lines

    start = read_position(position)
    with open_to_read(book) as opened:
        value = opened.probe(start)
        if value is None:
            sys.stderr.write(f"logistello: {start.text} is not in the book\n")
            return EXIT_UNKNOWN
        branches = book_tree(opened, start, TreeShape(plies, width, max_loss, min_games))
    if json:
        content = {
            "position": start.text,
            **value_json(value.value),
            "games": value.games,
            "moves": tree_json(branches),
        }
        sys.stdout.write(json_format.dumps(content) + "\n")
    else:
        sys.stdout.write(f"{start.text}: {value.value} for {start.turn}, {quantity(value.games, 'game')}\n")
        sys.stdout.write("".join(f"{line}\n" for line in tree_lines(branches)))
    return 0


def stats_book(*, book: BookFile = None, plot: Plot | None = None, json: bool = False) -> int:
    """Count positions by ply and by what is known of them, games, searches by model and depth.

    Parameters
    ----------
    plot
        Draw positions by ply and searches by depth into this file (.svg or .png).
    json
        Print one JSON object.
    """
    from logistello.book.statistics_chart import draw_statistics

    with open_to_read(book) as opened, work_bars() as bars:
        found = opened.statistics(on_progress=bars.counter("positions", len(opened)))
        size = _file_bytes(opened)
        path = str(opened.path) if opened.path is not None else None
        base, learned = opened.base, opened.learned
        check_outputs(plot, inputs=(None if path is None else Path(path),))
    if plot is not None:
        write_plot(plot, draw_statistics(found))
    if json:
        content = {**_stats_json(found, path, size), "base": _base_json(base), "learned": learned}
        sys.stdout.write(json_format.dumps(content) + "\n")
    else:
        lines = [*_stats_lines(found, path, size), *_base_lines(base, learned)]
        sys.stdout.write("".join(f"{shown(line)}\n" for line in lines))
    return 0


def _base_json(base: PackedBook | None) -> dict[str, Any] | None:
    if base is None:
        return None
    return {"file": str(base.path), "positions": len(base), "checksum": base.checksum, "about": dict(base.about)}


def _base_lines(base: PackedBook | None, learned: int) -> list[str]:
    if base is None:
        return []
    made = ", ".join(filter(None, (f"of {str(base.about.get('created', ''))[:10]}", str(base.about.get("note", "")))))
    return [
        f"base        {base.path} ({len(base):,} positions, {made})",
        f"learned     {learned:,} positions that differ from the base or are not in it",
    ]


def _file_bytes(book: Book) -> int:
    return Path(book.path).stat().st_size if book.path is not None else 0


def _stats_json(found: Statistics, path: str | None, size: int) -> dict[str, Any]:
    return {
        "book": path,
        "bytes": size,
        "positions": found.positions,
        "leaves": found.leaves,
        "edges": found.edges,
        "deviations": found.deviations,
        "pending": found.pending,
        "games": found.games,
        "outcomes": dict(found.outcomes),
        "by_ply": {str(ply): count for ply, count in sorted(found.by_ply.items())},
        "models": dict(found.models),
        "depths": {str(depth): count for depth, count in sorted(found.depths.items())},
    }


def _stats_lines(found: Statistics, path: str | None, size: int) -> list[str]:
    def listed(counts: dict[Any, int]) -> str:
        return "  ".join(f"{name}: {count:,}" for name, count in counts.items()) or "none"

    return [
        f"book        {path} ({size / 1e6:.1f} MB)",
        f"positions   {found.positions:,}, {found.leaves:,} of them leaves",
        f"moves       {found.edges:,} in lines, {found.deviations:,} deviations",
        f"games       {found.games:,}",
        f"missing     {quantity(found.pending, 'search', 'searches')}",
        f"known       {listed(dict(found.outcomes))}",
        f"by ply      {listed(dict(sorted(found.by_ply.items())))}",
        f"by model    {listed(dict(found.models))}",
        f"by depth    {listed(dict(sorted(found.depths.items())))}",
    ]
