"""The options of every command that has players meet: openings, limits, how games are judged."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cyclopts import Parameter

from logistello.cli.option_types import Cluster, Empties, Lag, PliesOrNone, Seed, Workers
from logistello.errors import UsageError

if TYPE_CHECKING:
    from logistello.engine import Limit
    from logistello.jobs import Pool
    from logistello.match.openings import OpeningList
    from logistello.match.play_game import MatchTerms


@Parameter(name="*")
@dataclass(frozen=True)
class GameOptions:
    """How games are played.

    Parameters
    ----------
    openings
        A file of openings in any format: moves, or positions if no program with GTP plays. Or xot, xot-small: even
        openings of eight moves that come with the package.
    plies
        Cut openings after this many plies.
    seed
        Shuffles the openings.
    in_order
        Play the openings in the order of the file.
    depth
        Limit for all players: plies to look ahead.
    nodes
        Limit for all players: positions to visit for a move.
    time
        Limit for all players: seconds for a move.
    clock
        Limit for all players: seconds for a game, or with an increment for each move: 60+0.5.
    processor_time
        Limit for all players but other programs: seconds of processor time for a move, on a machine that is busy with
        other work.
    parallel
        How many games are played at the same time.
    adjudicate
        With this many empty squares or fewer the exact solver decides the game. Off (0) by default; leave it off
        when clocks are to be tested.
    lag
        Seconds by which a player may exceed its time.
    """

    openings: Path | None = None
    plies: PliesOrNone | None = None
    seed: Seed = 0
    in_order: bool = False
    depth: str | None = None
    nodes: str | None = None
    time: str | None = None
    clock: str | None = None
    processor_time: str | None = None
    parallel: Workers = 1
    cluster: Cluster | None = None
    adjudicate: Empties = 0
    lag: Lag = 0.05

    def opening_list(self) -> OpeningList:
        from logistello.match.openings import NAMED_LISTS, is_named_list, load_openings

        if self.openings is not None and not self.openings.exists() and not is_named_list(self.openings):
            raise UsageError(f"{self.openings}: neither a file nor a list of the package ({', '.join(NAMED_LISTS)})")
        return load_openings(self.openings, plies=self.plies, seed=None if self.in_order else self.seed)

    def limit(self) -> Limit:
        from logistello.match.spec import LIMITS, parse_limit

        given = {name: getattr(self, name) for name in LIMITS}
        return parse_limit(**{name: text for name, text in given.items() if text is not None})

    def pool(self) -> AbstractContextManager[Pool | None]:
        """The cluster whose tasks the games are; without one they are played in threads."""
        from logistello.cli.long_work import work_pool

        if self.cluster is None:
            return nullcontext()
        return work_pool(None if self.parallel == 1 else self.parallel, self.cluster)

    def terms(self) -> MatchTerms:
        from logistello.match.play_game import MatchTerms

        return MatchTerms(self.lag, self.adjudicate)


USUAL_GAMES = GameOptions()


def check_even(games: int) -> None:
    """Raises ``UsageError`` unless every opening can be played with both colours."""
    if games % 2:
        raise UsageError(f"--games {games}: expected an even number, since every opening is played with both colours")
