"""A short run of ``logistello ggs`` on a bad line; the long one is ``python -m benchmarks.soak``."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent.parent))

from benchmarks.soak.__main__ import soak
from benchmarks.soak.faulty_line import Faults


def test_games_on_a_bad_line(tmp_path: Path) -> None:
    """The real command, with cuts, delays, lines doubled, swapped and halved, and a server that is started again."""
    found = soak(
        tmp_path, games=8, seed=3, faults=Faults().times(3), restart_every=4, depth=1, kinds=("8r44", "s8r40", "8w")
    )
    assert found["games_finished"] >= 8
    assert found["games_lost_on_time"] == 0
    assert found["server_restarts"] >= 1
    assert found["reconnects"] >= 1
    assert found["learning"]["saved"] >= 1
    assert found["exit_code"] == 130
    assert sum(found["faults"].values()) > 0
    assert set(found["log_bytes"]) <= {"ggs.log", "ggs.log.1", "ggs.log.2"}
