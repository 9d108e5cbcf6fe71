"""``logistello book grow``: a packed book that others' books can lie over."""

from __future__ import annotations

import json as json_format
import sys
import time
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from logistello.cli.book.growth_display import EXIT_INTERRUPTED, Stopping
from logistello.cli.option_types import Count, Depth, DepthOrNone, Hours, Megabytes, Plies
from logistello.cli.terminal import shown
from logistello.errors import UsageError

if TYPE_CHECKING:
    from logistello.book import EngineEvaluator

_SOLVE_QUICKLY, _SOLVE = 14, 20


def grow_book(
    file: Path,
    /,
    *games: Annotated[Path, Parameter(name="GAMES")],
    hours: Hours | None = None,
    min_games: Count = 4,
    plies: Plies = 30,
    quick: Depth = 10,
    depth: Depth = 18,
    proofs: Path | None = None,
    proven_by: str = "",
    merge: Path | None = None,
    no_openings: bool = False,
    trust: DepthOrNone = 16,
    hash_mb: Megabytes = 16,
    note: str = "",
    json: bool = False,
) -> int:
    """Grow a packed book, such as the package's, in one process; the same command goes on where it stopped.

    Positions that many games reached come in with quick values. Then the lines that decide which moves are played are
    searched deeper, then all positions in order of how many games reached them; a quarter of that time goes into the
    engine's own best lines. The file is written every quarter of an hour and at the end. Ctrl-C stops.

    Parameters
    ----------
    file
        The packed book; made if it is not there.
    games
        Files and folders of games; none to go on with the positions that are there.
    hours
        Begin no search after this many hours.
    min_games
        Take in the positions that at least this many of the games reached.
    plies
        ... within this many moves.
    quick
        How many moves the first search of a position looks ahead.
    depth
        ... and those of own lines.
    proofs
        A table of positions with proven results: board, side, and eq0, ge0 or le0.
    proven_by
        Who proved them; goes into the book.
    merge
        Take over another book first.
    no_openings
        Do not take in the balanced openings of eight moves and all named ones.
    trust
        Goes into the file: a move is played without thinking only if all searches on which it rests are this deep.
    hash_mb
        Size of the table, in megabytes.
    note
        Goes into the file.
    json
        Print one JSON object.
    """
    from logistello.book import Book, EngineEvaluator
    from logistello.book.base_growth import BaseGrowth, GrowthSearches, opening_positions
    from logistello.book.popular_lines import popular_positions
    from logistello.book.proofs import read_proofs
    from logistello.engine import Engine
    from logistello.othello.notation.game_table import read_games

    if missing := [str(path) for path in (*games, proofs, merge) if path is not None and not path.exists()]:
        raise UsageError(f"no such file or folder: {', '.join(missing)}")
    if not file.absolute().parent.is_dir():
        raise UsageError(f"{file.parent}: no such folder")

    def tell(line: str) -> None:
        sys.stderr.write(f"{time.strftime('%H:%M:%S')} {shown(line)}\n")
        sys.stderr.flush()

    @cache
    def deep(plies_ahead: int) -> EngineEvaluator:
        return EngineEvaluator(Engine(hash_mb=hash_mb), depth=plies_ahead, solve_empties=_SOLVE)

    with Stopping(None if hours is None else 3600 * hours) as stop:
        growth = BaseGrowth(file, stop=stop, tell=tell)
        if merge is not None:
            with Book.open(merge) as other:
                growth.take_over(other)
            growth.note(f"took over {merge.name}")
        if not no_openings:
            growth.take_in(opening_positions())
        if games:
            table = read_games(list(games))
            new = growth.take_in(popular_positions(table, min_games=min_games, max_plies=plies))
            names = ", ".join(path.name for path in games)
            growth.note(f"{new} positions that {min_games} games or more of {names} reached within {plies} moves")
        if proofs is not None:
            known = read_proofs(proofs, model=proven_by or proofs.name)
            growth.book.add_proofs(known, note=proofs.name)
            growth.book.forget_journal()
            growth.note(f"{len(known)} proofs of {proofs.name}, {proven_by}")
        quickly = EngineEvaluator(Engine(hash_mb=min(hash_mb, 4)), depth=quick, solve_empties=_SOLVE_QUICKLY)
        growth.run(GrowthSearches(quickly, deep, depth=depth))
        growth.note(f"{growth.searches} searches")
        growth.write(note, trusted_depth=trust)
    positions, size = len(growth.book), file.stat().st_size
    content = {"file": str(file), "positions": positions, "bytes": size, "searches": growth.searches}
    text = f"{file}: {positions:,} positions, {size / 1e6:.2f} MB, {growth.searches:,} searches"
    sys.stdout.write((json_format.dumps(content) if json else shown(text)) + "\n")
    return EXIT_INTERRUPTED if stop.interrupted else 0
