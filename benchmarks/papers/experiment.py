"""What an experiment of the papers is, and the matches that most of them consist of."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.measure import ROOT, Record, say
from logistello.match.spec import parse_player


@dataclass(frozen=True)
class Setup:
    """How much is done, and where what is unfinished stays until the result is stored."""

    folder: Path
    #: In small, to see that everything works; the figures mean nothing.
    quick: bool = False
    #: Games at once.
    parallel: int = 2
    #: Begin nothing new after this moment (of ``time.monotonic``).
    until: float | None = None
    #: Instead of what the experiment has.
    games: int | None = None
    seconds_per_move: str | None = None
    #: Of a table's matches only those whose words contain this.
    only: str = ""
    #: Records of matches that were played or found; they are not needed any more when the result is stored.
    records: list[Path] = field(default_factory=list)

    @property
    def is_over(self) -> bool:
        return self.until is not None and time.monotonic() > self.until


@dataclass(frozen=True)
class Experiment:
    """One command: ``python -m benchmarks.papers NAME``."""

    name: str
    #: What is done, and what the paper found.
    question: str
    source: str
    #: Makes the result; ``complete`` says whether all of it is there.
    run: Callable[[Setup], Record]
    #: The result as a page shows it.
    table: Callable[[Record], str]


@dataclass(frozen=True)
class Pairing:
    """A match of two players."""

    first: str
    second: str
    games: int
    #: Options of ``logistello match``: the limit and what else belongs to the conditions.
    conditions: tuple[str, ...] = ()
    openings: str = "xot"

    def record_file(self, folder: Path) -> Path:
        """Named after what plays, so that no game of another model is taken for one of this match."""
        who = [parse_player(text).identity() for text in (self.first, self.second)]
        mark = hashlib.sha256(json.dumps([who, self.games, self.conditions, self.openings]).encode()).hexdigest()
        return folder / f"{mark[:16]}.jsonl"

    def has_its_turn(self, setup: Setup) -> bool:
        """Whether there is time for it, or it was played before: what is there is told, however late it is."""
        record = self.record_file(setup.folder)
        return not setup.is_over or (record.is_file() and record.read_bytes().count(b"\n") > self.games)

    def play(self, setup: Setup) -> Record:
        """The match runner's answer. Games that are in the record are not played again."""
        record = self.record_file(setup.folder)
        record.parent.mkdir(parents=True, exist_ok=True)
        setup.records.append(record)
        command = [
            *(sys.executable, "-m", "logistello.cli.main", "match", self.first, self.second),
            *("--openings", self.openings, "--games", str(self.games), *self.conditions),
            *("--parallel", str(setup.parallel), "--output", str(record), "--json"),
        ]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, cwd=ROOT)
        answer: dict[str, Any] = json.loads(done.stdout)
        return answer


def _without_root(player: str) -> str:
    """Files of models are named from the repository on: where that lies is nobody's business."""
    return player.replace(f"{ROOT}/", "")


def row_of(pairing: Pairing, answer: Record) -> Record:
    """What is stored of a match."""
    kept = ("wins", "draws", "losses", "percent", "mean_discs", "pairs", "elo")
    shown = ("name", "nodes", "seconds", "mean_depth", "seconds_per_move")
    return {
        "first": _without_root(pairing.first),
        "second": _without_root(pairing.second),
        "conditions": list(pairing.conditions),
        "games": answer["games"],
        **{name: answer["pairings"][0].get(name) for name in kept},
        "players": [
            {name: each[name] for name in shown if name in each} | {"name": _without_root(each["name"])}
            for each in answer["players"]
        ],
        "failures": answer["failures"],
        "complete": answer["complete"],
    }


@dataclass(frozen=True)
class Cell:
    """One of the matches that a table consists of."""

    pairing: Pairing
    #: What its row says besides the result.
    about: Record
    #: In words, for those who wait.
    words: str
    #: Winning percentage of the first player in the paper.
    paper: float | None = None


def play_cells(setup: Setup, cells: Iterable[Cell], expected: int) -> Record:
    """Rows of those that were played or that there is time for; with fewer than expected, the table is incomplete."""
    rows: list[Record] = []
    for cell in cells:
        if setup.only not in cell.words or not cell.pairing.has_its_turn(setup):
            continue
        row = row_of(cell.pairing, cell.pairing.play(setup)) | cell.about
        rows.append(row)
        beside = "" if cell.paper is None else f" (the paper: {cell.paper:g})"
        say(f"{cell.words}: {row['percent']:.1f} %{beside}")
    return {"rows": rows, "complete": len(rows) == expected and all(row["complete"] for row in rows)}


def elo_in_words(elo: Mapping[str, float | None]) -> str:
    """With its interval; who wins everything has neither."""
    value, low, high = ("–" if elo[name] is None else f"{elo[name]:+.0f}" for name in ("value", "low", "high"))
    return f"{value} ({low} to {high})"
