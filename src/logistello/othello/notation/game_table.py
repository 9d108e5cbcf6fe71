"""Many games as one table of positions: the way from game records to labelled positions and to lines of a book."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from logistello import _native
from logistello.errors import PositionsError
from logistello.files import read_whole, storable
from logistello.othello.color import Color
from logistello.othello.game import Game
from logistello.othello.hashing import mix
from logistello.othello.notation import WthorGames, find_files, read_file
from logistello.othello.notation.bulk import END, OVER, BulkGames, Visited
from logistello.othello.notation.document import ChainedGames
from logistello.othello.position import Position

#: Stands in ``GameTable.theoretical`` where nothing is known.
UNKNOWN = -128
_WIDTH = 60
_INITIAL = Position.initial()


@dataclass(frozen=True)
class Source:
    """A file of games, as a header names it."""

    name: str
    sha256: str
    games: int
    #: Games that stop before their end, and records that are no legal games.
    skipped: int

    def as_dict(self) -> dict[str, object]:
        return vars(self).copy()


@dataclass
class GameTable:
    """Positions with a legal move, game after game and in order of play; and what is known of each game.

    Every position has one disc more than the one before it. Where the same side moves twice, the other passed.
    """

    own: NDArray[np.uint64]
    opp: NDArray[np.uint64]
    black_to_move: NDArray[np.bool_]
    #: Game ``g`` has the positions ``first[g]`` to ``first[g + 1] - 1``.
    first: NDArray[np.int64]
    #: Hashes of the moves.
    key: NDArray[np.uint64]
    #: Final score for Black, empty squares given to the winner.
    score: NDArray[np.int16]
    #: Exact score for Black where ``depth`` squares are empty; ``UNKNOWN`` if not known.
    theoretical: NDArray[np.int16]
    depth: NDArray[np.uint8]
    sources: list[Source] = field(default_factory=list)

    def __len__(self) -> int:
        """Number of games."""
        return len(self.key)

    @property
    def game(self) -> NDArray[np.uint32]:
        """The game of each position."""
        return np.repeat(np.arange(len(self), dtype=np.uint32), np.diff(self.first))

    @property
    def discs(self) -> NDArray[np.uint8]:
        counts: NDArray[np.uint8] = np.bitwise_count(self.own | self.opp)
        return counts


def read_games(paths: Iterable[Path], on_file: Callable[[Path], None] | None = None) -> GameTable:
    """All finished games of files and folders. Raises ``PositionsError`` if there is none."""
    parts: list[GameTable] = []
    sources = []
    for path in (file for each in paths for file in find_files(each)[0]):
        if on_file is not None:
            on_file(path)
        data = read_whole(path)
        document = read_file(path, data=data, keep_positions=True)
        tables = [table_of(part) for part in _parts(document.games)]
        games = sum(len(table) for table in tables)
        skipped = len(document.games) - games + len(document.errors)
        sources.append(Source(storable(path.name), hashlib.sha256(data).hexdigest(), games, skipped))
        parts += tables
    table = joined(parts)
    table.sources = sources
    if not len(table):
        looked = ", ".join(source.name for source in sources) or "nothing"
        raise PositionsError(f"no finished game in {looked}; expected files of games, such as WTHOR's .wtb")
    return table


def _parts(games: Sequence[Game]) -> list[Sequence[Game]]:
    return list(games.parts) if isinstance(games, ChainedGames) else [games]


def table_of(games: Sequence[Game]) -> GameTable:
    """The finished games of a sequence; in bulk where the reader gives them in bulk."""
    if isinstance(games, BulkGames):
        return _table_of_bulk(games)
    usual = [game for game in games if game.start == _INITIAL and game.is_over]
    others = [game for game in games if game.start != _INITIAL and game.is_over]
    moves = np.full((len(usual), _WIDTH), END, dtype=np.uint8)
    for row, game in zip(moves, usual, strict=True):
        played = [int(move) for move in game.moves if int(move) < 64]
        row[: len(played)] = played
    scores = np.array([game.position.final_score(Color.BLACK) for game in usual], dtype=np.int16)
    visited = Visited(*_native.replay_positions(moves)[1])
    table = _table_of_positions(visited, moves, np.arange(len(moves)), scores)
    return joined([table, *(_table_of_game(game) for game in others)])


def _table_of_bulk(games: BulkGames) -> GameTable:
    good = games.rows[games.replay.status[games.rows] == OVER]
    table = _table_of_positions(games.visited, games.moves, good, games.replay.final_score[good])
    if isinstance(games, WthorGames):
        known = games.records["theoretical_score"][good].astype(np.int16)
        table.theoretical[:] = np.where(known <= 64, 2 * known - 64, UNKNOWN)
        table.depth[:] = games.header.depth or 22
    return table


def _table_of_positions(
    visited: Visited, moves: NDArray[np.uint8], rows: NDArray[np.intp], scores: NDArray[np.int16]
) -> GameTable:
    """The games of some rows of a table of moves."""
    counts = np.bincount(visited.game, minlength=len(moves))
    wanted = np.zeros(len(moves), dtype=np.bool_)
    wanted[rows] = True
    keep = slice(None) if wanted.all() else wanted[visited.game]
    return GameTable(
        own=visited.own[keep],
        opp=visited.opp[keep],
        black_to_move=visited.turn[keep] == int(Color.BLACK),
        first=np.concatenate(([0], np.cumsum(counts[rows]))).astype(np.int64),
        key=keys_of_moves(moves[rows]),
        score=scores.astype(np.int16),
        theoretical=np.full(len(rows), UNKNOWN, dtype=np.int16),
        depth=np.zeros(len(rows), dtype=np.uint8),
    )


def _table_of_game(game: Game) -> GameTable:
    """A game from another start, one position after the other."""
    positions = [position for position in game.positions() if position.legal_mask]
    moves = np.full((1, 64), END, dtype=np.uint8)
    played = [int(move) for move in game.moves if int(move) < 64]
    moves[0, : len(played)] = played
    start = np.array([game.start.own, game.start.opponent], dtype=np.uint64)
    key = mix(keys_of_moves(moves) ^ mix(start[:1] ^ mix(start[1:])))
    return GameTable(
        own=np.array([position.own for position in positions], dtype=np.uint64),
        opp=np.array([position.opponent for position in positions], dtype=np.uint64),
        black_to_move=np.array([position.turn is Color.BLACK for position in positions], dtype=np.bool_),
        first=np.array([0, len(positions)], dtype=np.int64),
        key=key,
        score=np.array([game.position.final_score(Color.BLACK)], dtype=np.int16),
        theoretical=np.full(1, UNKNOWN, dtype=np.int16),
        depth=np.zeros(1, dtype=np.uint8),
    )


def keys_of_moves(moves: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """A hash of each game, given as rows of moves from the initial position: the key of its positions."""
    rows = np.full((len(moves), 64), END, dtype=np.uint8)
    rows[:, : moves.shape[1]] = moves
    key = np.zeros(len(moves), dtype=np.uint64)
    for words in rows.view("<u8").T:
        key = mix(key ^ words)
    return key


def joined(tables: Sequence[GameTable]) -> GameTable:
    """One table after the other."""

    def column(name: str, dtype: type) -> NDArray[np.generic]:
        return np.concatenate([np.empty(0, dtype=dtype), *(getattr(table, name) for table in tables)])

    starts = np.cumsum([0, *(table.first[-1] for table in tables)])
    first = [table.first[:-1] + start for table, start in zip(tables, starts, strict=False)]
    types: dict[str, type] = {
        "own": np.uint64, "opp": np.uint64, "black_to_move": np.bool_, "key": np.uint64,
        "score": np.int16, "theoretical": np.int16, "depth": np.uint8,
    }  # fmt: skip
    columns = {name: column(name, dtype) for name, dtype in types.items()}
    return GameTable(
        **columns,  # type: ignore[arg-type]
        first=np.concatenate([*first, starts[-1:]]).astype(np.int64),
        sources=[source for table in tables for source in table.sources],
    )
