"""Texts and files of clients, turned into answers.

Nothing here knows the server: the functions run in threads of it or, if there is much to read, in another process
(``reader.py``). What they take and return is therefore small and plain.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from logistello.errors import NotationError
from logistello.library import GameRow, rows_of
from logistello.othello import Ending, Game, Position, Square
from logistello.othello.game import Result
from logistello.othello.notation import Document, ReadingLimits, read, read_pasted, write
from logistello.web.game_view import count, game_at, notation_problem, position_reply
from logistello.web.notes import add_notes, line_end
from logistello.web.schemas.base import ColorName
from logistello.web.schemas.notes import Note
from logistello.web.schemas.rules import NotationProblem

#: What one text or file may hold: more than any page can show, and not more than fits into a reader's memory.
LIMITS = ReadingLimits(unpacked_bytes=32 << 20, games=300_000)
#: What a game that was given up is said to be lost by; searches tell better.
_FORFEIT_DISCS = 64.0


def read_anything(source: str | bytes, name: str | None = None, *, pasted: bool = False) -> Document:
    """Nothing at all is the start position. Of what was ``pasted`` all that can be made out is taken."""
    if not source.strip():
        return Document("transcript", [Game()])
    document = (read_pasted if pasted else read)(source, name=name, limits=LIMITS)
    if not document.games and not document.problems:
        raise NotationError("names, but neither games nor positions", expected="a game or a position")
    return document


def _read_completely(text: str) -> Document:
    document = read_anything(text)
    if document.errors:
        raise document.errors[0]
    return document


def position_of(text: str) -> Position:
    """The position that a text means: of a game the last one. Refuses a text that cannot be read to its end."""
    document = _read_completely(text)
    if count(document) > 1:
        raise NotationError(f"{count(document)} games or positions in the text", expected="one")
    return game_at(document, 0).position


def described(source: str | bytes | Path, name: str | None, index: int) -> bytes:
    """A ``PositionReply`` as JSON: a list of the games, and all of one of them."""
    if isinstance(source, Path):
        source = source.read_bytes()
    return position_reply(read_anything(source, name, pasted=True), index).model_dump_json().encode()


@dataclass(frozen=True, slots=True)
class MainLine:
    """A game without variations and annotations."""

    start: Position
    moves: tuple[Square, ...]
    stated_result: Result | None

    @classmethod
    def of(cls, game: Game) -> MainLine:
        return cls(game.start, game.moves, game.stated_result)

    def game(self) -> Game:
        game = Game.from_moves(self.moves, self.start)
        game.stated_result = self.stated_result
        return game


def played_line(text: str, loser: ColorName | None) -> MainLine:
    """The only game of a text, as it was played; ``loser`` gave it up before its end."""
    return MainLine.of(_played_game(text, loser, Ending.RESIGNED))


def played_row(
    text: str, loser: ColorName | None, ending: Ending, names: tuple[str, str], date: str, notes: Sequence[Note]
) -> GameRow:
    """The same as the library keeps it."""
    game = _played_game(text, loser, ending)
    add_notes(Document("transcript", [game]), notes)
    game.black.name, game.white.name, game.date = *names, date
    (row,) = rows_of([game])
    return row


def _played_game(text: str, loser: ColorName | None, ending: Ending) -> Game:
    document = _read_completely(text)
    if len(document.games) != 1:
        raise NotationError(f"{len(document.games)} games in the text", expected="one")
    game = document.games[0]
    if loser is not None and not game.is_over:
        game.stated_result = Result(-_FORFEIT_DISCS if loser == "black" else _FORFEIT_DISCS, ending)
    return game


def one_game(text: str, index: int) -> MainLine:
    """A game among several; others may be broken."""
    document = read_anything(text)
    if document.errors and not document.games:
        raise document.errors[0]
    return MainLine.of(game_at(document, index))


def exported(
    text: str, format_name: str, names: Mapping[str, str], variations: Sequence[str], notes: Sequence[Note]
) -> bytes:
    """The games of a text in another format, with other names, more lines and what is said of them."""
    document = _read_completely(text)
    add_variations(document, variations)
    add_notes(document, notes)
    for game in document.games:
        game.black.name = names["black"] or game.black.name
        game.white.name = names["white"] or game.white.name
    return write(document, format_name)


@dataclass(frozen=True, slots=True)
class GamesToKeep:
    """What a text holds for the library."""

    rows: list[GameRow]
    problems: list[NotationProblem]


def games_to_keep(
    text: str, most: int, changes: Mapping[str, str | None], variations: Sequence[str], notes: Sequence[Note]
) -> GamesToKeep | int:
    """The games of a text as rows; their number alone if there are too many. ``changes`` replace what it says."""
    document = read_anything(text)
    if not document.games:
        raise NotationError("a position, but no game", expected="a game")
    if len(document.games) > most:
        return len(document.games)
    add_variations(document, variations)
    add_notes(document, notes)
    games = list(document.games)
    for game in games:
        for player, name in ((game.black, changes["black"]), (game.white, changes["white"])):
            player.name = player.name if name is None else name
        for field in ("date", "place", "comment"):
            if (said := changes[field]) is not None:
                setattr(game, field, said)
    return GamesToKeep(list(rows_of(games)), [notation_problem(error) for error in document.errors[:50]])


def add_variations(document: Document, variations: Iterable[str]) -> None:
    """Puts lines beside the main one of the only game. Raises ``NotationError``, ``IllegalMoveError``."""
    lines = list(variations)
    if lines and len(document.games) != 1:
        raise NotationError(f"variations of {len(document.games)} games", expected="one game")
    if not lines:
        return
    (game,) = document.games = list(document.games)  # games of an array are made anew each time
    for line in lines:
        line_end(game, line)
