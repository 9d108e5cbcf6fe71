"""What is in the package's book, and what it claims: ``python -m benchmarks.book.base [--book FILE] [--solved FILE]``.

- *content*: positions, bytes, milliseconds to open it, searches by depth.
- *claims*: values at 50 empties against the signs that Takizawa (2023) has proven, with the proofs in the book and as
  its own searches alone would have them.
- *first plies*: how many discs both sides together may give away within eight plies, so that every position on the way
  is in the book.
- *played*: how many moves both sides make by its advice alone.
- *variety*: what the choice among near-equal moves gives away by the book's own values, in games of the book against
  itself.
"""

from __future__ import annotations

import argparse
import csv
import random
import statistics
import time
from collections import Counter
from pathlib import Path

from benchmarks.measure import ROOT, Record, new_record, save, say
from logistello.book import Book, BookValue, Leaf, Selection
from logistello.book.node import move_values
from logistello.book.package_book import default_book_path
from logistello.book.probe import choose
from logistello.book.selection import visits
from logistello.engine import BookPolicy
from logistello.othello import PASS, Color, Position

_SOLVED = ROOT.parent / "shared" / "data" / "solved" / "e50.tsv"
_FIRST_PLIES = 8


def content(path: Path) -> Record:
    begun = time.process_time()
    book = Book.open(path)
    opened = time.process_time() - begun
    with book:
        found = book.statistics()
        return {
            "positions": found.positions,
            "leaves": found.leaves,
            "edges": found.edges,
            "pending": found.pending,
            "outcomes": dict(found.outcomes),
            "depths": {str(depth): count for depth, count in found.depths.items()},
            "bytes": path.stat().st_size,
            "open_ms_of_processor_time": round(1000 * opened, 2),
            "start": str(found_value(book, Position.initial())),
            "base": None if book.base is None else dict(book.base.about),
        }


def found_value(book: Book, position: Position) -> BookValue | None:
    probe = book.probe(position)
    return None if probe is None else probe.value


def claims(book: Book, solved: Path) -> Record:
    """A sign counts as contradicted if the value is beyond a draw on the side that is proven impossible."""
    counts: Counter[str] = Counter()
    errors: list[float] = []
    with solved.open(encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            counts["asked"] += 1
            node = book.node(Position.parse(f"{row['board']} {row['side']}"))
            if node is None:
                continue
            counts["known"] += 1
            counts["contradicted"] += _contradicts(node.value.at(), row["proven"])
            moves = [value for _, value in move_values(node, lambda key: book.graph.node(key).value)]
            if moves:
                value = BookValue.best(moves).at()
                counts["searched"] += 1
                counts["contradicted_by_searches_alone"] += _contradicts(value, row["proven"])
                if _contradicts(value, row["proven"]):
                    errors.append(abs(value))
    largest = round(max(errors, default=0.0), 2)
    return {**counts, "mean_error_discs": round(statistics.fmean(errors or [0.0]), 2), "largest_error_discs": largest}


def _contradicts(value: float, proven: str) -> bool:
    return (value < 0 and proven in ("ge0", "eq0")) or (value > 0 and proven in ("le0", "eq0"))


def first_plies(book: Book) -> Record:
    """Losses of the first position that is not in the book, and how many are within some losses."""
    root = book.game.place(Position.initial()).key
    inside: Counter[int] = Counter()
    missing: list[float] = []
    for visit in visits(book.store, root, Selection(max_loss=12.0, max_plies=_FIRST_PLIES)):
        plies = visit.plies if isinstance(visit, Leaf) else visit.plies + 1
        if isinstance(visit, Leaf):
            if plies <= _FIRST_PLIES and not (visit.move is None and visit.plies == _FIRST_PLIES):
                missing.append(visit.loss)
        else:
            for least in (2, 4, 6, 8, 10, 12):
                inside[least] += visit.loss <= least
    return {
        "discs_that_may_be_lost": round(min(missing, default=12.0), 2),
        "positions_by_loss": {str(loss): count for loss, count in sorted(inside.items())},
        "missing_by_loss": {str(loss): sum(each <= loss for each in missing) for loss in (2, 4, 6, 8, 10, 12)},
    }


def variety(book: Book, games: int, tolerance: float) -> Record:
    """Both sides choose within the tolerance until the book ends."""
    rng = random.Random(1)  # noqa: S311 - which ones does not matter
    lost: list[float] = []
    steps: list[int] = []
    lines: set[tuple[int, ...]] = set()
    for _ in range(games):
        position, spent, moves = Position.initial(), {Color.BLACK: 0.0, Color.WHITE: 0.0}, list[int]()
        while not position.is_over:
            if position.must_pass:
                position = position.play(PASS)
                continue
            probe = book.probe(position)
            chosen = None if probe is None else choose(probe, rng=rng, tolerance=tolerance)
            if probe is None or chosen is None:
                break
            spent[position.turn] += probe.moves[0].value.at() - chosen.value.at()
            moves.append(int(chosen.move))
            position = position.play(chosen.move)
        lost += spent.values()
        steps.append(len(moves))
        lines.add(tuple(moves))
    return {
        "tolerance": tolerance,
        "games": games,
        "different_lines": len(lines),
        "moves_in_book": round(statistics.fmean(steps), 1),
        "discs_lost_by_a_side": round(statistics.fmean(lost), 3),
        "discs_lost_by_a_side_at_most": round(max(lost), 2),
        "sides_that_lost_half_a_disc": round(sum(each > 0.5 for each in lost) / len(lost), 3),
    }


def played(book: Book, games: int) -> Record:
    """How far both sides play by the book's advice alone, which leaves what rests on short searches to the engine."""
    lengths = []
    for seed in range(games):
        playing = book.in_play(BookPolicy.varied(seed))
        position, moves = Position.initial(), 0
        while not position.is_over:
            move = PASS if position.must_pass else playing.advise(position).move
            if move is None:
                break
            position = position.play(move)
            moves += 1
        lengths.append(moves)
    return {"games": games, "moves_without_thinking": round(statistics.fmean(lengths), 1), "fewest": min(lengths)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--book", type=Path, default=default_book_path())
    parser.add_argument("--solved", type=Path, default=_SOLVED)
    parser.add_argument("--games", type=int, default=500)
    arguments = parser.parse_args()
    record = new_record("book.base")
    record["content"] = content(arguments.book)
    with Book.open(arguments.book) as book:
        if arguments.solved.is_file():
            record["claims"] = claims(book, arguments.solved)
        record["first_plies"] = first_plies(book)
        record["variety"] = variety(book, arguments.games, BookPolicy.varied().tolerance)
        record["played"] = played(book, max(arguments.games // 10, 1))
    for part in ("content", "claims", "first_plies", "variety", "played"):
        say(f"{part}: {record.get(part)}")
    say(f"stored in {save(record)}")


if __name__ == "__main__":
    main()
