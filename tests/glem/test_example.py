"""The example for a game that is not Othello learns what it says."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.waiting import PATIENCE

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "tic_tac_toe_glem.py"


def test_tic_tac_toe_is_learned() -> None:
    done = subprocess.run([sys.executable, str(EXAMPLE)], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    told = re.search(r"wins and losses told ([\d.]+)%", done.stdout)
    perfect = re.search(r"([\d.]+)% of \d+ choices are perfect", done.stdout)
    assert told is not None
    assert float(told[1]) > 95
    assert perfect is not None
    assert float(perfect[1]) > 97
    assert "top left opponent, top opponent, top right opponent" in done.stdout
