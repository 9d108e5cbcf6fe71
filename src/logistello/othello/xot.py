"""XOT openings: positions after eight moves that two programs found even, so that games are decided by play.

The lists are by Matthias Berg and Borja Moreno (2010), who published them for general use; ``data/xot.txt`` holds them.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Literal

from logistello.othello.square import Square

#: Estimates within about two discs, or within about one.
XotList = Literal["large", "small"]
_SMALL_MARK = " s"


@cache
def xot_openings(which: XotList = "large") -> tuple[tuple[Square, ...], ...]:
    """Moves from the usual start, in an order without meaning. The small list is part of the large one.

    >>> "".join(map(str, xot_openings()[0])), len(xot_openings()), len(xot_openings("small"))
    ('f5d6c4d3c2b3b4b5', 9706, 3254)
    """
    text = resources.files("logistello.othello").joinpath("data", "xot.txt").read_text(encoding="ascii")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    chosen = lines if which == "large" else [line for line in lines if line.endswith(_SMALL_MARK)]
    return tuple(_squares(line.removesuffix(_SMALL_MARK)) for line in chosen)


def _squares(moves: str) -> tuple[Square, ...]:
    return tuple(Square.parse(moves[at : at + 2]) for at in range(0, len(moves), 2))
