"""Games that were played in the page become part of the user's book, one after the other, in the background."""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Literal

from logistello.book import BookInPlay
from logistello.engine import Engine, Lesson
from logistello.engine.opening_book import is_worth_learning
from logistello.errors import LogistelloError
from logistello.evaluation import Model
from logistello.othello import Game
from logistello.web.failures import ApiError
from logistello.web.scheduler import step_back

State = Literal["waiting", "learning", "learned", "undone", "failed"]
_HASH_MB = 16
#: Games that may wait, and games of which it is remembered what became of them.
_MOST_WAITING = 16
_MOST_REMEMBERED = 200
#: Seconds between two attempts to stop a search, and how long the end of the server waits for a book.
_TICK = 0.02
_LONGEST_END = 3.0


@dataclass(eq=False)
class Learning:
    """What became of one game. Only the thread that learns changes it."""

    id: int
    game: Game
    state: State = "waiting"
    #: Why nothing was learned or taken back; empty if all went well.
    problem: str = ""
    #: What was learned: what an undo takes back.
    lesson: Lesson | None = None


class BookLearner:
    """One thread with an engine of its own, behind the engines of the pages. It starts with the first game."""

    def __init__(self, book: BookInPlay, model: Model) -> None:
        self._book = book
        self._model = model
        self._changed = threading.Condition()
        self._waiting: deque[tuple[Learning, bool]] = deque()
        self._known: OrderedDict[int, Learning] = OrderedDict()
        self._numbers = count(1)
        self._thread: threading.Thread | None = None
        self._engine: Engine | None = None
        self._closed = False

    def submit(self, game: Game) -> Learning:
        """Returns at once. Raises ``ApiError`` if the game is not finished, or too many wait."""
        if not is_worth_learning(game):
            raise ApiError(400, "the game is not finished: there is nothing to learn yet")
        learning = Learning(next(self._numbers), game)
        self._enqueue(learning, undo=False)
        return learning

    def get(self, number: int) -> Learning:
        """Raises ``ApiError``."""
        with self._changed:
            found = self._known.get(number)
        if found is None:
            raise ApiError(404, f"nothing is known of a learned game {number}")
        return found

    def undo(self, number: int) -> Learning:
        """Take a game out of the book again, also in the background."""
        learning = self.get(number)
        if learning.state not in ("learned", "undone"):
            raise ApiError(400, f"game {number} cannot be taken back: it is {learning.state}")
        if learning.state == "learned":
            self._enqueue(learning, undo=True)
        return learning

    def close(self) -> None:
        """What is being learned is left; what it found so far stays in the book."""
        with self._changed:
            self._closed = True
            self._waiting.clear()
            self._changed.notify_all()
            thread = self._thread
        attempts = int(_LONGEST_END / _TICK)
        while thread is not None and thread.is_alive() and attempts:
            attempts -= 1
            with suppress(LogistelloError, AttributeError):  # AttributeError: the engine has just been closed
                self._engine.stop()  # type: ignore[union-attr]
            thread.join(_TICK)

    # -- inside ---------------------------------------------------------------------------------

    def _enqueue(self, learning: Learning, *, undo: bool) -> None:
        with self._changed:
            if self._closed:
                raise ApiError(503, "the server is about to end")
            if len(self._waiting) >= _MOST_WAITING:
                raise ApiError(429, f"{len(self._waiting)} games wait to be learned; try again in a moment")
            self._known[learning.id] = learning
            while len(self._known) > _MOST_REMEMBERED:
                self._known.popitem(last=False)
            self._waiting.append((learning, undo))
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="learning", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def _work(self) -> None:
        step_back()
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._closed)
                if self._closed:
                    return
                learning, undo = self._waiting.popleft()
            try:
                if undo:
                    self._undo(learning)
                else:
                    self._learn(learning)
            except (LogistelloError, OSError) as error:
                learning.problem = str(error)
                if not undo:
                    learning.state = "failed"

    def _learn(self, learning: Learning) -> None:
        learning.state = "learning"
        with Engine(model=self._model, hash_mb=_HASH_MB) as engine:
            self._engine = engine
            try:
                learning.lesson = self._book.learn(learning.game, engine)
            finally:
                self._engine = None
        learning.state = "learned"

    def _undo(self, learning: Learning) -> None:
        """Only if it is the last thing that happened to the book."""
        learning.problem = ""
        if learning.lesson is not None and learning.state != "undone":
            self._book.undo(learning.lesson)
        learning.state = "undone"
