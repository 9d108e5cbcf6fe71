"""What all benchmarks share: the yardstick, what was measured on, and results that stay.

Machines differ and are noisy. A time is therefore given in Y, the time of one run of a fixed plain program (the
yardstick, depth 10) right before and right after the work, and a result names machine, commit and command.
"""

from __future__ import annotations

import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import tomllib
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from logistello import _native
from logistello.files import write_whole

HERE = Path(__file__).parent
ROOT = HERE.parent
RESULTS = HERE / "results"

#: Leaves of the yardstick's perft by depth, to be sure that it did its work.
_LEAVES = {6: 8200, 8: 390216, 10: 24571284}

Record = dict[str, Any]


class Missing(SystemExit):
    """Something that a benchmark needs is not here."""

    def __init__(self, message: str) -> None:
        super().__init__(f"benchmarks: {message}")


# -- the yardstick ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Beside:
    """Seconds of the yardstick on both sides of some work."""

    before: float
    after: float

    @property
    def mean(self) -> float:
        return (self.before + self.after) / 2

    def as_record(self) -> Record:
        return {"before": round(self.before, 4), "after": round(self.after, 4), "mean": round(self.mean, 4)}


class Yardstick:
    """The compiled yardstick, in a folder that goes away with it."""

    def __init__(self, depth: int = 10) -> None:
        source = HERE / "yardstick.c"
        self.depth = depth
        self._folder = tempfile.TemporaryDirectory(prefix="yardstick-")
        self._program = str(Path(self._folder.name) / "yardstick")
        try:
            subprocess.run(["gcc", "-O2", "-o", self._program, str(source)], check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise Missing(f"the yardstick could not be compiled with gcc -O2: {error}") from error

    def run(self) -> float:
        """Seconds of one run."""
        done = subprocess.run([self._program, str(self.depth)], capture_output=True, text=True, check=True)
        leaves, _, seconds, *_ = done.stdout.split()
        if int(leaves) != _LEAVES[self.depth]:
            raise Missing(f"the yardstick counted {leaves} leaves at depth {self.depth}: something is broken")
        return float(seconds)

    def __enter__(self) -> Yardstick:
        return self

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()


# -- what was measured ------------------------------------------------------------------------


def machine() -> Record:
    model = platform.processor() or platform.machine()
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    except OSError:
        pass
    return {
        "cpu": model,
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        **_native.build_info(),
        "levels": _native.available_levels(),
    }


def commit() -> tuple[str, bool]:
    """The short name of the commit, and whether the sources differ from it."""

    def git(*arguments: str) -> str:
        return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()

    try:
        return git("rev-parse", "--short=10", "HEAD"), bool(git("status", "--porcelain", "--", "cpp", "src"))
    except (OSError, subprocess.CalledProcessError):
        return "unknown", True


def _without_folder(word: str) -> str:
    """Where something lies on this machine is nobody's business, but its name is.

    >>> _without_folder("before=/srv/before/.venv/bin/python"), _without_folder("--count")
    ('before=.../python', '--count')
    """
    return re.sub(r"/[^ ]*/", ".../", word) if re.search(r"(^|=)/", word) else word


def new_record(name: str) -> Record:
    """What every result begins with."""
    short, dirty = commit()
    module = f"benchmarks.{name}"
    return {
        "benchmark": name,
        "date": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "commit": short,
        "dirty": dirty,
        "command": " ".join(["python", "-m", module, *map(_without_folder, sys.argv[1:])]),
        "machine": machine(),
    }


# -- results that stay ------------------------------------------------------------------------


def save(record: Record, folder: Path = RESULTS) -> Path:
    """Write ``<folder>/<benchmark>/<date>-<commit>.json``; the file appears whole or not at all."""
    stamp = record["date"].replace(":", "")
    suffix = "-dirty" if record["dirty"] else ""
    path: Path = folder / record["benchmark"] / f"{stamp}-{record['commit']}{suffix}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, json.dumps(record, indent=1) + "\n")
    return path


def newest(name: str, folder: Path = RESULTS) -> Record | None:
    """The last result that was stored, if there is one."""
    stored = sorted((folder / name).glob("*.json"))
    return json.loads(stored[-1].read_text()) if stored else None


# -- comparing --------------------------------------------------------------------------------


def peers(work: str, threads: int) -> dict[str, float]:
    """Times of others for the same work, in Y."""
    table = tomllib.loads((HERE / "peers.toml").read_text())
    found = {peer["name"]: peer.get(work, {}).get(str(threads)) for peer in table["peer"]}
    return {name: value for name, value in found.items() if value is not None}


def comparison(work: str, threads: int, yardsticks: float, last: float | None) -> str:
    """One line: our time, the last one, those of others; all in Y."""
    parts = [f"{work}, {threads} thread{'s' if threads > 1 else ''}: {yardsticks:.2f} Y"]
    if last:
        parts.append(f"last result {last:.2f} Y ({100 * (yardsticks / last - 1):+.0f} %)")
    parts += [f"{name} {value:.2f} Y" for name, value in peers(work, threads).items()]
    return "; ".join(parts)


def say(message: str) -> None:
    """Progress, on the error output."""
    print(message, file=sys.stderr, flush=True)
