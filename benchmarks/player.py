"""The tournament player: win first, thinking on the opponent's time, the clock.

    python -m benchmarks.player win-first --clock 5 --games 400   # who wins first, against the score alone; SPRT
    python -m benchmarks.player ponder --clock 10 --games 100     # thinking on the opponent's time, against not
    python -m benchmarks.player clock --clock 1 --games 500 --busy 2   # who is late, and what is left on the clock

Matches over the package's openings, each played with both colours, one game at a time. What was played stays in
``build/matches/player``: a run that was stopped goes on. In every game the solver looks at the endings: how many that
were won for the side to move were not won in the end.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, median
from typing import Any

from benchmarks.measure import ROOT, Record, new_record, save, say
from logistello import Color, Engine, Game
from logistello.match.record import recorded_ggf
from logistello.othello.notation import read

RUNNING = ROOT / "build" / "matches" / "player"
#: The solver looks at endings from here on: quick enough to do it for every game.
_SOLVED_FROM = 16


@dataclass
class Seat:
    """What one player did in all games."""

    left: list[float] = field(default_factory=list)
    #: Games in which it was to move in an ending that the solver calls won, and those of them that it did not win.
    won_endings: int = 0
    thrown_away: int = 0

    def as_record(self, clock: float) -> Record:
        shares = [100 * each / clock for each in self.left]
        return {
            "percent_left": {
                "mean": round(mean(shares), 1),
                "median": round(median(shares), 1),
                "most": round(max(shares), 1),
                "least": round(min(shares), 1),
            },
            "won_endings": self.won_endings,
            "not_won_in_the_end": self.thrown_away,
        }


def match(name: str, first: str, second: str, options: argparse.Namespace, *more: str) -> tuple[Record, list[Game]]:
    """The match runner's answer, and the games."""
    RUNNING.mkdir(parents=True, exist_ok=True)
    record = RUNNING / f"{name}-{options.clock:g}s{options.suffix}.jsonl"
    command = [
        *(str(Path(sys.executable).with_name("logistello")), "match", first, second),
        *("--games", str(options.games), "--lag", str(options.lag), "--output", str(record), "--json", *more),
    ]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, cwd=ROOT)
    answer: Record = json.loads(done.stdout)
    return answer, [game for text in recorded_ggf(record) for game in read(text).games]


def look_at(games: list[Game], clock: float) -> dict[str, Record]:
    """What was left on the clocks, and what became of won endings."""
    seats: dict[str, Seat] = {}
    with Engine(hash_mb=32) as solver:
        for game in games:
            for color in Color:
                seat = seats.setdefault(game.player(color).name, Seat())
                used = sum(node.seconds or 0.0 for node in game.root.main_line() if node.mover is color)
                seat.left.append(clock - used)
            _look_at_ending(game, seats, solver)
    return {name: seat.as_record(clock) for name, seat in seats.items()}


def _look_at_ending(game: Game, seats: dict[str, Seat], solver: Engine) -> None:
    score = game.result.black_score
    if score is None or not game.is_over:
        return
    for color in Color:
        first = next(
            (
                each
                for each in game.positions()
                if each.empties <= _SOLVED_FROM and each.turn is color and not each.is_over
            ),
            None,
        )
        if first is None or solver.solve(first, mode="wld").outcome != 1:
            continue
        seat = seats[game.player(color).name]
        seat.won_endings += 1
        seat.thrown_away += (score if color is Color.BLACK else -score) <= 0


def player(name: str, clock: float, *options: str) -> str:
    return ",".join([f"engine:name={name}", f"clock={clock:g}", "hash_mb=64", *options])


def win_first(options: argparse.Namespace) -> Record:
    first = player("winner-first", options.clock)
    second = player("score-only", options.clock, "winner_first=no")
    answer, games = match("win-first", first, second, options, "--sprt", "0,20")
    return {"answer": answer, "seats": look_at(games, options.clock)}


def ponder(options: argparse.Namespace) -> Record:
    answer, games = match(
        "ponder", player("ponders", options.clock, "ponder=yes"), player("waits", options.clock), options
    )
    return {"answer": answer, "seats": look_at(games, options.clock)}


def clock(options: argparse.Namespace) -> Record:
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(options.busy)]
    try:
        answer, games = match("clock", player("a", options.clock), player("b", options.clock), options)
    finally:
        for each in busy:
            each.kill()
            each.wait()
    late = sum(game.result.ending.value == "timeout" for game in games)
    return {"busy": options.busy, "late": late, "answer": answer, "seats": look_at(games, options.clock)}


_WORK: dict[str, Any] = {"win-first": win_first, "ponder": ponder, "clock": clock}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=_WORK)
    parser.add_argument("--clock", type=float, default=5.0, help="seconds for the game")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--lag", type=float, default=0.05, help="seconds by which a player may be late")
    parser.add_argument("--busy", type=int, default=0, help="processes beside it that never rest")
    parser.add_argument("--suffix", default="", help="of the file of games, for a match of its own")
    parser.add_argument("--no-save", action="store_true")
    options = parser.parse_args()
    record = new_record("player")
    record["row"] = {"what": options.what, "clock": options.clock, **_WORK[options.what](options)}
    say(json.dumps(record["row"], indent=1))
    if not options.no_save:
        say(f"stored in {save(record)}")


if __name__ == "__main__":
    main()
