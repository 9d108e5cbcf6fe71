"""A book as a tree for the terminal."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from logistello.othello import PASS, Position, Square

if TYPE_CHECKING:
    from logistello.book import Book, BookMove, BookValue


@dataclass(frozen=True, slots=True)
class TreeShape:
    """How much of a book is shown."""

    plies: int
    #: Moves of a position.
    width: int
    #: Discs against the best move.
    max_loss: float
    min_games: int = 0


@dataclass(slots=True)
class Branch:
    """A move and what follows it."""

    #: With the pass that the other side has to make after it.
    text: str
    #: For the side that makes the move.
    value: BookValue
    games: int
    in_book: bool
    #: The position came before, by other moves.
    seen: bool = False
    branches: list[Branch] = field(default_factory=list)


def book_tree(book: Book, start: Position, shape: TreeShape) -> list[Branch]:
    """The moves from ``start`` with what follows them, best first."""
    seen: set[bytes] = set()

    def below(position: Position, plies: int) -> list[Branch]:
        found = book.probe(position)
        if plies == 0 or found is None or not found.moves:
            return []
        best = found.moves[0].value.at()
        shown = [each for each in found.moves if _is_shown(each, best, shape)]
        return [branch(position, each, plies) for each in shown[: shape.width]]

    def branch(position: Position, each: BookMove[Square], plies: int) -> Branch:
        # All first moves are one; people begin with f5.
        move = Square.F5 if position == Position.initial() else each.move
        after = position.play(move)
        text = str(move)
        if after.must_pass:
            after, text = after.play(PASS), f"{text} pass"
        made = Branch(text, each.value, each.games, each.in_book)
        key = book.game.place(after).key
        if each.in_book:
            made.seen = key in seen
            if not made.seen:
                seen.add(key)
                made.branches = below(after, plies - 1)
        return made

    return below(start, shape.plies)


def _is_shown(each: BookMove[Square], best: float, shape: TreeShape) -> bool:
    return best - each.value.at() <= shape.max_loss and each.games >= shape.min_games


def tree_lines(branches: list[Branch]) -> list[str]:
    """Lines with the branches of a tree; a chain without a choice stays at one level."""
    lines: list[str] = []

    def write(group: list[Branch], indent: str) -> None:
        for number, each in enumerate(group):
            last = number == len(group) - 1
            chain = [each]
            while len(chain[-1].branches) == 1:
                chain.append(chain[-1].branches[0])
            lines.append(f"{indent}{'└' if last else '├'}─ {'  '.join(_text(link) for link in chain)}")
            write(chain[-1].branches, indent + ("   " if last else "│  "))

    write(branches, "")
    return lines


def _text(each: Branch) -> str:
    move = each.text if each.in_book else f"[{each.text}]"
    games = f" ({each.games:,})" if each.games > 1 else ""
    return f"{move} {each.value}{games}{' ...' if each.seen else ''}"


def tree_json(branches: list[Branch]) -> list[dict[str, Any]]:
    return [
        {
            "move": each.text.split()[0],
            "discs": each.value.score(),
            "outcome": each.value.outcome,
            "games": each.games,
            "deviation": not each.in_book,
            "seen": each.seen,
            "moves": tree_json(each.branches),
        }
        for each in branches
    ]
