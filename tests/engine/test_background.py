"""A search in a thread of its own, when Ctrl-C comes."""

from __future__ import annotations

import signal
import threading
from types import FrameType

import pytest

from logistello import Engine, Limit, Position


def test_ctrl_c_while_a_result_is_awaited_leaves_a_search_that_can_be_stopped() -> None:
    def interrupt(signum: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        with Engine(hash_mb=1) as engine:
            analysis = engine.analyse(Position.initial(), Limit(time=1000.0))
            signal.setitimer(signal.ITIMER_REAL, 0.3)
            with pytest.raises(KeyboardInterrupt):
                analysis.result()
            engine.stop()
            assert not analysis.result().complete  # it was still running, and has ended now
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert "logistello-search" not in {thread.name for thread in threading.enumerate() if thread.is_alive()}
