"""Matches of ``comparisons.toml``: two players, a time, and the percentage that the first should reach."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.measure import ROOT, Record
from benchmarks.papers.experiment import Experiment, Pairing, Setup, row_of
from logistello.train.models import ModelFile

_QUICK_SECONDS, _QUICK_CLOCK = "0.01", "1"
_CORNER_MODEL = "{corner_model}"


def comparisons() -> dict[str, dict[str, Any]]:
    table = tomllib.loads((Path(__file__).parent / "comparisons.toml").read_text())
    return {each["name"]: each for each in table["comparison"]}


def experiments() -> list[Experiment]:
    return [
        Experiment(
            name,
            f"{each['first']} against {each['second']}, at least {each['at_least']} %",
            each["source"],
            partial(run, each),
            table,
        )
        for name, each in comparisons().items()
    ]


def fetch(commit: str, path: str, file: str) -> None:
    """A file as it was in an earlier commit."""
    target = ROOT / file
    if not target.exists():
        target.parent.mkdir(exist_ok=True)
        done = subprocess.run(["git", "show", f"{commit}:{path}"], cwd=ROOT, check=True, capture_output=True)
        target.write_bytes(done.stdout)


def corner_model(setup: Setup) -> Path:
    """The default model, calibrated for searches that look at corner moves beyond their depth."""
    path = setup.folder / "corner.model"
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        plain = ModelFile.find(None).path
        positions, depth, solve = ("200", "3", "8") if setup.quick else ("300", "7", "16")
        size = ("--positions", positions, "--depth", depth, "--solve", solve, "--threads", str(setup.parallel))
        command = [sys.executable, "-m", "logistello.cli.main", "calibrate", str(plain), "-o", str(path), *size]
        subprocess.run([*command, "--corner-quiescence"], check=True, stdout=subprocess.DEVNULL)
    return path


def run(comparison: dict[str, Any], setup: Setup) -> Record:
    if "needs" in comparison and not Path(comparison["needs"]).exists():
        return {"comparison": comparison, "skipped": f"no {comparison['needs']}", "rows": [], "complete": setup.quick}
    if "history" in comparison:
        fetch(**comparison["history"])
    if "clock" in comparison:
        limit = ("--clock", _QUICK_CLOCK if setup.quick else comparison["clock"])
    else:
        limit = ("--time", setup.seconds_per_move or (_QUICK_SECONDS if setup.quick else comparison["time"]))
    games = setup.games or (2 if setup.quick else comparison["games"])
    first, second = comparison["first"], comparison["second"]
    if _CORNER_MODEL in first:
        first = first.replace(_CORNER_MODEL, str(corner_model(setup)))
    pairing = Pairing(first, second, games, (*limit, "--lag", str(comparison.get("lag", 0.25))))
    answer = pairing.play(setup)
    return {
        "comparison": comparison,
        "players": answer["players"],
        "pairings": answer["pairings"],
        "rows": [row_of(pairing, answer)],
        "complete": answer["complete"],
    }


def table(record: Record) -> str:
    comparison = record["comparison"]
    if "skipped" in record:
        return f"{comparison['name']}: left out, {record['skipped']}"
    first = record["players"][0]
    games = first["wins"] + first["draws"] + first["losses"]
    return f"{comparison['name']}: {first['percent']:.1f} % of {games} games, expected {comparison['at_least']} %"
