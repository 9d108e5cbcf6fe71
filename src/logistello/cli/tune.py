"""``logistello tune``: options of a player that win most."""

from __future__ import annotations

import json as json_format
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter as Option

from logistello.cli.option_types import Cluster, Count, CountOrNone, Seed, Workers
from logistello.errors import UsageError

if TYPE_CHECKING:
    from logistello.jobs import Pool
    from logistello.match.tuning import Tuning


def tune(
    run_dir: Path,
    /,
    *,
    parameter: Annotated[tuple[str, ...], Option(name=("--parameter", "-p"), negative=())],
    player: str = "engine:hash_mb=16",
    openings: Path = Path("xot"),
    trials: Count = 40,
    games: Count = 20,
    depth: str | None = None,
    nodes: str | None = None,
    time: str | None = None,
    processor_time: str | None = None,
    sprt: str = "0,15",
    sprt_games: CountOrNone = 2000,
    seed: Seed = 0,
    workers: Workers | None = None,
    cluster: Cluster | None = None,
    json: bool = False,
) -> int:
    """Search the options of a player for values that win most against it as it is, and test the winner.

    Every trial is a short match against the unchanged player; Optuna chooses what is tried next. The best three play
    again, then the best of them plays a match with a sequential test. The same command continues after any kind of
    stop. The folder then holds trials.jsonl, tuning.svg, tuning.md and the games of the last match (winner.jsonl).

    Parameters
    ----------
    run_dir
        Folder of the search; created if it does not exist.
    parameter
        An option and its values, as often as there are options: confidence=60,73,87 for some values, novelty=0.5..4 or
        hash_mb=4..64 for a range.
    player
        The player whose options are searched, as in 'logistello match'.
    openings
        As in 'logistello match'.
    trials
        Number of trials.
    games
        Games of a trial, an even number.
    depth
        Limit for all games: plies to look ahead.
    nodes
        Limit for all games: positions to visit for a move.
    time
        Limit for all games: seconds for a move.
    processor_time
        Limit for all games: seconds of processor time for a move, which other work on the machine does not change.
    sprt
        Test of the winner: two Elo differences, such as 0,15.
    sprt_games
        Most games of that test; 0 leaves it out.
    seed
        Chooses openings and first trials.
    workers
        Trials played at once; by default one for each processor.
    json
        Print one JSON object.
    """
    from logistello.cli.long_work import work_bars, work_pool
    from logistello.files import write_whole
    from logistello.match.openings import load_openings
    from logistello.match.spec import parse_limit
    from logistello.match.tuning import Parameter, Tuning

    if games % 2:
        raise UsageError(f"--games {games}: expected an even number, since every opening is played with both colours")
    given = {"depth": depth, "nodes": nodes, "time": time, "processor_time": processor_time}
    limits = {name: text for name, text in given.items() if text is not None}
    if not limits:
        raise UsageError("no limit: give --processor-time, --time, --nodes or --depth")
    tuning = Tuning(
        folder=run_dir,
        player=player,
        parameters=[Parameter.parse(text) for text in parameter],
        limit=parse_limit(**limits),
        openings=load_openings(openings, seed=seed),
        pairs=games // 2,
        seed=seed,
    )
    with work_pool(workers, cluster) as pool:
        with work_bars(pool) as bars:
            tell = bars.bar("trials")
            tuning.run(pool, trials, lambda _: tell(len(tuning.trials), max(trials, len(tuning.trials))))
        write_whole(run_dir / "tuning.svg", tuning.svg())
        write_whole(run_dir / "tuning.md", tuning.table() + "\n")
        where = {"pool": pool} if cluster else {"parallel": workers or 1}
        verdict = _test(tuning, sprt, sprt_games, **where) if sprt_games else None
    if json:
        best = tuning.winner
        answer = {"winner": dict(best.values), "games": best.games, "percent": 100 * best.score, "sprt": verdict}
        sys.stdout.write(json_format.dumps(answer) + "\n")
    else:
        sys.stdout.write(f"{tuning.table()}\nbest: {tuning.with_values(tuning.winner.values)}\n{_words(verdict)}")
    return 0


def _test(tuning: Tuning, sprt: str, games: int, parallel: int = 1, pool: Pool | None = None) -> dict[str, Any]:
    """The winner against the player as it is."""
    from logistello.match.elo import PairStatistics, Sprt
    from logistello.match.plan import Match
    from logistello.match.play_game import MatchTerms
    from logistello.match.runner import MatchRun
    from logistello.match.spec import parse_player

    low, comma, high = sprt.partition(",")
    try:
        test = Sprt(float(low), float(high if comma else "nan"))
    except ValueError as error:
        raise UsageError(f"--sprt {sprt}: expected two Elo differences, such as 0,15 ({error})") from None
    players = [parse_player(text) for text in (tuning.with_values(tuning.winner.values), tuning.player)]
    most = min(games - games % 2, 2 * len(tuning.openings.openings))
    plan = Match(players, tuning.openings, most, tuning.limit, MatchTerms(lag=5.0), sprt=test)
    run = MatchRun(plan, tuning.folder / "winner.jsonl", parallel, pool)
    try:
        pairs = run.play().pairings[0, 1].pairs
    finally:
        run.close()
    elo = PairStatistics.of(pairs).elo()
    return {
        "games": len(run.games),
        "pairs": list(pairs),
        "elo": [round(each, 1) for each in (elo.value, elo.low, elo.high)],
        "log_likelihood_ratio": round(test.log_likelihood_ratio(pairs), 3),
        "better": run.decided,
    }


def _words(verdict: dict[str, Any] | None) -> str:
    if verdict is None:
        return ""
    found = {True: "better", False: "not better", None: "undecided"}[verdict["better"]]
    elo, low, high = verdict["elo"]
    return f"test: {found} after {verdict['games']} games, Elo {elo:+.0f} ({low:+.0f} to {high:+.0f})\n"
