"""Leaves a second through the contract of games, on one core: moves and play, without a search around them.

``python -m benchmarks.games [--no-save]``. A search and an evaluator come on top; the laboratory wants 60,000 leaves a
second with both for Othello, and 20,000 for connect four.
"""

from __future__ import annotations

import argparse
import statistics
import time
from typing import Any

from benchmarks.measure import Record, new_record, save, say
from logistello.games import GameRules, OthelloRules, openspiel_rules

#: Depth of the count for each game of OpenSpiel.
_DEPTHS = {"connect_four": 6, "breakthrough": 4, "chess": 4, "checkers": 7, "amazons": 3, "backgammon": 3}
_ROUNDS = 5


def leaves(rules: GameRules[Any], state: Any, depth: int) -> int:
    """Perft: the states that many moves ahead; ends of games before that count too."""
    if depth == 0:
        return 1
    return sum(leaves(rules, rules.play(state, move), depth - 1) for move in rules.moves(state)) or 1


def leaves_with_keys(rules: GameRules[Any], state: Any, depth: int) -> int:
    """The same as a search with a table does it: a key for every inner state, and a look whether the game is over."""
    if depth == 0 or rules.is_over(state):
        return 1
    hash(rules.key(state))
    return sum(leaves_with_keys(rules, rules.play(state, move), depth - 1) for move in rules.moves(state))


def measure(rules: GameRules[Any], depth: int) -> Record:
    """The median of some rounds, in seconds of the processor: other programs take turns with us."""
    row: Record = {"game": rules.name, "depth": depth}
    for name, count in (("plain", leaves), ("keys", leaves_with_keys)):
        rates = []
        for _ in range(_ROUNDS):
            begun = time.process_time()
            found = count(rules, rules.start(), depth)
            rates.append(found / (time.process_time() - begun))
        row[f"{name}_leaves"] = found
        row[f"{name}_leaves_per_second"] = round(statistics.median(rates))
    plain, keys = row["plain_leaves_per_second"], row["keys_leaves_per_second"]
    say(f"{rules.name}, depth {depth}: {plain:,} leaves a second; with keys and ends {keys:,}")
    return row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--no-save", action="store_true")
    options = parser.parse_args()
    rows = [measure(OthelloRules(), 8)]
    rows += [measure(openspiel_rules(name), depth) for name, depth in _DEPTHS.items()]
    if not options.no_save:
        say(str(save({**new_record("games"), "rows": rows})))


if __name__ == "__main__":
    main()
