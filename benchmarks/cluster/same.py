"""Same seed, same bytes: a small ``train`` with worker processes, on ``local:2``, and on a cluster of three nodes."""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.cluster.nodes import RayNodes
from benchmarks.measure import ROOT, say

#: Tells times, or holds nothing.
_NOT_COMPARED = ("log.jsonl", ".lock")


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", type=int, default=1)


def measure(options: argparse.Namespace) -> dict[str, Any]:
    small = ROOT / "tests" / "train"
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        preset = Path(folder) / "micro.toml"
        preset.write_text((small / "micro.toml").read_text().replace("PATTERNS", str(small / "small_patterns.toml")))
        rows.append(_train(Path(folder) / "processes", preset, options.seed, "--workers", "2"))
        rows.append(_train(Path(folder) / "local", preset, options.seed, "--cluster", "local:2"))
        with RayNodes(head_cpus=1) as nodes:
            nodes.add()
            nodes.add()
            rows.append(_train(Path(folder) / "nodes", preset, options.seed, "--cluster", nodes.address))
    equal = len({row["sha256"] for row in rows}) == 1
    say("equal artefacts" if equal else f"different artefacts: {rows}")
    return {"preset": "micro", "seed": options.seed, "equal": equal, "runs": rows}


def _train(folder: Path, preset: Path, seed: int, *where: str) -> dict[str, Any]:
    command = ["train", str(folder), "--preset", str(preset), "--seed", str(seed), *where]
    started = time.perf_counter()
    subprocess.run([sys.executable, "-m", "logistello.cli.main", *command], check=True, env=os.environ)
    seconds = time.perf_counter() - started
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name not in _NOT_COMPARED)
    lines = [f"{path.relative_to(folder)} {hashlib.sha256(path.read_bytes()).hexdigest()}" for path in files]
    return {
        "options": " ".join(where) if "local" in where[1] or "--workers" in where else "--cluster, three nodes",
        "files": len(files),
        "bytes": sum(path.stat().st_size for path in files),
        "sha256": hashlib.sha256("\n".join(lines).encode()).hexdigest(),
        "seconds": round(seconds, 1),
    }
