"""After a match: its games are saved and learned, on a thread of their own, while the next one is played."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace

from logistello.engine import GameLearner
from logistello.engine.opening_book import Lesson
from logistello.errors import LogistelloError
from logistello.othello import Game
from logistello.protocol.ggs.actions import FinishedMatch
from logistello.protocol.ggs.archive import Archive

#: Games that may wait for their lesson: where matches are over faster than they are learned, the oldest are skipped.
_MOST_WAITING = 200


@dataclass(frozen=True, slots=True)
class KeeperCounts:
    """What has become of finished matches."""

    saved: int = 0
    not_saved: int = 0
    #: Games that were learned, and positions that were new to the book.
    lessons: int = 0
    positions: int = 0
    #: Games of which nothing was learned: too short, skipped, or something went wrong.
    not_learned: int = 0
    waiting: int = 0


class Keeper:
    """Saves a match as soon as it is over, then learns its games one by one.

    ``tell`` gets sentences for the user, in the keeper's thread. Whatever goes wrong is told; play continues.
    """

    def __init__(self, archive: Archive | None, learner: GameLearner | None, tell: Callable[[str], None]) -> None:
        self._archive = archive
        self._learner = learner
        self._tell = tell
        #: Guards what follows.
        self._state = threading.Condition()
        self._to_save: deque[FinishedMatch] = deque()
        self._to_learn: deque[tuple[str, Game]] = deque()
        self._counts = KeeperCounts()
        self._closing = False
        self._thread = threading.Thread(target=self._work, name="logistello-ggs-keeper", daemon=True)
        self._thread.start()

    @property
    def counts(self) -> KeeperCounts:
        """From any thread."""
        with self._state:
            return replace(self._counts, waiting=len(self._to_learn))

    def keep(self, match: FinishedMatch) -> None:
        with self._state:
            if self._archive is not None:
                self._to_save.append(match)
            if self._learner is not None:
                self._to_learn += [(match.id, game) for game in match.games]
            while len(self._to_learn) > _MOST_WAITING:
                self._to_learn.popleft()
                self._count(not_learned=1)
            self._state.notify()

    def close(self, *, at_once: bool = False) -> None:
        """Wait until everything is saved and learned; ``at_once`` skips lessons that have not begun."""
        with self._state:
            self._closing = True
            skipped = len(self._to_learn) if at_once else 0
            if at_once:
                self._to_learn.clear()
                self._count(not_learned=skipped)
            self._state.notify()
        self._thread.join()
        if skipped:
            self._tell(f"{skipped} games were not learned: 'logistello book add' takes them from where they are saved")

    # -- in the thread ------------------------------------------------------------------------

    def _work(self) -> None:
        while True:
            with self._state:
                self._state.wait_for(lambda: self._to_save or self._to_learn or self._closing)
                # Saving comes first: it takes a moment, and what is saved can be learned on another day.
                match = self._to_save.popleft() if self._to_save else None
                task = self._to_learn.popleft() if match is None and self._to_learn else None
                if match is None and task is None:
                    return
            if match is not None:
                self._save(match)
            if task is not None:
                self._learn(*task)

    def _save(self, match: FinishedMatch) -> None:
        try:
            path = None if self._archive is None else self._archive.save(match)
        except OSError as error:
            self._count(not_saved=1)
            self._tell(f"match {match.id} could not be saved: {error}")
            return
        if path is not None:
            self._count(saved=1)
            self._tell(f"saved {path}")

    def _learn(self, match: str, game: Game) -> None:
        try:
            lesson = None if self._learner is None else self._learner.learn(game)
        except (LogistelloError, OSError, ValueError) as error:
            self._count(not_learned=1)
            self._tell(f"nothing was learned from match {match}: {error}")
            return
        if lesson is None and self._learner is not None:
            self._count(not_learned=1)
        else:
            self._count(lessons=1, positions=lesson.positions if isinstance(lesson, Lesson) else 0)

    def _count(self, **more: int) -> None:
        with self._state:
            self._counts = replace(
                self._counts, **{name: getattr(self._counts, name) + count for name, count in more.items()}
            )
