"""What to do about what the server says. Knows no socket, no thread, no clock: time is told to it.

Every method returns the actions that follow; times are seconds of any clock that never goes back. No message, however
strange, may raise.
"""

from __future__ import annotations

from logistello.protocol.ggs import message as ggs
from logistello.protocol.ggs.actions import Action, FinishedMatch, Leave, Notice, Send, SendPassword, Thought
from logistello.protocol.ggs.current_matches import CurrentMatches
from logistello.protocol.ggs.lobby import Lobby
from logistello.protocol.ggs.login import Login, service_settings
from logistello.protocol.ggs.parsing import SERVICE
from logistello.protocol.ggs.results import MatchResults
from logistello.protocol.ggs.settings import GgsSettings

#: New logins in a row for the sake of a game that the server sees differently; more would not help either.
_MOST_REMEDIES = 3


class GgsSession:
    """One run of the client; it outlives connections."""

    def __init__(self, settings: GgsSettings) -> None:
        self.settings = settings
        self.login = Login(settings)
        self.lobby = Lobby(settings)
        self.table = CurrentMatches(settings.login)
        self.results = MatchResults(settings.login)
        #: The server's last word on it.
        self.rating: float | None = None
        #: No new matches: quit when nothing is played any more.
        self.finishing = False
        #: Why the session is over, once it is.
        self.over: Leave | None = None
        self._was_online = False
        self._heard = 0.0
        self._sent = 0.0
        self._probed = False
        self._remedies = 0

    # -- from the connection ------------------------------------------------------------------

    def connected(self, now: float) -> None:
        self.login = Login(self.settings)
        self._heard = self._sent = now
        self._probed = False

    def disconnected(self) -> list[Action]:
        """Nothing is resigned: the server stores a match whose player is gone."""
        concluded = self._counted(self.table.conclude())
        lost = self.table.description
        actions = [*concluded, *self.table.clear()]
        self.lobby.connection_lost()
        if lost and self.over is None:
            then = "we ask to go on after the next login" if self.settings.resume else "it is left there"
            actions.append(Notice(f"connection lost during {lost}: the server stores it, {then}"))
        return actions

    def receive(self, message: ggs.Message, now: float) -> list[Action]:
        self._heard = now
        self._probed = False
        if self.login.online:
            actions = self._receive_online(message, now)
        else:
            actions = [self._worth_another_try(action) for action in self.login.receive(message)]
            self._was_online |= self.login.online
        return self._done([*actions, *self._when_idle(now)], now)

    def _worth_another_try(self, action: Action) -> Action:
        """A refused login that worked before: the server may not have noticed that the old connection is gone."""
        return Leave(action.reason, again=True) if isinstance(action, Leave) and self._was_online else action

    def tick(self, now: float) -> list[Action]:
        """Now and then, at least every few seconds."""
        settings = self.settings
        silent = now - self._heard
        actions: list[Action] = []
        if not self.login.online:
            if now - self._sent > settings.login_within:
                waited = f"no login within {settings.login_within:g} s"
                actions.append(Leave(f"{waited}: {self.login.phase.value}", again=True))
        elif silent > 2 * settings.silence:
            actions.append(Leave(f"the server has been silent for {silent:.0f} s", again=True))
        elif silent > settings.silence and not self._probed:
            self._probed = True
            actions.append(Send("who"))  # asks for an answer, which the line below may not get
        elif now - self._sent > settings.keep_alive_after:
            actions.append(Send(f"tell {SERVICE} continue"))
        elif (why := self.table.trouble(now)) and self._remedies < _MOST_REMEDIES:
            self._remedies += 1
            actions.append(Leave(f"out of step with the server ({why})", again=True))
        if self.login.online:
            actions += self._counted(self.table.tick(now))
        return self._done([*actions, *self._when_idle(now)], now)

    def thought(self, thought: Thought, now: float) -> list[Action]:
        return self._done(self.table.thought(thought, now), now)

    # -- from the user ------------------------------------------------------------------------

    def finish(self, now: float) -> list[Action]:
        """No new match; quit after the one under way."""
        self.finishing = True
        if under_way := self.table.description:
            report = Notice(f"{under_way} is played to its end before we quit; once more to leave it at once")
            return self._done([report, Send(f"tell {SERVICE} open 0")], now)
        return self._done(self._quit("asked to quit"), now)

    def leave(self, now: float) -> list[Action]:
        """Quit at once. What is under way is adjourned, never resigned."""
        actions: list[Action] = []
        if under_way := self.table.description:
            text = f"leaving {under_way}: nothing is resigned, the server stores it, and the next login can go on"
            actions.append(Notice(text))
        return self._done([*actions, *self.table.clear(), *self._quit("asked to leave at once")], now)

    def _quit(self, reason: str) -> list[Action]:
        farewell: list[Action] = [Send(f"tell {SERVICE} open 0"), Send("quit")] if self.login.online else []
        return [*farewell, Leave(reason)]

    # -- messages -----------------------------------------------------------------------------

    def _receive_online(self, message: ggs.Message, now: float) -> list[Action]:
        table = self.table
        match message:
            case ggs.Update():
                if actions := table.update(message, now):
                    self._remedies = 0
                return actions
            case ggs.Join():
                return table.join(message, now)
            case ggs.Request():
                return self.lobby.proposed(message, self._busy(), now)
            case ggs.MatchBegun():
                return table.begun(message, now)
            case ggs.MatchOver():
                return self._match_over(message, now)
            case ggs.Garbled():
                return table.garbled(message, now)
            case ggs.GameOver():
                return table.game_over(message)
            case ggs.TimeUp():
                return table.time_up(message)
            case ggs.Asking() if message.id in table.games:
                return [
                    Notice(f"{message.name} asks for {message.what} in {message.id}: no answer, so the game goes on")
                ]
            case ggs.ServiceError():
                return table.error(message, now) if message.id is not None else self.lobby.refused(message, now)
            case ggs.StoredMatches():
                return self.lobby.stored(message)
            case ggs.RatingUpdate() if (rating := message.ratings.get(self.settings.login)) is not None:
                self.rating = rating
                return [Notice(f"our rating is now {rating:.1f}")]
            case ggs.Presence(name=name, here=here) if name == SERVICE:
                return self._service_presence(here)
            case ggs.Tell():
                return [Notice(f"{message.sender} says: {message.text[:200]}")]
        return []

    def _busy(self) -> str | None:
        if self.finishing:
            return "no new matches any more"
        return "a match is under way" if self.table.playing else None

    def _service_presence(self, here: bool) -> list[Action]:
        if here:
            return service_settings(self.settings)
        lost = f", {self.table.description} is interrupted" if self.table.playing else ""
        self.lobby.connection_lost()
        return [Notice(f"the Othello service is gone{lost}; waiting for its return"), *self.table.clear()]

    def _match_over(self, over: ggs.MatchOver, now: float) -> list[Action]:
        actions = self.table.match_over(over)
        if actions:
            self.lobby.match_over(now)
        return self._counted(actions)

    def _counted(self, actions: list[Action]) -> list[Action]:
        for action in actions:
            if isinstance(action, FinishedMatch):
                self.results.add(action)
        if self.settings.matches is not None and self.results.matches >= self.settings.matches:
            self.finishing = True
        return actions

    # -- after everything ---------------------------------------------------------------------

    def _when_idle(self, now: float) -> list[Action]:
        if not self.login.online or self.table.playing or self.over is not None:
            return []
        if self.finishing:
            played = self.results.matches
            return self._quit(f"done after {played} match{'es' * (played != 1)}")
        return self.lobby.ask(now)

    def _done(self, actions: list[Action], now: float) -> list[Action]:
        for action in actions:
            if isinstance(action, Send | SendPassword):
                self._sent = now
            elif isinstance(action, Leave) and not action.again:
                self.over = action
        return actions
