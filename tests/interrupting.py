"""Ctrl-C for tests: at a moment when the main thread is known to wait, so that nothing depends on time."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def ctrl_c_while_waiting() -> Iterator[Callable[[], None]]:
    """A function for other threads that interrupts the main thread once, if it waits for a search at that moment.

    Others may call it as often as they like: most calls come before the main thread waits.
    """
    came = threading.Event()

    def interrupt(number: int, frame: FrameType | None) -> None:
        while frame is not None and not came.is_set():
            if frame.f_code.co_name == "wait" and frame.f_code.co_filename.endswith("background.py"):
                came.set()
                raise KeyboardInterrupt
            frame = frame.f_back

    main = threading.main_thread().ident
    assert main is not None
    before = signal.signal(signal.SIGUSR1, interrupt)
    try:
        yield lambda: None if came.is_set() else signal.pthread_kill(main, signal.SIGUSR1)
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert came.is_set()


@contextmanager
def repeatedly(action: Callable[[], None]) -> Iterator[None]:
    """Calls it from another thread every few milliseconds, until the block is left."""
    over = threading.Event()

    def run() -> None:
        while not over.wait(0.005):
            action()

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
