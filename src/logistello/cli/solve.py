"""``logistello solve``: exact scores."""

from __future__ import annotations

import json as json_format
import sys
from collections.abc import Iterator
from contextlib import closing, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from logistello.cli.option_types import Cluster, Megabytes, Nodes, Seconds, Threads, Workers
from logistello.cli.terminal import quantity

if TYPE_CHECKING:
    from logistello.engine import SolveResult
    from logistello.engine.solving_task import SolveOrder
    from logistello.othello.position import Position


@dataclass(frozen=True)
class PositionToSolve:
    """A position to solve, where it stands, and the score that the source gives for it."""

    position: Position
    line: int
    expected: int | None


@dataclass
class Totals:
    positions: int = 0
    wrong: int = 0
    nodes: int = 0
    seconds: float = 0.0

    def add(self, result: SolveResult, ok: bool | None) -> None:
        self.positions += 1
        self.wrong += ok is False
        self.nodes += result.nodes
        self.seconds += result.seconds


def solve(
    *positions: Annotated[str, Parameter(allow_leading_hyphen=True)],
    threads: Threads = 1,
    hash_mb: Megabytes = 128,
    wld: bool = False,
    all_moves: bool = False,
    seconds: Seconds | None = None,
    nodes: Nodes | None = None,
    workers: Workers | None = None,
    cluster: Cluster | None = None,
    json: bool = False,
) -> int:
    """Solve positions exactly: the score with best play, the best move and the line that leads there.

    The exit code is 1 if a score differs from the one in the file, or if a limit left one open that the file gives.

    Parameters
    ----------
    positions
        Positions in any notation, or files of them (OBF, tables, games: their last position); - for standard input,
        which is also read if nothing is named.
    threads
        Threads that search one position.
    hash_mb
        Size of the transposition table in megabytes.
    wld
        Ask only for win, loss or draw: faster.
    all_moves
        Give the score of every legal move.
    seconds
        Time limit for each position; what is proven by then is shown as a bound.
    nodes
        Most nodes to visit for each position.
    workers
        Positions that are solved at once, each with a table of its own; by default one.
    json
        Print one JSON object for each position, and a last one with the totals.
    """
    from logistello.cli.mistyped_options import refuse_option
    from logistello.engine import Limit
    from logistello.engine.solving_task import SolveOrder

    for text in positions:
        refuse_option(text)
    tasks = [task for text in positions or ("-",) for task in _tasks(text)]
    order = SolveOrder(
        Limit(time=seconds, nodes=nodes), "wld" if wld else "exact", all_moves, threads=threads, hash_mb=hash_mb
    )
    totals = _run(order, tasks, workers, cluster, json=json)
    return 1 if totals.wrong else 0


def _tasks(text: str) -> Iterator[PositionToSolve]:
    from logistello.cli.game_files import read_source

    document = read_source(text)
    if document.errors:
        raise document.errors[0]
    for problem in document.problems:
        yield PositionToSolve(problem.position, problem.line or 1, problem.best_score)
    for number, game in enumerate(document.games, start=1):
        yield PositionToSolve(game.position, number, None)


def _run(
    order: SolveOrder, tasks: list[PositionToSolve], workers: int | None, cluster: str | None, *, json: bool
) -> Totals:
    from logistello.cli.long_work import progress_bars, work_pool

    totals = Totals()
    positions = [task.position for task in tasks]
    with (
        nullcontext() if cluster is None else work_pool(workers, cluster) as pool,
        progress_bars(quiet=json, pool=pool) as progress,
        closing(order.solve(positions, workers or 1) if pool is None else order.solve_in(pool, positions)) as results,
    ):
        if not json:
            sys.stdout.write("  line  empties  score    move        nodes    seconds  principal variation\n")
        bar = progress.add_task("solving", total=len(tasks))
        for task, result in zip(tasks, results, strict=True):
            ok = _agrees(result, task.expected, order.mode == "wld")
            totals.add(result, ok)
            _write(json_format.dumps(_as_json(task, result, ok)) if json else _as_row(task, result, ok))
            progress.advance(bar)
    if json:
        _write(json_format.dumps(vars(totals)))
    else:
        speed = totals.nodes / max(totals.seconds, 1e-9) / 1e6
        _write(
            f"{quantity(totals.positions, 'position')}, {totals.wrong} wrong, {totals.nodes:,} nodes, "
            f"{totals.seconds:.3f} s, {speed:.1f} million nodes/s"
        )
    return totals


def _write(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _agrees(result: SolveResult, expected: int | None, wld: bool) -> bool | None:
    """Whether the answer confirms the score of the file; ``None`` if the file has none."""
    if expected is None:
        return None
    if wld:
        return result.outcome == (expected > 0) - (expected < 0)
    return result.exact and result.score == expected


def _as_json(task: PositionToSolve, result: SolveResult, ok: bool | None) -> dict[str, object]:
    answer: dict[str, object] = {
        "line": task.line,
        "empties": task.position.empties,
        "score": result.score,
        "move": None if result.move is None else str(result.move),
        "pv": " ".join(str(move) for move in result.pv),
        "exact": result.exact,
        "nodes": result.nodes,
        "seconds": round(result.seconds, 6),
        "expected": task.expected,
        "ok": ok,
        "lower": result.bounds.lower,
        "upper": result.bounds.upper,
        "position": task.position.text,
    }
    if result.moves:
        answer["moves"] = {str(move): [bounds.lower, bounds.upper] for move, bounds in result.moves.items()}
    return answer


def _as_row(task: PositionToSolve, result: SolveResult, ok: bool | None) -> str:
    move = "-" if result.move is None else str(result.move)
    line = " ".join(str(square) for square in result.pv)
    row = (
        f"{task.line:6d}  {task.position.empties:7d}  {result.bounds!s:7}  {move:4}  {result.nodes:12,d} "
        f"{result.seconds:10.3f}  {line}"
    )
    if result.moves:
        row += "\n        " + "  ".join(f"{square} {bounds}" for square, bounds in result.moves.items())
    if ok is False:
        row += f"\n        the file says {task.expected:+d}"
    return row
