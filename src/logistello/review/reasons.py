"""Why one move is better than another: what the board shows at the ends of the lines that the search expects.

Which move is better, and by how much, is the search's word. A reason is told only if it speaks for the better move, so
that it never contradicts the numbers; if none does, there is none to tell. Reasons come in the order in which players
would name them: what cannot be undone first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from logistello.engine import Limit
from logistello.engine.outlook import OutlookTable
from logistello.othello import PASS, Color, Position, Square
from logistello.othello.square import CORNERS, squares_of
from logistello.review.board_facts import X_SQUARES, BoardFacts, board_facts, is_wedge
from logistello.review.game_review import Searcher, searched

ReasonKind = Literal[
    "score", "corner", "x_square", "wedge", "pass", "stability", "mobility", "access", "parity", "frontier"
]
#: Differences below these are not worth a word: moves, discs, empty squares.
_LEAST_MOBILITY = 2
_LEAST_STABLE = 3
_LEAST_ACCESS = 1
_LEAST_FRONTIER = 3
#: Parity, and regions that only one side can enter, are a matter of the last third of the game.
_LATE_EMPTIES = 24
_MOST_REASONS = 3


@dataclass(frozen=True, slots=True)
class LineEnd:
    """A line that begins with a move, and the board that it leads to."""

    moves: tuple[Square, ...]
    position: Position
    #: Seen by who moves first.
    facts: BoardFacts


class Count(NamedTuple):
    """Of the side to move of the position that is explained, and of its opponent."""

    own: int
    opponent: int

    @property
    def balance(self) -> int:
        return self.own - self.opponent


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that speaks for the better move.

    ``better`` and ``worse`` are what is counted at the end of each line; of events, how often they happen on the way.
    ``squares`` are what to look at, on the board after ``ply`` moves of the line named.
    """

    kind: ReasonKind
    better: Count
    worse: Count
    line: Literal["better", "worse"]
    ply: int
    squares: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two lines of one position, the better one first, and what speaks for it."""

    position: Position
    better: LineEnd
    worse: LineEnd
    #: Discs for the side to move, as the search gave them; the first is never the smaller one.
    better_score: float
    worse_score: float
    reasons: tuple[Reason, ...]

    def sentence(self) -> str:
        """For people: which move is better, by how much, and why."""
        better, worse = str(self.better.moves[0]), str(self.worse.moves[0])
        if self.better_score == self.worse_score:
            return f"{better} and {worse} are worth the same."
        told = "; ".join(_told(reason, better, worse) for reason in self.reasons)
        discs = self.better_score - self.worse_score
        unit = "disc" if f"{discs:.1f}" == "1.0" else "discs"
        why = told or "nothing on the boards alone tells why"
        return f"{better} is {discs:.1f} {unit} better than {worse}: {why}."


def compare_lines(
    position: Position, lines: tuple[Sequence[Square], Sequence[Square]], scores: tuple[float, float]
) -> Comparison:
    """Two lines that a search expects, each with the value of its first move for the side to move.

    Raises ``IllegalMoveError``; ``ValueError`` for a line without moves.

    >>> position = Position.parse("---------------------------OX------XO--------------------------- X")
    >>> lines = [[Square.parse(move) for move in line.split()] for line in ("d3 c5 f6", "c4 e3 f6")]
    >>> [str(reason.kind) for reason in compare_lines(position, (lines[0], lines[1]), (0.5, 0.5)).reasons]
    []
    """
    ends = [_end(position, line) for line in lines]
    order = (0, 1) if scores[0] >= scores[1] else (1, 0)
    better, worse = ends[order[0]], ends[order[1]]
    reasons = [] if scores[0] == scores[1] else [*_reasons(position, better, worse)][:_MOST_REASONS]
    return Comparison(position, better, worse, scores[order[0]], scores[order[1]], tuple(reasons))


def compare_moves(
    engine: Searcher,
    position: Position,
    move: Square,
    other: Square,
    limit: Limit,
    outlooks: OutlookTable | None = None,
) -> Comparison:
    """The same for two moves that are searched for it, to the same depth. Raises ``IllegalMoveError``."""
    for each in (move, other):
        position.play(each)
    first = searched(engine, position, limit, only=move, outlooks=outlooks)
    second = searched(engine, position, Limit(depth=first.depth), only=other, outlooks=outlooks)
    return compare_lines(position, (first.pv, second.pv), (first.score, second.score))


def _end(position: Position, line: Sequence[Square]) -> LineEnd:
    if not line:
        raise ValueError("a line without moves; expected one move or more")
    end = position
    for move in line:
        end = end.play(move)
    return LineEnd(tuple(line), end, board_facts(end, position.turn))


# -- reasons ----------------------------------------------------------------------------------


def _reasons(position: Position, better: LineEnd, worse: LineEnd) -> Iterator[Reason]:
    if better.position.is_over and worse.position.is_over:
        yield _score(position.turn, better, worse)
    events = [*_events(position, better, worse)]
    corner = any(reason.kind == "corner" for reason in events)
    yield from (reason for reason in events if not (corner and reason.kind == "x_square"))  # the corner says it all
    yield from _counts(better, worse)


def _score(color: Color, better: LineEnd, worse: LineEnd) -> Reason:
    """Both lines end the game: nothing explains them better than their results."""
    return Reason(
        "score",
        _points(better.position, color),
        _points(worse.position, color),
        "worse",
        len(worse.moves),
        (worse.moves[0],),
    )


def _points(over: Position, color: Color) -> Count:
    """As a result is written: empty squares go to the winner."""
    score = over.final_score(color)
    return Count((64 + score) // 2, (64 - score) // 2)


Happened = Callable[[Position, Square], bool]


def _events(position: Position, better: LineEnd, worse: LineEnd) -> Iterator[Reason]:
    """Moves on the way that players have words for: given to the opponent by the worse line, or won by the better."""
    kinds: tuple[tuple[ReasonKind, Happened], ...] = (
        ("corner", lambda before, move: move in CORNERS),
        ("wedge", is_wedge),
        ("x_square", _gives_up_corner),
        ("pass", lambda before, move: move is PASS),
    )
    for kind, happened in kinds:
        # A corner or a wedge helps who makes it, an X-square and a pass the other one.
        sign = 1 if kind in ("corner", "wedge") else -1
        ways = [_when(position, end.moves, happened) for end in (better, worse)]
        counts = [Count(len(own), len(other)) for own, other in ways]
        if sign * counts[0].balance <= sign * counts[1].balance:
            continue
        harm, gain = (ways[1][1], ways[0][0]) if sign > 0 else (ways[1][0], ways[0][1])
        line: Literal["better", "worse"] = "worse" if harm else "better"
        for ply, square in (harm or gain)[:1]:
            yield Reason(kind, counts[0], counts[1], line, ply, () if square is PASS else (square,))


def _when(
    position: Position, line: Sequence[Square], happened: Happened
) -> tuple[list[tuple[int, Square]], list[tuple[int, Square]]]:
    """Plies after which it has happened, with the move: by the side to move of the position, by the other."""
    own: list[tuple[int, Square]] = []
    other: list[tuple[int, Square]] = []
    before = position
    for ply, move in enumerate(line, start=1):
        if happened(before, move):
            (own if before.turn is position.turn else other).append((ply, move))
        before = before.play(move)
    return own, other


def _gives_up_corner(before: Position, move: Square) -> bool:
    """A move beside a corner that nobody has, after which the opponent may take it at once."""
    corner = X_SQUARES.get(move)
    return corner is not None and before[corner] is None and before.play(move).is_legal(corner)


def _counts(better: LineEnd, worse: LineEnd) -> Iterator[Reason]:
    """What is left at the ends of both lines."""
    if better.position.is_over or worse.position.is_over:
        return
    one, two = better.facts, worse.facts

    def told(kind: ReasonKind, name: str, least: int, *, few_is_good: bool = False) -> Iterator[Reason]:
        sets = [[getattr(side, name) for side in (facts.own, facts.opponent)] for facts in (one, two)]
        counts = [Count(own.bit_count(), opponent.bit_count()) for own, opponent in sets]
        gain = counts[0].balance - counts[1].balance
        if (-gain if few_is_good else gain) < least:
            return
        # Show the board that says it more plainly: what the better line has, or what the worse one gives away.
        shows_better = few_is_good or counts[0].own > counts[1].own
        shown = sets[0][0] if shows_better else sets[1][1]
        end = better if shows_better else worse
        line: Literal["better", "worse"] = "better" if shows_better else "worse"
        yield Reason(kind, counts[0], counts[1], line, len(end.moves), tuple(squares_of(shown)))

    yield from told("stability", "stable", _LEAST_STABLE)
    yield from told("mobility", "moves", _LEAST_MOBILITY)
    if max(better.position.empties, worse.position.empties) <= _LATE_EMPTIES:
        yield from told("access", "own_regions", _LEAST_ACCESS)
    if one.moves_last and not two.moves_last and better.position.empties <= _LATE_EMPTIES:
        empties = tuple(squares_of(~better.position.occupied & ((1 << 64) - 1)))
        yield Reason("parity", Count(1, 0), Count(0, 1), "better", len(better.moves), empties)
    yield from told("frontier", "frontier", _LEAST_FRONTIER, few_is_good=True)


# -- words ------------------------------------------------------------------------------------

_WORDS: dict[tuple[ReasonKind, str], str] = {
    ("score", ""): "with best play the game ends {better} instead of {worse}",
    ("corner", "worse"): "{other} lets the opponent take the corner {square}",
    ("corner", "better"): "{move} wins the corner {square}",
    ("x_square", "worse"): "{other} gives a corner away by {square}",
    ("x_square", "better"): "{move} makes the opponent give a corner away by {square}",
    ("wedge", "worse"): "{other} lets the opponent wedge at {square}",
    ("wedge", "better"): "{move} leads to a wedge at {square}",
    ("pass", "worse"): "after {other} one has to pass",
    ("pass", "better"): "after {move} the opponent has to pass",
    ("stability", ""): "{better} stable discs instead of {worse}",
    ("mobility", ""): "{better} moves left instead of {worse}",
    ("access", ""): "{better} squares that the other side cannot enter, instead of {worse}",
    ("parity", ""): "{move} gets the last move",
    ("frontier", ""): "{better} discs at the frontier, where few are good, instead of {worse}",
}


def _told(reason: Reason, move: str, other: str) -> str:
    words = _WORDS.get((reason.kind, reason.line)) or _WORDS[reason.kind, ""]
    return words.format(
        better=f"{reason.better.own}:{reason.better.opponent}",
        worse=f"{reason.worse.own}:{reason.worse.opponent}",
        move=move,
        other=other,
        square=str(reason.squares[0]) if reason.squares else "",
    )
