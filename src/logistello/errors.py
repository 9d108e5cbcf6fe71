"""The whole exception tree. Every leaf also subclasses the builtin a caller would expect."""

from __future__ import annotations

from collections.abc import Iterable


class LogistelloError(Exception):
    """Root of everything this package raises on purpose."""


class NotationError(LogistelloError, ValueError):
    """Text or bytes that cannot be understood.

    ``line`` and ``column`` count from 1 and point at the offending place; for binary files
    ``line`` is ``None`` and ``column`` is ``None`` and the message names the byte offset.
    """

    def __init__(
        self,
        message: str,
        *,
        line: int | None = None,
        column: int | None = None,
        expected: str | None = None,
    ) -> None:
        self.reason = message
        self.line = line
        self.column = column
        self.expected = expected
        super().__init__(message, line, column, expected)

    def __str__(self) -> str:
        place = []
        if self.line is not None:
            place.append(f"line {self.line}")
        if self.column is not None:
            place.append(f"column {self.column}")
        prefix = f"{', '.join(place)}: " if place else ""
        suffix = f"; expected {self.expected}" if self.expected else ""
        return f"{prefix}{self.reason}{suffix}"

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild_notation_error, (self.reason, self.line, self.column, self.expected))


def _rebuild_notation_error(reason: str, line: int | None, column: int | None, expected: str | None) -> NotationError:
    return NotationError(reason, line=line, column=column, expected=expected)


class IllegalMoveError(LogistelloError, ValueError):
    """A move the rules forbid in this position. The message names the legal ones."""

    def __init__(self, message: str, legal: Iterable[object] = ()) -> None:
        self.legal = tuple(legal)
        super().__init__(message)

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (str(self), self.legal))


class NativeCoreError(LogistelloError, ImportError):
    """The native core is missing, or was built for another instruction set."""


class MissingPackageError(LogistelloError, ImportError):
    """A package that only part of the program needs is not installed; the message says how to install it."""


class GameError(LogistelloError, ValueError):
    """A game that does not exist, or that is of a kind that cannot be used here."""


class NumberError(LogistelloError, ValueError):
    """A number that is not one, or that lies outside of what makes sense in its place."""


class UsageError(LogistelloError, ValueError):
    """A command that cannot be carried out as given."""


class EngineError(LogistelloError, RuntimeError):
    """The engine cannot do this now: it is closed, or busy with another call."""


class ProgramError(EngineError):
    """Another program that thinks for us failed; ``kind`` says how, in one word."""

    kind = "protocol"


class ProgramDiedError(ProgramError):
    """The program could not be started, or has ended. The message has its last words on the error output."""

    kind = "died"


class ProgramSilentError(ProgramError):
    """The program gave no answer within its patience."""

    kind = "silent"


class ProgramTimeError(ProgramError):
    """The program overstepped the limit of time that it was given."""

    kind = "time"


class ProgramProtocolError(ProgramError):
    """The program said something else than its protocol wants, or lacks what is asked of it."""


class ProgramRefusedError(ProgramProtocolError):
    """The program understood a command and refused it. It goes on."""


class ProgramIllegalMoveError(ProgramError):
    """The program wants to play a move that the rules forbid. It goes on."""

    kind = "illegal"


class HashSizeError(LogistelloError, ValueError):
    """A transposition table of this size cannot be allocated."""


class PatternError(LogistelloError, ValueError):
    """An invalid definition of a pattern set."""


class PositionsError(LogistelloError, ValueError):
    """A damaged, foreign or outdated file of labelled positions, or positions that cannot be generated."""


class ModelError(LogistelloError, ValueError):
    """A model file that is damaged, foreign or of another version."""


class CalibrationError(LogistelloError, ValueError):
    """An invalid ProbCut table: damaged, of the wrong shape, or without measurements to fit it to."""


class TrainingDataError(LogistelloError, ValueError):
    """Arrays that no model can be fitted to: empty, contradictory, not finite, or belonging to another fit."""


class FitDivergedError(LogistelloError, ArithmeticError):
    """A fit whose error grew instead of falling: the step is too large for these data."""


class MatchError(LogistelloError, RuntimeError):
    """A match that cannot be played: no openings, or a record of games that belongs to another match."""


class PlayerError(LogistelloError, RuntimeError):
    """A player that cannot continue its game; ``kind`` says why in one word (see ``match.players``)."""

    def __init__(self, kind: str, message: str) -> None:
        self.kind = kind
        super().__init__(message)

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (self.kind, str(self)))


class BookError(LogistelloError, RuntimeError):
    """A book that cannot be used: missing, foreign, damaged, of another version, read-only, busy, disk full."""


class GameServerError(LogistelloError, ConnectionError):
    """A game server that cannot be reached, refuses the login, or is gone for good."""


class JobError(LogistelloError, RuntimeError):
    """A task that no worker could finish."""


class TaskLimitError(JobError):
    """A task that needed more than it was allowed; ``kind`` is ``time`` or ``memory``."""

    def __init__(self, kind: str, message: str) -> None:
        self.kind = kind
        super().__init__(message)

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (self.kind, str(self)))


class TrainingRunError(LogistelloError, RuntimeError):
    """A training run that cannot start or resume: different settings, a damaged file, or one of another run."""


class LibraryError(LogistelloError, RuntimeError):
    """A file of games that cannot be used: foreign, of another version, or not writable."""
