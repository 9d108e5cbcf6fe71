"""The report of a tournament as one HTML page: table, cross table, rounds, and every game to play through."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from math import isfinite

from logistello.charts import Chart, picture
from logistello.match.game_replay import replay_script, replayable
from logistello.match.record import PlayedGame
from logistello.match.spec import describe_limit
from logistello.match.standings import Standings
from logistello.match.tournament import Tournament
from logistello.match.tournament_table import (
    TablePlace,
    black_advantage,
    tournament_ratings,
    tournament_table,
)
from logistello.othello.notation import read
from logistello.report_page import report_page, report_table

#: Games whose end is drawn for readers without scripts, which makes a page ten times as large.
_MOST_STILLS = 100


def tournament_report(tournament: Tournament, standings: Standings, games: Sequence[PlayedGame]) -> str:
    """The page, complete in itself."""
    table = tournament_table(tournament, standings, games)
    played = f"{len(games)} of {tournament.total} games" if len(games) < tournament.total else f"{len(games)} games"
    title = f"Tournament: {tournament.system.name}, {len(standings.names)} players"
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{played} in {tournament.rounds} round(s), {tournament.games} for each encounter, every opening with both "
        f"colours. Openings: {escape(tournament.openings.source)}. "
        f"Limit: {escape(describe_limit(tournament.limit))}.</p>",
        "<h2>Table</h2>",
        report_table(TABLE_HEAD, (table_row(each) for each in table)),
        f"<p>{escape(rating_note(games))}</p>",
        _rating_chart(table),
        "<h2>Cross table</h2>",
        _cross_table(standings, table),
        "<h2>Players</h2>",
        report_table(_PLAYER_HEAD, _players(tournament, standings, table)),
        *_failures(standings),
        "<h2>Games</h2>",
        *_rounds(tournament, standings, games),
        replay_script(),
    ]
    return report_page(title, parts)


def rating_note(games: Sequence[PlayedGame]) -> str:
    """What the ratings are, and what the colours were worth."""
    fit, black = tournament_ratings(games), black_advantage(games)
    if fit is None or black is None:
        return "Elo by the Bradley-Terry model around a mean of 0, with 95 % intervals."
    points = sum(game.points_of(game.black) for game in games)
    worth = f" = {black.value:+.0f} ({black.low:+.0f} to {black.high:+.0f}) Elo" if isfinite(black.value) else ""
    return (
        f"Elo by the Bradley-Terry model around a mean of 0, with 95 % intervals. Results of pairs stray "
        f"{fit.dispersion:.2f} times as much as coins would (draws and lopsided openings make it less), which the "
        f"intervals allow for. Black won {points:g} of {len(games)} points{worth}."
    )


_PLAYER_HEAD = ("place", "player", "limit", "s/move", "longest", "depth", "least left on the clock", "late", "failed")


def _players(tournament: Tournament, standings: Standings, table: Sequence[TablePlace]) -> Iterable[tuple[str, ...]]:
    """How the players used their time."""
    for each in table:
        usage, forfeits = standings.usage[each.player], each.tally.forfeits
        late = forfeits.get("time", 0)
        yield (
            str(each.place),
            each.name,
            describe_limit(tournament.limit_of(each.player)),
            f"{usage.seconds_per_move:.3f}",
            f"{usage.longest_move:.2f}",
            "" if usage.mean_depth is None else f"{usage.mean_depth:.1f}",
            f"{usage.least_left:.2f} s" if isfinite(usage.least_left) else "",
            str(late),
            str(sum(forfeits.values()) - late),
        )


def _failures(standings: Standings) -> Iterable[str]:
    failed = [game for game in standings.failures if game.loser is not None]
    if failed:
        rows = [
            (str(game.number), standings.names[game.loser], game.ending, game.reason)
            for game in failed
            if game.loser is not None
        ]
        yield "<h3>Games that were given away</h3>"
        yield report_table(("game", "player", "how", "reason"), rows)


TABLE_HEAD = ("place", "player", "points", "games", "won", "drawn", "lost", "opponents' points", "discs", "Elo")


def table_row(each: TablePlace) -> tuple[str, ...]:
    """The texts of a line, for the page and the terminal."""
    tally, rating = each.tally, each.rating
    elo = "" if rating is None else f"{rating.value:+.0f} ± {rating.high - rating.value:.0f}"
    counts = (tally.games, tally.wins, tally.draws, tally.losses)
    numbers = (*map(str, counts), f"{each.opponents_points:g}", f"{tally.mean_discs:+.1f}", elo)
    return (str(each.place), each.name, f"{each.points:g}", *numbers)


def _rating_chart(table: Sequence[TablePlace]) -> str:
    rated = [(each, each.rating) for each in table if each.rating is not None]
    if not rated:
        return ""
    places = [float(number) for number in range(1, len(rated) + 1)]
    chart = Chart("", "place", "Elo", width=640, height=260, whole_x=True)
    chart.line(
        [(place, rating.value) for place, (_, rating) in zip(places, rated, strict=True)],
        dots=True,
        band=[(rating.low, rating.high) for _, rating in rated],
    )
    return picture([chart], title="Elo with 95 % intervals")


def _cross_table(standings: Standings, table: Sequence[TablePlace]) -> str:
    """Points of the player of the row against that of the column."""
    rows = []
    for row in table:
        cells = []
        for column in table:
            pairing = standings.pairings.get((min(row.player, column.player), max(row.player, column.player)))
            if pairing is None or not pairing.tally.games:
                cells.append("–" if row is column else "")
                continue
            won = pairing.tally.points if row.player == pairing.first else pairing.tally.games - pairing.tally.points
            cells.append(f"{won:g}/{pairing.tally.games}")
        rows.append((str(row.place), row.name, *cells))
    return report_table(("", "player", *(str(number) for number in range(1, len(table) + 1))), rows)


def _rounds(tournament: Tournament, standings: Standings, games: Sequence[PlayedGame]) -> Iterable[str]:
    finished = {game.number: game for game in games}
    scheduled = iter(tournament.schedule(games))
    for number, each in enumerate(tournament.drawn_rounds(games), 1):
        yield f"<h3>Round {number}</h3>"
        if each.bye is not None:
            yield f"<p>Without an opponent: {escape(standings.names[each.bye])}.</p>"
        for _ in range(len(each.couples) * tournament.games):
            game = finished.get(next(scheduled).number)
            if game is not None:
                yield _game(game, standings.names, still=len(games) <= _MOST_STILLS)


def _game(game: PlayedGame, names: Sequence[str], *, still: bool) -> str:
    played = read(game.ggf).games[0]
    black, white = (escape(names[player]) for player in (game.black, game.white))
    ending = "" if game.loser is None else f" ({escape(game.ending)}: {escape(game.reason)})"
    parts = [f"<summary>{game.number + 1}. {black} – {white}: {game.black_score:+d}{ending}</summary>"]
    parts.append(replayable(played, still=still))
    parts.append(f"<p><code>{played.transcript()}</code></p>")
    return f"<details>{''.join(parts)}</details>"
