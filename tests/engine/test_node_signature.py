"""The fingerprint of the search: node counts of fixed solves. See ``tools/node_signature.py``."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from logistello import _native

TOOL = Path(__file__).parents[2] / "tools" / "node_signature.py"


@pytest.mark.parametrize("level", _native.available_levels())
def test_node_counts_are_what_they_were(level: str, data: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(TOOL)],
        env={**os.environ, "LOGISTELLO_ISA": level},
        capture_output=True,
        text=True,
        check=True,
    )
    counted = json.loads(done.stdout)
    stored = json.loads((data / "node_signature.json").read_text())
    assert counted == stored, (
        f"the search on level {level} visits other nodes than before; if that is intended, "
        "run 'python tools/node_signature.py --update' and explain the change"
    )
