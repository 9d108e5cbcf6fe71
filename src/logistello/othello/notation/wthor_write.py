"""Writing games as WTHOR files. Numbers of players and tournaments follow their first appearance."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING

import numpy as np

from logistello.errors import NotationError
from logistello.othello.notation.document import ChainedGames
from logistello.othello.notation.transcript import require_usual_start
from logistello.othello.notation.wthor import (
    GAME,
    MOVE_OF,
    PLAYER_SIZE,
    TOURNAMENT_SIZE,
    WthorGames,
    WthorHeader,
    WthorNames,
)
from logistello.othello.square import PASS

if TYPE_CHECKING:
    from logistello.othello.game import Game
    from logistello.othello.notation.document import Document

UNKNOWN = "???"
_MOST_NAMES = 65535
_DEFAULT_DEPTH = 24


@dataclass(frozen=True)
class WthorFiles:
    """The three files that belong together."""

    games: bytes
    players: bytes
    tournaments: bytes
    #: Names that WTHOR cannot hold, and what stands for them.
    notes: tuple[str, ...] = ()


def write_wthor_files(games: Sequence[Game], *, created: date | None = None) -> WthorFiles:
    """Any games from the usual start position, moves as they are.

    ``created`` is the date in the headers, by default today. The theoretical score is taken from the
    tag ``theoretical_score``; where that is missing, the real score stands in for it. The year is that
    of the games, or 0 when they differ. Raises ``NotationError`` for what WTHOR cannot hold: another
    start position, a game without a known score. Names that are too long or not Latin-1 are written as well as they
    can be; ``notes`` of the result tell which.
    """
    header = _header_of(created or date.today())
    table = _as_one_table(games, header)
    if table is not None:
        return WthorFiles(
            table.to_bytes(),
            _write_names(header, table.players or (UNKNOWN,), PLAYER_SIZE, "player"),
            _write_names(header, table.tournaments or (UNKNOWN,), TOURNAMENT_SIZE, "tournament"),
        )
    games = list(games)  # of a lazy sequence each look makes the games anew
    players = _number_names(name for game in games for name in (game.black.name, game.white.name))
    tournaments = _number_names(game.place for game in games)
    player_bytes = _write_names(header, players, PLAYER_SIZE, "player")
    tournament_bytes = _write_names(header, tournaments, TOURNAMENT_SIZE, "tournament")
    player_numbers = {name: number for number, name in enumerate(players)}
    tournament_numbers = {name: number for number, name in enumerate(tournaments)}
    records = np.zeros(len(games), dtype=GAME)
    for row, game in enumerate(games):
        record = records[row]
        record["tournament"] = tournament_numbers.get(game.place, 0)
        record["black"] = player_numbers.get(game.black.name, 0)
        record["white"] = player_numbers.get(game.white.name, 0)
        record["score"], record["theoretical_score"] = _discs(game, row + 1)
        moves = [MOVE_OF[move] for move in game.moves if move is not PASS]
        record["moves"][: len(moves)] = moves
    header = replace(header, games=len(games), year=_common_year(games), depth=_common_depth(games))
    notes = (*_changes(players, PLAYER_SIZE, "player"), *_changes(tournaments, TOURNAMENT_SIZE, "tournament"))
    return WthorFiles(WthorGames(header, records).to_bytes(), player_bytes, tournament_bytes, notes)


def write_wthor(document: Document) -> bytes:
    """The ``.wtb`` file alone; ``write_players`` and ``write_tournaments`` make what belongs to it."""
    return write_wthor_files(document.games).games


def write_players(document: Document) -> bytes:
    if document.names:
        return _write_names(_header_of(date.today()), document.names, PLAYER_SIZE, "player")
    return write_wthor_files(document.games).players


def write_tournaments(document: Document) -> bytes:
    if document.names:
        return _write_names(_header_of(date.today()), document.names, TOURNAMENT_SIZE, "tournament")
    return write_wthor_files(document.games).tournaments


def _header_of(created: date) -> WthorHeader:
    return WthorHeader(created.year // 100, created.year % 100, created.month, created.day)


def _as_one_table(games: Sequence[Game], header: WthorHeader) -> WthorGames | None:
    """WTHOR games as they are: a file that was read is written byte for byte, several are joined."""
    parts = games.parts if isinstance(games, ChainedGames) else [games]
    tables = [part for part in parts if isinstance(part, WthorGames) and len(part) == len(part.records)]
    if not tables or len(tables) < len(parts):
        return None
    first = tables[0]
    if len(tables) == 1:
        return first
    for table in tables[1:]:
        if list(table.players) != list(first.players) or list(table.tournaments) != list(first.tournaments):
            return None
    records = np.concatenate([table.records for table in tables])
    years = {table.header.year for table in tables}
    depths = {table.header.depth for table in tables}
    if len(depths) > 1:
        return None
    header = replace(header, games=len(records), year=years.pop() if len(years) == 1 else 0, depth=depths.pop())
    return WthorGames(header, records, first.players, first.tournaments)


def _number_names(names: Iterable[str]) -> tuple[str, ...]:
    """Distinct names with the unknown one in front, which also stands for an empty name."""
    return tuple(dict.fromkeys([UNKNOWN, *(name for name in names if name)]))


def _write_names(header: WthorHeader, names: Sequence[str], size: int, what: str) -> bytes:
    if isinstance(names, WthorNames) and names.size == size:
        return names.to_bytes()
    if len(names) > _MOST_NAMES:
        raise NotationError(f"{len(names)} {what} names", expected=f"at most {_MOST_NAMES} in a WTHOR file")
    records = [_fitting(name, size).encode("latin-1").ljust(size, b"\0") for name in names]
    return WthorNames(replace(header, names=len(names), board_size=0), size, b"".join(records)).to_bytes()


def _changes(names: Iterable[str], size: int, what: str) -> Iterator[str]:
    for name in names:
        if (written := _fitting(name, size)) != name:
            yield f"{what} {name!r} is written as {written!r}"


def _fitting(name: str, size: int) -> str:
    """What of a name a field of this size holds: Latin-1, and a zero after it.

    >>> _fitting("Łukasz Kościelniak-Brzęczyszczykiewicz", 20), _fitting("Kashiwabara 柏原", 20)
    ('Lukasz Koscielniak-', 'Kashiwabara ??')
    """
    return "".join(_latin(letter) for letter in unicodedata.normalize("NFC", name))[: size - 1]


def _latin(letter: str) -> str:
    if 0 < ord(letter) < 256:
        return letter
    base = re.match(r"LATIN (SMALL|CAPITAL) LETTER ([A-Z])\b", unicodedata.name(letter, ""))
    if base is None:
        return "?"
    return base[2] if base[1] == "CAPITAL" else base[2].lower()


def _discs(game: Game, number: int) -> tuple[int, int]:
    """Black's discs at the end and with perfect play."""
    require_usual_start(game, number, "WTHOR")
    score = game.result.black_score
    if score is None:
        raise NotationError(f"game {number} has no result: WTHOR needs a score")
    if score != int(score) or int(score) % 2 or abs(score) > 64:
        raise NotationError(f"game {number} has the score {score}", expected="an even number from -64 to 64")
    theoretical = game.tags.get("theoretical_score", "")
    best = int(theoretical) if re.fullmatch(r"[+-]?[0-9]{1,2}", theoretical) else int(score)
    if best % 2 or abs(best) > 64:
        best = int(score)
    return int(score) // 2 + 32, best // 2 + 32


def _common_year(games: Sequence[Game]) -> int:
    years = {int(match[0]) for game in games if (match := re.search(r"(?<![0-9])[12][0-9]{3}(?![0-9])", game.date))}
    return years.pop() if len(years) == 1 else 0


def _common_depth(games: Sequence[Game]) -> int:
    depths = {game.tags.get("theoretical_depth", "") for game in games}
    depth = depths.pop() if len(depths) == 1 else ""
    return int(depth) if re.fullmatch("[0-9]{1,2}", depth) else _DEFAULT_DEPTH
