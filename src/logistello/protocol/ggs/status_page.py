"""The status of a run for people: one page, which its server has loaded again every few seconds."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from logistello.othello import Position, Square
from logistello.othello.svg import BoardStyle
from logistello.report_page import report_page, report_table

_DAY = 86_400
#: Lines of the two long tables.
_MOST_LINES = 20
_MATCH_HEAD = ("over (UTC)", "opponent", "type", "rated", "discs for us")


def status_page(status: Mapping[str, Any]) -> str:
    """From what :class:`ServiceStatus` says."""
    title = f"{status['login']} on {status['server']}"
    connection, results, learning = status["connection"], status["results"], status["learning"]
    process = status["process"]
    rating = "" if status["rating"] is None else f", rating {status['rating']:.1f}"
    facts = [
        ("matches", _counted(results)),
        ("games", f"{results['games']}, {results['games_lost_on_time']} lost on time"),
        ("saved", _kept(learning)),
        ("learned", _learned(learning)),
        ("running for", _duration(status["uptime_seconds"])),
        ("connection", _connection(connection)),
        (
            "process",
            f"number {process['id']}, {process['memory_mb']:.0f} MB of memory "
            f"({process['memory_mb_at_start']:.0f} MB at the start), {process['processor_seconds']:.0f} s of processor "
            f"time",
        ),
    ]
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p><strong>{escape(status['state'])}</strong>{escape(rating)}</p>",
        *_boards(status["playing"]),
        report_table(("", ""), facts),
        "<h2>Latest matches</h2>",
        report_table(
            ("over (UTC)", "opponent", "type", "rated", "discs for us"),
            map(_match_row, _first(status, "recent_matches")),
        ),
        "<h2>What happened</h2>",
        report_table(("time (UTC)", ""), ((_clock(each["at"]), each["text"]) for each in _first(status, "told"))),
        '<p>The same for programs: <a href="/status.json">status.json</a></p>',
    ]
    return report_page(title, parts)


def _first(status: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    return list(status[name][:_MOST_LINES])


def _counted(results: Mapping[str, Any]) -> str:
    return f"{results['matches']}: {results['won']} won, {results['drawn']} drawn, {results['lost']} lost"


def _kept(learning: Mapping[str, Any]) -> str:
    failed = f", {learning['not_saved']} could not be" if learning["not_saved"] else ""
    return f"{learning['saved']} matches{failed}"


def _learned(learning: Mapping[str, Any]) -> str:
    left = f", {learning['not_learned']} left out" if learning["not_learned"] else ""
    waiting = f", {learning['waiting']} wait" if learning["waiting"] else ""
    return f"{learning['lessons']} games with {learning['positions']} new positions{left}{waiting}"


def _connection(connection: Mapping[str, Any]) -> str:
    since = "none" if connection["since"] is None else f"since {_clock(connection['since'])} UTC"
    ended = f"; the last one ended: {connection['last_ended']}" if connection["last_ended"] else ""
    failed = f", {connection['failed_attempts']} attempts failed" if connection["failed_attempts"] else ""
    return f"{since}, {connection['reconnects']} reconnects{failed}{ended}"


def _boards(playing: list[Mapping[str, Any]]) -> list[str]:
    if not playing:
        return []
    boards = []
    for game in playing:
        position = Position.parse(game["position"])
        last = None if game["last_move"] in (None, "pass") else Square.parse(game["last_move"])
        style = BoardStyle(size=260, last_move=last)
        names = " – ".join(_player(game, color) for color in ("black", "white"))
        turn = "we think" if game["our_turn"] else "the opponent thinks"
        boards.append(
            f'<figure style="display:inline-block;margin:0 1.5rem 1rem 0">{position.svg(style)}'
            f"<figcaption>{escape(game['game'])}: {names}<br>{turn}</figcaption></figure>"
        )
    return ["<div>", *boards, "</div>"]


def _player(game: Mapping[str, Any], color: str) -> str:
    name, clock = escape(game[color]), game["clocks"][color]
    left = "" if clock is None else f" ({_duration(clock)})"
    return f"<strong>{name}</strong>{left}" if game["we_play"] == color else f"{name}{left}"


def _match_row(match: Mapping[str, Any]) -> tuple[str, ...]:
    return (
        _clock(match["ended"], day=True),
        match["opponent"],
        match["type"],
        "yes" if match["rated"] else "no",
        f"{match['score']:+g}",
    )


def _clock(moment: str, *, day: bool = False) -> str:
    return moment.rstrip("Z").replace("T", " ") if day else moment[11:19]


def _duration(seconds: float) -> str:
    """
    >>> _duration(75), _duration(3 * 86_400 + 7265)
    ('1:15', '3 days 2:01:05')
    """
    whole = int(seconds)
    days, rest = divmod(whole, _DAY)
    hours, rest = divmod(rest, 3600)
    clock = f"{hours}:{rest // 60:02}:{rest % 60:02}" if days or hours else f"{rest // 60}:{rest % 60:02}"
    return f"{days} day{'s' * (days != 1)} {clock}" if days else clock
