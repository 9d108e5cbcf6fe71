"""Count the nodes of fixed solves and searches: ``python tools/node_signature.py [--update]``.

With one thread the search is deterministic, on every instruction-set level alike. The counts in
``tests/data/node_signature.json`` are therefore a fingerprint of the search: a change that should only clean up
or speed up must leave them alone. After a change that is meant to search another tree, run this with ``--update``
and say in the message of the change what the counts were and why they are better now.

Without ``--update`` the counts of the present build are printed as JSON; ``LOGISTELLO_ISA`` chooses the level.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from logistello import Engine, Limit, Position
from logistello.cli.bench import POSITIONS
from logistello.othello.notation import read_path

DATA = Path(__file__).parent.parent / "tests/data"
STORED = DATA / "node_signature.json"
#: Small, so that entries are replaced and that part of the table is covered too.
HASH_MB = 1
#: Moves ahead of the searches, by selectivity.
DEPTHS = {"none": 8, "mpc": 12}
#: Of one more, where passes grow surer with their depth.
DEEP = 18


def count_nodes() -> dict[str, int]:
    """Nodes of every solve, by its name, and their sum. One engine does all, so what it remembers counts too."""
    easy = read_path(DATA / "ffo-1-19.obf").problems
    hard = read_path(DATA / "hard.obf").problems
    counts: dict[str, int] = {}
    with Engine(threads=1, hash_mb=HASH_MB) as engine:
        for problem in easy:
            counts[f"ffo-{problem.line} exact"] = engine.solve(problem.position).nodes
        for problem in easy[:5]:
            counts[f"ffo-{problem.line} wld"] = engine.solve(problem.position, mode="wld").nodes
            counts[f"ffo-{problem.line} all moves"] = engine.solve(problem.position, all_moves=True).nodes
        engine.clear()
        for problem in hard:
            counts[f"hard-{problem.line} exact"] = engine.solve(problem.position).nodes
    with Engine(threads=1, hash_mb=HASH_MB, selectivity="none") as engine:
        counts |= count_search_nodes(engine)
    with Engine(threads=1, hash_mb=HASH_MB, selectivity="mpc") as engine:
        if engine.model.probcut is not None:  # without a table it would be the same again
            counts |= count_search_nodes(engine)
            position = min(map(Position.parse, POSITIONS), key=lambda each: each.empties)
            counts[f"{position.empties} empties mpc depth {DEEP}"] = engine.search(position, Limit(depth=DEEP)).nodes
    return {"total": sum(counts.values()), **counts}


def count_search_nodes(engine: Engine) -> dict[str, int]:
    """Nodes of searches of fixed depth, from positions of ``logistello bench``."""
    depth = DEPTHS[engine.selectivity]
    limit = Limit(depth=depth)
    positions = [Position.parse(text) for text in POSITIONS]
    return {
        f"{position.empties} empties {engine.selectivity} depth {depth}": engine.search(position, limit).nodes
        for position in positions
    }


def main() -> int:
    text = json.dumps(count_nodes(), indent=2) + "\n"
    if "--update" in sys.argv[1:]:
        STORED.write_text(text)
    else:
        sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
