"""``logistello match``: games between players."""

from __future__ import annotations

import json as json_format
import signal
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from logistello.errors import UsageError

if TYPE_CHECKING:
    from logistello.match.elo import Sprt
    from logistello.match.runner import MatchRun

_INTERRUPTED = 130


def match(
    *players: str,
    openings: Path | None = None,
    plies: int | None = None,
    seed: int = 0,
    in_order: bool = False,
    games: int = 100,
    depth: str | None = None,
    nodes: str | None = None,
    time: str | None = None,
    clock: str | None = None,
    parallel: int = 1,
    adjudicate: int = 0,
    lag: float = 0.05,
    sprt: str | None = None,
    output: Annotated[Path | None, Parameter(name=("--output", "-o"))] = None,
    svg: Path | None = None,
    json: bool = False,
) -> int:
    """Play a match: every opening twice with colours swapped; more than two players play a round robin.

    A player is KIND:OPTION=VALUE,... with the kinds engine (model, threads, hash_mb, selectivity, confidence,
    corner_quiescence, ponder, book, learn), level (level:7, 1 to 20 as in play; seed, threads, hash_mb), gtp and nboard
    (programs that speak these protocols: gtp:COMMAND ARGUMENTS), random (seed), greedy and mobility (level, seed).

    Every kind also takes a name and a limit of its own (depth, nodes, time, clock; time=none for no limit), of programs
    as words before the command: gtp:time=none gtp-rhino -l 3.

    Parameters
    ----------
    players
        Two or more players.
    openings
        A file of openings in any format: moves, or positions if no program with GTP plays.
    plies
        Cut openings after this many plies.
    seed
        Shuffles the openings.
    in_order
        Play the openings in the order of the file.
    games
        Games for each pair of players, an even number.
    depth
        Limit for all players: plies to look ahead.
    nodes
        Limit for all players: positions to visit for a move.
    time
        Limit for all players: seconds for a move.
    clock
        Limit for all players: seconds for a game, or with an increment for each move: 60+0.5.
    parallel
        How many games are played at the same time.
    adjudicate
        With this many empty squares or fewer the exact solver decides the game. Off (0) by default; leave it off
        when clocks are to be tested.
    lag
        Seconds by which a player may exceed its time.
    sprt
        Stop when it is decided whether the first player is better by ELO1 rather than ELO0 Elo: ELO0,ELO1 or
        ELO0,ELO1,ALPHA,BETA (0.05 each).
    output
        Record of the games (JSON lines); the same command continues a match that was stopped. A GGF file of all
        games is written beside it.
    svg
        Draw the running score into this file.
    json
        Print the result as a JSON object.
    """
    from logistello.cli.match.report import Reporter, result_text
    from logistello.match.openings import load_openings
    from logistello.match.plan import Match
    from logistello.match.play_game import MatchTerms
    from logistello.match.runner import MatchRun
    from logistello.match.spec import parse_limit, parse_player

    if len(players) < 2:
        raise UsageError("a match needs two players or more, such as: logistello match mobility random")
    if games < 2 or games % 2:
        raise UsageError(f"--games {games}: expected an even number, since every opening is played with both colours")
    if parallel < 1 or adjudicate < 0 or lag < 0:
        raise UsageError("--parallel must be 1 or more, --adjudicate and --lag must not be negative")
    limits = {"depth": depth, "nodes": nodes, "time": time, "clock": clock}
    if openings is not None and not openings.exists():
        raise UsageError(f"{openings}: no such file")
    ggf = None if output is None else output.with_suffix(".ggf")
    _check_outputs(output, ggf, svg, openings)
    plan = Match(
        players=[parse_player(text) for text in players],
        openings=load_openings(openings, plies=plies, seed=None if in_order else seed),
        games=games,
        limit=parse_limit(**{name: text for name, text in limits.items() if text is not None}),
        rules=MatchTerms(lag, adjudicate),
        sprt=_sprt(sprt),
    )
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # programs must not outlive us: as with Ctrl-C
    run = MatchRun(plan, output, parallel)
    code = 0
    try:
        with Reporter(run, quiet=json) as report:
            run.play(report)
    except KeyboardInterrupt:
        code = _INTERRUPTED
    _write_files(run, ggf, svg)
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


def _check_outputs(record: Path | None, ggf: Path | None, svg: Path | None, openings: Path | None) -> None:
    from logistello.cli.output_files import check_outputs, refuse_foreign
    from logistello.match.record import recorded_ggf

    if record is not None and ggf == record:
        raise UsageError(
            f"{record} is where a GGF file of all games is written; expected a record, as in --output "
            f"{record.with_suffix('.jsonl')}"
        )
    check_outputs(record, ggf, svg, inputs=(openings,))
    if record is not None and ggf is not None and ggf.is_file():
        ours = set(_ggf(recorded_ggf(record)).splitlines())
        refuse_foreign(ggf, is_ours=ours.issuperset(ggf.read_bytes().splitlines()), option="--output")


def _write_files(run: MatchRun, ggf: Path | None, svg: Path | None) -> None:
    from logistello.files import write_whole
    from logistello.match.score_chart import draw_running_score

    if ggf is not None:
        ordered = sorted(run.games, key=lambda game: game.number)
        write_whole(ggf, _ggf(game.ggf for game in ordered))
    if svg is not None:
        write_whole(svg, draw_running_score(run.names, run.games))


def _ggf(games: Iterable[str]) -> bytes:
    return "".join(f"1 {game}\n" for game in games).encode()


def _as_json(run: MatchRun, code: int) -> dict[str, object]:
    return {
        "complete": len(run.games) == run.total or run.decided is not None,
        "interrupted": code == _INTERRUPTED,
        "settings": {**run.match.settings(), "games": run.match.games, "opening_list": run.match.openings.source},
        **run.standings.as_json(run.match.sprt),
    }
