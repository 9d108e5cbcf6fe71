"""The middle game: four positions to depth 20, and the speed of a full-width search, one thread.

``python -m benchmarks.midgame [--depth 20] [--hash-mb 128] [--no-save]``. Each position has a fresh table, whose memory
is touched before the clock starts; a yardstick runs right before and right after. Every program prunes in its own way,
so depth 20 is not the same work for all: what counts in the end are matches.
"""

from __future__ import annotations

import argparse

from benchmarks.measure import ROOT, Beside, Record, Yardstick, comparison, new_record, newest, save, say
from logistello import Engine, Limit, Position

#: The start and positions with 50, 44 and 38 empty squares, as in ../shared/bench/README.md.
POSITIONS = (
    "---------------------------OX------XO--------------------------- X",
    "------------------XXXO---OOOOO-----OXX-----O-X------------------ X",
    "------------O-----XXOO---OXXOO---XXOOOO----XXX------X----------- X",
    "----------O-O-----XOOO---OXXOO---XXOOOO----OOOX----XXX----X-X--- X",
)
#: Full width goes less deep in the same time.
FULL_WIDTH_DEPTH = 10


def measure(selectivity: str, depth: int, hash_mb: int) -> list[Record]:
    rows: list[Record] = []
    for text in POSITIONS:
        with Engine(selectivity=selectivity, hash_mb=hash_mb) as engine:  # type: ignore[arg-type]
            found = engine.search(Position.parse(text), Limit(depth=depth))
        rows.append(
            {
                "position": text,
                "depth": found.depth,
                "score": found.score,
                "move": str(found.move),
                "nodes": found.nodes,
                "seconds": round(found.seconds, 4),
            }
        )
        say(f"{selectivity:5} depth {found.depth} {found.score:+6.2f} {found.nodes:>12,} nodes {found.seconds:.3f} s")
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--depth", type=int, default=20)
    parser.add_argument("--hash-mb", type=int, default=128)
    parser.add_argument("--no-save", action="store_true")
    options = parser.parse_args()
    record = new_record("midgame")
    last = newest("midgame")
    with Yardstick() as yardstick:
        before = yardstick.run()
        rows = measure("mpc", options.depth, options.hash_mb)
        beside = Beside(before, yardstick.run())
    full = measure("none", FULL_WIDTH_DEPTH, options.hash_mb)
    yardsticks = sum(row["seconds"] for row in rows) / beside.mean
    speed = sum(row["nodes"] for row in full) / sum(row["seconds"] for row in full)
    record |= {"yardstick": beside.as_record(), "yardsticks": round(yardsticks, 3), "rows": rows}
    record |= {"full_width": full, "full_width_nodes_per_second": round(speed)}
    say(comparison(f"midgame-{options.depth}", 1, yardsticks, last["yardsticks"] if last else None))
    say(f"full width: {speed / 1e6:.1f} million nodes a second")
    if not options.no_save:
        say(f"saved {save(record).relative_to(ROOT)}")


if __name__ == "__main__":
    main()
