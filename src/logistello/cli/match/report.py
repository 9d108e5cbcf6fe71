"""What a match looks like in the terminal: a bar while it is played, tables at its end."""

from __future__ import annotations

import io
import math
import shutil
import sys
from itertools import accumulate
from types import TracebackType
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from logistello.cli.long_work import progress_bars
from logistello.cli.sparkline import sparkline
from logistello.cli.terminal import shown, shows_unicode

if TYPE_CHECKING:
    from logistello.jobs import Pool
    from logistello.match.elo import Estimate
    from logistello.match.record import PlayedGame
    from logistello.match.runner import MatchRun
    from logistello.match.standings import Pairing, ResultTally

#: Failures that are listed one by one; the rest is counted.
_MOST_FAILURES = 10
#: Games of a match whose course is worth a line.
_LEAST_FOR_A_COURSE = 10


class Reporter:
    """The bar with the score so far, on the error output if that is a terminal."""

    def __init__(self, run: MatchRun, *, quiet: bool = False, pool: Pool | None = None) -> None:
        self._run = run
        self._progress = progress_bars(quiet=quiet, pool=pool)
        self._bar = self._progress.add_task("", total=run.total, completed=len(run.games))

    def __enter__(self) -> Reporter:
        self._progress.start()
        self._show()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()

    def __call__(self, game: PlayedGame) -> None:
        self._show()

    def _show(self) -> None:
        run = self._run
        self._progress.update(self._bar, completed=len(run.games), description=score_line(run))


def score_line(run: MatchRun) -> str:
    """The score in a few words."""
    standings = run.standings
    if len(run.names) > 2:
        best = max(range(len(run.names)), key=lambda number: standings.players[number].percent)
        return f"first {shown(run.names[best])} {standings.players[best].percent:.1f} %"
    pairing = standings.pairings[0, 1]
    line = f"{results(pairing.tally)}  {pairing.tally.percent:.1f} %"
    if pairing.statistics.pairs:
        line += f"  Elo {elo_text(pairing.statistics.elo())}"
    if run.match.sprt is not None:
        line += f"  LLR {run.match.sprt.log_likelihood_ratio(pairing.pairs):+.2f}"
    return line


def result_text(run: MatchRun, *, stopped: bool) -> str:
    """The tables, ready to print."""
    # Names of players are long, and a pipe has no width to keep to.
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 200
    console = Console(file=io.StringIO(), width=width, highlight=False)
    console.print(_players_table(run))
    if len(run.names) == 2:
        for line in _pairing_lines(run, run.standings.pairings[0, 1]):
            console.print(line, soft_wrap=True, markup=False)
    else:
        console.print(_cross_table(run))
    for line in _failure_lines(run):
        console.print(line, soft_wrap=True, markup=False)
    if stopped:
        console.print(f"stopped after {len(run.games)} of {run.total} games")
    file = console.file
    return file.getvalue() if isinstance(file, io.StringIO) else ""


def _players_table(run: MatchRun) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("player")
    for heading in ("games", "wins", "draws", "losses", "%", "discs", "s/move", "longest", "depth", "late", "failed"):
        table.add_column(heading, justify="right")
    standings = run.standings
    for name, tally, usage in zip(run.names, standings.players, standings.usage, strict=True):
        depth = usage.mean_depth
        late = tally.forfeits.get("time", 0)
        table.add_row(
            Text(shown(name)),
            str(tally.games),
            str(tally.wins),
            str(tally.draws),
            str(tally.losses),
            f"{tally.percent:.1f}",
            f"{tally.mean_discs:+.1f}",
            f"{usage.seconds_per_move:.3f}",
            f"{usage.longest_move:.2f}",
            "" if depth is None else f"{depth:.1f}",
            str(late),
            str(sum(tally.forfeits.values()) - late),
        )
    return table


def _pairing_lines(run: MatchRun, pairing: Pairing) -> list[str]:
    statistics = pairing.statistics
    lines = [
        f"{shown(run.names[pairing.first])} against {shown(run.names[pairing.second])}: {results(pairing.tally)}, "
        f"{pairing.tally.percent:.1f} %"
    ]
    if statistics.pairs:
        lines.append(
            f"Elo {elo_text(statistics.elo())} (95 %), "
            f"likelihood of superiority {100 * statistics.superiority():.1f} %, "
            f"pairs with 0, 1/2, 1, 3/2, 2 points: {' '.join(map(str, pairing.pairs))}"
        )
    if len(run.games) >= _LEAST_FOR_A_COURSE and shows_unicode(sys.stdout):
        lines.append(f"score from game to game, 0 to 100 %: {sparkline(_course(run), low=0, high=100)}")
    sprt = run.match.sprt
    if sprt is not None:
        low, high = sprt.bounds
        verdict = {
            True: f"accepted: {sprt.elo1:+g} Elo rather than {sprt.elo0:+g}",
            False: f"rejected: {sprt.elo0:+g} Elo rather than {sprt.elo1:+g}",
            None: "open",
        }[run.decided]
        ratio = sprt.log_likelihood_ratio(pairing.pairs)
        lines.append(
            f"test of {sprt.elo0:+g} and {sprt.elo1:+g} Elo: {ratio:+.2f} in {low:.2f} to {high:.2f}, {verdict}"
        )
    return lines


def _course(run: MatchRun) -> list[float]:
    """Percent of the points of the first player after every game."""
    scores = (game.score_of(0) for game in run.games)
    points = accumulate(50 * (1 + (score > 0) - (score < 0)) for score in scores)
    return [total / number for number, total in enumerate(points, 1)]


def _cross_table(run: MatchRun) -> Table:
    """Percent of the points of the player of the row against that of the column."""
    table = Table(box=None, pad_edge=False)
    table.add_column("%")
    for number in range(len(run.names)):
        table.add_column(f"({number + 1})", justify="right")
    for row, name in enumerate(run.names):
        cells = []
        for column in range(len(run.names)):
            if row == column:
                cells.append("-")
                continue
            tally = run.standings.pairings[min(row, column), max(row, column)].tally
            percent = tally.percent if row < column else 100 - tally.percent
            cells.append(f"{percent:.1f}" if tally.games else "")
        table.add_row(Text(f"({row + 1}) {shown(name)}"), *cells)
    return table


def _failure_lines(run: MatchRun) -> list[str]:
    failures = [game for game in run.standings.failures if game.loser is not None]
    lines = [
        f"game {game.number}: {shown(run.names[game.loser])} lost ({game.ending}): {shown(game.reason)}"
        for game in failures[:_MOST_FAILURES]
        if game.loser is not None
    ]
    if len(failures) > _MOST_FAILURES:
        lines.append(f"... and {len(failures) - _MOST_FAILURES} more games that were given away")
    return lines


def results(tally: ResultTally) -> str:
    def counted(number: int, one: str, many: str) -> str:
        return f"{number} {one if number == 1 else many}"

    wins, draws = counted(tally.wins, "win", "wins"), counted(tally.draws, "draw", "draws")
    return f"{wins}, {draws}, {counted(tally.losses, 'loss', 'losses')}"


def elo_text(elo: Estimate) -> str:
    """``+35 ± 12``, or the interval where it is lopsided or open."""
    if all(map(math.isfinite, (elo.low, elo.high, elo.value))):
        up, down = elo.high - elo.value, elo.value - elo.low
        if abs(up - down) <= 0.2 * max(up, down):
            return f"{elo.value:+.0f} ± {(up + down) / 2:.0f}"
        return f"{elo.value:+.0f} ({elo.low:+.0f} to {elo.high:+.0f})"
    value = f"{elo.value:+.0f}, " if math.isfinite(elo.value) else ""
    if math.isfinite(elo.low):
        return f"{value}over {elo.low:+.0f}"
    return f"{value}under {elo.high:+.0f}" if math.isfinite(elo.high) else f"{value}nothing sure"
