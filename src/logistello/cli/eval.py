"""``logistello eval``: values of positions by the learned evaluation."""

from __future__ import annotations

import json as json_format
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from logistello.cli.long_work import progress_bars
from logistello.cli.option_types import DepthOrNone


def eval(  # noqa: A001
    *positions: Annotated[str, Parameter(allow_leading_hyphen=True)],
    model: Path | None = None,
    depth: DepthOrNone = 0,
    json: bool = False,
) -> int:
    """Evaluate positions with a learned model: one value a line, discs for the side to move.

    Parameters
    ----------
    positions
        Positions in any notation, or files of them (OBF, tables, games: their last position); - for standard input,
        which is also read if nothing is named.
    model
        The model file; by default the one that comes with the package.
    depth
        How many moves to look ahead, full width; 0 judges the position as it stands.
    json
        Print one JSON object for each position.
    """
    from logistello.cli.game_files import read_source
    from logistello.cli.mistyped_options import refuse_option
    from logistello.evaluation.model import find_model

    for text in positions:
        refuse_option(text)
    found = []
    for text in positions or ("-",):
        document = read_source(text)
        if document.errors:
            raise document.errors[0]
        found += [problem.position for problem in document.problems]
        found += [game.position for game in document.games]
    chosen = find_model(model)
    values = chosen.evaluate(found).tolist() if depth == 0 else (chosen.look_ahead(each, depth) for each in found)
    with progress_bars(quiet=json) as progress:
        bar = progress.add_task("positions", total=len(found))
        for position, value in zip(found, values, strict=True):
            if json:
                answer = {
                    "position": position.text,
                    "empties": position.empties,
                    "depth": depth,
                    "value": round(value, 4),
                }
                sys.stdout.write(json_format.dumps(answer) + "\n")
            else:
                sys.stdout.write(f"{value:+.2f}\n")
            progress.advance(bar)
    return 0
