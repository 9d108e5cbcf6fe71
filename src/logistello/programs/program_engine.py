"""Other programs as engines: what GTP and NBoard programs have in common."""

from __future__ import annotations

import os
import threading
import weakref
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from logistello.engine.limit import Limit
from logistello.errors import EngineError, ProgramError, ProgramSilentError, ProgramTimeError, UsageError
from logistello.number_ranges import BEST_MOVES, LAG, SOME_SECONDS
from logistello.othello import PASS, Game, Position
from logistello.programs.process import Program
from logistello.programs.program_analysis import ProgramAnalysis
from logistello.programs.program_results import ProgramInfo, ProgramResult
from logistello.programs.thought import ProgramThought, Question

#: Seconds for the first answer: programs load books and tables, on machines that may be busy.
SECONDS_TO_START = 60.0


class ProgramEngine(ABC):
    """A program that thinks for us. One thing at a time; ``stop()`` and ``close()`` may come from any thread.

    Whatever the program does, a call ends with an answer or a ``ProgramError`` that says what happened. A program that
    oversteps its time is ended with all its children: its late answer would be taken for the next one.
    """

    #: What the program calls itself, or what it was called when it was started.
    name: str

    def __init__(self, program: Program, *, name: str | None, patience: float | None, lag: float) -> None:
        """Made by :meth:`popen`."""
        self._program = program
        # A program must not outlive an engine that was forgotten.
        self._last_resort = weakref.finalize(self, program.kill)
        #: Seconds for a move without a limit of time, after which the program counts as hung; ``None``: for ever.
        self.patience = None if patience is None else SOME_SECONDS.checked(patience, "patience")
        #: Seconds by which a move may overrun its limit of time.
        self.lag = LAG.checked(lag, "lag")
        self._busy = threading.Lock()
        #: Guards what follows.
        self._state = threading.Lock()
        self._thought: ProgramThought | None = None
        self._stop_wanted = False
        self._closed = False
        try:
            self.name = self._greet(name) or program.title
        except BaseException:
            program.kill()
            raise

    @classmethod
    def popen(
        cls,
        command: str | os.PathLike[str] | Sequence[str],
        *,
        name: str | None = None,
        cwd: str | Path | None = None,
        env: Mapping[str, str] | None = None,
        patience: float | None = 120.0,
        lag: float = 1.0,
    ) -> Self:
        """Start a program: a list of its name and arguments, or its name alone.

        ``cwd`` is its working directory, ``env`` its whole environment, both ours by default. ``patience`` is how many
        seconds a move may take that has no limit of time (``None``: any number), ``lag`` by how many seconds a program
        may overrun a limit. Raises ``ProgramError``.
        """
        words = [os.fspath(command)] if isinstance(command, (str, os.PathLike)) else list(command)
        return cls(Program(words, cwd=cwd, env=env), name=name, patience=patience, lag=lag)

    # -- thinking -----------------------------------------------------------------------------

    def search(
        self,
        position: Position | Game,
        limit: Limit | None = None,
        *,
        on_info: Callable[[ProgramInfo], None] | None = None,
    ) -> ProgramResult:
        """The move that the program would play within ``limit``; without one it thinks as it was set up to.

        A :class:`Game` is told with its moves. ``on_info`` is called in the calling thread with what the program tells
        meanwhile; leaving it with an exception stops the search. Raises ``UsageError`` for a limit that the protocol
        cannot tell, else ``ProgramError``: ``ProgramTimeError`` if the limit of time and ``lag`` have passed.
        """
        game, limit = _game_of(position), limit or Limit()
        self._check(limit)
        with self._in_use():
            settled = _settled(game.position)
            if settled is not None:
                return settled
            allowed = limit.clock.remaining if limit.clock else limit.time
            question = self._move_question(game, limit)
            thought = self._begin(question, self.patience if allowed is None else allowed + self.lag)
            told = False
            try:
                while (info := thought.next()) is not None:
                    told = True
                    if on_info is not None:
                        on_info(info)
            except ProgramSilentError as error:
                if allowed is not None and not thought.stopped:
                    raise ProgramTimeError(str(error)) from error
                raise
            except ProgramError:
                raise
            except BaseException:  # of on_info, or Ctrl-C
                thought.abandon()
                raise
            result = thought.result()
            if on_info is not None and not told and result.best:
                on_info(result.best[0])
            return result

    def analyse(
        self,
        position: Position | Game,
        limit: Limit | None = None,
        *,
        best_moves: int = 1,
        on_info: Callable[[ProgramInfo], None] | None = None,
    ) -> ProgramAnalysis:
        """The ``best_moves`` best moves while the program finds them, ever deeper, until ``limit`` or a stop.

        The program is busy until the iterator is exhausted or closed; dropping it (``break``) closes it. With
        ``on_info`` the analysis is carried out before this returns, and every piece of news is passed to it. Raises
        ``UsageError`` for a limit that cannot be told, else ``ProgramError``.
        """
        best_moves = BEST_MOVES.checked(best_moves, "best_moves")
        game, limit = _game_of(position), limit or Limit()
        self._check(limit)
        if limit.clock is not None:
            raise UsageError("an analysis knows no game clock: limit it by time or depth")
        self._take()
        try:
            settled = _settled(game.position)
            if settled is not None:
                return ProgramAnalysis(None, settled, self._release)
            thought = self._begin(self._lines_question(game, limit, best_moves), None)
        except BaseException:
            self._release()
            raise
        analysis = ProgramAnalysis(thought, None, self._release, limit.time)
        if on_info is not None:
            with analysis:
                for info in analysis:
                    on_info(info)
        return analysis

    def stop(self) -> None:
        """Make the running search or analysis come to its end. Safe from any thread, harmless when nothing runs.

        A program that has no way to be told is ended, and its call raises ``ProgramDiedError``.
        """
        with self._state:
            thought = self._thought
            if thought is None:
                self._stop_wanted = self._busy.locked()
                return
        thought.stop()

    def new_game(self) -> None:
        """Forget the last game. Raises ``ProgramError``."""
        with self._in_use():
            self._forget()

    # -- life ---------------------------------------------------------------------------------

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._program.pid

    @property
    def stderr(self) -> tuple[str, ...]:
        """The last lines that the program wrote to its error output."""
        return self._program.complaints

    def close(self) -> None:
        """Ask the program to quit, and end it if it does not. A call that is running fails. Closing twice is fine."""
        with self._state:
            if self._closed:
                return
            self._closed = True
        if self._busy.acquire(blocking=False):
            try:
                self._program.close()
            finally:
                self._busy.release()
        else:
            self._program.kill("the engine was closed while the program was thinking")
        self._last_resort.detach()

    def kill(self) -> None:
        """End the program and its children at once, from any thread; what is running fails."""
        self._program.kill()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # -- for the protocols --------------------------------------------------------------------

    @abstractmethod
    def _greet(self, name: str | None) -> str | None:
        """The first words; the name of the program, ``name`` if that is given."""

    @abstractmethod
    def _forget(self) -> None:
        """Begin a new game."""

    @abstractmethod
    def _check(self, limit: Limit) -> None:
        """Raises ``UsageError`` if the protocol cannot tell the limit."""

    @abstractmethod
    def _move_question(self, game: Game, limit: Limit) -> Question:
        """Tell the program the game and the limit; what to ask for a move."""

    @abstractmethod
    def _lines_question(self, game: Game, limit: Limit, best_moves: int) -> Question:
        """Tell the program the game and the limit; what to ask for its best moves."""

    # -- one at a time ------------------------------------------------------------------------

    def _take(self) -> None:
        if not self._busy.acquire(blocking=False):
            raise EngineError("the program is busy with another call; stop() it or start a second one")
        with self._state:
            closed, self._stop_wanted = self._closed, False
        if closed:
            self._busy.release()
            raise EngineError("the engine is closed")

    def _release(self) -> None:
        with self._state:
            self._thought = None
            self._busy.release()

    @contextmanager
    def _in_use(self) -> Iterator[None]:
        self._take()
        try:
            yield
        finally:
            self._release()

    def _begin(self, question: Question, seconds: float | None) -> ProgramThought:
        thought = ProgramThought(self._program, question, seconds)
        with self._state:
            self._thought, stop_wanted = thought, self._stop_wanted
        if stop_wanted:  # while the program was told the game
            thought.stop()
        return thought


def _game_of(position: Position | Game) -> Game:
    return position if isinstance(position, Game) else Game(start=position)


def _settled(position: Position) -> ProgramResult | None:
    """What the rules answer without asking the program."""
    if position.is_over:
        return ProgramResult(position, None, score=float(position.final_score()), exact=True)
    if position.must_pass:
        return ProgramResult(position, PASS, pv=(PASS,))
    return None
