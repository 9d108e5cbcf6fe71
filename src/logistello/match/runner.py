"""Playing a match, several games at once: one thread per game, each with players of its own, or games as tasks."""

from __future__ import annotations

import queue
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from logistello.engine import GameLearner
from logistello.errors import MatchError
from logistello.jobs import Pool
from logistello.match.crew import Crew
from logistello.match.game_task import game_task
from logistello.match.plan import GamePlan, ScheduledGame, unique_names
from logistello.match.play_game import Interrupted
from logistello.match.record import MatchRecord, PlayedGame
from logistello.match.standings import Standings
from logistello.othello.notation import read

#: How often the thread that collects games looks for Ctrl-C, in seconds.
_HEARTBEAT = 0.2
#: After this a thread is abandoned; it ends with the process. Only a simple player in the middle of a move takes so
#: long.
_SECONDS_TO_STOP = 1.0


class MatchRun:
    """A match being played. ``standings`` and ``games`` are valid at any time, also after a stop."""

    def __init__(
        self, match: GamePlan, record_path: Path | None = None, parallel: int = 1, pool: Pool | None = None
    ) -> None:
        """Start every player once, so that one that cannot play is found before the first game.

        With a ``record_path`` games are stored there, and those of an earlier run of the same match are not played
        again. With a ``pool`` games are its tasks, whatever ``parallel`` says. Raises ``PlayerError`` and
        ``MatchError``.
        """
        if parallel < 1:
            raise MatchError(f"{parallel} games at once; expected 1 or more")
        if (parallel > 1 or pool is not None) and any(spec.learns for spec in match.players):
            raise MatchError("a player that learns must play its games one after the other: omit --parallel, --cluster")
        self.match = match
        self._pool = pool
        self._stopping = threading.Event()
        self._results: queue.Queue[PlayedGame | BaseException | None] = queue.Queue()
        self._crews = [Crew(match)]
        self._record: MatchRecord | None = None
        try:
            players = [self._crews[0].enlist(number) for number in range(len(match.players))]
            self.names = unique_names([player.name for player in players])
            self._record = MatchRecord(record_path, match.settings())
            done = {game.number for game in self._record.games}
            self.games = self._record.games
            self.standings = self._counted(record_path)
            self._tasks = deque(task for task in match.schedule(self.games) if task.number not in done)
            self.total = len(done) + len(self._tasks)
            self._repeat_lessons()
            if pool is None:
                self._crews += [Crew(match) for _ in range(min(parallel, len(self._tasks)) - 1)]
            else:
                self._crews.pop().close()  # it has shown that all can play
        except BaseException:
            self.close()
            raise

    def _repeat_lessons(self) -> None:
        """Learn from the record again: what players put into temporary books was lost when the run stopped."""
        for played in sorted(self.games, key=lambda game: game.number):
            for number in (played.black, played.white):
                player = self._crews[0].enlist(number)
                if self.match.players[number].forgets and played.loser is None and isinstance(player, GameLearner):
                    player.learn(read(played.ggf).games[0])

    @property
    def decided(self) -> bool | None:
        """The decision of the sequential test; ``None`` if there is no test or it is undecided."""
        if self.match.sprt is None:
            return None
        return self.match.sprt.decide(self.standings.pairings[0, 1].pairs)

    def _counted(self, record_path: Path | None) -> Standings:
        try:
            return Standings(self.names, self.games)
        except (KeyError, IndexError, TypeError, ValueError):
            raise MatchError(f"{record_path}: damaged: a game of it cannot be counted; name another file") from None

    def play(self, on_game: Callable[[PlayedGame], None] = lambda game: None) -> Standings:
        """Play the remaining games. ``on_game`` is called in this thread after every game.

        Ctrl-C or an exception from ``on_game`` ends all games at once; unfinished ones are dropped.
        """
        if self._pool is not None:
            return self._play_in(self._pool, on_game)
        workers = [threading.Thread(target=self._work, args=(crew,), daemon=True) for crew in self._crews]
        try:
            if self.decided is None:
                for worker in workers:
                    worker.start()
                self._collect(len(workers), on_game)
        finally:
            self._stop([worker for worker in workers if worker.ident is not None])
            self.close()
        return self.standings

    def _play_in(self, pool: Pool, on_game: Callable[[PlayedGame], None]) -> Standings:
        tasks = (game_task(self.match, self.names, game) for game in self._tasks)
        try:
            if self.decided is None:
                with closing(pool.run(tasks)) as results:
                    for _, played in results:
                        self._keep(played, on_game)
                        if self.decided is not None:
                            break
        finally:
            self.close()
        return self.standings

    def close(self) -> None:
        """End the players and close the record. :meth:`play` does this itself; closing twice is fine."""
        for crew in self._crews:
            crew.close()
        if self._record is not None:
            self._record.close()

    def _collect(self, working: int, on_game: Callable[[PlayedGame], None]) -> None:
        while working and self.decided is None:
            try:
                result = self._results.get(timeout=_HEARTBEAT)
            except queue.Empty:
                continue
            if result is None:
                working -= 1
            elif isinstance(result, BaseException):
                raise result
            else:
                self._keep(result, on_game)

    def _keep(self, played: PlayedGame, on_game: Callable[[PlayedGame], None]) -> None:
        if self._record is not None:
            self._record.add(played)
            self.standings.add(played)
            on_game(played)

    def _stop(self, workers: list[threading.Thread]) -> None:
        """Interrupt repeatedly: a thread may be just about to start its next move."""
        self._stopping.set()
        deadline = time.monotonic() + _SECONDS_TO_STOP
        while time.monotonic() < deadline:
            workers = [worker for worker in workers if worker.is_alive()]
            if not workers:
                return
            for crew in self._crews:
                crew.interrupt()
            for worker in workers:
                worker.join(0.02)

    # -- in the threads -----------------------------------------------------------------------

    def _work(self, crew: Crew) -> None:
        try:
            while (task := self._next_task()) is not None:
                self._results.put(crew.play_and_learn(task, self.names, self._stopping.is_set))
        except Interrupted:
            pass
        except BaseException as error:
            self._results.put(error)
        self._results.put(None)

    def _next_task(self) -> ScheduledGame | None:
        try:
            return None if self._stopping.is_set() else self._tasks.popleft()
        except IndexError:
            return None
