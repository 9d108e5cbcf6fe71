"""The background search of a protocol session."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable

from logistello.engine import BackgroundSearch, Engine, Info, Limit, SearchResult
from logistello.engine.opponent_time import OpponentTime, PonderTally
from logistello.errors import EngineError, HashSizeError
from logistello.othello import Position, Square

_log = logging.getLogger(__name__)

Post = Callable[[Callable[[], None]], None]
#: Takes the end of a search; ``None`` if the search failed, the log says why.
OnDone = Callable[[SearchResult | None], None]

#: The interpreter, the weights of the model, small tables.
_BESIDES_TABLE_MB = 96


class Thinker:
    """An engine that searches one position at a time and reports in the thread of the session.

    Between two searches it may think on the opponent's time, of which nothing is reported: whatever comes is answered
    at once, and the next search knows what was found.
    """

    def __init__(self, engine: Engine, post: Post) -> None:
        """``post`` has a function called by the thread of the session."""
        self._engine = engine
        self._post = post
        self._current: BackgroundSearch[SearchResult] | None = None
        self._opponent_time = OpponentTime()

    @property
    def active(self) -> bool:
        """A search runs, or its end was not reported yet."""
        return self._current is not None

    @property
    def engine(self) -> Engine:
        """Not to be used while :attr:`active`."""
        self._opponent_time.pause()
        return self._engine

    def start(
        self,
        position: Position,
        limit: Limit,
        on_done: OnDone,
        *,
        on_info: Callable[[Info], None] | None = None,
        best_moves: int = 1,
        excluded: Iterable[Square] = (),
    ) -> None:
        """Begin a search; one that runs is stopped. ``on_info`` and ``on_done`` are called until :meth:`stop`."""
        self._stop_search()
        engine = self._engine
        hit = self._opponent_time.reply(position)
        excluded = frozenset(excluded)
        if hit is not None and (best_moves > 1 or any(hit.known.move is each for each in excluded)):
            hit = None

        def search(tell: Callable[[Info], None]) -> SearchResult:
            known = None if hit is None else hit.answer
            if known is not None:
                tell(known.info)
                return known
            news = None if on_info is None else tell
            return engine.search(position, limit, best_moves=best_moves, excluded=excluded, book=False, on_info=news)

        def done(ended: BackgroundSearch[SearchResult]) -> None:
            self._current = None
            found = _result(ended)
            on_done(None if found is None else self._opponent_time.answered(hit, found))

        self._current = engine.in_background(search, on_info=on_info, on_done=done, deliver=self._post)

    def ponder(self, theirs: Position, expected: Square | None, limit: Limit | None = None) -> None:
        """Think while the opponent does, who is to move in ``theirs``: not further than ``limit``, if there is one."""
        self._stop_search()
        try:
            self._opponent_time.begin(self._engine, theirs, expected, limit)
        except EngineError as error:  # no thread could be started: the game goes on without
            _log.warning("%s", error)

    @property
    def pondering(self) -> PonderTally:
        """What thinking on the opponent's time was worth."""
        return self._opponent_time.tally

    def follow(self, position: Position) -> None:
        """This is on the board now: thinking on the opponent's time ends unless it is about that."""
        self._opponent_time.follow(position)

    def hurry(self) -> None:
        """Make the search end within milliseconds with what it knows."""
        if self._current is not None:
            self._current.stop()

    def stop(self) -> None:
        """End the search and wait for that, some milliseconds. Nothing is reported of it any more.

        Thinking on the opponent's time stops as well; what it found is kept for the next search.
        """
        self._stop_search()
        self._opponent_time.pause()

    def rest(self) -> None:
        """As :meth:`stop`, and nothing is kept."""
        self._stop_search()
        self._opponent_time.end()

    def _stop_search(self) -> None:
        search, self._current = self._current, None
        if search is not None:
            search.cancel()

    def resize(self, hash_mb: int) -> None:
        """Take a table of another size. Raises ``HashSizeError``, and keeps the one it has."""
        self.rest()
        old = self._engine
        if hash_mb != old.hash_mb:
            self._engine = old.resized(hash_mb)
            old.close()

    def close(self) -> None:
        self.rest()
        self._engine.close()


def _result(ended: BackgroundSearch[SearchResult]) -> SearchResult | None:
    try:
        return ended.result()
    except Exception:
        _log.exception("a search failed")
        return None


def table_megabytes(total: int) -> int:
    """The size of the table for a program that may use ``total`` megabytes in all. Raises ``HashSizeError``."""
    if total < 1:
        raise HashSizeError(f"{total} MB: expected 1 or more")
    return max(1, total - _BESIDES_TABLE_MB)
