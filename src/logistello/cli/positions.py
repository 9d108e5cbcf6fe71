"""``logistello positions``: games to labelled positions."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from logistello.errors import UsageError


def positions(
    *files: Path,
    output: Annotated[Path, Parameter(name=("--output", "-o"))],
    label: Literal["negamax", "result", "theoretical", "exact"] = "negamax",
    theoretical: bool = False,
    exact_empties: int = 0,
    successors: bool = False,
    drop_plies: int = 0,
    inside_searches: int = 0,
    search_depth: int = 4,
    label_depth: int = 5,
    model: Path | None = None,
    solved: Path | None = None,
    seed: int = 0,
    threads: int = 1,
) -> int:
    """Make labelled positions from finished games: what 'logistello fit' learns from.

    Symmetric positions and transpositions of all games are merged. Scores are discs for the side to move. After a
    stop, the same command goes on with the positions that are not solved yet.

    Parameters
    ----------
    files
        Files and folders of games in any format.
    output
        The file to write.
    label
        negamax: results of games, negamaxed through the tree of all games. result: the mean result of the games
        that came there, which is better where players made many mistakes. theoretical: only the exact scores stored
        in WTHOR files. exact: only solved positions.
    theoretical
        With negamax and result: exact scores of WTHOR files replace what the games say where they are known, and in
        the positions before.
    exact_empties
        Solve every position with at most this many empty squares; with negamax and result this, too, changes the
        scores of the positions before.
    successors
        Add the position after the best move of every solved one, with the negated score; and of those labelled by a
        search.
    drop_plies
        Leave out positions before this ply, for games that begin with random moves.
    inside_searches
        Add about this many positions that searches from the positions of the games meet. They are solved if they have
        few enough empty squares (--exact-empties), else labelled by a search.
    search_depth
        How many moves these searches look ahead.
    label_depth
        How many moves the search looks ahead that labels such a position.
    model
        The model of these searches; without it the one of the package.
    solved
        A file that keeps solved positions for other commands. Without it they are kept beside the output until the
        work is done.
    seed
        Chooses the positions inside searches.
    threads
        How many positions are solved or searched at the same time.
    """
    from logistello.cli.position_work import check_output, kept_answers, work_bars
    from logistello.evaluation.model import find_model
    from logistello.othello.notation.game_table import read_games
    from logistello.train.added_positions import AddedLabels
    from logistello.train.game_tree import LabelOptions, label_games
    from logistello.train.inside_searches import SearchSampling, add_inside_searches
    from logistello.train.scoring import exact_scorer, search_scorer

    started = time.perf_counter()
    if threads < 1:
        raise UsageError(f"the number of threads is {threads}; expected 1 or more")
    if inside_searches < 0:
        raise UsageError(f"{inside_searches} positions inside searches; expected 1 or more, or 0 for none")
    if not files:
        raise UsageError("no games: name files or folders")
    missing = [str(path) for path in files if not path.exists()]
    if missing:
        raise UsageError(f"no such file or folder: {', '.join(missing)}")
    check_output(output)
    labelling = LabelOptions(
        label, theoretical, exact_empties, drop_plies, successors and (exact_empties > 0 or not inside_searches)
    )
    sampling = SearchSampling(inside_searches, search_depth, seed=seed) if inside_searches else None
    searcher = find_model(model) if sampling else None
    table = read_games(files)
    with kept_answers(output, solved) as (exact, searched), work_bars() as bars:
        solve = None
        if exact_empties:
            solve = exact_scorer(threads=threads, store=exact, on_progress=bars.bar("solving"))
        made = label_games(table, labelling, solve)
        if sampling and searcher:
            search = search_scorer(
                searcher, label_depth, threads=threads, store=searched, on_progress=bars.bar("labelling by search")
            )
            labels = AddedLabels(search, solve, exact_empties, successors)
            sample_bar = bars.bar("searching")
            made = add_inside_searches(made, searcher, sampling, labels, threads=threads, on_progress=sample_bar)
        checksum = made.save(output)
    seconds = time.perf_counter() - started
    skipped = sum(source.skipped for source in table.sources)
    sys.stdout.write(
        f"{output}: {len(made):,} positions of {len(table):,} games ({skipped:,} skipped), label {label}, "
        f"{seconds:.1f} s, sha256 {checksum[:12]}\n"
    )
    return 0
