"""How a run of the client stands: everything that its status page and its JSON show."""

from __future__ import annotations

import os
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from logistello.othello import Color
from logistello.protocol.ggs.connection import Client, MatchNote
from logistello.protocol.ggs.live_game import LiveGame


class ServiceStatus:
    """Reads a client; used in the client's own thread."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._begun = time.monotonic()
        self._memory_mb = resident_mb()

    def as_json(self) -> dict[str, Any]:
        """Plain data. Times are UTC, memory in megabytes, scores discs for us."""
        client, now = self._client, time.monotonic()
        session, counts = client.session, client.counts
        return {
            "login": session.settings.login,
            "server": f"{client.reach.host}:{client.reach.port}",
            "state": self._state(now),
            "rating": session.rating,
            "started": _moment(self._begun, now),
            "uptime_seconds": round(now - self._begun, 1),
            "connection": {
                "since": None if counts.since is None else _moment(counts.since, now),
                "made": counts.made,
                "reconnects": max(counts.made - 1, 0),
                "failed_attempts": counts.failed,
                "last_ended": counts.ended or None,
            },
            "results": {
                "matches": session.results.matches,
                "won": session.results.won,
                "drawn": session.results.drawn,
                "lost": session.results.lost,
                "games": session.results.games,
                "games_lost_on_time": session.results.late,
            },
            "learning": {name: getattr(client.keeper.counts, name) for name in client.keeper.counts.__slots__},
            "playing": [_game(game, now) for _, game in sorted(session.table.games.items())],
            "recent_matches": [_finished(note, now) for note in reversed(client.finished)],
            "told": [{"at": _moment(at, now), "text": text} for at, text in reversed(client.told)],
            "process": {
                "id": os.getpid(),
                "memory_mb": resident_mb(),
                "memory_mb_at_start": self._memory_mb,
                "processor_seconds": round(time.process_time(), 1),
            },
        }

    def _state(self, now: float) -> str:
        session, counts = self._client.session, self._client.counts
        if session.over is not None:
            return f"over: {session.over.reason}"
        if counts.again_at is not None:
            return f"not connected, next attempt in {max(counts.again_at - now, 0):.0f} s"
        if counts.since is None:
            return "connecting"
        if not session.login.online:
            return f"logging in: {session.login.phase.value}"
        ending = ", the last one before we quit" if session.finishing else ""
        return (
            f"playing {session.table.description}{ending}" if session.table.playing else "online, waiting for a match"
        )


def _game(game: LiveGame, now: float) -> dict[str, Any]:
    last = game.record.end
    return {
        "game": game.id,
        "black": game.record.black.name,
        "white": game.record.white.name,
        "we_play": game.my_color.name.lower(),
        "our_turn": game.my_turn,
        "position": game.position.text,
        "moves": game.record.transcript(),
        "last_move": None if last.move is None else str(last.move),
        #: Seconds left when the last move was made.
        "clocks": {
            color.name.lower(): None if (clock := game.clocks.get(color)) is None else clock.initial for color in Color
        },
        "seconds_since_last_move": round(now - game.since, 1),
    }


def _finished(note: MatchNote, now: float) -> dict[str, Any]:
    return {
        "ended": _moment(note.ended_at, now),
        "opponent": note.opponent,
        "type": note.type,
        "rated": note.rated,
        "score": note.score,
        "moves": list(note.moves),
    }


def resident_mb() -> float:
    """Memory of this process that is in use now; where the system does not tell, the most that it ever was."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except (OSError, ValueError, IndexError):
        import resource  # not on Windows

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return round(peak / (1 << 20 if sys.platform == "darwin" else 1 << 10), 1)
    return round(pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20), 1)


def _moment(then: float, now: float) -> str:
    return _written(datetime.now(UTC) - timedelta(seconds=now - then))


def _written(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
