"""Playing a match, several games at once: one thread per game, each with players of its own."""

from __future__ import annotations

import math
import queue
import threading
import time
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from logistello.engine import Engine, GameLearner, Limit
from logistello.errors import MatchError, PlayerError
from logistello.match.plan import GamePlan, ScheduledGame, unique_names
from logistello.match.play_game import GameOutcome, Interrupted, MatchSeat, play_game
from logistello.match.players import Choice, MatchPlayer
from logistello.match.record import MatchRecord, PlayedGame
from logistello.match.standings import Standings
from logistello.othello.color import Color
from logistello.othello.game import Game
from logistello.othello.notation import read, write_ggf_game

#: How often the thread that collects games looks for Ctrl-C, in seconds.
_HEARTBEAT = 0.2
#: After this a thread is abandoned; it ends with the process. Only a simple player in the middle of a move takes so
#: long.
_SECONDS_TO_STOP = 1.0


class MatchRun:
    """A match being played. ``standings`` and ``games`` are valid at any time, also after a stop."""

    def __init__(self, match: GamePlan, record_path: Path | None = None, parallel: int = 1) -> None:
        """Start every player once, so that one that cannot play is found before the first game.

        With a ``record_path`` games are stored there, and those of an earlier run of the same match are not played
        again. Raises ``PlayerError`` and ``MatchError``.
        """
        if parallel < 1:
            raise MatchError(f"{parallel} games at once; expected 1 or more")
        if parallel > 1 and any(spec.learns for spec in match.players):
            raise MatchError("a player that learns must play its games one after the other: omit --parallel")
        self.match = match
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
            self._crews += [Crew(match) for _ in range(min(parallel, len(self._tasks)) - 1)]
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
            elif self._record is not None:
                self._record.add(result)
                self.standings.add(result)
                on_game(result)

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
                self._results.put(self._play_task(task, crew))
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

    def _play_task(self, task: ScheduledGame, crew: Crew) -> PlayedGame:
        numbers = {Color.BLACK: task.black, Color.WHITE: task.white}
        outcome, seats = crew.play(task, self._stopping.is_set)
        if outcome.loser is not None:
            crew.dismiss(numbers[outcome.loser])
        else:
            for seat in seats.values():
                if isinstance(seat.player, GameLearner):
                    seat.player.learn(outcome.game)
        return PlayedGame(
            number=task.number,
            opening=task.opening,
            black=task.black,
            white=task.white,
            black_score=outcome.black_score,
            ending=outcome.ending,
            loser=None if outcome.loser is None else numbers[outcome.loser],
            reason=outcome.reason,
            usage={str(numbers[color]): _usage(seat) for color, seat in seats.items()},
            ggf=self._ggf(outcome, numbers),
        )

    def _ggf(self, outcome: GameOutcome, numbers: dict[Color, int]) -> str:
        game = outcome.game
        game.date = datetime.now(UTC).strftime("%Y.%m.%d_%H:%M:%S.UTC")
        game.place = "logistello match"
        for color, number in numbers.items():
            player = game.player(color)
            player.name = self.names[number].replace("[", "(").replace("]", ")")
            player.clock = _clock_text(self.match.limit_of(number))
        return write_ggf_game(game)


def _usage(seat: MatchSeat) -> dict[str, Any]:
    return {
        "moves": seat.moves,
        "seconds": round(seat.seconds, 4),
        "longest_move": round(seat.longest_move, 4),
        "left": round(seat.remaining, 3) if math.isfinite(seat.remaining) else None,
        "nodes": seat.nodes,
        "depths": seat.depths,
        "moves_with_depth": seat.moves_with_depth,
    }


def _clock_text(limit: Limit) -> str:
    """A clock in GGF's notation: minutes and seconds for the game, then the increment."""
    if limit.clock is None:
        return ""

    def part(seconds: float) -> str:
        return f"{int(seconds // 60):02d}:{seconds % 60:05.2f}".removesuffix(".00") if seconds else ""

    return f"{part(limit.clock.remaining)}/{part(limit.clock.increment)}/"


# -- the players of one thread -----------------------------------------------------------------

_SOLVER_HASH_MB = 16


class Crew:
    """The players of one thread, made when first needed and replaced after a failure, and a solver for adjudication.

    Only :meth:`interrupt` may be called by other threads.
    """

    def __init__(self, match: GamePlan) -> None:
        self._match = match
        self._players: dict[int, MatchPlayer] = {}
        #: Ends the program that is being started.
        self._end_starting: Callable[[], None] | None = None
        self.solver = Engine(hash_mb=_SOLVER_HASH_MB) if match.rules.adjudicate_empties else None

    def enlist(self, number: int) -> MatchPlayer:
        """The player with this number. Raises ``PlayerError`` if it cannot be started."""
        if number not in self._players:
            spec, limit = self._match.players[number], self._match.limit_of(number)
            try:
                self._players[number] = spec.make(limit, on_start=self._note_start)
            finally:
                self._end_starting = None
        return self._players[number]

    def _note_start(self, end: Callable[[], None]) -> None:
        self._end_starting = end

    def player(self, number: int) -> MatchPlayer:
        """The same, but a player that cannot be started is replaced by an absent one, which loses its game."""
        try:
            return self.enlist(number)
        except PlayerError as error:
            return AbsentPlayer(error)

    def play(
        self, game: ScheduledGame, is_stopped: Callable[[], bool] = lambda: False
    ) -> tuple[GameOutcome, dict[Color, MatchSeat]]:
        """A game of the schedule, and what its players used. Raises ``Interrupted``."""
        match = self._match
        numbers = {Color.BLACK: game.black, Color.WHITE: game.white}
        seats = {color: MatchSeat(self.player(number), match.limit_of(number)) for color, number in numbers.items()}
        opening = match.openings.openings[game.opening]
        return play_game(game.number, opening, seats, match.rules, self.solver, is_stopped), seats

    def dismiss(self, number: int) -> None:
        """End a player that failed; the next game gets a new one."""
        player = self._players.pop(number, None)
        if player is not None:
            player.close()

    def interrupt(self) -> None:
        end_starting = self._end_starting
        if end_starting is not None:
            end_starting()
        for player in list(self._players.values()):
            player.interrupt()
        if self.solver is not None:
            self.solver.stop()

    def close(self) -> None:
        for number in list(self._players):
            self.dismiss(number)
        if self.solver is not None:
            self.solver.close()


class AbsentPlayer:
    """Takes the seat of a program that did not start, and loses its game."""

    name = "absent"

    def __init__(self, error: PlayerError) -> None:
        self._error = error

    def new_game(self, number: int) -> None:
        raise self._error

    def choose(self, game: Game, limit: Limit, lag: float) -> Choice:
        raise self._error

    def end_game(self) -> None:
        """It never began one."""

    def interrupt(self) -> None:
        """Nothing runs."""

    def close(self) -> None:
        """Nothing to give back."""
