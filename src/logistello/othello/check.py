"""Checking records: do the moves obey the rules, and do they lead to the score that is stated?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum

import numpy as np

from logistello.errors import IllegalMoveError, NotationError
from logistello.othello.color import Color
from logistello.othello.game import Ending, Game
from logistello.othello.notation.bulk import OVER, UNFINISHED, BulkGames
from logistello.othello.notation.document import ChainedGames, Document
from logistello.othello.notation.source import parse_number

# Komi games state their score with two or three decimals.
_TOLERANCE = 0.011


class Fault(Enum):
    """What can be wrong with a record."""

    TRUNCATED = "truncated"  # the moves stop early: a stated score cannot be checked
    CONTRADICTION = "contradiction"  # the moves lead to another score
    ILLEGAL = "illegal"  # a move that the rules forbid
    UNREADABLE = "unreadable"

    @property
    def is_serious(self) -> bool:
        """A truncated record is incomplete but not wrong."""
        return self is not Fault.TRUNCATED


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault: which record, and what about it."""

    fault: Fault
    place: str
    message: str


@dataclass
class CheckReport:
    """The outcome for one document."""

    games: int = 0
    #: Games that were played to the end and lead to the stated score.
    confirmed: int = 0
    #: Legal games without a score that moves could confirm: none is stated, or a player gave up.
    unscored: int = 0
    positions: int = 0
    findings: list[Finding] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def count(self, fault: Fault) -> int:
        return sum(finding.fault is fault for finding in self.findings)

    @property
    def is_clean(self) -> bool:
        """Nothing is illegal, unreadable or contradictory."""
        return not any(finding.fault.is_serious for finding in self.findings)

    def add(self, other: CheckReport) -> None:
        """Add the counts of another document."""
        self.games += other.games
        self.confirmed += other.confirmed
        self.unscored += other.unscored
        self.positions += other.positions
        self.findings.extend(other.findings)
        self.notes.extend(other.notes)


def check_document(document: Document) -> CheckReport:
    """Check every game of a document against the rules and against its stated score.

    >>> from logistello.othello.notation import read
    >>> report = check_document(read("f5d6c3d3c4"))
    >>> report.games, [finding.fault.value for finding in report.findings]
    (1, ['truncated'])
    """
    report = CheckReport(positions=len(document.problems), notes=list(document.notes))
    for error in document.errors:
        report.findings.append(finding_of(error))
    report.games = len(document.games) + len(document.errors)
    number = 0
    for part in _parts(document.games):
        if isinstance(part, BulkGames):
            _check_table(part, report)
        else:
            for game in part:
                number += 1
                _check_game(game, f"game {number}", report)
    return report


def finding_of(error: NotationError) -> Finding:
    """A record that could not be read, as a finding."""
    illegal = isinstance(error.__cause__, IllegalMoveError)
    return Finding(Fault.ILLEGAL if illegal else Fault.UNREADABLE, "", str(error))


def _parts(games: Sequence[Game]) -> Iterator[Sequence[Game]]:
    if isinstance(games, ChainedGames):
        yield from games.parts
    else:
        yield games


def _check_table(games: BulkGames, report: CheckReport) -> None:
    """All games of a table at once; only faults cost time of their own."""
    good = ~games.is_bad
    over = good & (games.replay.status == OVER)
    stated, reached = games.stated, games.reached
    for row in np.flatnonzero(good & (games.replay.status == UNFINISHED)).tolist():
        empties = 64 - (int(games.replay.black[row]) | int(games.replay.white[row])).bit_count()
        message = f"stops with {empties} empty squares"
        if stated is not None:
            message += f"; its score {stated[row]:+d} cannot be checked"
        report.findings.append(Finding(Fault.TRUNCATED, games.place_of(row), message))
    if stated is None:
        report.unscored += int(np.count_nonzero(over))
        return
    wrong = over & (stated != reached)
    report.confirmed += int(np.count_nonzero(over & ~wrong))
    for row in np.flatnonzero(wrong).tolist():
        message = f"states the score {stated[row]:+d} but the moves lead to {reached[row]:+d}"
        report.findings.append(Finding(Fault.CONTRADICTION, games.place_of(row), message))


def _check_game(game: Game, place: str, report: CheckReport) -> None:
    position = game.position
    stated = game.stated_result
    ended_early = stated is not None and stated.ending not in (Ending.PLAYED, Ending.UNFINISHED)
    if not position.is_over:
        if ended_early:
            report.unscored += 1
            return
        message = f"stops with {position.empties} empty squares"
        report.findings.append(Finding(Fault.TRUNCATED, place, message))
        return
    if stated is None or stated.black_score is None or ended_early:
        report.unscored += 1
        return
    # GGS states the result after komi.
    reached = position.final_score(Color.BLACK) - (parse_number(game.tags.get("KM", "")) or 0.0)
    if abs(stated.black_score - reached) <= _TOLERANCE:
        report.confirmed += 1
    else:
        message = f"states the score {stated.black_score:+g} but the moves lead to {reached:+g}"
        report.findings.append(Finding(Fault.CONTRADICTION, place, message))
