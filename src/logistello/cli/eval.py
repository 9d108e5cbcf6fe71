"""``logistello eval``: static values of positions."""

from __future__ import annotations

import json as json_format
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter


def eval(  # noqa: A001
    *positions: Annotated[str, Parameter(allow_leading_hyphen=True)],
    model: Path | None = None,
    json: bool = False,
) -> int:
    """Evaluate positions by patterns alone, without search: one value a line, discs for the side to move.

    Parameters
    ----------
    positions
        Positions in any notation, or files of them (OBF, tables, games: their last position); - for the standard
        input, which is also read if nothing is named.
    model
        The model file; without it the one that comes with the package.
    json
        Print one JSON object a position.
    """
    from logistello.cli.files import read_source, refuse_option
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
    values = find_model(model).evaluate(found)
    for position, value in zip(found, values.tolist(), strict=True):
        if json:
            answer = {"position": position.text, "empties": position.empties, "value": round(value, 4)}
            sys.stdout.write(json_format.dumps(answer) + "\n")
        else:
            sys.stdout.write(f"{value:+.2f}\n")
    return 0
