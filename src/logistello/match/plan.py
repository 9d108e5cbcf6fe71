"""The plan of a match: who plays whom, from which opening, under which limits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from logistello.engine.limit import Limit
from logistello.errors import MatchError
from logistello.match.elo import Sprt
from logistello.match.openings import OpeningList
from logistello.match.play_game import MatchTerms
from logistello.match.spec import PlayerSpec, describe_limit


@dataclass(frozen=True)
class Match:
    """A match of two players, or a round robin of more."""

    players: Sequence[PlayerSpec]
    openings: OpeningList
    #: Games between each two players; even, since every opening is played with both colours.
    games: int
    #: For players without a limit of their own.
    limit: Limit = field(default_factory=Limit)
    rules: MatchTerms = field(default_factory=MatchTerms)
    #: Ends a match of two players as soon as it is decided.
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        if len(self.players) < 2:
            raise MatchError("a match needs two players or more")
        if self.games < 2 or self.games % 2:
            raise MatchError(
                f"{self.games} games: expected an even number, since every opening is played with both colours"
            )
        most = 2 * len(self.openings.openings)
        if self.games > most:
            raise MatchError(
                f"{self.games} games, but {self.openings.source} has openings for {most}; "
                f"give a longer list or ask for fewer games"
            )
        if self.sprt is not None and len(self.players) != 2:
            raise MatchError(f"a test is between two players, not {len(self.players)}")
        if any(spec.kind == "gtp" for spec in self.players):
            for number, opening in enumerate(self.openings.openings[: self.games // 2], 1):
                if not opening.usual_start:
                    raise MatchError(f"opening {number} is a position: programs with GTP need openings given as moves")

    def limit_of(self, player: int) -> Limit:
        return self.players[player].limit or self.limit

    def settings(self) -> dict[str, Any]:
        """What two runs must share to be the same match. The number of games may grow."""
        return {
            "players": [
                {**spec.identity(), "limit": describe_limit(self.limit_of(number))}
                for number, spec in enumerate(self.players)
            ],
            "openings": self.openings.checksum,
            "lag": self.rules.lag,
            "adjudicate_empties": self.rules.adjudicate_empties,
            "sprt": None if self.sprt is None else [self.sprt.elo0, self.sprt.elo1, self.sprt.alpha, self.sprt.beta],
        }

    def schedule(self) -> list[ScheduledGame]:
        """All games. The two games of an opening follow each other, and all pairings advance together."""
        count = len(self.players)
        couples = [(first, second) for first in range(count) for second in range(first + 1, count)]
        tasks: list[ScheduledGame] = []
        for opening in range(self.games // 2):
            for first, second in couples:
                tasks.append(ScheduledGame(len(tasks), opening, first, second))
                tasks.append(ScheduledGame(len(tasks), opening, second, first))
        return tasks


@dataclass(frozen=True, slots=True)
class ScheduledGame:
    """One game of the schedule."""

    number: int
    opening: int
    black: int
    white: int


def unique_names(names: Sequence[str]) -> list[str]:
    """Append numbers to names that occur more than once.

    >>> unique_names(["a", "b", "a"])
    ['a', 'b', 'a #2']
    """
    result: list[str] = []
    for name in names:
        number = sum(other == name for other in names[: len(result)]) + 1
        result.append(name if number == 1 else f"{name} #{number}")
    return result
