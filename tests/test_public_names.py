"""What ``logistello`` offers: every name can be imported, and the API reference has it."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import logistello

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("name", logistello.__all__)
def test_a_public_name_is_offered_and_described(name: str) -> None:
    value = getattr(importlib.import_module("logistello"), name)
    assert name in dir(logistello)
    entry = (ROOT / "docs" / "reference" / "api.md").read_text(encoding="utf-8").partition(f"\n### {name}\n")[2]
    assert entry.partition("\n### ")[0].strip()
    assert value is getattr(logistello, name)


def test_what_people_of_python_chess_look_for_is_at_the_top() -> None:
    wanted = {"read", "write", "Symmetry", "LevelPlayer", "Library", "Match", "MatchRun", "review_game", "PovScore"}
    assert wanted <= set(logistello.__all__)


def test_names_are_imported_when_they_are_first_used() -> None:
    program = "import sys, logistello; logistello.NotationError; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert "logistello.errors" in loaded
    assert not {"logistello._native", "logistello.match", "logistello.review", "numpy"} & set(loaded)


def test_the_api_reference_is_up_to_date() -> None:
    subprocess.run([sys.executable, str(ROOT / "tools" / "api_reference.py"), "--check"], check=True)
