"""Who meets whom in a tournament: round robin, gauntlet, Swiss.

A system is asked for its rounds one by one and answers from the points so far alone, so that a tournament that was
stopped goes on with the same pairings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

from logistello.errors import MatchError

#: Two players by their numbers.
Couple = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Round:
    """The couples of a round, and who sits it out."""

    couples: tuple[Couple, ...]
    bye: int | None = None


class PairingSystem(Protocol):
    """How a tournament is drawn."""

    name: ClassVar[str]
    #: Whether whoever has no opponent in a round gets the points of a won encounter.
    bye_wins: ClassVar[bool]

    def rounds(self, players: int) -> int:
        """How many rounds there are. Raises ``MatchError`` if so few or so many players cannot be paired."""
        ...

    def couples(self, players: int) -> int:
        """How many encounters a round has."""
        ...

    def round(self, players: int, points: Sequence[float], earlier: Sequence[Round]) -> Round:
        """The round after the ``earlier`` ones; ``points`` of all players after them, byes included."""
        ...


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """Everybody meets everybody, ``cycles`` times.

    The circle method: one player stays, the others move on by a place in every round.

    >>> [each.couples for each in drawn(RoundRobin(), 4)]
    [((0, 3), (1, 2)), ((0, 2), (3, 1)), ((0, 1), (2, 3))]
    """

    cycles: int = 1
    name: ClassVar[str] = "round-robin"
    bye_wins: ClassVar[bool] = False

    def rounds(self, players: int) -> int:
        return self.cycles * (players - 1 + players % 2)

    def couples(self, players: int) -> int:
        return players // 2

    def round(self, players: int, points: Sequence[float], earlier: Sequence[Round]) -> Round:
        seats = players + players % 2
        turn = len(earlier) % (seats - 1)
        circle = [0, *((number - 1 - turn) % (seats - 1) + 1 for number in range(1, seats))]
        drawn_couples = [(circle[place], circle[seats - 1 - place]) for place in range(seats // 2)]
        bye = next(
            (one if other == players else other for one, other in drawn_couples if players in (one, other)), None
        )
        return Round(tuple(couple for couple in drawn_couples if players not in couple), bye)


@dataclass(frozen=True, slots=True)
class Gauntlet:
    """The first player meets each of the others, ``cycles`` times; the others do not meet."""

    cycles: int = 1
    name: ClassVar[str] = "gauntlet"
    bye_wins: ClassVar[bool] = False

    def rounds(self, players: int) -> int:
        return self.cycles * (players - 1)

    def couples(self, players: int) -> int:
        return 1

    def round(self, players: int, points: Sequence[float], earlier: Sequence[Round]) -> Round:
        return Round(((0, 1 + len(earlier) % (players - 1)),))


@dataclass(frozen=True, slots=True)
class Swiss:
    """Players with about the same points meet, nobody twice if that can be; the last one without a bye gets it."""

    number_of_rounds: int
    name: ClassVar[str] = "swiss"
    bye_wins: ClassVar[bool] = True

    def rounds(self, players: int) -> int:
        most = players - 1 + players % 2
        if self.number_of_rounds > most:
            raise MatchError(
                f"{self.number_of_rounds} rounds of a Swiss tournament: {players} players can play {most} at most "
                f"without meeting twice; ask for fewer rounds, or for --system round-robin"
            )
        return self.number_of_rounds

    def couples(self, players: int) -> int:
        return players // 2

    def round(self, players: int, points: Sequence[float], earlier: Sequence[Round]) -> Round:
        had_bye = {each.bye for each in earlier}
        # Opponents' points break ties (Buchholz), then the order of entry, which stands for the seeding.
        order = sorted(range(players), key=lambda player: (-points[player], -buchholz(player, points, earlier), player))
        byes = [player for player in reversed(order) if player not in had_bye] if players % 2 else [None]
        # Late rounds of few players may have no such pairing left: then the oldest encounters are forgotten first.
        for forgotten in range(len(earlier) + 1):
            met = {frozenset(couple) for each in earlier[forgotten:] for couple in each.couples}
            for bye in byes:
                found = _paired([player for player in order if player != bye], met)
                if found is not None:
                    return Round(found, bye)
        raise AssertionError("with all encounters forgotten every pairing will do")


def buchholz(player: int, points: Sequence[float], earlier: Sequence[Round]) -> float:
    """The points of all opponents that a player has had."""
    return sum(
        points[two if one == player else one] for each in earlier for one, two in each.couples if player in (one, two)
    )


def _paired(order: Sequence[int], met: set[frozenset[int]]) -> tuple[Couple, ...] | None:
    """The first player with the next one that is new to it, and so on, taken back where the rest cannot be paired.

    A round is a perfect matching in the graph of those who have not met; the search is depth first, with what it has
    found out to be hopeless remembered.
    """
    hopeless: set[tuple[int, ...]] = set()

    def pair(left: tuple[int, ...]) -> tuple[Couple, ...] | None:
        if not left:
            return ()
        if left in hopeless:
            return None
        first, others = left[0], left[1:]
        for place, other in enumerate(others):
            if frozenset((first, other)) in met:
                continue
            rest = pair(others[:place] + others[place + 1 :])
            if rest is not None:
                return ((first, other), *rest)
        hopeless.add(left)
        return None

    return pair(tuple(order))


def drawn(system: PairingSystem, players: int) -> list[Round]:
    """All rounds of a system that does not ask for points."""
    found: list[Round] = []
    for _ in range(system.rounds(players)):
        found.append(system.round(players, [0.0] * players, found))
    return found
