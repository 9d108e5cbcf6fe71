"""Following the analysis of a program while it goes on."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from types import TracebackType

from logistello.programs.program_results import ProgramInfo, ProgramResult
from logistello.programs.thought import ProgramThought


class ProgramAnalysis(Iterator[ProgramInfo]):
    """Yields what a program says about its best moves; used like :class:`logistello.engine.Analysis`.

    Leaving the loop and dropping the object, ``close()``, or leaving the ``with`` block stops the program.
    """

    def __init__(
        self,
        thought: ProgramThought | None,
        settled: ProgramResult | None,
        release: Callable[[], None],
        seconds: float | None = None,
    ) -> None:
        """``settled`` is the result where there is nothing to think about; ``seconds`` until it is stopped."""
        self._thought = thought
        self._result = settled
        self._release = release
        self._over = False
        self._timer: threading.Timer | None = None
        if thought is None:
            self._finish()
        elif seconds is not None:
            self._timer = threading.Timer(min(seconds, threading.TIMEOUT_MAX), thought.stop)
            self._timer.daemon = True
            self._timer.start()

    def __next__(self) -> ProgramInfo:
        if self._over or self._thought is None:
            raise StopIteration
        try:
            info = self._thought.next()
            if info is None:
                self._result = self._thought.result()
        except BaseException:  # it failed, or Ctrl-C while waiting
            self._thought.abandon()
            self._finish()
            raise
        if info is None:
            self._finish()
            raise StopIteration
        return info

    def _finish(self) -> None:
        if not self._over:
            self._over = True
            if self._timer is not None:
                self._timer.cancel()
            self._release()

    @property
    def best(self) -> tuple[ProgramInfo, ...]:
        """The best moves according to what was yielded so far, best first."""
        return () if self._thought is None else self._thought.question.told.ranked()

    def stop(self) -> None:
        """Make the program stop thinking: what it has said already is still yielded. Safe from any thread."""
        if self._thought is not None:
            self._thought.stop()

    def result(self) -> ProgramResult:
        """Waits for the end: the last word of the program, with the best moves in ``best``. Raises what went wrong."""
        for _ in self:
            pass
        if self._result is None and self._thought is not None:  # it was closed before
            self._result = self._thought.result()
        assert self._result is not None  # noqa: S101 - there is a thought or a settled result
        return self._result

    def close(self) -> None:
        """Stop the program and wait until it has obeyed. What was not yielded yet is dropped."""
        if not self._over and self._thought is not None:
            try:
                self._thought.abandon()
            finally:
                self._finish()

    def __enter__(self) -> ProgramAnalysis:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __del__(self) -> None:
        if not getattr(self, "_over", True):
            self.close()
