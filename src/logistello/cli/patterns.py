"""``logistello patterns``: which shapes are worth being patterns."""

from __future__ import annotations

import json as json_format
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from logistello.cli.option_types import Count, Seed, Threads
from logistello.cli.terminal import shown
from logistello.errors import UsageError

if TYPE_CHECKING:
    from logistello.train.pattern_ranking import RankedShape, ShapeJudge

#: Tables of larger shapes are not flat any more.
_MOST_SQUARES = 10


def patterns(
    action: Literal["rank"],
    /,
    *positions: Path,
    sets: tuple[str, ...] = (),
    beam: Count | None = None,
    squares: Count = _MOST_SQUARES,
    discs: str = "33-44",
    count: Count = 200_000,
    top: Count = 10,
    seed: Seed = 0,
    threads: Threads = 1,
    json: bool = False,
) -> int:
    """Rank shapes by how well each alone predicts scores: the correlation on games that its values were not made from.

    Parameters
    ----------
    action
        rank
    positions
        Files of labelled positions (see 'logistello positions').
    sets
        Rank the flat patterns of these pattern sets: names of the package's or TOML files. Without this and --beam,
        those of logistello and modern.
    beam
        Instead, look for the best connected shapes: of every size this many go on and grow by one square.
    squares
        Largest size of such shapes, at most 10.
    discs
        Take positions with so many discs, such as 33-44.
    count
        Look at this many positions at most.
    top
        With --beam: print so many shapes of each size.
    seed
        Chooses positions, and the games that shapes are judged by.
    threads
        Number of threads.
    json
        Print one JSON object a line.
    """
    from logistello.train.labelled_positions import Positions
    from logistello.train.pattern_ranking import ShapeJudge

    if not positions:
        raise UsageError("no positions: name files that 'logistello positions' made")
    if squares > _MOST_SQUARES:
        raise UsageError(f"--squares {squares}: expected at most {_MOST_SQUARES}")
    data = [Positions.load(path) for path in positions]
    judge = ShapeJudge(data, _discs(discs), most=count, seed=seed, threads=threads)
    show = _ShapePrinter(json)
    if beam is None:
        _rank_sets(judge, sets or ("logistello", "modern"), show)
    else:
        _search(judge, squares, beam, top, show)
    return 0


def _discs(text: str) -> tuple[int, int]:
    low, _, high = text.partition("-")
    if low.isdecimal() and (high or low).isdecimal() and 4 <= int(low) <= int(high or low) <= 64:
        return int(low), int(high or low)
    raise UsageError(f"--discs {text}: expected two numbers from 4 to 64, such as 33-44")


def _rank_sets(judge: ShapeJudge, sets: tuple[str, ...], show: _ShapePrinter) -> None:
    from logistello.evaluation.pattern_set import PatternSet
    from logistello.train.pattern_ranking import canonical

    found: dict[frozenset[Any], RankedShape] = {}
    for name in sets:
        for pattern in PatternSet.find(name).patterns:
            shape = canonical(frozenset(pattern.squares))
            if not pattern.sparse and shape not in found:
                found[shape] = judge.judge(pattern.squares, f"{pattern.name} of {name}")
    for each in sorted(found.values(), key=lambda shape: -shape.correlation):
        show(each)


def _search(judge: ShapeJudge, squares: int, beam: int, top: int, show: _ShapePrinter) -> None:
    from logistello.cli.long_work import work_bars
    from logistello.train.pattern_ranking import Shape, connected_shapes

    judged: dict[Shape, RankedShape] = {}

    def accuracy(shape: Shape) -> float:
        judged[shape] = judge.judge(sorted(shape))
        return judged[shape].correlation

    with work_bars() as bars:
        tell = bars.bar("growing shapes")
        for size, ranked in connected_shapes(accuracy, squares, beam):
            tell(size, squares)
            for _, shape in ranked[:top]:
                show(judged[shape])


class _ShapePrinter:
    def __init__(self, json: bool) -> None:
        self._json = json
        self._begun = False

    def __call__(self, shape: RankedShape) -> None:
        if self._json:
            sys.stdout.write(json_format.dumps(shape.as_dict()) + "\n")
            return
        if not self._begun:
            sys.stdout.write("correlation  squares  instances   weights  shape\n")
            self._begun = True
        name = f"  ({shown(shape.name)})" if shape.name else ""
        sys.stdout.write(
            f"{shape.correlation:11.4f}  {len(shape.squares):7d}  {shape.instances:9d}  {shape.weights:8,d}  "
            f"{' '.join(map(str, shape.squares))}{name}\n"
        )
        sys.stdout.flush()
