"""A run of seconds, and the real command that makes it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from logistello.train.preset import Preset
from tests.waiting import PATIENCE

HERE = Path(__file__).parent
COMMAND = (sys.executable, "-m", "logistello.cli.main", "train")


def micro_text() -> str:
    return (HERE / "micro.toml").read_text().replace("PATTERNS", str(HERE / "small_patterns.toml"))


@pytest.fixture
def micro() -> Preset:
    return Preset.parse(micro_text(), "micro")


@pytest.fixture(scope="session")
def micro_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("preset") / "micro.toml"
    path.write_text(micro_text())
    return path


Start = Callable[..., subprocess.Popen[bytes]]


@pytest.fixture(scope="session")
def start(micro_file: Path) -> Start:
    """Start the command in the background."""

    def started(folder: Path, *options: str, workers: int = 1) -> subprocess.Popen[bytes]:
        command = [*COMMAND, str(folder), "--preset", str(micro_file), "--workers", str(workers), *options]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    return started


@pytest.fixture(scope="session")
def finished(start: Start, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run that nobody disturbed, with one worker."""
    folder = tmp_path_factory.mktemp("run") / "undisturbed"
    process = start(folder)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err.decode()
    assert "best.model" in out.decode()
    return folder


def events(folder: Path) -> list[dict[str, Any]]:
    """All whole lines of a run's log."""
    path = folder / "log.jsonl"
    data = path.read_bytes() if path.exists() else b""
    return [json.loads(line) for line in data[: data.rfind(b"\n") + 1].splitlines() if line]


def contents(folder: Path) -> dict[str, bytes]:
    """Everything that a run leaves and that must not depend on what happened to it: all but its log. Of a match that
    ended early more games than needed may have been finished, so the games themselves do not count."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name not in ("log.jsonl", ".lock") and path.suffix != ".match"
    }
