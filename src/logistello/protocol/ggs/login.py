"""Getting in: where the password comes from, prompts, and the settings that every login begins with."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Mapping
from enum import Enum
from pathlib import Path

from logistello.errors import UsageError
from logistello.protocol.ggs.actions import Action, Leave, Send, SendPassword
from logistello.protocol.ggs.message import Message, Prompt, Ready, ServerText
from logistello.protocol.ggs.settings import GgsSettings

#: What a server may send unasked before READY; anything else is a refusal.
_HARMLESS = ("help", "+ack", "who", "news")


class Phase(Enum):
    WAITING = "waiting for the login prompt"
    NAMED = "waiting for the password prompt"
    PROVEN = "waiting for the answer to the password"
    ONLINE = "online"


class Login:
    """The password is sent once, in answer to the prompt that follows the name, and never again."""

    def __init__(self, settings: GgsSettings) -> None:
        self._settings = settings
        self.phase = Phase.WAITING

    @property
    def online(self) -> bool:
        return self.phase is Phase.ONLINE

    def receive(self, message: Message) -> list[Action]:
        """While not online."""
        match (self.phase, message):
            case (Phase.WAITING, Prompt(wants="login")):
                self.phase = Phase.NAMED
                return [Send(self._settings.login)]
            case (Phase.NAMED, Prompt(wants="password")):
                self.phase = Phase.PROVEN
                return [SendPassword()]
            case (Phase.NAMED | Phase.PROVEN, Prompt()):
                return [Leave("the server refused the login: it asked again", failed=True)]
            case (Phase.NAMED | Phase.PROVEN, ServerText(text=text)) if not text.startswith(_HARMLESS):
                return [Leave(f"the server refused the login: {text[:200]}", failed=True)]
            case (Phase.PROVEN, Ready()):
                self.phase = Phase.ONLINE
                return [*_central_settings(), *service_settings(self._settings)]
        return []


def _central_settings() -> list[Action]:
    lines = (
        "vt100 -",
        "bell -t -tc -tg -n -nc -ng -ni -nn",
        "verbose -news -faq -help -ack",
        "notify + /os",
        "ms /os",
    )
    return [Send(line) for line in lines]


def service_settings(settings: GgsSettings) -> list[Action]:
    """Also after the Othello service was away."""
    words = [
        "vt100 -",
        f"client {'+' if settings.style == 'ggf' else '-'}",
        "trust +",  # our own times count, so that the network does not cost us
        f"rated {'+' if settings.rated else '-'}",
    ]
    if settings.resume:
        words.append(f"stored {settings.login}")  # before new matches can begin
    words.append("open 1")
    return [Send(f"tell /os {word}") for word in words]


ENVIRONMENT_VARIABLE = "LOGISTELLO_GGS_PASSWORD"
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
        text = environment.get(ENVIRONMENT_VARIABLE)
        if not text:
            raise UsageError(f"no password: set {ENVIRONMENT_VARIABLE} or name a file with --password-file")
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
