"""Where the password comes from: the environment or a file that nobody else may read. Never the command line."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Mapping
from pathlib import Path

from logistello.errors import UsageError

VARIABLE = "LOGISTELLO_GGS_PASSWORD"
_MOST = 256


class Password:
    """Shows nothing of itself in logs, tracebacks and representations.

    >>> Password("secret"), str(Password("secret")), f"{Password('secret')}"
    (Password(...), 'Password(...)', 'Password(...)')
    """

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        """Raises ``UsageError`` for a text that the server could not take as one line."""
        if not text or len(text) > _MOST or re.search(r"[\x00-\x1f\x7f]", text):
            raise UsageError(f"the password must be one line of 1 to {_MOST} characters")
        self._text = text

    def reveal(self) -> str:
        """For the line to the server."""
        return self._text

    def hide_in(self, text: str) -> str:
        """The text without the password, should a server repeat it."""
        return text.replace(self._text, "********")

    def __repr__(self) -> str:
        return "Password(...)"

    __str__ = __repr__


def read_password(file: Path | None, environment: Mapping[str, str]) -> Password:
    """From ``file`` if one is named, else from the environment. Raises ``UsageError``."""
    if file is None:
        text = environment.get(VARIABLE)
        if not text:
            raise UsageError(f"no password: set {VARIABLE} or name a file with --password-file")
        return Password(text)
    if file.exists() and not file.is_file():  # opening a pipe would wait for its writer
        raise UsageError(f"{file}: not a file; expected one with the password in its first line")
    try:
        with file.open("rb") as stream:
            found = os.fstat(stream.fileno())
            if found.st_mode & 0o077:
                mode = stat.S_IMODE(found.st_mode)
                raise UsageError(f"{file}: others may read the password (mode {mode:03o}); first: chmod 600 {file}")
            first = stream.readline(4 * _MOST)
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror}; expected a file with the password in its first line") from None
    return Password(first.decode("utf-8", "replace").rstrip("\r\n"))
