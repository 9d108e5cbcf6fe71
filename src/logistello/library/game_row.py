"""A game as a row of the library, and back."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from logistello.othello import PASS, Game, Position
from logistello.othello.game import Ending, Result
from logistello.othello.notation import WthorGames, read, write_ggf_game, write_sgf_game
from logistello.othello.notation.bare_moves import BareMoves
from logistello.othello.notation.bulk import OVER
from logistello.othello.notation.document import ChainedGames
from logistello.othello.square import SQUARES


@dataclass(frozen=True, slots=True)
class GameRow:
    """What is stored of a game."""

    black: str
    white: str
    date: str
    place: str
    #: Discs for Black; ``None`` if unknown.
    black_score: float | None
    ending: str
    #: ``None`` for the usual start.
    start: str | None
    #: Squares in order, a byte each; passes follow from the rules.
    moves: bytes
    #: The whole record where it says more than the rest: values, comments, marks, variations.
    record: str | None = None
    comment: str = ""
    #: Of a game that is or was played on a board of this program: names it from its first move on.
    play_key: str | None = None
    #: What its board needs to go on with it, in its own words.
    play_state: str | None = None

    @property
    def identity(self) -> bytes:
        """The same for the same game of the same people; what is said about it does not count.

        A game that is played here stays the same while it grows.
        """
        if self.play_key is not None:
            return hashlib.blake2b(b"played here\0" + self.play_key.encode(), digest_size=16).digest()
        text = "\0".join((self.black, self.white, self.date, self.place, self.start or "", str(self.black_score)))
        return hashlib.blake2b(text.encode() + b"\0" + self.moves, digest_size=16).digest()

    def game(self) -> Game:
        if self.record is not None:
            game = read(self.record).games[0]
        else:
            start = Position.initial() if self.start is None else Position.parse(self.start)
            game = Game.from_moves([SQUARES[square] for square in self.moves], start)
        game.black.name, game.white.name = self.black, self.white
        game.date, game.place, game.comment = self.date, self.place, self.comment
        game.stated_result = Result(self.black_score, Ending(self.ending))
        return game


def row_of(game: Game) -> GameRow:
    usual = game.start == Position.initial()
    result = game.result
    return GameRow(
        black=game.black.name,
        white=game.white.name,
        date=game.date,
        place=game.place,
        black_score=result.black_score,
        ending=result.ending.value,
        start=None if usual else game.start.text,
        moves=bytes(int(move) for move in game.moves if move is not PASS),
        record=_record(game),
        comment=game.comment,
    )


def _record(game: Game) -> str | None:
    """The simplest format that loses nothing; ``None`` if the row already says everything."""
    nodes = list(game.root.walk())
    if any(len(node.children) > 1 or node.comment or node.marks for node in nodes):
        return write_sgf_game(game)
    if game.black.rating is not None or any(node.value is not None or node.seconds is not None for node in nodes):
        return write_ggf_game(game)
    return None


def rows_of(games: Sequence[Game]) -> Iterator[GameRow]:
    """Where there are arrays straight from them: a ``Game`` for each of a hundred thousand records takes minutes."""
    if isinstance(games, WthorGames):
        yield from _wthor_rows(games)
    elif isinstance(games, BareMoves):
        yield from _bare_rows(games)
    elif isinstance(games, ChainedGames):
        for part in games.parts:
            yield from rows_of(part)
    else:
        for game in games:
            yield row_of(game)


def _wthor_rows(games: WthorGames) -> Iterator[GameRow]:
    replay, records = games.replay, games.records
    scores = games.stated.tolist()
    plies, over = replay.plies.tolist(), (replay.status == OVER).tolist()
    blacks, whites = records["black"].tolist(), records["white"].tolist()
    tournaments = records["tournament"].tolist()
    date = str(games.header.year) if games.header.year else ""
    for row in games.rows.tolist():
        yield GameRow(
            black=_name(games.players, blacks[row]),
            white=_name(games.players, whites[row]),
            date=date,
            place=_name(games.tournaments, tournaments[row]),
            black_score=scores[row],
            ending=(Ending.PLAYED if over[row] else Ending.UNFINISHED).value,
            start=None,
            moves=games.moves[row, : plies[row]].tobytes(),
        )


def _bare_rows(games: BareMoves) -> Iterator[GameRow]:
    plies, over = games.replay.plies.tolist(), (games.replay.status == OVER).tolist()
    scores = games.replay.final_score.tolist()
    for row in games.rows.tolist():
        yield GameRow(
            black="",
            white="",
            date="",
            place="",
            black_score=scores[row] if over[row] else None,
            ending=(Ending.PLAYED if over[row] else Ending.UNFINISHED).value,
            start=None,
            moves=games.moves[row, : plies[row]].tobytes(),
        )


def _name(names: Sequence[str], number: int) -> str:
    return names[number] if number < len(names) else ""
