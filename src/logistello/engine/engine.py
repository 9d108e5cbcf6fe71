"""The Othello engine: one object that owns its table and threads."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Literal

from logistello import _native
from logistello.engine.analysis import Analysis
from logistello.engine.background import BackgroundSearch
from logistello.engine.book_use import BookUse
from logistello.engine.limit import Limit
from logistello.engine.memory import checked_table_bytes
from logistello.engine.opening_book import BookPolicy, OpeningBook
from logistello.engine.pondering import Pondering
from logistello.engine.question import Pace, Question
from logistello.engine.result import Bounds, Progress, SolveResult
from logistello.engine.search_result import Info, SearchResult
from logistello.engine.time_allocation import DEFAULT_LAG
from logistello.errors import EngineError, HashSizeError
from logistello.evaluation import Model
from logistello.othello import Game, Position, Square

Mode = Literal["exact", "wld"]
Selectivity = Literal["mpc", "probcut", "none"]

_NO_MOVE = 65
_WINDOWS: dict[str, tuple[int, int]] = {"exact": (-64, 64), "wld": (-1, 1)}


def _checked_threads(threads: int) -> int:
    if threads < 1:
        raise ValueError(f"threads is {threads}; expected 1 or more")
    return threads


def _left_out(position: Position, excluded: Iterable[Square | int | str]) -> int:
    """Moves as a bitboard. Raises ``ValueError`` if none is left."""
    mask = sum({Square.coerce(move).mask for move in excluded})
    if position.legal_mask and not position.legal_mask & ~mask:
        raise ValueError("every legal move is excluded; expected one at least that is not")
    return mask


class Engine:
    """Finds moves and solves endings. Several engines may live in one process; one engine does one thing at a time.

    >>> with Engine(hash_mb=16) as engine:
    ...     result = engine.search(Position.initial(), Limit(depth=6))
    >>> result.move in Position.initial().legal_moves, result.depth, result.complete
    (True, 6, True)
    """

    def __init__(
        self,
        *,
        model: Model | None = None,
        threads: int = 1,
        hash_mb: int = 128,
        selectivity: Selectivity = "mpc",
        confidence: int = 73,
        corner_quiescence: bool = False,
        lag: float = DEFAULT_LAG,
        book: OpeningBook | None = None,
        learn: bool = False,
        book_policy: BookPolicy | None = None,
    ) -> None:
        """``threads`` is the default for each call; ``hash_mb`` the size of the transposition table in megabytes.

        ``selectivity`` chooses what may be pruned by probability: Multi-ProbCut, classical ProbCut or nothing; a model
        that was not calibrated has nothing to prune by. ``confidence`` is that of Multi-ProbCut where a search does
        not reach the end, in percent (50, 60, 73, 87, 95, 98 or 99): less sees further and errs more.
        ``corner_quiescence`` looks at corner moves beyond the depth. ``lag`` is what a move may lose on its way besides
        thinking, in seconds, when it is played by a clock.

        :meth:`search` answers from the ``book`` where it can, in the way of ``book_policy``, and :meth:`learn` makes
        games part of it if ``learn`` is set; the book stays open when the engine is closed.
        """
        if selectivity not in ("mpc", "probcut", "none"):
            raise ValueError(f"selectivity {selectivity!r}: expected 'mpc', 'probcut' or 'none'")
        if not lag >= 0:
            raise ValueError(f"lag is {lag!r}; expected seconds, zero or more")
        self.model = Model.default() if model is None else model
        self.threads = _checked_threads(threads)
        self.hash_mb = hash_mb
        self.selectivity = selectivity
        self.lag = lag
        self._pace = Pace()
        if learn and book is None:
            raise ValueError("learn=True needs a book to learn into")
        self._book = None if book is None else BookUse(book, book_policy or BookPolicy(), learn=learn)
        self._busy = threading.Lock()
        #: Guards the three below, so that a stop() reaches the call it is meant for and no other.
        self._state = threading.Lock()
        self._call = 0
        self._running = False
        self._caller: int | None = None
        midgame, endgame = self.model.native_probcut
        try:
            self._native: _native.Searcher | None = _native.Searcher(
                checked_table_bytes(hash_mb),
                self.model.native,
                midgame,
                endgame,
                selectivity,
                corner_quiescence,
                confidence,
            )
        except MemoryError:
            raise HashSizeError(f"the system gives no {hash_mb} MB for the table; choose a smaller hash size") from None
        # The system hands out memory when it is first touched, which takes its time: not on the clock of a move.
        self._native.clear()

    # -- the best move ------------------------------------------------------------------------

    def search(
        self,
        position: Position,
        limit: Limit | None = None,
        *,
        excluded: Iterable[Square | int | str] = (),
        book: bool = True,
        threads: int | None = None,
        on_info: Callable[[Info], None] | None = None,
    ) -> SearchResult:
        """The best move within ``limit``; without one, until the exact score is known or :meth:`stop` is called.

        There is always a move unless the game is over, however short the limit. Moves that are ``excluded`` are not
        looked at, and score and ``exact`` are those of the best of the others; one must be left, and a forced pass is
        played anyway. ``on_info`` is called in the calling thread after every pass; leaving it with an exception stops
        the search.

        An engine with a book answers from it (``from_book``) unless there is no limit, moves are excluded, or ``book``
        is ``False``.
        """
        left_out = _left_out(position, excluded)
        asks_book = self._book is not None and book and not left_out and limit is not None and not limit.is_open
        with self._working() as native:
            if asks_book and self._book is not None:
                answer = self._book.answer(position)
                if answer.result is not None:
                    if on_info is not None:
                        on_info(answer.result.info)
                    return answer.result
                left_out = _left_out(position, answer.avoid)
            return self._question(position, limit, threads, excluded=left_out).ask(native, on_info)

    def analyse(
        self, position: Position, limit: Limit | None = None, *, best_moves: int = 1, threads: int | None = None
    ) -> Analysis:
        """The ``best_moves`` best moves with values and lines, ever deeper, while they are found.

        The engine is busy until the iterator is exhausted or closed; dropping it (``break``) closes it.

        >>> with Engine(hash_mb=16) as engine:
        ...     infos = list(engine.analyse(Position.initial(), Limit(depth=3), best_moves=2))
        >>> [(info.depth, info.rank) for info in infos]
        [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2)]
        """
        if best_moves < 1:
            raise ValueError(f"best_moves is {best_moves}; expected 1 or more")
        question = self._question(position, limit, threads, best_moves)
        return Analysis(self._in_background(question), best_moves)

    def ponder(
        self, position: Position, expected: Square | int | str | None = None, *, threads: int | None = None
    ) -> Pondering:
        """Think while the opponent does, who is to move in ``position`` and will probably play ``expected``.

        Without an expectation the opponent's whole position is searched. The engine is busy until
        :meth:`Pondering.answer` or :meth:`Pondering.stop`.
        """
        legal = position.legal_moves
        reply = Square.coerce(expected) if expected is not None else legal[0] if len(legal) == 1 else None
        searched = position if reply is None else position.play(reply)
        return Pondering(self, position, reply, self._in_background(self._question(searched, None, threads)))

    @property
    def learns(self) -> bool:
        """Whether :meth:`learn` changes the book."""
        return self._book is not None and self._book.learns

    def learn(self, game: Game) -> None:
        """Make a finished game part of the book, so that it is not lost the same way again; takes some searches.

        Does nothing unless the engine was made with ``learn=True``, or if the game is not finished.
        """
        if self._book is not None:
            self._book.learn(game, self)

    def evaluate(self, position: Position) -> float:
        """What the model thinks without looking ahead, in discs for the side to move; the final score of a game that
        is over."""
        if position.is_over:
            return float(position.final_score())
        return float(self.model.evaluate([position])[0])

    def _question(
        self, position: Position, limit: Limit | None, threads: int | None, best_moves: int = 1, excluded: int = 0
    ) -> Question:
        return Question(
            position=position,
            limit=limit or Limit(),
            threads=self.threads if threads is None else _checked_threads(threads),
            best_moves=best_moves,
            excluded=excluded,
            model=self.model,
            lag=self.lag,
            pace=self._pace,
        )

    def _in_background(self, question: Question) -> BackgroundSearch:
        """Busy from now on, so that a stop() or close() finds the search even before its thread has begun."""
        native, call = self._begin(None)

        def search(tell: Callable[[Info], None]) -> SearchResult:
            self._caller = threading.get_ident()
            try:
                return question.ask(native, tell)
            finally:
                self._end()

        try:
            return BackgroundSearch(search, lambda: self._stop(call))
        except BaseException:  # no thread could be started
            self._end()
            raise

    # -- solving ------------------------------------------------------------------------------

    def solve(
        self,
        position: Position,
        *,
        mode: Mode = "exact",
        window: tuple[int, int] | None = None,
        all_moves: bool = False,
        threads: int | None = None,
        limit: Limit | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> SolveResult:
        """Search to the end of the game.

        >>> ending = Position.parse("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X")
        >>> with Engine(hash_mb=16) as engine:
        ...     result = engine.solve(ending)
        >>> result.score, str(result.move), result.exact
        (38, 'a2', True)

        ``mode="wld"`` asks only who wins, which is much faster. ``window=(lower, upper)`` asks for the exact score if
        it lies strictly between the two (discs, seen by the side to move), else on which side it lies.
        ``all_moves=True`` answers for every legal move instead of the best one only. ``on_progress`` is called in the
        calling thread with better bounds as they are found; leaving it with an exception stops the search.

        A limit, :meth:`stop` or Ctrl-C ends the search at once; after the first two the result holds the best bounds
        known (``complete`` is ``False``).
        """
        if mode not in _WINDOWS:
            raise ValueError(f"mode {mode!r}: expected 'exact' or 'wld'")
        if window is not None and mode == "wld":
            raise ValueError("mode='wld' is the window (-1, 1): give one of the two")
        lower, upper = window if window is not None else _WINDOWS[mode]
        threads = self.threads if threads is None else _checked_threads(threads)
        limit = limit or Limit()
        if limit.depth is not None or limit.clock is not None:
            raise ValueError("a solve goes to the end and knows no game clock: limit it by time or nodes")

        def report(low: int, high: int, move: int, nodes: int, seconds: float) -> None:
            if on_progress is not None:
                on_progress(Progress(Bounds(low, high), Square(move), nodes, seconds))

        with self._working() as native:
            found = native.solve(
                position.own,
                position.opponent,
                lower=lower,
                upper=upper,
                all_moves=all_moves,
                threads=threads,
                nodes=limit.nodes,
                seconds=limit.time,
                on_progress=report if on_progress is not None else None,
            )
        return SolveResult(
            position=position,
            bounds=Bounds(found.lower, found.upper),
            move=None if found.move == _NO_MOVE else Square(found.move),
            pv=tuple(Square(square) for square in found.line),
            moves={Square(square): Bounds(low, high) for square, low, high in found.moves},
            complete=found.complete,
            nodes=found.nodes,
            seconds=found.seconds,
        )

    def stop(self) -> None:
        """Make the running call return within milliseconds with what it knows. Safe from any thread."""
        self._stop(None)

    def _stop(self, call: int | None) -> None:
        """Stop this call and no later one; ``None`` for whatever is running."""
        with self._state:
            if self._running and self._native is not None and call in (None, self._call):
                self._native.stop()

    # -- life ---------------------------------------------------------------------------------

    def clear(self) -> None:
        """Forget everything learned from earlier searches."""
        with self._working() as native:
            native.clear()

    def close(self) -> None:
        """Stop what is running, wait for it and free the table. Closing twice is fine."""
        if self._caller == threading.get_ident():
            raise EngineError("close() from inside on_progress or on_info would wait for itself; leave the call first")
        self.stop()
        with self._busy:
            self._native = None

    def _begin(self, caller: int | None) -> tuple[_native.Searcher, int]:
        """The native search for one call, and the number of that call; ``_end()`` must follow.

        Raises ``EngineError`` if another call is running or the engine is closed.
        """
        if not self._busy.acquire(blocking=False):
            raise EngineError("the engine is busy with another call; stop() it or use a second engine")
        if self._native is None:
            self._busy.release()
            raise EngineError("the engine is closed")
        with self._state:
            self._call += 1
            self._running = True
            self._caller = caller
            self._native.arm()
            return self._native, self._call

    def _end(self) -> None:
        with self._state:
            self._running = False
            self._caller = None
        self._busy.release()

    @contextmanager
    def _working(self) -> Iterator[_native.Searcher]:
        native, _ = self._begin(threading.get_ident())
        try:
            yield native
        finally:
            self._end()

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
