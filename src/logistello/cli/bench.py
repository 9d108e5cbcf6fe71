"""``logistello bench``: how fast the search is here, and whether it visits the same nodes as elsewhere."""

from __future__ import annotations

import json as json_format
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from logistello.cli.long_work import progress_bars
from logistello.cli.option_types import Depth, Megabytes, Threads
from logistello.cli.output_files import check_outputs
from logistello.cli.plot_file import Plot, write_plot


@dataclass(frozen=True)
class Row:
    """One position of the list."""

    empties: int
    depth: int
    score: float
    move: str
    nodes: int
    seconds: float


#: From games of the engine with itself after random openings; the last one is searched to the end.
POSITIONS = (
    "---------------------------OX------XO--------------------------- X",
    "-----------O-------OO-----XXO------OOX----O-OX------------------ X",
    "---------------------O----XXO----XOOOO--XXOOXX----O-O--------O-- X",
    "-----------O-----OOO-X---OOOXX----OXXXXX--XOXXX-----XX------X--- X",
    "--X-------XXXX--OOOXOO--XOXOOOO-XOOOOOX-XX-O-X----X------------- X",
    "-XXXXXX---OOOX---XXOOOOO-XXOOOO-X-XOXOO---XOOO-O--XO------------ X",
    "---O-------O-O--XXXOXOX-XXXOXOOXXOXOXOOOXXXOXOO-X-OXOXX--OOOXX-- X",
)


def bench(
    *,
    depth: Depth = 12,
    threads: Threads = 1,
    hash_mb: Megabytes = 64,
    selectivity: Literal["none", "probcut", "mpc"] = "none",
    model: Path | None = None,
    plot: Plot | None = None,
    json: bool = False,
) -> int:
    """Search a fixed list of positions and report nodes, time and nodes per second.

    With one thread the nodes are always the same for the same model and settings, on every machine.

    Parameters
    ----------
    depth
        Moves ahead; the last position is searched to the end of the game.
    threads
        Threads that search one position.
    hash_mb
        Size of the transposition table in megabytes.
    selectivity
        What may be pruned by probability; by default nothing.
    model
        The model file; by default the one that comes with the package.
    plot
        Draw time and speed of every position into this file (.svg or .png).
    json
        Print one JSON object.
    """
    from logistello import _native
    from logistello.engine import Engine, Limit
    from logistello.evaluation.model import find_model
    from logistello.othello import Position

    check_outputs(plot, inputs=(model,))
    rows = []
    with (
        Engine(model=find_model(model), threads=threads, hash_mb=hash_mb, selectivity=selectivity) as engine,
        progress_bars(quiet=json) as progress,
    ):
        bar = progress.add_task("positions", total=len(POSITIONS))
        for text in POSITIONS:
            position = Position.parse(text)
            engine.clear()
            to_end = text == POSITIONS[-1]
            result = engine.search(position, Limit() if to_end else Limit(depth=depth))
            row = Row(
                empties=position.empties,
                depth=result.depth,
                score=round(result.score, 3),
                move=str(result.move),
                nodes=result.nodes,
                seconds=round(result.seconds, 4),
            )
            rows.append(row)
            progress.advance(bar)
            if not json:
                sys.stdout.write(
                    f"{row.empties:2d} empties, depth {row.depth:2d}: {row.move} {row.score:+6.2f}"
                    f"  {row.nodes:12,d} nodes  {row.seconds:7.3f} s\n"
                )
                sys.stdout.flush()
        name = engine.model.file_name
    nodes = sum(row.nodes for row in rows)
    seconds = sum(row.seconds for row in rows)
    speed = nodes / max(seconds, 1e-9)
    level = _native.build_info()["level"]
    if json:
        answer = {
            "nodes": nodes,
            "seconds": round(seconds, 4),
            "nodes_per_second": round(speed),
            "depth": depth,
            "threads": threads,
            "hash_mb": hash_mb,
            "selectivity": selectivity,
            "level": level,
            "model": name,
            "positions": [asdict(row) for row in rows],
        }
        sys.stdout.write(json_format.dumps(answer) + "\n")
    else:
        many = f"{threads} thread{'s' if threads > 1 else ''}"
        sys.stdout.write(
            f"{nodes:,} nodes, {seconds:.2f} s, {speed / 1e6:.2f} million nodes/s ({many}, {level}, {name})\n"
        )
    if plot is not None:
        write_plot(plot, _picture(rows, f"{depth} moves ahead, {threads} thread{'s' if threads > 1 else ''}, {level}"))
    return 0


def _picture(rows: list[Row], settings: str) -> str:
    from logistello.charts import Chart, picture

    names = [f"{row.empties} empty" for row in rows]
    time = Chart(f"Time: {settings}", "position", "seconds", width=640, x_names=names)
    time.bars([(number, row.seconds) for number, row in enumerate(rows)], texts=[f"{row.seconds:.2f}" for row in rows])
    speeds = [row.nodes / max(row.seconds, 1e-9) / 1e6 for row in rows]
    speed = Chart(f"Speed: {settings}", "position", "million nodes a second", width=640, x_names=names)
    speed.bars(list(enumerate(speeds)), texts=[f"{each:.1f}" for each in speeds])
    return picture([time, speed], title="Speed of the search")
