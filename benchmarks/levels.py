"""How much stronger each level is than the one two below: ``python -m benchmarks.levels``.

Matches over the package's openings, each played with both colours. What was played stays in ``build/matches``: a run
that was stopped goes on, and levels that were tuned otherwise meanwhile are played anew. The last word is a table in
Markdown, for ``docs/results/levels.md``.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.measure import ROOT, Record, new_record, save, say
from logistello.engine.levels import LEVELS, level_settings
from logistello.match.bradley_terry import ladder
from logistello.match.spec import parse_player

#: Levels that meet the next one below too: without them even and odd levels have no common scale.
LINKS = (2, 6, 8, 14, 20)
RUNNING = ROOT / "build" / "matches" / "levels"


@dataclass(frozen=True)
class Rung:
    """A match of the ladder."""

    first: str
    second: str
    games: int

    @property
    def record(self) -> Path:
        """Named after what plays, so that no game of a level tuned otherwise is taken."""
        who = json.dumps([parse_player(text).identity() for text in (self.first, self.second)])
        name = f"{self.first}-{self.second}-{hashlib.sha256(who.encode()).hexdigest()[:10]}"
        return RUNNING / f"{name.replace(':', '').replace(',', '-')}.jsonl"


def player(level: int, seconds: float) -> str:
    """Level 20 has no limit of its own but its time."""
    return f"level:{level}" if level_settings(level).depth is not None else f"level:{level},time={seconds}"


def rungs(games: int, seconds: float) -> list[Rung]:
    """Yardsticks for the lowest, then every level against the one two below, and some against the next; strong
    ones play fewer games."""
    found = [Rung("level:1", "random", games), Rung("level:1", "greedy", games)]
    for level in LEVELS[1:]:
        share = 1.0 if level <= 14 else 0.6 if level <= 17 else 0.4
        number = max(2, 2 * round(games * share / 2))
        below = ([level - 2] if level > 2 else []) + ([level - 1] if level in LINKS else [])
        found += [Rung(player(level, seconds), player(other, seconds), number) for other in below]
    return found


def play(rung: Rung, parallel: int) -> Record:
    """The match runner's answer, shortened."""
    rung.record.parent.mkdir(parents=True, exist_ok=True)
    command = [
        *(str(Path(sys.executable).with_name("logistello")), "match", rung.first, rung.second),
        *("--games", str(rung.games), "--lag", "5", "--parallel", str(parallel)),  # nobody plays for time here
        *("--output", str(rung.record), "--json"),
    ]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, cwd=ROOT)
    answer: dict[str, Any] = json.loads(done.stdout)
    pairing = answer["pairings"][0]
    kept = ("wins", "draws", "losses", "percent", "mean_discs", "pairs", "elo", "likelihood_of_superiority")
    seconds = {each["name"]: each["seconds_per_move"] for each in answer["players"]}
    return {
        "first": rung.first,
        "second": rung.second,
        "games": answer["games"],
        **{name: pairing[name] for name in kept},
        "seconds_per_move": seconds,
        "failures": answer["failures"],
    }


def percent_error(row: Record) -> float:
    """Half the width of the 95 % interval of the percentage, from the results of pairs."""
    from logistello.match.elo import PairStatistics

    estimate = PairStatistics.of(row["pairs"]).score()
    return 50 * (estimate.high - estimate.low)


def scale(rows: list[Record]) -> dict[str, float]:
    """Elo of all players on one scale, the greedy player at 0."""
    results = {
        (row["first"], row["second"]): (row["wins"] + row["draws"] / 2, row["games"]) for row in rows if row["games"]
    }
    return ladder(results, "greedy")


def table(rows: list[Record]) -> str:
    """Markdown."""
    elo = scale(rows)
    lines = [
        "| first | second | games | won, drawn, lost | points of the first | discs | Elo of the first | s a move |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        first = row["first"]
        seconds = row["seconds_per_move"].get(first)
        lines.append(
            f"| {_shown(first)} | {_shown(row['second'])} "
            f"| {row['games']} | +{row['wins']} ={row['draws']} -{row['losses']} "
            f"| **{row['percent']:.0f} %** ± {percent_error(row):.0f} | {row['mean_discs']:+.1f} "
            f"| {round(elo[first]) or 0} "
            f"| {'' if seconds is None else f'{seconds:.3f}'} |"
        )
    return "\n".join(lines)


def _shown(player: str) -> str:
    """
    >>> _shown("level:20,time=1.0")
    'level 20 (1 s)'
    """
    name, _, seconds = player.replace("level:", "level ").partition(",time=")
    return f"{name} ({float(seconds):g} s)" if seconds else name


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100, help="games of each match; strong levels play fewer")
    parser.add_argument("--seconds", type=float, default=1.0, help="for a move of level 20")
    parser.add_argument("--parallel", type=int, default=1, help="games at once")
    parser.add_argument("--no-save", action="store_true")
    options = parser.parse_args()
    record = new_record("levels")
    rows = []
    for rung in rungs(options.games, options.seconds):
        row = play(rung, options.parallel)
        rows.append(row)
        say(f"{rung.first} against {rung.second}: {row['percent']:.1f} % ± {percent_error(row):.1f} of {row['games']}")
    settings = [{"level": level, **_settings(level)} for level in LEVELS]
    record |= {"seconds_of_level_20": options.seconds, "rows": rows, "elo": scale(rows), "levels": settings}
    print(table(rows))
    if not options.no_save:
        say(f"saved {save(record).relative_to(ROOT)}")


def _settings(level: int) -> Record:
    from dataclasses import asdict

    return asdict(level_settings(level))


if __name__ == "__main__":
    main()
