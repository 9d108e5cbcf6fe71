"""``logistello positions``: games to labelled positions."""

from __future__ import annotations

import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from logistello.errors import UsageError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from logistello.evaluation.labels import Solve

_HASH_MB = 64


def positions(
    *files: Path,
    output: Annotated[Path, Parameter(name=("--output", "-o"))],
    label: Literal["negamax", "result", "theoretical", "exact"] = "negamax",
    theoretical: bool = False,
    exact_empties: int = 0,
    successors: bool = False,
    drop_plies: int = 0,
    threads: int = 1,
) -> int:
    """Make labelled positions from finished games: what 'logistello fit' learns from.

    Symmetric positions and transpositions of all games are merged. Scores are discs for the side to move.

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
        Add the position after the best move of every solved one, with the negated score.
    drop_plies
        Leave out positions before this ply, for games that begin with random moves.
    threads
        How many positions are solved at the same time.
    """
    from logistello.evaluation.game_table import read_games
    from logistello.evaluation.labels import Labelling, label_games

    started = time.perf_counter()
    if threads < 1:
        raise UsageError(f"the number of threads is {threads}; expected 1 or more")
    if not files:
        raise UsageError("no games: name files or folders")
    missing = [str(path) for path in files if not path.exists()]
    if missing:
        raise UsageError(f"no such file or folder: {', '.join(missing)}")
    _check_folder(output)
    labelling = Labelling(label, theoretical, exact_empties, drop_plies, successors)
    table = read_games(files)
    made = label_games(table, labelling, _solver(threads) if exact_empties else None)
    checksum = made.save(output)
    seconds = time.perf_counter() - started
    skipped = sum(source.skipped for source in table.sources)
    sys.stdout.write(
        f"{output}: {len(made):,} positions of {len(table):,} games ({skipped:,} skipped), label {label}, "
        f"{seconds:.1f} s, sha256 {checksum[:12]}\n"
    )
    return 0


def _check_folder(path: Path) -> None:
    """Better now than after the work."""
    if not path.parent.is_dir():
        raise UsageError(f"{path.parent}: no such folder")
    if path.is_dir():
        raise UsageError(f"{path} is a folder; expected the name of a file")


def _solver(threads: int) -> Solve:
    """Solve many positions on several threads, with an engine for each, and a bar on the terminal."""
    import numpy as np
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from logistello.engine import Engine
    from logistello.othello.position import Position

    def solve(own: NDArray[np.uint64], opp: NDArray[np.uint64]) -> tuple[NDArray[Any], NDArray[Any]]:
        scores = np.zeros(len(own), dtype=np.int8)
        moves = np.full(len(own), 64, dtype=np.uint8)
        console = Console(stderr=True)
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
            bar = progress.add_task("solving", total=len(own))
            stop = threading.Event()

            def work(part: int) -> None:
                with Engine(hash_mb=_HASH_MB) as engine:
                    for place in range(part, len(own), threads):
                        if stop.is_set():
                            return
                        result = engine.solve(Position(int(own[place]), int(opp[place])))
                        scores[place] = result.score
                        if result.move is not None:
                            moves[place] = int(result.move)
                        progress.advance(bar)

            with ThreadPoolExecutor(threads) as pool:
                try:
                    for done in [pool.submit(work, part) for part in range(threads)]:
                        done.result()
                finally:
                    stop.set()  # Ctrl-C comes to this thread; the others end after the position they are at
        return scores, moves

    return solve
