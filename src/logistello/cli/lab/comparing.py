"""``logistello lab compare``: the table of all algorithms."""

from __future__ import annotations

import json as json_format
import sys
from typing import TYPE_CHECKING

from logistello.cli.lab.arguments import GameName, OpeningMoves, SearchDepth
from logistello.cli.long_work import work_bars
from logistello.cli.option_types import Count, Seed
from logistello.cli.terminal import quantity

if TYPE_CHECKING:
    from logistello.lab.comparison import Cost


def compare_lab(
    game: GameName,
    /,
    *,
    depth: SearchDepth = 4,
    positions: Count = 5,
    opening: OpeningMoves = 6,
    with_minimax: bool = False,
    seed: Seed = 1,
    json: bool = False,
) -> int:
    """Search positions of a game with every algorithm and show what each of them costs.

    All find the same values; they differ in the leaves and nodes that they visit. Each deepens iteratively, with a
    transposition table of its own and the history heuristic, and is compared with NegaScout behind an aspiration
    window. Seconds are those of the processor.

    Parameters
    ----------
    depth
        Moves ahead.
    positions
        How many positions are searched.
    opening
        Random moves that lead to each of them.
    with_minimax
        Minimax and negamax, too: they visit everything.
    seed
        Another number gives other positions.
    json
        Print one JSON object.
    """
    from logistello.lab.comparison import compare, compared_algorithms
    from logistello.lab.evaluators.hand_made import hand_made
    from logistello.lab.games_by_name import game_named
    from logistello.lab.sample_positions import random_positions

    rules = game_named(game)
    states = random_positions(rules, positions, opening, seed)
    algorithms = compared_algorithms(rules, with_minimax=with_minimax)
    with work_bars() as bars:
        costs = compare(rules, hand_made(rules), states, depth, algorithms, on_progress=bars.bar("searches"))
    if json:
        content = {
            "game": rules.name,
            "depth": depth,
            "positions": positions,
            "costs": [each.as_json() for each in costs],
        }
        sys.stdout.write(json_format.dumps(content) + "\n")
    else:
        heading = f"{rules.name}, depth {depth}, {quantity(positions, 'position')}"
        sys.stdout.write("".join(f"{line}\n" for line in (heading, *cost_table(costs))))
    return 0


def cost_table(costs: list[Cost]) -> list[str]:
    """One line for each algorithm; shares are those of the last one, Aspiration NegaScout."""
    last = costs[-1]
    lines = [
        f"{'algorithm':22}  {'leaves':>10}  {'inner':>10}  {'hits':>8}  {'again':>7}  {'cuts':>8}  {'s':>7}  leaves %"
    ]
    for each in costs:
        counts = each.counts
        share = 100 * counts.leaves / max(1, last.counts.leaves)
        lines.append(
            f"{each.title:22}  {counts.leaves:10,}  {counts.inner_nodes:10,}  {counts.table_hits:8,}  "
            f"{counts.researches:7,}  {counts.cut_offs:8,}  {each.seconds:7.2f}  {share:8.1f}"
        )
    return lines
