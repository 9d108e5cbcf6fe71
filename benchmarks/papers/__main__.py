"""The papers' comparisons as matches, one command each: ``python -m benchmarks.papers mpc-full [--games N]``.

``--list`` names them; ``comparisons.toml`` says who plays. Openings are the XOT lists of ``../shared/data``. A match
that was stopped goes on when its command is given again; the result is stored beside those of the other benchmarks.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

from benchmarks.measure import ROOT, SHARED, Missing, new_record, save, say

OPENINGS = SHARED / "data" / "openings" / "xot.tsv"
RUNNING = ROOT / "build" / "matches"


def comparisons() -> dict[str, dict[str, Any]]:
    table = tomllib.loads((Path(__file__).parent / "comparisons.toml").read_text())
    return {each["name"]: each for each in table["comparison"]}


def _record(comparison: dict[str, Any]) -> Path:
    """Where the games are kept until the result is stored, so that a match that was stopped goes on."""
    return RUNNING / f"{comparison['name']}.jsonl"


def fetch(commit: str, path: str, file: str) -> None:
    """A file as it was in an earlier commit."""
    target = ROOT / file
    if not target.exists():
        target.parent.mkdir(exist_ok=True)
        done = subprocess.run(["git", "show", f"{commit}:{path}"], cwd=ROOT, check=True, capture_output=True)
        target.write_bytes(done.stdout)


def play(comparison: dict[str, Any], parallel: int) -> dict[str, Any]:
    """The match runner's answer."""
    if not OPENINGS.is_file():
        raise Missing(f"no {OPENINGS.relative_to(ROOT.parent)} beside the repository")
    if "history" in comparison:
        fetch(**comparison["history"])
    record = _record(comparison)
    record.parent.mkdir(parents=True, exist_ok=True)
    limit = ["--clock", comparison["clock"]] if "clock" in comparison else ["--time", comparison["time"]]
    command = [
        *(str(Path(sys.executable).with_name("logistello")), "match", comparison["first"], comparison["second"]),
        *("--openings", str(OPENINGS), "--games", str(comparison["games"]), *limit),
        *("--lag", str(comparison.get("lag", 0.25)), "--parallel", str(comparison.get("parallel", parallel))),
        *("--output", str(record), "--json"),
    ]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, cwd=ROOT)
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", nargs="?", choices=sorted(comparisons()))
    parser.add_argument("--list", action="store_true", help="name the comparisons")
    parser.add_argument("--games", type=int)
    parser.add_argument("--time", help="seconds a move, instead of what the comparison has")
    parser.add_argument("--parallel", type=int, default=2, help="games at once")
    parser.add_argument("--no-save", action="store_true")
    options = parser.parse_args()
    if options.list or options.name is None:
        for each in comparisons().values():
            say(f"{each['name']}: {each['first']} against {each['second']}")
            say(f"    at least {each['at_least']} % ({each['source']})")
        return
    comparison = comparisons()[options.name]
    comparison |= {key: value for key in ("games", "time") if (value := getattr(options, key)) is not None}
    record = new_record("papers")
    answer = play(comparison, options.parallel)
    record |= {"comparison": comparison, "players": answer["players"], "pairings": answer["pairings"]}
    first = answer["players"][0]
    games = first["wins"] + first["draws"] + first["losses"]
    say(f"{options.name}: {first['percent']:.1f} % of {games} games, expected {comparison['at_least']} %")
    if not options.no_save and answer["complete"]:
        say(f"saved {save(record).relative_to(ROOT)}")
        _record(comparison).unlink()


if __name__ == "__main__":
    main()
