"""``logistello book played``: what people played in a position, and how it ended."""

from __future__ import annotations

import json as json_format
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from logistello.cli.book.arguments import read_position
from logistello.cli.option_types import CountOrNone
from logistello.errors import UsageError

if TYPE_CHECKING:
    from logistello.library import GamesTally, PositionStatistics
    from logistello.othello import Color, Position

EXIT_NONE = 1
Where = Annotated[str | None, Parameter(name="POSITION", allow_leading_hyphen=True)]


def played_book(
    position: Where = None,
    /,
    *games: Annotated[Path, Parameter(name="GAMES")],
    library: Path | None = None,
    years: CountOrNone = 1,
    json: bool = False,
) -> int:
    """Say what was played in a position in a collection of games: by move and by year, with the results.

    Games count that reached the position by any order of moves and on a board turned in any way. The exit code is 1 if
    there is none.

    Parameters
    ----------
    position
        A position in any format, or moves such as f5d6c3; - for the start of the game.
    games
        Files and folders of games; without any, your library.
    library
        Another library.
    years
        How many years each row of the second table holds; 0 leaves it out.
    json
        Print one JSON object.
    """
    asked = read_position(None if position == "-" else position)
    found, players = _statistics(asked, games, library)
    if json:
        sys.stdout.write(json_format.dumps(_json(asked, found, players)) + "\n")
    else:
        sys.stdout.write("".join(f"{line}\n" for line in _lines(asked, found, players, years)))
    return 0 if found.tally.games else EXIT_NONE


def _statistics(
    position: Position, games: tuple[Path, ...], library: Path | None
) -> tuple[PositionStatistics, list[str]]:
    from logistello.library import Library, rows_of
    from logistello.library.counted_games import CountedGames
    from logistello.library.locations import default_library
    from logistello.othello.notation import read_path

    if games and library is not None:
        raise UsageError("expected files of games or --library, not both")
    if missing := [str(path) for path in games if not path.exists()]:
        raise UsageError(f"no such file or folder: {', '.join(missing)}")
    if games:
        rows = [row for path in games for row in rows_of(read_path(path).games) if row.start is None]
        return CountedGames([(row.moves, row.black_score, row.black, row.white, row.date) for row in rows]).statistics(
            position
        )
    path = default_library() if library is None else library
    if not path.is_file():
        raise UsageError(f"{path}: there is no library yet; name files of games")
    with Library(path) as opened:
        return opened.statistics(position)


def _lines(position: Position, found: PositionStatistics, players: list[str], years: int) -> list[str]:
    from logistello.othello.opening_names import opening_at

    opening = opening_at(position)
    name = f" ({opening.name})" if opening else ""
    lines = [f"{position.text}{name}: {found.tally.games:,} games"]
    if not found.tally.games:
        return lines
    lines.append(_row("", found.tally, position.turn))
    lines.append(f"  {'move':9}{'games':>9}  {'Black':>7}{'draw':>7}{'White':>7}  {'mean':>6}")
    for each in found.moves:
        after = opening_at(position.play(each.move)) if position.is_legal(each.move) else None
        lines.append(_row(str(each.move), each.tally, position.turn) + (f"  {after.name}" if after else ""))
    if years and found.years:
        lines.append("  by year")
        for first, tally in _grouped(found.years, years).items():
            last = first + years - 1
            lines.append(_row(str(first) if years == 1 else f"{first}-{last}", tally, position.turn))
    if known := [player for player in players if player.strip("? ")]:
        lines.append(f"  often reached by {', '.join(known[:5])}")
    return lines


def _grouped(years: dict[int, GamesTally], width: int) -> dict[int, GamesTally]:
    from logistello.library import GamesTally

    grouped: dict[int, GamesTally] = {}
    for year, tally in years.items():
        first = year - year % width
        grouped[first] = grouped.get(first, GamesTally()) + tally
    return grouped


def _row(name: str, tally: GamesTally, turn: Color) -> str:
    known = tally.black_wins + tally.draws + tally.white_wins
    mean = tally.mean_score(turn)
    results = (tally.black_wins, tally.draws, tally.white_wins) if known else ()
    shares = "".join(f"{number / known:7.1%}" for number in results)
    return f"  {name:9}{tally.games:9,}  {shares}  {'' if mean is None else f'{mean:+6.2f}'}".rstrip()


def _json(position: Position, found: PositionStatistics, players: list[str]) -> dict[str, Any]:
    from logistello.othello.opening_names import opening_at

    opening = opening_at(position)
    return {
        "position": position.text,
        "opening": None if opening is None else opening.name,
        **_tally_json(found.tally, position.turn),
        "moves": [{"move": str(each.move), **_tally_json(each.tally, position.turn)} for each in found.moves],
        "years": [{"year": year, **_tally_json(tally, position.turn)} for year, tally in found.years.items()],
        "players": players,
    }


def _tally_json(tally: GamesTally, turn: Color) -> dict[str, Any]:
    return {
        "games": tally.games,
        "black_wins": tally.black_wins,
        "draws": tally.draws,
        "white_wins": tally.white_wins,
        "mean_score": tally.mean_score(turn),
    }
