"""``logistello lab tree``: a search tree to look at."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from logistello.cli.lab.arguments import GameName, OpeningMoves, SearchDepth
from logistello.cli.option_types import Seed
from logistello.cli.output_files import check_outputs
from logistello.cli.terminal import shown
from logistello.files import write_whole


def tree_lab(
    game: GameName = "tic_tac_toe",
    /,
    *,
    output: Annotated[Path | None, Parameter(name=("--output", "-o"))] = None,
    algorithm: str = "alpha-beta",
    depth: SearchDepth = 3,
    opening: OpeningMoves = 5,
    position: str | None = None,
    seed: Seed = 1,
) -> int:
    """Draw a small search tree with its cut-offs, as SVG.

    Squares are nodes where the first player moves, circles those of the second. Numbers are values for the first one,
    with a sign before them if they are only bounds. Dashed moves were cut off; the expected line is drawn thick.

    Parameters
    ----------
    output
        A file for the picture; without it, the picture goes to the standard output.
    algorithm
        Which search is drawn; without a table, and without iterative deepening.
    depth
        Moves ahead.
    opening
        Random moves before the search.
    position
        A position as the game writes it, instead of an opening.
    seed
        Another number gives another opening.
    """
    from logistello.lab.evaluators.hand_made import hand_made
    from logistello.lab.games_by_name import game_named
    from logistello.lab.sample_positions import random_positions
    from logistello.lab.search.search import Search
    from logistello.lab.tree_drawing import draw_search_tree

    check_outputs(output)
    rules = game_named(game)
    state = random_positions(rules, 1, opening, seed)[0] if position is None else rules.parse(position)
    picture = draw_search_tree(Search(rules, hand_made(rules), algorithm), state, depth)
    if output is None:
        sys.stdout.write(picture)
    else:
        write_whole(output, picture)
        sys.stdout.write(f"{shown(str(output))}\n")
    return 0
