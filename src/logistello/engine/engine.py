"""The Othello engine: one object that owns its table and threads."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Literal, TypeVar

from logistello import _native
from logistello.engine.access import EngineAccess, Reservation
from logistello.engine.background import Analysis, BackgroundSearch, Pondering, Tell
from logistello.engine.clock_move import ClockMove
from logistello.engine.limit import Clock, Limit
from logistello.engine.opening_book import BookPolicy, Lesson, OpeningBook, advice_of
from logistello.engine.pace import Pace
from logistello.engine.question import SearchQuestion, SolveQuestion
from logistello.engine.results import Info, Progress, SearchResult, SolveResult
from logistello.engine.solve_effort import EndingFacts, SolveEffort
from logistello.engine.thresholds import Thresholds
from logistello.engine.time_allocation import DEFAULT_LAG, MEAN_LAG, Allocation, allocate
from logistello.errors import HashSizeError
from logistello.number_ranges import BEST_MOVES, CONFIDENCE, DURATION, SCORE, THREADS
from logistello.othello import Game, Position, Square

if TYPE_CHECKING:
    from logistello.evaluation import Model

T = TypeVar("T")
Mode = Literal["exact", "wld"]
Selectivity = Literal["mpc", "probcut", "none"]

_WINDOWS: dict[str, tuple[int, int]] = {"exact": (-64, 64), "wld": (-1, 1)}
_MEGABYTE = 1 << 20


def _left_out(position: Position, excluded: Iterable[Square | int | str]) -> int:
    """Moves as a bitboard. Raises ``ValueError`` if none is left."""
    mask = sum({Square.coerce(move).mask for move in excluded})
    if position.legal_mask and not position.legal_mask & ~mask:
        raise ValueError("every legal move is excluded; expected at least one that is not")
    return mask


def _drop(info: Info) -> None:
    """Takes news that are not wanted."""


def available_megabytes() -> int | None:
    """Memory that the system can give without swapping; ``None`` if it does not say."""
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) // 1024
    except OSError:
        return None
    return None


def _checked_table_bytes(hash_mb: int) -> int:
    """The size in bytes, or a ``HashSizeError`` that says what would fit."""
    if hash_mb < 1:
        raise HashSizeError(f"a table of {hash_mb} MB is too small; give at least 1")
    available = available_megabytes()
    if available is not None and hash_mb > available:
        raise HashSizeError(
            f"a table of {hash_mb} MB does not fit: {available} MB of memory are free; choose a smaller hash size"
        )
    return hash_mb * _MEGABYTE


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
        thresholds: Thresholds | None = None,
        corner_quiescence: bool = False,
        lag: float = DEFAULT_LAG,
        winner_first: bool = True,
        book: OpeningBook | None = None,
        learn: bool = False,
        book_policy: BookPolicy | None = None,
    ) -> None:
        """``threads`` is the default for each call; ``hash_mb`` the size of the transposition table in megabytes.

        ``selectivity`` chooses what may be pruned by probability: Multi-ProbCut, classical ProbCut or nothing; a model
        that was not calibrated has nothing to prune by. ``confidence`` is that of Multi-ProbCut where a search does
        not reach the end, in percent (50, 60, 73, 87, 95, 98 or 99): less sees further and errs more. Deep searches are
        surer than that, and say so (``Info.confidence``); ``thresholds`` say by how much.
        ``corner_quiescence`` looks at corner moves beyond the depth. ``lag`` is what a move may lose on its way besides
        thinking, in seconds, when it is played by a clock; ``winner_first`` lets such moves ask who wins before they
        ask by how much, where that is wise (:meth:`search`).

        :meth:`search` answers from the ``book`` where it can, by ``book_policy``, and :meth:`learn` makes games part of
        it if ``learn`` is set; the book stays open when the engine is closed.
        """
        if selectivity not in ("mpc", "probcut", "none"):
            raise ValueError(f"selectivity {selectivity!r}: expected 'mpc', 'probcut' or 'none'")
        if model is None:
            from logistello.evaluation import Model  # with NumPy, which takes longer to load than all the rest

            model = Model.default()
        self.model = model
        self.threads = THREADS.checked(threads, "threads")
        self.hash_mb = hash_mb
        self.selectivity = selectivity
        self.confidence = CONFIDENCE.checked(confidence, "confidence")
        self.thresholds = Thresholds() if thresholds is None else thresholds
        self.corner_quiescence = corner_quiescence
        self.lag = DURATION.checked(lag, "lag")
        self.winner_first = winner_first
        self._pace = Pace()
        self._book = None if book is None else book.in_play(book_policy)
        if learn and self._book is None:
            raise ValueError("learn=True needs a book to learn into")
        if learn and self._book is not None and not self._book.writable:
            raise ValueError("the book cannot be learned into: open it with writable=True, or use learn=False")
        #: Whether :meth:`learn` changes the book.
        self.learns = learn
        midgame, endgame = self.model.native_probcut
        try:
            native = _native.Searcher(
                _checked_table_bytes(hash_mb),
                self.model.native,
                midgame,
                endgame,
                selectivity,
                corner_quiescence,
                confidence,
                self.thresholds.native(),
            )
        except MemoryError:
            raise HashSizeError(f"the system gives no {hash_mb} MB for the table; choose a smaller hash size") from None
        # The system hands out memory when it is first touched, which takes its time: not on the clock of a move.
        native.clear()
        self._access = EngineAccess(native)

    def resized(self, hash_mb: int) -> Engine:
        """A new engine like this one, book included, with a table of another size."""
        engine = Engine(
            model=self.model,
            threads=self.threads,
            hash_mb=hash_mb,
            selectivity=self.selectivity,
            confidence=self.confidence,
            thresholds=self.thresholds,
            corner_quiescence=self.corner_quiescence,
            lag=self.lag,
            winner_first=self.winner_first,
        )
        engine._book, engine.learns = self._book, self.learns
        return engine

    # -- the best move ------------------------------------------------------------------------

    def search(
        self,
        position: Position,
        limit: Limit | None = None,
        *,
        best_moves: int = 1,
        excluded: Iterable[Square | int | str] = (),
        book: bool = True,
        winner_first: bool | None = None,
        every_depth: bool | None = None,
        threads: int | None = None,
        on_info: Callable[[Info], object] | None = None,
    ) -> SearchResult:
        """The best move within ``limit``; without one, until the exact score is known or :meth:`stop` is called.

        There is always a move unless the game is over, however short the limit. With ``best_moves`` the result ranks
        that many in ``best``, each with its own value and line. Moves that are ``excluded`` are not looked at, and
        score and ``exact`` are those of the best of the others; one must be left, and a forced pass is played anyway.
        ``on_info`` is called in the calling thread after every pass; leaving it with an exception stops the search.

        Near the end a search may ask who wins before it asks by how much (``winner_first``), which takes a part of the
        time; a proven win or draw is never given up for discs, and ``outcome`` tells it. By default that is done where
        a game clock makes it wise, and then a proven loss is met with the move after which the opponent is likeliest to
        err.

        A selective search for one move deepens by two moves at a time, so that its values are all of one parity and
        more time is left for the deepest. ``every_depth`` asks for the others, too, for somebody who compares odd ones
        and even ones (:class:`AnalysisRecord`); by default that is done where several moves are asked for.

        An engine with a book answers from it (``from_book``) unless there is no limit, several moves are asked for,
        moves are excluded, or ``book`` is ``False``.

        >>> with Engine(hash_mb=16) as engine:
        ...     result = engine.search(Position.initial().play("f5"), Limit(depth=4), best_moves=2)
        >>> [(info.rank, info.depth) for info in result.best], result.best[0].move is result.move
        ([(1, 4), (2, 4)], True)
        """
        left_out = _left_out(position, excluded)
        best_moves = BEST_MOVES.checked(best_moves, "best_moves")
        limited = limit is not None and not limit.is_open
        with self._access.several_calls():
            if book and limited and best_moves == 1 and not left_out:
                advice = advice_of(self._book, position)
                if advice.move is not None:
                    found = advice.result(position)
                    if on_info is not None:
                        on_info(found.info)
                    return found
                left_out = _left_out(position, advice.avoid)
            question = replace(
                self._question(position, limit, threads, best_moves, left_out),
                every_depth=best_moves > 1 if every_depth is None else every_depth,
            )
            if limit is None or limit.clock is None:
                return self._ask(replace(question, winner_first=bool(winner_first)), on_info)
            begun = monotonic()
            if winner_first is None and self.winner_first and best_moves == 1:
                found = ClockMove(question, self._ask, self._prove, lambda: self._access.stopped).choose(on_info)
            else:
                found = self._ask(replace(question, winner_first=bool(winner_first)), on_info)
            self._pace.moved(limit.clock.remaining, monotonic() - begun, limit.clock.increment)
            return found

    def _ask(self, question: SearchQuestion, on_info: Callable[[Info], object] | None) -> SearchResult:
        with self._access.call() as native:
            return question.ask(native, on_info)

    def _prove(self, question: SolveQuestion) -> SolveResult:
        with self._access.call() as native:
            return question.ask(native, None)

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
        best_moves = BEST_MOVES.checked(best_moves, "best_moves")
        question = replace(self._question(position, limit, threads, best_moves), every_depth=True)
        return Analysis(self._ask_in_background(question), best_moves)

    def ponder(
        self,
        position: Position,
        expected: Square | int | str | None = None,
        *,
        limit: Limit | None = None,
        threads: int | None = None,
        on_info: Tell | None = None,
    ) -> Pondering:
        """Think while the opponent does, who is to move in ``position`` and will probably play ``expected``.

        Without an expectation the opponent's whole position is searched. ``limit`` is for players who must not see
        further than that. ``on_info`` is called in the thread of the search. The engine is busy until
        :meth:`Pondering.answer` or :meth:`Pondering.stop`.
        """
        legal = position.legal_moves
        reply = Square.coerce(expected) if expected is not None else legal[0] if len(legal) == 1 else None
        searched = position if reply is None else position.play(reply)
        question = self._question(searched, limit, threads)
        return Pondering(self, position, reply, self._ask_in_background(question, on_info or _drop))

    def in_background(
        self,
        work: Callable[[Tell], T],
        *,
        on_info: Tell | None = None,
        on_done: Callable[[BackgroundSearch[T]], None] | None = None,
        deliver: Callable[[Callable[[], None]], None] | None = None,
    ) -> BackgroundSearch[T]:
        """Do ``work`` with this engine in a thread of its own; see :class:`BackgroundSearch` for how to follow it.

        The engine is busy, for all but the calls of ``work``, from now on: a stop or a close finds the work even
        before its thread has begun, and ends all of its searches.

        >>> with Engine(hash_mb=16) as engine:
        ...     search = engine.in_background(lambda tell: engine.search(Position.initial(), on_info=tell))
        ...     depth = search.next().depth
        ...     search.stop()
        ...     depth, search.result().complete
        (1, False)
        """
        return BackgroundSearch(self._access.reserve(), work, on_info=on_info, on_done=on_done, deliver=deliver)

    def reserve(self) -> Reservation:
        """Keep the engine for several calls of this thread, which one stop ends together: a turn of a scheduler.

        To be used as a context manager.
        """
        reservation = self._access.reserve()
        reservation.adopt()
        return reservation

    def learn(self, game: Game) -> Lesson | None:
        """Make a finished game part of the book, so that it is not lost the same way again; takes some searches.

        Returns what was learned: ``book.undo_run(lesson.run)`` takes back exactly that. ``None``, and nothing is done,
        unless the engine was made with ``learn=True`` and the game is finished.
        """
        return self._book.learn(game, self) if self.learns and self._book is not None else None

    def evaluate(self, position: Position) -> float:
        """The model's value without looking ahead, in discs for the side to move; of a finished game the score."""
        if position.is_over:
            return float(position.final_score())
        return float(self.model.evaluate([position])[0])

    def _question(
        self,
        position: Position,
        limit: Limit | None,
        threads: int | None,
        best_moves: int = 1,
        excluded: int = 0,
    ) -> SearchQuestion:
        return SearchQuestion(
            position=position,
            limit=limit or Limit(),
            threads=self.threads if threads is None else THREADS.checked(threads, "threads"),
            best_moves=best_moves,
            excluded=excluded,
            model=self.model,
            pace=self._pace,
            allocation=None if limit is None or limit.clock is None else self._allocation(position, limit.clock),
        )

    def _allocation(self, position: Position, clock: Clock) -> Allocation:
        facts, pace = EndingFacts.of(position, self.model), self._pace
        pace.clock_told(clock.remaining, facts.empties)
        effort = SolveEffort.measured()
        return allocate(
            clock,
            facts,
            nodes_per_second=pace.nodes_per_second / 2**pace.difficulty,
            lag=max(self.lag, pace.lateness),
            mean_lag=pace.mean_loss(MEAN_LAG * self.lag),
            whole=pace.whole_clock,
            effort=effort if self.winner_first else effort.without_winner(),
        )

    def _ask_in_background(
        self, question: SearchQuestion, on_info: Tell | None = None
    ) -> BackgroundSearch[SearchResult]:
        def ask(tell: Tell) -> SearchResult:
            with self._access.call() as native:
                return question.ask(native, tell)

        return self.in_background(ask, on_info=on_info)

    # -- solving ------------------------------------------------------------------------------

    def solve(
        self,
        position: Position,
        limit: Limit | None = None,
        *,
        mode: Mode = "exact",
        window: tuple[int, int] | None = None,
        all_moves: bool = False,
        threads: int | None = None,
        on_info: Callable[[Progress], None] | None = None,
    ) -> SolveResult:
        """Search to the end of the game.

        >>> ending = Position.parse("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X")
        >>> with Engine(hash_mb=16) as engine:
        ...     result = engine.solve(ending)
        >>> result.score, str(result.move), result.exact
        (38, 'a2', True)

        ``mode="wld"`` asks only who wins, which is much faster. ``window=(lower, upper)`` asks for the exact score if
        it lies strictly between the two (discs, seen by the side to move), else on which side it lies.
        ``all_moves=True`` answers for every legal move instead of the best one only. ``on_info`` is called in the
        calling thread with better bounds as they are found; leaving it with an exception stops the search.

        A limit, :meth:`stop` or Ctrl-C ends the search at once; after the first two the result holds the best bounds
        known (``complete`` is ``False``).
        """
        if mode not in _WINDOWS:
            raise ValueError(f"mode {mode!r}: expected 'exact' or 'wld'")
        if window is not None and mode == "wld":
            raise ValueError("mode='wld' is the window (-1, 1): give one of the two")
        lower, upper = _WINDOWS[mode] if window is None else window
        limit = limit or Limit()
        if limit.depth is not None or limit.clock is not None:
            raise ValueError("a solve goes to the end and knows no game clock: limit it by time or nodes")
        question = SolveQuestion(
            position=position,
            window=(SCORE.checked(lower, "window: lower"), SCORE.checked(upper, "window: upper")),
            all_moves=all_moves,
            limit=limit,
            threads=self.threads if threads is None else THREADS.checked(threads, "threads"),
        )
        with self._access.call() as native:
            return question.ask(native, on_info)

    def stop(self) -> None:
        """Make the running call return within milliseconds with what it knows. Safe from any thread."""
        self._access.stop()

    # -- life ---------------------------------------------------------------------------------

    def clear(self) -> None:
        """Forget everything learned from earlier searches."""
        with self._access.call() as native:
            native.clear()

    def close(self) -> None:
        """Stop what is running, wait for it and free the table. Closing twice is fine."""
        self._access.close()

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
