"""The results of a run that may last for days: only counted, so that memory does not grow."""

from __future__ import annotations

from dataclasses import dataclass

from logistello.othello import Ending, Game
from logistello.protocol.ggs.actions import FinishedMatch


@dataclass
class MatchResults:
    """Matches that we finished, as ``me`` sees them."""

    me: str
    matches: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    games: int = 0
    #: Games in which our time ran out.
    late: int = 0

    def add(self, match: FinishedMatch) -> None:
        self.matches += 1
        self.won += match.score > 0
        self.drawn += match.score == 0
        self.lost += match.score < 0
        self.games += len(match.games)
        self.late += sum(_was_late(game, self.me) for game in match.games)


def _was_late(game: Game, name: str) -> bool:
    result = game.result
    if result.ending is not Ending.TIMEOUT or result.black_score is None:
        return False
    return (result.black_score < 0) == (game.black.name == name)
