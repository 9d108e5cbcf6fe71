"""``logistello tournament``: many players, by a pairing system."""

from __future__ import annotations

import json as json_format
import sys
import tempfile
from collections.abc import Callable
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from logistello.cli.match.game_options import USUAL_GAMES, GameOptions, check_even
from logistello.cli.option_types import Count
from logistello.errors import UsageError

if TYPE_CHECKING:
    from logistello.match.elo import Estimate
    from logistello.match.pairing_systems import PairingSystem
    from logistello.match.record import PlayedGame
    from logistello.match.runner import MatchRun
    from logistello.match.tournament import Tournament

_INTERRUPTED = 130
SystemName = Literal["round-robin", "swiss", "gauntlet"]


def tournament(
    *players: str,
    system: SystemName = "round-robin",
    rounds: Count | None = None,
    games: Count = 2,
    options: GameOptions = USUAL_GAMES,
    output: Annotated[Path | None, Parameter(name=("--output", "-o"))] = None,
    report: Path | None = None,
    json: bool = False,
) -> int:
    """Play a tournament: round robin, Swiss, or the first player against all others; table, cross table, Elo.

    Players are given as in match: engines, levels, models, programs with GTP or NBoard, simple players.

    Parameters
    ----------
    players
        Two or more players, the seeds first.
    system
        round-robin: everybody meets everybody; swiss: players with about the same points meet; gauntlet: the first
        player meets each of the others.
    rounds
        Rounds of a Swiss tournament; by default as many as find a winner among so many players. How often everybody
        meets (1) in the other systems.
    games
        Games of an encounter, an even number.
    output
        Record of the games (JSON lines); the same command continues a tournament that was stopped. A GGF file of all
        games is written beside it.
    report
        Write tables, ratings and all games into this HTML file.
    json
        Print the result as a JSON object.
    """
    from logistello.cli.match.written_games import check_match_outputs, write_ggf
    from logistello.cli.output_files import name_beside
    from logistello.files import write_whole
    from logistello.match.spec import parse_player
    from logistello.match.tournament import Tournament
    from logistello.match.tournament_report import tournament_report

    if len(players) < 2:
        raise UsageError(
            "a tournament needs two players or more, such as: logistello tournament level:1 level:2 level:3"
        )
    check_even(games)
    openings = options.opening_list()
    ggf = None if output is None else name_beside(output, ".ggf")
    check_match_outputs(output, ggf, report, options.openings)
    plan = Tournament(
        players=[parse_player(text) for text in players],
        openings=openings,
        games=games,
        limit=options.limit(),
        rules=options.terms(),
        system=_system(system, rounds, len(players)),
    )

    def write(run: MatchRun) -> None:
        """After every round, so that a crash leaves what is known."""
        if ggf is not None:
            write_ggf(ggf, run.games)
        if report is not None:
            write_whole(report, tournament_report(plan, run.standings, run.games))

    with tempfile.TemporaryDirectory(prefix="logistello-tournament-") as folder:
        run, code = _played(plan, output or Path(folder) / "games.jsonl", options, write, quiet=json)
    write(run)
    if json:
        sys.stdout.write(json_format.dumps(_as_json(plan, run, code)) + "\n")
    else:
        sys.stdout.write(_table_text(plan, run, stopped=code == _INTERRUPTED))
    sys.stdout.flush()
    return code


def _system(name: SystemName, rounds: int | None, players: int) -> PairingSystem:
    from logistello.match.pairing_systems import Gauntlet, RoundRobin, Swiss

    match name:
        case "round-robin":
            return RoundRobin(rounds or 1)
        case "gauntlet":
            return Gauntlet(rounds or 1)
        case "swiss":
            return Swiss(rounds or (players - 1).bit_length())


def _played(
    plan: Tournament, record: Path, options: GameOptions, write: Callable[[MatchRun], None], *, quiet: bool
) -> tuple[MatchRun, int]:
    """The run with all games that were finished, and the exit code."""
    from logistello.cli.long_work import progress_bars
    from logistello.match.tournament import play_tournament

    last: list[MatchRun] = []
    with options.pool() as pool, progress_bars(quiet=quiet, pool=pool) as progress:
        bar = progress.add_task("", total=plan.total)

        def begin(run: MatchRun) -> Callable[[PlayedGame], None]:
            if last and run.games:
                write(run)
            last[:] = [run]

            def show(game: PlayedGame | None = None) -> None:
                number = len(plan.drawn_rounds(run.games))
                progress.update(bar, completed=len(run.games), description=f"round {number} of {plan.rounds}")

            show()
            return show

        try:
            return play_tournament(plan, record, options.parallel, begin, pool), 0
        except KeyboardInterrupt:
            if not last:
                raise
            return last[0], _INTERRUPTED


def _table_text(plan: Tournament, run: MatchRun, *, stopped: bool) -> str:
    from logistello.cli.match.report import result_text
    from logistello.cli.terminal import shown
    from logistello.match.tournament_report import TABLE_HEAD, rating_note, table_row
    from logistello.match.tournament_table import tournament_table

    rows = [TABLE_HEAD, *(table_row(each) for each in tournament_table(plan, run.standings, run.games))]
    texts = [[shown(cell) for cell in row] for row in rows]
    widths = [max(len(row[column]) for row in texts) for column in range(len(TABLE_HEAD))]
    lines = []
    for row in texts:
        # Names to the left, numbers to the right.
        cells = [
            cell.ljust(width) if column == 1 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines) + f"\n\n{result_text(run, stopped=stopped)}{rating_note(run.games)}\n"


def _as_json(plan: Tournament, run: MatchRun, code: int) -> dict[str, Any]:
    from logistello.match.tournament_table import black_advantage, tournament_ratings, tournament_table

    fit = tournament_ratings(run.games)
    return {
        "complete": len(run.games) == plan.total,
        "interrupted": code == _INTERRUPTED,
        "settings": plan.settings(),
        "table": [
            {
                "place": each.place,
                "name": each.name,
                "points": each.points,
                "opponents_points": each.opponents_points,
                "elo": _as_list(each.rating),
            }
            for each in tournament_table(plan, run.standings, run.games)
        ],
        "black_advantage": _as_list(black_advantage(run.games)),
        "dispersion": None if fit is None else fit.dispersion,
        "rounds": [
            {"couples": [list(couple) for couple in each.couples], "bye": each.bye}
            for each in plan.drawn_rounds(run.games)
        ],
        **run.standings.as_json(),
    }


def _as_list(estimate: Estimate | None) -> list[float | None] | None:
    """Value, low, high; ``None`` for an infinite one."""
    if estimate is None:
        return None
    return [each if isfinite(each) else None for each in (estimate.value, estimate.low, estimate.high)]
