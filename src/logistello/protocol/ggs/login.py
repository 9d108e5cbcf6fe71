"""Getting in: prompts, the answer to them, and the settings that every login begins with."""

from __future__ import annotations

from enum import Enum

from logistello.protocol.ggs.actions import Action, Leave, Send, SendPassword
from logistello.protocol.ggs.message import Message, Prompt, Ready, ServerText
from logistello.protocol.ggs.settings import GgsSettings

#: What a server says of its own accord before it says READY; anything else is a refusal.
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
