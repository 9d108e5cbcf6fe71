"""One question that a program is thinking about, from its command to the end of its answer."""

from __future__ import annotations

import contextlib
import threading
import time
from abc import ABC, abstractmethod
from typing import Literal

from logistello.errors import ProgramError, ProgramRefusedError
from logistello.othello import Position
from logistello.programs.process import Hearing, Program
from logistello.programs.program_results import ProgramInfo, ProgramResult, ToldMoves

#: Seconds for everything but thinking, such as resetting, taking over a move, or stopping.
SECONDS_TO_OBEY = 10.0


class Question(ABC):
    """What is asked, and how the lines that come back are understood: a dialect of a protocol."""

    #: ``None``: as many as the program likes.
    most_lines: int | None = None

    def __init__(self, position: Position, command: str, best_moves: int = 64) -> None:
        self.position = position
        self.command = command
        self.told = ToldMoves(best_moves)
        self.begun = time.monotonic()

    @property
    def seconds(self) -> float:
        """Since it was asked."""
        return time.monotonic() - self.begun

    @abstractmethod
    def hear(self, line: str) -> ProgramInfo | Literal[True] | None:
        """News, ``True`` at the end of the answer, ``None`` for lines that say nothing."""

    @abstractmethod
    def stop(self) -> None:
        """Tell the program that it has thought enough. Called at most once, from any thread."""

    @property
    def enough(self) -> bool:
        """All that was asked for has been told: the program may stop."""
        return False

    def after_stop(self) -> None:  # noqa: B027 - most have nothing to say
        """The answer has ended after a stop: hear what the program has to say about the stop itself."""

    @abstractmethod
    def result(self, *, complete: bool) -> ProgramResult:
        """What has come of it. Raises ``ProgramError`` if that is no legal move."""


class ProgramThought:
    """A question under way. Used by one thread; only :meth:`stop` may come from others."""

    def __init__(self, program: Program, question: Question, seconds: float | None) -> None:
        """``seconds`` for the whole answer; ``None`` for as long as the program lives."""
        self._program = program
        self.question = question
        self._hearing = Hearing(question.command, seconds, question.most_lines)
        self._lock = threading.Lock()
        #: The program was told to stop, and whether that was because somebody wanted it.
        self._told_to_stop = False
        self.stopped = False
        self.over = False
        program.tell(question.command)

    def next(self) -> ProgramInfo | None:
        """Waits for news; ``None`` at the end. Raises ``ProgramError``, after which it is over."""
        if self.over:
            return None
        try:
            news: ProgramInfo | Literal[True] = self._program.hear(self._hearing, self.question.hear)
        except ProgramRefusedError:
            self._end()
            raise
        except ProgramError:
            self.over = True
            raise
        if news is not True:
            if self.question.enough:
                self._tell_to_stop(wanted=False)
            return news
        self._end()
        return None

    def _end(self) -> None:
        with self._lock:
            self.over = True
        if self._told_to_stop:
            self.question.after_stop()

    def stop(self) -> None:
        """Make :meth:`next` come to its end soon. Harmless after that, and when repeated."""
        self._tell_to_stop(wanted=True)

    def _tell_to_stop(self, *, wanted: bool) -> None:
        with self._lock:
            if self.over or self._told_to_stop:
                return
            self._told_to_stop, self.stopped = True, wanted
            self._hearing.hurry(SECONDS_TO_OBEY)
            with contextlib.suppress(ProgramError):  # whoever listens hears that it died
                self.question.stop()
        self._program.wake()

    def abandon(self) -> None:
        """Stop and hear the rest, so that the program is ready for the next question; if it fails, it has ended."""
        self.stop()
        with contextlib.suppress(ProgramError):
            while self.next() is not None:
                pass

    def result(self) -> ProgramResult:
        """After the end."""
        return self.question.result(complete=not self.stopped)
