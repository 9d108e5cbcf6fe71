"""SSS* as the textbooks have it, with a sorted OPEN list: the oracle of MT-SSS*.

Stockman, "A minimax algorithm better than alpha-beta?", 1979; the six cases of the Gamma operator.
"""

from __future__ import annotations

from heapq import heappop, heappush

from tests.lab.random_trees import RandomTree

Path = tuple[int, ...]


def sss(tree: RandomTree, depth: int) -> tuple[float, list[Path]]:
    """The value of the root, a MAX node, and the leaves in the order in which they were evaluated.

    States are (node, LIVE or SOLVED, merit). The largest merit is served first; among equals the leftmost node. Players
    have to alternate.
    """
    leaves: list[Path] = []
    solved_later: set[Path] = set()  # ancestors that were solved: what lies below them is purged
    queue: list[tuple[float, Path, bool]] = [(-float("inf"), (), True)]

    def push(path: Path, live: bool, merit: float) -> None:
        heappush(queue, (-merit, path, live))  # among equal merits, the leftmost node

    while True:
        negative, path, live = heappop(queue)
        merit = -negative
        if any(path[:length] in solved_later for length in range(len(path))):
            continue  # purged
        is_max = len(path) % 2 == 0
        moves = tree.moves(path)
        if live:
            if len(path) == depth or not moves:  # case 4: a leaf is solved with its value, if that is smaller
                leaves.append(path)
                value = tree.outcome(path, 0) if not moves else tree.value(path) * (1 if is_max else -1)
                push(path, False, min(merit, value))
            elif is_max:  # case 6: all children of MAX
                for move in moves:
                    push((*path, move), True, merit)
            else:  # case 5: the first child of MIN
                push((*path, moves[0]), True, merit)
            continue
        if not path:
            return merit, leaves
        parent = path[:-1]
        if not is_max:  # case 1: a MIN node is solved, so its MAX parent is; its other children are purged
            solved_later.add(parent)
            push(parent, False, merit)
        elif path[-1] + 1 < len(tree.moves(parent)):  # case 2: the next child of MIN
            push((*parent, path[-1] + 1), True, merit)
        else:  # case 3: the last one: MIN is solved
            push(parent, False, merit)
