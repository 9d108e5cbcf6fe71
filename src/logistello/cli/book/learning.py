"""``logistello book add``, ``extend`` and ``refresh``: the commands that search."""

from __future__ import annotations

import json as json_format
import math
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from logistello.cli.book.arguments import BookFile, open_to_write, read_games, read_position
from logistello.cli.book.growth_display import EXIT_INTERRUPTED, GrowthDisplay, Stopping, growth_json, growth_text
from logistello.cli.option_types import (
    Cluster,
    Confidence,
    Count,
    CountOrNone,
    Depth,
    DepthOrNone,
    DiscLoss,
    Empties,
    Hours,
    Megabytes,
    Nodes,
    Plies,
    PliesOrNone,
    Workers,
)
from logistello.cli.terminal import shown
from logistello.errors import UsageError
from logistello.files import storable

if TYPE_CHECKING:
    from logistello.book import Book, BookLine, EngineRecipe, Growth, GrowthProgress
    from logistello.jobs import Pool
    from logistello.othello import Position, Square

_LISTED = 20


@Parameter(name="*")
@dataclass(frozen=True)
class BookSearches:
    """How the book's searches are made.

    Parameters
    ----------
    depth
        How many moves a search looks ahead.
    solve
        Solve positions with at most this many empty squares.
    confidence
        Of Multi-ProbCut, in percent: 50, 60, 73, 87, 95, 98 or 99.
    model
        The model that evaluates positions; by default the one that comes with the package.
    hash_mb
        Size of the table of each worker, in megabytes.
    workers
        Number of worker processes; by default one for each processor.
    """

    depth: Depth = 16
    solve: Empties = 18
    confidence: Confidence = 73
    model: Path | None = None
    hash_mb: Megabytes = 64
    workers: Workers | None = None
    cluster: Cluster | None = None

    def recipe(self) -> EngineRecipe:
        from logistello.book import EngineRecipe

        if self.model is not None and not self.model.is_file():
            raise UsageError(f"{self.model}: no such file")
        return EngineRecipe(
            depth=self.depth,
            solve_empties=self.solve,
            confidence=self.confidence,
            hash_mb=self.hash_mb,
            model_path=None if self.model is None else self.model.resolve(),
        )

    def pool(self) -> AbstractContextManager[Pool]:
        from logistello.cli.long_work import work_pool
        from logistello.jobs import InlinePool

        if self.workers == 1 and self.cluster is None:  # a single worker needs no process of its own
            return InlinePool()
        return work_pool(self.workers, self.cluster)


_USUAL = BookSearches()
OnProgress = Callable[["GrowthProgress"], None]
Run = Callable[["Pool", Callable[[], bool], OnProgress], "Growth"]


def add_book(
    *games: Annotated[str, Parameter(allow_leading_hyphen=True)],
    book: BookFile = None,
    plies: Plies | None = None,
    min_games: Count = 1,
    searching: BookSearches = _USUAL,
    json: bool = False,
) -> int:
    """Learn games: each becomes a line of the book, and every position on it gets its best deviation by search.

    Ctrl-C stops and keeps what was found; the same command goes on, and no game counts twice. After it has come to its
    end, the same games count again. 'book extend' makes searches that are missing, too.

    Parameters
    ----------
    games
        Files and folders in any format, - for the standard input, or moves.
    plies
        Learn only the first this many moves of each game.
    min_games
        For large collections: learn a line only as far as at least this many of the games share it.
    json
        Print one JSON object.
    """
    if not games:
        raise UsageError("which games? Name files, folders, - or moves")
    recipe = searching.recipe()
    problems: list[str] = []
    lines = _popular(games, min_games, plies) if min_games > 1 else _lines(games, plies, problems)
    for problem in problems[:_LISTED]:
        sys.stderr.write(f"logistello: not learned: {shown(problem)}\n")
    if not lines:
        raise UsageError(f"no game to learn in {' '.join(games)}")
    note = _note(games)
    with open_to_write(book, create=True) as opened:
        if taken := opened.taken_in(lines):
            sys.stderr.write(f"logistello: {taken:,} of the games were learned before; going on after them\n")

        def run(pool: Pool, stop: Callable[[], bool], show: OnProgress) -> Growth:
            return opened.add_lines(lines, recipe, pool, note=note, continuing=True, stop=stop, on_progress=show)

        code = _carry_out(opened, run, searching, "learning", json=json, problems=problems)
    return code or (1 if problems else 0)


def _note(games: tuple[str, ...]) -> str:
    """For the journal: which files."""
    names = [Path(each).name if len(each) < 200 and Path(each).exists() else "moves" for each in games]
    return storable(" ".join(dict.fromkeys(names))[:200])


def _lines(games: tuple[str, ...], plies: int | None, problems: list[str]) -> list[BookLine[Position, Square]]:
    from logistello.book import line_of

    lines = [line_of(game) for game in read_games(games, problems) if game.moves]
    return [replace(line, moves=line.moves[:plies]) for line in lines] if plies is not None else lines


def _popular(games: tuple[str, ...], min_games: int, plies: int | None) -> list[BookLine[Position, Square]]:
    from logistello.book.popular_lines import popular_lines
    from logistello.othello.notation.game_table import read_games as read_table

    if missing := [each for each in games if not Path(each).exists()]:
        raise UsageError(f"no such file or folder: {', '.join(missing)}; --min-games is for files of games")
    table = read_table([Path(each) for each in games])
    return list(popular_lines(table, min_games=min_games, max_plies=60 if plies is None else plies))


def extend_book(
    *,
    hours: Hours | None = None,
    nodes: Nodes | None = None,
    expansions: CountOrNone | None = None,
    book: BookFile = None,
    root: str | None = None,
    ply_cost: DiscLoss = 0.0,
    max_loss: DiscLoss = math.inf,
    max_plies: PliesOrNone | None = None,
    searching: BookSearches = _USUAL,
    json: bool = False,
) -> int:
    """Let the book grow by itself: the leaf at the end of its best line is expanded, again and again.

    Runs until --hours, --nodes or --expansions is reached, or until Ctrl-C. Searches under way are then finished and
    kept; a second Ctrl-C drops them. Give the same command again to continue.

    Parameters
    ----------
    hours
        Begin no search after this many hours.
    nodes
        Begin no search after visiting this many positions.
    expansions
        Stop after expanding this many leaves.
    root
        Grow below this position (or these moves) only.
    ply_cost
        Discs by which a line must be better for each move that it is longer: 0 grows the best line, 0.2 a broad book.
    max_loss
        Leave lines alone that give away more discs than this, both sides together.
    max_plies
        Leave lines alone that are longer than this.
    json
        Print one JSON object.
    """
    from logistello.book import Selection

    recipe = searching.recipe()
    selection = Selection(ply_cost=ply_cost, max_loss=max_loss, max_plies=max_plies)
    start = None if root is None else read_position(root)
    with open_to_write(book, create=True) as opened:

        def run(pool: Pool, stop: Callable[[], bool], show: OnProgress) -> Growth:
            done = opened.complete(recipe, pool, stop=stop, on_progress=show)
            return done + opened.extend(
                recipe,
                pool,
                selection=selection,
                root=start,
                expansions=expansions,
                nodes=nodes,
                stop=stop,
                on_progress=show,
            )

        seconds = None if hours is None else 3600 * hours
        return _carry_out(opened, run, searching, "growing", json=json, seconds=seconds, total=expansions)


def refresh_book(
    *,
    book: BookFile = None,
    hours: Hours | None = None,
    min_depth: DepthOrNone = 0,
    searching: BookSearches = _USUAL,
    json: bool = False,
) -> int:
    """Search again what another model evaluated, best lines first. After a stop, give the same command to continue.

    Parameters
    ----------
    hours
        Begin no search after this many hours.
    min_depth
        Also search again what was searched less deeply than this.
    json
        Print one JSON object.
    """
    recipe = searching.recipe()
    with open_to_write(book) as opened:

        def run(pool: Pool, stop: Callable[[], bool], show: OnProgress) -> Growth:
            return opened.refresh(recipe, pool, min_depth=min_depth, stop=stop, on_progress=show)

        seconds = None if hours is None else 3600 * hours
        return _carry_out(opened, run, searching, "renewing", json=json, seconds=seconds)


def _carry_out(
    book: Book,
    run: Run,
    searching: BookSearches,
    what: str,
    *,
    json: bool,
    seconds: float | None = None,
    total: int | None = None,
    problems: list[str] | None = None,
) -> int:
    """Run it with workers, a bar and a stop, and say what was done."""
    begun = time.monotonic()
    with (
        searching.pool() as pool,
        Stopping(seconds) as stop,
        GrowthDisplay(what, total=total, pool=pool) as show,
    ):
        growth = run(pool, stop, show)
    spent = time.monotonic() - begun
    if json:
        more = {"seconds": round(spent, 3), "interrupted": stop.interrupted, "errors": problems or []}
        sys.stdout.write(json_format.dumps(growth_json(growth, len(book), **more)) + "\n")
    else:
        sys.stdout.write(growth_text(growth, len(book), spent))
    return EXIT_INTERRUPTED if stop.interrupted else 0
