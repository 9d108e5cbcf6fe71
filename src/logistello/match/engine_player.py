"""Our own engine as a player: with any limits and a book, thinking on the opponent's time, or at a level."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from logistello.engine import BookPolicy, Engine, GameLearner, Info, Limit, SearchResult
from logistello.engine.levels import LevelPlayer, level_settings
from logistello.engine.opponent_time import OpponentTime, PonderTally
from logistello.engine.thresholds import SEARCH_SWITCHES, THRESHOLD_RANGES, Thresholds
from logistello.errors import EngineError, PlayerError, UsageError
from logistello.match.players import Choice
from logistello.number_ranges import (
    CONFIDENCE,
    DEPTH,
    DISCS,
    EMPTIES,
    LEVEL,
    LOSS,
    MEGABYTES,
    SEED,
    THREADS,
)
from logistello.othello.game import Game

if TYPE_CHECKING:
    from logistello.book import BookInPlay

#: An empty book that goes away with the match.
NEW_BOOK = "new"
_MOST_SOLVED = BookPolicy().solve_empties


def _model(text: str) -> object:
    from logistello.evaluation.model import Model, find_model

    if not Path(text).is_file() and text not in Model.names():
        raise UsageError(f"model={text}: neither a file nor a model of the package ({', '.join(Model.names())})")
    return find_model(text)


def _selectivity(text: str) -> str:
    allowed = ("none", "probcut", "mpc")
    if text not in allowed:
        raise UsageError(f"selectivity={text}: expected one of {', '.join(allowed)}")
    return text


def _yes_or_no(text: str) -> bool:
    if text not in ("yes", "no", "true", "false"):
        raise UsageError(f"{text!r}: expected yes or no")
    return text in ("yes", "true")


def _book(text: str) -> str:
    from logistello.book.locations import USUAL_BOOK

    if text not in (NEW_BOOK, USUAL_BOOK) and not Path(text).is_file():
        raise UsageError(f"book={text}: no such file; expected a book, {NEW_BOOK!r} or {USUAL_BOOK!r}")
    return text


_BOOK_OPTIONS: Mapping[str, Callable[[str], Any]] = {
    "book": _book,
    "learn": _yes_or_no,
    "learn_depth": DEPTH.read,
    "learn_solve": EMPTIES.read,
    "book_tolerance": LOSS.read,
    "book_seed": SEED.read,
    "novelty": LOSS.read,
    "copying": LOSS.read,
    "draw_value": DISCS.read,
}
_THRESHOLD_OPTIONS: Mapping[str, Callable[[str], Any]] = {
    **{name: each.read for name, each in THRESHOLD_RANGES.items()},
    **dict.fromkeys(SEARCH_SWITCHES, _yes_or_no),
}
#: Options that a player may be given, and how their text becomes a value: those of ``Engine``, ``ponder``, the book's.
ENGINE_OPTIONS: Mapping[str, Callable[[str], Any]] = {
    "model": _model,
    "threads": THREADS.read,
    "hash_mb": MEGABYTES.read,
    "selectivity": _selectivity,
    "confidence": CONFIDENCE.read,
    "corner_quiescence": _yes_or_no,
    **_THRESHOLD_OPTIONS,
    "winner_first": _yes_or_no,
    "ponder": _yes_or_no,
    **_BOOK_OPTIONS,
}
#: Those of them that are not passed to ``Engine`` unchanged.
_NOT_OF_THE_ENGINE = {"ponder", *_BOOK_OPTIONS, *_THRESHOLD_OPTIONS}


def make_engine(options: Mapping[str, Any], book: BookInPlay | None = None) -> Engine:
    """An engine with these options."""
    own = {name: value for name, value in options.items() if name not in _NOT_OF_THE_ENGINE}
    try:
        thresholds = Thresholds(**{name: options[name] for name in _THRESHOLD_OPTIONS if name in options})
    except ValueError as error:
        raise UsageError(str(error)) from None
    return Engine(**own, thresholds=thresholds, book=book, learn=bool(options.get("learn")))


def book_in_play(options: Mapping[str, Any], limit: Limit | None) -> BookInPlay | None:
    """The book that these options name, by their policy. Raises ``BookError`` and ``UsageError``."""
    policy = book_policy(options, limit)
    name, learns = options.get("book"), bool(options.get("learn"))
    if name is None:
        if learns:
            raise UsageError("learn=yes needs a book: book=FILE, or book=new for one that goes away with the match")
        return None
    from logistello.book import Book, BookInPlay
    from logistello.book.locations import open_book, path_of

    return BookInPlay(Book.in_memory() if name == NEW_BOOK else open_book(path_of(name), writable=learns), policy)


def book_policy(options: Mapping[str, Any], limit: Limit | None) -> BookPolicy:
    """How the book is used. A player that searches to a fixed depth learns with the same depth, and proves what it
    would solve at the board.

    Raises ``UsageError``.
    """
    depth = limit.depth if limit is not None else None
    usual = BookPolicy() if depth is None else BookPolicy(learn_depth=depth, solve_empties=min(depth, _MOST_SOLVED))
    try:
        return BookPolicy(
            tolerance=options.get("book_tolerance", usual.tolerance),
            draw_value=options.get("draw_value", usual.draw_value),
            novelty=options.get("novelty", usual.novelty),
            copying=options.get("copying", usual.copying),
            seed=options.get("book_seed", 0),
            learn_depth=options.get("learn_depth", usual.learn_depth),
            solve_empties=options.get("learn_solve", usual.solve_empties),
        )
    except ValueError as error:
        raise UsageError(str(error)) from None


class EnginePlayer:
    """Searches with whatever limit it is given. Knowledge from earlier games is dropped, so that games repeat."""

    def __init__(self, name: str, engine: Engine, book: BookInPlay | None = None) -> None:
        """``book`` is the engine's own, to be closed with it."""
        self.name = name
        self._engine = engine
        self._book = book

    def new_game(self, number: int) -> None:
        self._engine.clear()

    def end_game(self) -> None:
        """It thinks only when asked."""

    def learn(self, game: Game) -> object:
        """In the thread of the player, after :meth:`end_game`; whether anything is learned is the engine's affair."""
        return self._engine.learn(game) if isinstance(self._engine, GameLearner) else None

    def choose(self, game: Game, limit: Limit, lag: float) -> Choice:
        try:
            found = self._search(game, limit)
        except EngineError as error:
            raise PlayerError("died", f"the engine failed: {error}") from error
        if found.move is None:
            raise PlayerError("illegal", "the engine gave no move")
        return Choice(found.move, found.score, found.nodes, found.depth)

    def _search(self, game: Game, limit: Limit) -> SearchResult | Info:
        return self._engine.search(game.position, limit)

    def interrupt(self) -> None:
        self._engine.stop()

    def close(self) -> None:
        self._engine.close()
        if self._book is not None:
            self._book.close()


class PonderingPlayer(EnginePlayer):
    """As ``EnginePlayer``; between its moves it searches the position after the reply that it expects.

    Only where time is the limit: searches of a fixed depth or number of nodes would see more than they should. It needs
    cores of its own, or its thinking takes time from its opponent.
    """

    def __init__(self, name: str, engine: Engine, book: BookInPlay | None = None) -> None:
        super().__init__(name, engine, book)
        self._opponent_time = OpponentTime()

    @property
    def pondering(self) -> PonderTally:
        """Of all games."""
        return self._opponent_time.tally

    def new_game(self, number: int) -> None:
        self.end_game()
        super().new_game(number)

    def end_game(self) -> None:
        self._opponent_time.end()

    def close(self) -> None:
        self.end_game()
        super().close()

    def _search(self, game: Game, limit: Limit) -> SearchResult:
        position = game.position
        found = self._opponent_time.answer(position, lambda: self._engine.search(position, limit))
        if found.move is not None and (limit.clock is not None or limit.time is not None):
            self._opponent_time.begin(self._engine, position.play(found.move), found.expected_reply)
        return found


#: Options of a player at a level: the level, and what does not change how weak levels play.
LEVEL_OPTIONS: Mapping[str, Callable[[str], Any]] = {
    "n": LEVEL.read,
    "seed": SEED.read,
    "threads": THREADS.read,
    "hash_mb": MEGABYTES.read,
}
#: Small tables: a match has many players, and every move begins with an empty one.
_HASH_MB = 16


class LevelMatchPlayer(EnginePlayer):
    """Plays within the limits of its level and of the match. A game depends on the seed and on its number."""

    def __init__(self, name: str, level: int, *, seed: int = 0, threads: int = 1, hash_mb: int = _HASH_MB) -> None:
        """Raises ``UsageError`` for a level that does not exist."""
        level_settings(level)
        engine = Engine(threads=threads, hash_mb=hash_mb)
        super().__init__(name, engine)
        self._seed = seed
        self._player = LevelPlayer(level, engine, seed)

    def new_game(self, number: int) -> None:
        super().new_game(number)
        # Games must not depend on the order in which threads play them.
        chance = random.Random(f"{self._seed} {number}")  # noqa: S311 - a game
        self._player = LevelPlayer(self._player.level, self._player.engine, chance.getrandbits(32))

    def _search(self, game: Game, limit: Limit) -> Info:
        return self._player.choose(game.position, limit)


def level_identity(level: int) -> dict[str, Any]:
    """The settings of a level: games of the same level with other settings are not comparable."""
    settings = asdict(level_settings(level))
    del settings["name"]
    return {"level": settings}
