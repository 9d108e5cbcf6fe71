"""Builds of the engine that are asked in turns, each in a process of its own: this one, older ones, other options."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Self

from logistello import Position

_PLAYER = Path(__file__).parent / "player.py"


class Build:
    """A build that answers questions: ``NAME=PYTHON`` or ``NAME=PYTHON {"confidence": 87}``."""

    def __init__(self, text: str) -> None:
        self.name, _, rest = text.partition("=")
        python, _, options = rest.partition(" ")
        self._process = subprocess.Popen(
            [python or sys.executable, str(_PLAYER), options or "{}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, position: Position, limit: dict[str, float]) -> dict[str, Any]:
        assert self._process.stdin is not None  # noqa: S101 - both are pipes
        assert self._process.stdout is not None  # noqa: S101
        self._process.stdin.write(json.dumps({"position": position.text, **limit}) + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self._process:  # closes the pipes and waits
            self._process.kill()
