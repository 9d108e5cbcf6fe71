"""A game of a match as a task, for a pool."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace

from logistello.engine.limit import Limit
from logistello.errors import MatchError
from logistello.jobs import Task
from logistello.match.crew import Crew
from logistello.match.openings import OpeningLine, OpeningList
from logistello.match.plan import GamePlan, Match, ScheduledGame
from logistello.match.play_game import MatchTerms
from logistello.match.player_text import TextPieces, joined, pieces_of
from logistello.match.record import PlayedGame
from logistello.match.spec import PlayerSpec, parse_player

#: What a player takes besides its table, and the table of one that does not say, in megabytes.
_BESIDES, _USUAL_TABLE = 128, 64


@dataclass(frozen=True)
class TaskSeat:
    """A player as a task takes it along."""

    player: TextPieces
    name: str
    #: Its own, or that of the match.
    limit: Limit


def game_task(match: GamePlan, names: Sequence[str], game: ScheduledGame) -> Task:
    """Raises ``MatchError`` for a player that was not made from text."""
    numbers = (game.black, game.white)
    seats = tuple(TaskSeat(_pieces(match.players[each]), names[each], match.limit_of(each)) for each in numbers)
    cpus, memory_mb = cores_and_memory([match.players[number] for number in numbers])
    return Task(play_scheduled, (seats, match.openings.openings[game.opening], game, match.rules), cpus, memory_mb)


def cores_and_memory(players: Sequence[PlayerSpec]) -> tuple[int, int]:
    """What a game between them takes, memory in megabytes: they think in turns, unless one thinks all the time."""
    threads = [int(spec.options.get("threads", 1)) for spec in players]
    cpus = sum(threads) if any(spec.options.get("ponder") for spec in players) else max(threads)
    return cpus, sum(_BESIDES + int(spec.options.get("hash_mb", _USUAL_TABLE)) for spec in players)


def _pieces(spec: PlayerSpec) -> TextPieces:
    if not spec.text:
        raise MatchError(f"player {spec.name or spec.kind!r} was not made from text and cannot be sent to a worker")
    return pieces_of(spec.text)


def play_scheduled(
    seats: tuple[TaskSeat, TaskSeat], opening: OpeningLine, game: ScheduledGame, rules: MatchTerms
) -> PlayedGame:
    """A task: the game, with players that are made for it and end with it."""
    players = [replace(parse_player(joined(seat.player)), limit=seat.limit, name=seat.name) for seat in seats]
    match = Match(players, OpeningList((opening,), "the opening of a task"), 2, rules=rules)
    with closing(Crew(match)) as crew:
        played = crew.play_and_learn(ScheduledGame(game.number, 0, 0, 1), [seat.name for seat in seats])
    numbers = (game.black, game.white)
    return replace(
        played,
        opening=game.opening,
        black=game.black,
        white=game.white,
        loser=None if played.loser is None else numbers[played.loser],
        usage={str(number): played.usage[str(place)] for place, number in enumerate(numbers)},
    )
