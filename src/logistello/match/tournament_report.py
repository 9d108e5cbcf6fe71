"""The report of a tournament as one HTML page: table, cross table, rounds, and every game with its end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from logistello.charts import Chart, picture
from logistello.match.record import PlayedGame
from logistello.match.spec import describe_limit
from logistello.match.standings import Standings
from logistello.match.tournament import Tournament
from logistello.match.tournament_table import TablePlace, tournament_table
from logistello.othello.notation import read
from logistello.othello.svg import BoardStyle
from logistello.report_page import report_page, report_table

#: Games that are shown with the board at their end; of longer tournaments the moves alone.
_MOST_BOARDS = 400
_BOARD = BoardStyle(size=200, coordinates=False)


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
        "<p>Elo by the Bradley-Terry model around a mean of 0, with 95 % intervals.</p>",
        _rating_chart(table),
        "<h2>Cross table</h2>",
        _cross_table(standings, table),
        "<h2>Games</h2>",
        *_rounds(tournament, standings, games),
    ]
    return report_page(title, parts)


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
                yield _game(game, standings.names, board=len(games) <= _MOST_BOARDS)


def _game(game: PlayedGame, names: Sequence[str], *, board: bool) -> str:
    played = read(game.ggf).games[0]
    black, white = (escape(names[player]) for player in (game.black, game.white))
    ending = "" if game.loser is None else f" ({escape(game.ending)}: {escape(game.reason)})"
    parts = [f"<summary>{black} – {white}: {game.black_score:+d}{ending}</summary>"]
    if board:
        parts.append(played.position.svg(_BOARD))
    parts.append(f"<p><code>{played.transcript()}</code></p>")
    return f"<details>{''.join(parts)}</details>"
