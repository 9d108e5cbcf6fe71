"""A search in a thread of its own."""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable
from queue import SimpleQueue

from logistello.engine.search_result import Info, SearchResult


class BackgroundSearch:
    """Runs one search; what it finds waits until somebody asks for it.

    The thread never outlives the interpreter: a search that was forgotten is stopped at exit.
    """

    def __init__(self, search: Callable[[Callable[[Info], None]], SearchResult], stop: Callable[[], None]) -> None:
        """``search`` is called in the new thread with a function that takes news; ``stop`` makes it return soon."""
        self._search = search
        self._stop = stop
        self._news: SimpleQueue[Info | None] = SimpleQueue()
        self._result: SearchResult | None = None
        self._error: BaseException | None = None
        # Not Thread.join: a KeyboardInterrupt inside it makes Python 3.11 take a thread that still runs for ended.
        self._done = threading.Event()
        atexit.register(self._finish)
        threading.Thread(target=self._run, name="logistello-search", daemon=True).start()

    def _run(self) -> None:
        try:
            self._result = self._search(self._news.put)
        except BaseException as error:  # raised again in result(), in the thread of whoever asks
            self._error = error
        finally:
            self._news.put(None)
            self._done.set()

    @property
    def running(self) -> bool:
        return not self._done.is_set()

    def next(self) -> Info | None:
        """Waits for the next piece of news; ``None`` when the search is over. Not to be called again after that."""
        return self._news.get()

    def stop(self) -> None:
        """Make the search end soon. Harmless if it has ended."""
        if self.running:
            self._stop()

    def result(self) -> SearchResult:
        """Waits for the end of the search; raises what it raised."""
        self._done.wait()
        atexit.unregister(self._finish)
        if self._error is not None:
            raise self._error
        assert self._result is not None  # noqa: S101 - without an error there is one
        return self._result

    def _finish(self) -> None:
        self.stop()
        self._done.wait()
