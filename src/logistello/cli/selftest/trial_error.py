"""What a trial of the self-test says when it fails."""

from __future__ import annotations


class TrialError(Exception):
    """The program does something else than it should."""


def expect(what: str, found: object, expected: object) -> None:
    """Raises ``TrialError`` unless they are equal.

    >>> expect("the score", 4, 6)
    Traceback (most recent call last):
    ...
    logistello.cli.selftest.trial_error.TrialError: the score is 4; expected 6
    """
    if found != expected:
        raise TrialError(f"{what} is {found!s:.200}; expected {expected!s:.200}")
