"""Thinking in the background: one search in a thread of its own, however it is followed.

Everything that must not wait for a search goes through :class:`BackgroundSearch`: an :class:`Analysis` that yields
results, a :class:`Pondering` on the opponent's time, protocol sessions, the players of a server, a game at the
terminal. Who starts a search owns it: only the owner stops, answers or cancels it.
"""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from queue import SimpleQueue
from types import TracebackType
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from logistello.engine.limit import Limit
from logistello.engine.results import BestMoves, Info, SearchResult
from logistello.othello import Position, Square

if TYPE_CHECKING:
    from logistello.engine.engine import Engine

T = TypeVar("T")
Tell = Callable[[Info], None]


class SoleUse(Protocol):
    """What a search needs of the engine's :class:`~logistello.engine.access.Reservation`."""

    def adopt(self) -> None: ...
    def stop(self) -> None: ...
    def release(self) -> None: ...


def _at_once(event: Callable[[], None]) -> None:
    event()


class BackgroundSearch(Generic[T]):
    """Runs one piece of work with an engine in a thread of its own.

    The engine is free again before the end is told. The thread never outlives the interpreter: a search that was
    forgotten is stopped at exit.
    """

    def __init__(
        self,
        use: SoleUse,
        work: Callable[[Tell], T],
        *,
        on_info: Tell | None = None,
        on_done: Callable[[BackgroundSearch[T]], None] | None = None,
        deliver: Callable[[Callable[[], None]], None] | None = None,
    ) -> None:
        """``work`` is called in the new thread with a function that takes news.

        News wait in a queue for :meth:`next`, unless ``on_info`` takes them. ``on_done`` gets this object when
        :meth:`result` no longer waits. Both are called in the new thread, or handed to ``deliver``, which has them
        called in the thread of the owner; none of them is called after :meth:`cancel`.
        """
        self._use = use
        self._work = work
        self._on_info = on_info
        self._on_done = on_done
        self._deliver = deliver or _at_once
        self._news: SimpleQueue[Info | None] = SimpleQueue()
        self._result: list[T] = []
        self._error: BaseException | None = None
        self._cancelled = False
        #: Ctrl-C cut :meth:`answer` short.
        self.interrupted = False
        # Not Thread.join: a KeyboardInterrupt inside it makes Python 3.11 take a thread that still runs for ended.
        self._ended = threading.Event()
        atexit.register(self._finish)
        try:
            threading.Thread(target=self._run, name="logistello-search", daemon=True).start()
        except BaseException:  # no thread could be started
            atexit.unregister(self._finish)
            use.release()
            raise

    def _run(self) -> None:
        self._use.adopt()
        try:
            self._result.append(self._work(self._tell))
        except BaseException as error:  # raised again in result(), in the thread that waits
            self._error = error
        finally:
            self._use.release()
            atexit.unregister(self._finish)
            self._news.put(None)
            self._ended.set()
        on_done = self._on_done
        if on_done is not None:
            self._deliver(lambda: None if self._cancelled else on_done(self))

    def _tell(self, info: Info) -> None:
        on_info = self._on_info
        if on_info is None:
            self._news.put(info)
        else:
            self._deliver(lambda: None if self._cancelled else on_info(info))

    @property
    def running(self) -> bool:
        return not self._ended.is_set()

    def next(self) -> Info | None:
        """Waits for the next piece of news; ``None`` when the search is over. Not to be called again after that."""
        return self._news.get()

    def stop(self) -> None:
        """Make the search end within milliseconds with what it knows. Safe from any thread, harmless after the end."""
        self._use.stop()

    def wait(self) -> None:
        """Waits for the end of the search, whatever comes of it. Ctrl-C ends the waiting, not the search."""
        self._ended.wait()

    def result(self) -> T:
        """Waits for the end of the search; raises what the search raised."""
        self.wait()
        if self._error is not None:
            raise self._error
        return self._result[0]

    def answer(self) -> T:
        """As :meth:`result`, but Ctrl-C makes the search answer with the best found so far. A second one is raised."""
        try:
            self.wait()
        except KeyboardInterrupt:
            self.interrupted = True
            self.stop()
        return self.result()

    def cancel(self) -> None:
        """Stop, wait for that, some milliseconds, and drop all news and errors: the owner has lost interest."""
        self._cancelled = True
        self.stop()
        self.wait()

    def _finish(self) -> None:
        self.stop()
        self.wait()


class Analysis(Iterator[Info]):
    """Yields what a search finds out, while it goes on in the background.

    The values of a move only become surer. Leaving the loop and dropping the object, ``close()``, or leaving the
    ``with`` block stops the search.
    """

    def __init__(self, search: BackgroundSearch[SearchResult], best_moves: int) -> None:
        self._search = search
        self._best = BestMoves(best_moves)
        self._over = False

    def __next__(self) -> Info:
        if self._over:
            raise StopIteration
        try:
            info = self._search.next()
        except BaseException:  # Ctrl-C while waiting
            self.close()
            raise
        if info is None:
            self._over = True
            self._search.result()  # raises what went wrong
            raise StopIteration
        self._best.add(info)
        return info

    @property
    def best(self) -> tuple[Info, ...]:
        """The best moves according to what was yielded so far, best first."""
        return self._best.ranked()

    def result(self) -> SearchResult:
        """Waits for the end of the search: its last word, with the best moves in ``best``."""
        return self._search.result()

    def stop(self) -> None:
        """Make the search end: what it has found already is still yielded. Safe from any thread."""
        self._search.stop()

    def close(self) -> None:
        """Stop the search and wait for that, some milliseconds. What was not yielded yet is dropped."""
        self._over = True
        self._search.stop()
        self._search.result()

    def __enter__(self) -> Analysis:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __del__(self) -> None:
        if not self._over:
            self.close()


class Pondering:
    """A search that goes on while the opponent thinks; :meth:`answer` ends it, and so does leaving a ``with`` block.

    With an expected reply, the position after that reply is searched; without one, the opponent's own position, which
    prepares for every reply. What was found stays in the engine's table, also after a miss.
    """

    def __init__(
        self, engine: Engine, position: Position, expected: Square | None, search: BackgroundSearch[SearchResult]
    ) -> None:
        self._engine = engine
        self._search = search
        #: The opponent's position.
        self.position = position
        self.expected = expected

    @property
    def searching(self) -> bool:
        """``False`` once it was stopped, or everything is known."""
        return self._search.running

    def answer(
        self,
        reply: Square | int | str,
        limit: Limit | None = None,
        *,
        threads: int | None = None,
        on_info: Tell | None = None,
    ) -> SearchResult:
        """The opponent played ``reply``: our move within ``limit``.

        After the expected reply (a hit) the search goes on where it stands, and never falls behind what was found
        before. After another one (a miss) it turns to the new position within milliseconds.
        Raises ``IllegalMoveError``, and goes on thinking, if the reply is not legal.
        """
        square = Square.coerce(reply)
        position = self.position.play(square)
        before = self.stop()
        if square is not self.expected:
            return self._engine.search(position, limit, threads=threads, on_info=on_info)
        if before.exact:
            return replace(before, complete=True, nodes=0, seconds=0.0)
        return self._engine.search(position, limit, threads=threads, on_info=on_info).after(before)

    def wait(self) -> None:
        """Waits until everything is known or the search is stopped."""
        self._search.wait()

    def stop(self) -> SearchResult:
        """Stop thinking, within milliseconds: what is known of the position that was searched."""
        self._search.stop()
        return self._search.result()

    def __enter__(self) -> Pondering:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
