"""The plan of a match: who plays whom, from which opening, under which limits."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from logistello.engine.limit import Limit
from logistello.errors import MatchError
from logistello.match.elo import Sprt
from logistello.match.openings import OpeningList
from logistello.match.play_game import MatchTerms
from logistello.match.record import PlayedGame
from logistello.match.spec import PlayerSpec, describe_limit


@dataclass(frozen=True)
class GamePlan(ABC):
    """Games between players, each opening with both colours: what a match and a tournament share."""

    players: Sequence[PlayerSpec]
    openings: OpeningList
    #: Games between each two players that meet; even, since every opening is played with both colours.
    games: int
    #: For players without a limit of their own.
    limit: Limit = field(default_factory=Limit)
    rules: MatchTerms = field(default_factory=MatchTerms)
    #: Ends a match of two players as soon as it is decided.
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        if len(self.players) < 2:
            raise MatchError(f"two players or more are needed, not {len(self.players)}")
        if self.games < 2 or self.games % 2:
            raise MatchError(
                f"{self.games} games: expected an even number, since every opening is played with both colours"
            )

    def check_openings(self, needed: int) -> None:
        """Raises ``MatchError`` if there are fewer, or if a player cannot be told about them."""
        there = len(self.openings.openings)
        if needed > there:
            raise MatchError(
                f"{2 * needed} games, but {self.openings.source} has openings for {2 * there}; "
                f"give a longer list or ask for fewer games"
            )
        if any(spec.kind == "gtp" for spec in self.players):
            for number, opening in enumerate(self.openings.openings[:needed], 1):
                if not opening.usual_start:
                    raise MatchError(f"opening {number} is a position: programs with GTP need openings given as moves")

    def limit_of(self, player: int) -> Limit:
        return self.players[player].limit or self.limit

    def settings(self) -> dict[str, Any]:
        """What two runs must share to be the same; a match may have more games than before."""
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

    @abstractmethod
    def schedule(self, played: Sequence[PlayedGame] = ()) -> list[ScheduledGame]:
        """The games that can be planned after those that were ``played``, these included."""


@dataclass(frozen=True)
class Match(GamePlan):
    """A match of two players, or a round robin of more in which all pairings advance together."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check_openings(self.games // 2)
        if self.sprt is not None and len(self.players) != 2:
            raise MatchError(f"a test is between two players, not {len(self.players)}")

    def schedule(self, played: Sequence[PlayedGame] = ()) -> list[ScheduledGame]:
        """All games. The two games of an opening follow each other."""
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
