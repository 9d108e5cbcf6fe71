"""``logistello match``: games between players."""

from __future__ import annotations

import json as json_format
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from logistello.cli.match.game_options import USUAL_GAMES, GameOptions, check_even
from logistello.cli.option_types import Count
from logistello.cli.plot_file import Plot, write_plot
from logistello.errors import UsageError

if TYPE_CHECKING:
    from logistello.match.elo import Sprt
    from logistello.match.runner import MatchRun

_INTERRUPTED = 130


def match(
    *players: str,
    options: GameOptions = USUAL_GAMES,
    games: Count = 100,
    sprt: str | None = None,
    output: Annotated[Path | None, Parameter(name=("--output", "-o"))] = None,
    plot: Plot | None = None,
    json: bool = False,
) -> int:
    """Play a match: every opening twice with colours swapped; more than two players play a round robin.

    A player is KIND:OPTION=VALUE,... with the kinds engine (model, threads, hash_mb, selectivity, confidence,
    sure_depth and other thresholds, corner_quiescence, ponder, book, learn), level (level:7, 1 to 20 as in play; seed,
    threads, hash_mb), gtp and nboard (programs that speak these protocols: gtp:COMMAND ARGUMENTS), random (seed),
    greedy and mobility (level, seed).

    Every kind also takes a name and a limit of its own (depth, nodes, time, clock, processor_time; time=none for no
    limit), of programs as words before the command: gtp:time=none gtp-rhino -l 3.

    Parameters
    ----------
    players
        Two or more players.
    games
        Games for each pair of players, an even number.
    sprt
        Stop when it is decided whether the first player is better by ELO1 rather than ELO0 Elo: ELO0,ELO1 or
        ELO0,ELO1,ALPHA,BETA (0.05 each).
    output
        Record of the games (JSON lines); the same command continues a match that was stopped. A GGF file of all
        games is written beside it.
    plot
        Draw the running score into this file (.svg or .png), of two players with Elo and both with their 95 % interval.
    json
        Print the result as a JSON object.
    """
    from logistello.cli.match.report import Reporter, result_text
    from logistello.cli.match.written_games import check_match_outputs, write_ggf
    from logistello.cli.output_files import name_beside
    from logistello.match.plan import Match
    from logistello.match.runner import MatchRun
    from logistello.match.score_chart import draw_running_score
    from logistello.match.spec import parse_player

    if len(players) < 2:
        raise UsageError("a match needs two players or more, such as: logistello match mobility random")
    check_even(games)
    openings = options.opening_list()
    ggf = None if output is None else name_beside(output, ".ggf")
    check_match_outputs(output, ggf, plot, options.openings)
    plan = Match(
        players=[parse_player(text) for text in players],
        openings=openings,
        games=games,
        limit=options.limit(),
        rules=options.terms(),
        sprt=_sprt(sprt),
    )
    code = 0
    with options.pool() as pool:
        run = MatchRun(plan, output, options.parallel, pool)
        try:
            with Reporter(run, quiet=json, pool=pool) as report:
                run.play(report)
        except KeyboardInterrupt:
            code = _INTERRUPTED
    if ggf is not None:
        write_ggf(ggf, run.games)
    if plot is not None:
        write_plot(plot, draw_running_score(run.names, run.games))
    if json:
        sys.stdout.write(json_format.dumps(_as_json(run, code)) + "\n")
    else:
        sys.stdout.write(result_text(run, stopped=code == _INTERRUPTED))
    sys.stdout.flush()
    return code


def _sprt(text: str | None) -> Sprt | None:
    from logistello.match.elo import Sprt

    if text is None:
        return None
    try:
        numbers = [float(word) for word in text.split(",")]
        if not 2 <= len(numbers) <= 4:
            raise ValueError("two to four numbers")
        return Sprt(*numbers)
    except ValueError as error:
        raise UsageError(f"--sprt {text}: {error}; expected ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA such as 0,10") from None


def _as_json(run: MatchRun, code: int) -> dict[str, object]:
    return {
        "complete": len(run.games) == run.total or run.decided is not None,
        "interrupted": code == _INTERRUPTED,
        "settings": {**run.match.settings(), "games": run.match.games, "opening_list": run.match.openings.source},
        **run.standings.as_json(run.match.sprt),
    }
