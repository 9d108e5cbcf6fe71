"""What a search answers."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TypeAlias

#: Moves that both sides are expected to make, the next one first.
Line: TypeAlias = tuple[int, ...]
#: The value of a state as the player to move sees it, and the line that leads to it.
Answer: TypeAlias = tuple[float, Line]


@dataclass(slots=True)
class Counts:
    """What a search did. Comparisons of algorithms (Plaat 1996, section 4.2) count the same."""

    #: States that were judged: by the evaluator at the horizon, or by the rules at the end of the game.
    leaves: int = 0
    #: States whose moves were looked at, chance nodes included; also those that the table answered.
    inner_nodes: int = 0
    #: Answers of the transposition table that saved a search.
    table_hits: int = 0
    #: Searches of a state that had just been searched with another window.
    researches: int = 0
    #: Nodes left before all their moves were searched.
    cut_offs: int = 0
    #: Nodes left on a guess: null move, futility, ProbCut.
    forward_cuts: int = 0

    @property
    def nodes(self) -> int:
        return self.leaves + self.inner_nodes

    def __add__(self, other: Counts) -> Counts:
        return Counts(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(Counts)))


@dataclass(frozen=True, slots=True)
class Found:
    """The answer of a search: a value in the game's unit, seen by the player to move (player 0 where chance moves)."""

    value: float
    #: The move to make; ``None`` if there is none: the game is over, chance moves, or the depth is 0.
    move: int | None
    #: Expected play; begins with the move. It ends at the horizon, at a chance node, or where something was pruned.
    line: Line
    #: Moves ahead that were searched completely.
    depth: int
    #: What was asked for was reached; ``False`` if a limit of nodes or time, or the stop event, came first.
    complete: bool
    #: The value is that of best play to the end of the game: no estimate entered it.
    exact: bool
    counts: Counts
    seconds: float
