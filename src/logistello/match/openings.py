"""Openings that a match begins with: lists from files or the package's own, and how such a list is made.

A list is made by searching all positions after some plies and keeping the balanced ones.
"""

from __future__ import annotations

import hashlib
import json
import random
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from logistello.engine import Engine, Limit
from logistello.errors import MatchError
from logistello.files import naming, read_whole, write_whole
from logistello.othello.game import Game
from logistello.othello.notation import Document, read, read_path
from logistello.othello.position import Position
from logistello.othello.square import Square
from logistello.othello.xot import XotList, xot_openings

#: No game ends before the ninth move, so openings shorter than that need not be replayed.
_SHORTEST_GAME = 9
#: Lists that the package has beside its own, by the name that stands in the place of a file.
NAMED_LISTS: Mapping[str, XotList] = {"xot": "large", "xot-small": "small"}


@dataclass(frozen=True, slots=True)
class OpeningLine:
    """A start position and moves from there, passes included.

    >>> str(OpeningLine.of(Game.from_moves("f5d6c3")))
    'f5d6c3'
    """

    start: Position
    moves: tuple[Square, ...] = ()

    @classmethod
    def of(cls, game: Game, plies: int | None = None) -> OpeningLine:
        return cls(game.start, game.moves[:plies])

    @property
    def usual_start(self) -> bool:
        return self.start == Position.initial()

    def game(self) -> Game:
        """A new game with the opening on its board."""
        return Game.from_moves(self.moves, self.start)

    def __str__(self) -> str:
        moves = "".join(str(move) for move in self.moves)
        return moves if self.usual_start else f"{self.start.text} {moves}".strip()


@dataclass(frozen=True)
class OpeningList:
    """Openings in the order in which they are played."""

    openings: Sequence[OpeningLine]
    source: str

    @property
    def checksum(self) -> str:
        """SHA-256 of what is played, by which a record of games recognises its list."""
        return hashlib.sha256("\n".join(map(str, self.openings)).encode()).hexdigest()


def load_openings(path: Path | None, *, plies: int | None = None, seed: int | None = None) -> OpeningList:
    """Openings of a file in any format, of one of the ``NAMED_LISTS``, or of the package's own list if ``path`` is
    ``None``. A file comes before a list of the same name.

    ``plies`` truncates games (passes count as plies); ``seed`` shuffles the list, ``None`` keeps its order.
    Raises ``MatchError`` if there are none, ``NotationError`` if the file cannot be read.
    """
    if path is None:
        return _checked(
            (OpeningLine(Position.initial(), moves[:plies]) for moves in _own_list()), "the package's list", seed
        )
    if is_named_list(path):
        which = NAMED_LISTS[str(path)]
        lines = (OpeningLine(Position.initial(), moves[:plies]) for moves in xot_openings(which))
        return _checked(lines, str(path), seed)
    source, document = path.name, _read_list(path)
    if document.errors:
        raise document.errors[0]
    openings = [OpeningLine.of(game, plies) for game in document.games]
    openings += [OpeningLine(problem.position) for problem in document.problems]
    return _checked(openings, source, seed)


def is_named_list(path: Path) -> bool:
    return str(path) in NAMED_LISTS and not path.exists()


def _checked(openings: Iterable[OpeningLine], source: str, seed: int | None) -> OpeningList:
    distinct = list(dict.fromkeys(openings))
    if not distinct:
        raise MatchError(f"{source}: no openings")
    for number, opening in enumerate(distinct, 1):
        if not (opening.usual_start and len(opening.moves) < _SHORTEST_GAME) and opening.game().is_over:
            raise MatchError(f"{source}: opening {number} is a finished game; cut openings with --plies")
    if seed is not None:
        random.Random(seed).shuffle(distinct)  # noqa: S311 - no secret
    return OpeningList(distinct, source)


def _own_list() -> Iterator[tuple[Square, ...]]:
    """Read without detecting the format and without replaying, which would take seconds for thousands of openings."""
    file = resources.files("logistello.match") / "data" / "openings.txt"
    for line in file.read_text(encoding="ascii").splitlines():
        if line and not line.startswith("#"):
            yield tuple(Square.parse(line[at : at + 2]) for at in range(0, len(line), 2))


def _read_list(path: Path) -> Document:
    if path.is_file():
        with path.open("rb") as file:
            if file.read(1) == b"#":
                return read(_without_remarks(read_whole(path)), name=path.name)
    return read_path(path)


def _without_remarks(data: bytes) -> bytes:
    """Blank the comment lines that say what made a list. They stay as lines, so that errors name the right one."""
    return b"\n".join(b"" if line.startswith(b"#") else line for line in data.split(b"\n"))


# -- making a list -----------------------------------------------------------------------------

#: Positions queued per engine: enough to keep all of them busy.
_WAITING_PER_ENGINE = 4


def distinct_openings(plies: int) -> list[tuple[Square, ...]]:
    """One move sequence for each position after this number of plies, counting symmetric positions once.

    Games that end earlier are left out. Forced passes count as plies.

    >>> [len(distinct_openings(plies)) for plies in range(1, 6)]
    [1, 3, 14, 60, 322]
    """
    first = Square.F5  # the four first moves are symmetric; databases write this one
    reached: list[tuple[Position, tuple[Square, ...]]] = [(Position.initial().play(first), (first,))]
    for _ in range(plies - 1):
        following: dict[Position, tuple[Position, tuple[Square, ...]]] = {}
        for position, moves in reached:
            for move in position.legal_moves:
                after = position.play(move)
                following.setdefault(after.canonical(), (after, (*moves, move)))
        reached = list(following.values())
    return [moves for _, moves in reached]


def _replay(moves: tuple[Square, ...]) -> Position:
    position = Position.initial()
    for move in moves:
        position = position.play(move)
    return position


@dataclass(frozen=True)
class OpeningSearch:
    """How openings are judged and which are kept."""

    plies: int = 8
    depth: int = 12
    #: Openings are kept if their score is no further from zero than this, in discs.
    within: float = 2.0

    def __post_init__(self) -> None:
        if self.plies < 1 or self.depth < 1 or self.within < 0:
            raise MatchError(f"{self}: expected at least one ply and depth 1, and a bound that is not negative")


def judge_openings(
    search: OpeningSearch,
    engines: Sequence[Engine],
    partial: Path,
    settings: Mapping[str, Any],
    on_score: Callable[[int, int], None] = lambda done, total: None,
) -> dict[tuple[Square, ...], float]:
    """The score of every opening in discs for the side to move, searched on all engines at once.

    Scores are stored in ``partial`` as they come; with the same ``settings`` a stopped run resumes from there.
    ``on_score`` gets the number of openings done and of all. Raises ``MatchError`` if the file is of another run.
    """
    openings = {"".join(map(str, moves)): moves for moves in distinct_openings(search.plies)}
    header = {"openings_of": {"plies": search.plies, "depth": search.depth, **settings}}
    known = _read_partial(partial, header)
    scores = {name: known[name] for name in openings if name in known}
    free = list(engines)
    lock = threading.Lock()

    def score(moves: tuple[Square, ...]) -> float:
        with lock:
            engine = free.pop()
        try:
            engine.clear()  # a score must not depend on what was searched before
            return engine.search(_replay(moves), Limit(depth=search.depth)).score
        finally:
            with lock:
                free.append(engine)

    with naming(partial), partial.open("a", encoding="utf-8") as file, ThreadPoolExecutor(len(engines)) as pool:
        if not known:
            file.write(json.dumps(header) + "\n")
        try:
            left = (name for name in openings if name not in scores)
            for name, value in _in_parallel(pool, left, lambda name: score(openings[name]), len(engines)):
                scores[name] = value
                file.write(json.dumps([name, value]) + "\n")
                file.flush()
                on_score(len(scores), len(openings))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for engine in engines:
                engine.stop()
            raise
    return {moves: scores[name] for name, moves in openings.items()}


def _in_parallel(
    pool: ThreadPoolExecutor, names: Iterator[str], work: Callable[[str], float], engines: int
) -> Iterator[tuple[str, float]]:
    """Results as they come. Few tasks are queued, so that an interruption does not have to wait long."""
    pending: dict[Future[float], str] = {}
    exhausted = False
    while pending or not exhausted:
        while not exhausted and len(pending) < _WAITING_PER_ENGINE * engines:
            name = next(names, None)
            if name is None:
                exhausted = True
            else:
                pending[pool.submit(work, name)] = name
        for future in wait(pending, timeout=0.2, return_when=FIRST_COMPLETED).done:
            yield pending.pop(future), future.result()


def _read_partial(path: Path, header: Mapping[str, Any]) -> dict[str, float]:
    if not path.exists():
        return {}
    data = read_whole(path)
    whole = data[: data.rfind(b"\n") + 1]  # a last line without its end was cut off
    first, *lines = whole.splitlines() or [b""]
    try:
        # Killed while it began: part of our own first line, and nothing else.
        found = json.loads(first) if whole or not json.dumps(header).encode().startswith(data) else None
        scores = dict(json.loads(line) for line in lines)
        if not all(isinstance(name, str) and isinstance(score, int | float) for name, score in scores.items()):
            raise TypeError(scores)
    except (ValueError, TypeError, RecursionError):
        raise MatchError(f"{path} is damaged or not a list of scores; remove it") from None
    if found is not None and found != json.loads(json.dumps(header)):
        told = first.decode(errors="replace")[:200]
        raise MatchError(f"{path} holds scores of another run ({told}); remove it to start again")
    if whole != data:
        write_whole(path, whole)
    return scores


def list_text(scores: Mapping[tuple[Square, ...], float], search: OpeningSearch, made_by: str) -> str:
    """The content of the file: a comment that says what made it, then one opening per line, sorted."""
    kept = sorted("".join(map(str, moves)) for moves, score in scores.items() if abs(score) <= search.within)
    if not kept:
        raise MatchError(f"none of {len(scores)} openings is within {search.within:g} discs")
    heading = (
        f"# {len(kept)} of {len(scores)} positions after {search.plies} plies: |score| <= {search.within:g} discs "
        f"at depth {search.depth}; {made_by}"
    )
    return "\n".join([heading, *kept]) + "\n"
