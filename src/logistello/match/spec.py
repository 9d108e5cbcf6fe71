"""Players as text: ``engine:depth=8,threads=2``, ``level:7``, ``gtp:clock=10 gtp-rhino -l 3``, ``nboard:ntest``."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from logistello.engine.limit import Clock, Limit
from logistello.errors import NumberError, PlayerError, UsageError
from logistello.files import storable
from logistello.match.engine_player import (
    ENGINE_OPTIONS,
    LEVEL_OPTIONS,
    NEW_BOOK,
    EnginePlayer,
    LevelMatchPlayer,
    PonderingPlayer,
    book_in_play,
    level_identity,
    make_engine,
)
from logistello.match.players import GreedyPlayer, MatchPlayer, MobilityPlayer, RandomPlayer, SimplePlayer
from logistello.match.program_player import PROTOCOLS, OnStart, ProgramPlayer
from logistello.number_ranges import COUNT_OR_NONE, DEPTH_LIMIT, NODES, SECONDS, SEED, SOME_SECONDS

#: Kinds of players with their own options, and how the text of an option becomes a value.
KINDS: Mapping[str, Mapping[str, Callable[[str], Any]]] = {
    "engine": ENGINE_OPTIONS,
    "level": LEVEL_OPTIONS,
    "gtp": {"patience": SOME_SECONDS.read},
    "nboard": {"patience": SOME_SECONDS.read},
    "random": {"seed": SEED.read},
    "greedy": {},
    "mobility": {"level": COUNT_OR_NONE.read, "seed": SEED.read},
}


@dataclass(frozen=True)
class PlayerSpec:
    """How to make a player, as often as one is needed."""

    kind: str
    #: Values for the player, by option.
    options: Mapping[str, Any]
    #: The player's own limit; ``None`` takes that of the match.
    limit: Limit | None = None
    #: Command and arguments of a program.
    command: tuple[str, ...] = ()
    #: A name for tables; ``None`` takes the name that a program gives itself.
    name: str | None = None
    #: As the user wrote it.
    text: str = ""

    def make(self, limit: Limit | None = None, *, on_start: OnStart | None = None) -> MatchPlayer:
        """``limit`` is that of the match, which a learning player uses if it has none of its own.

        ``on_start`` gets what ends a program that may take long to start; it may be called from another thread.

        Raises ``PlayerError`` if a program does not start, other errors of ours if options do not fit.
        """
        name = self.name or self.text
        match self.kind:
            case "engine":
                return self._make_engine(name, self.limit or limit)
            case "level":
                return self._make_level(name)
            case kind if kind in PROTOCOLS:
                return self._make_program(on_start)
            case "random":
                return SimplePlayer(name, RandomPlayer, self.options.get("seed", 0))
            case "greedy":
                return SimplePlayer(name, lambda seed: GreedyPlayer())
        level = self.options.get("level", 3)
        try:
            return SimplePlayer(name, partial(MobilityPlayer, level), self.options.get("seed", 0))
        except ValueError as error:
            raise UsageError(f"player {self.text!r}: {error}") from None

    def _make_level(self, name: str) -> MatchPlayer:
        options = {"level" if key == "n" else key: value for key, value in self.options.items()}
        try:
            return LevelMatchPlayer(name, **options)
        except (UsageError, ValueError) as error:
            raise UsageError(f"player {self.text!r}: {error}") from None

    @property
    def learns(self) -> bool:
        """Whether its games depend on earlier ones."""
        return bool(self.options.get("learn"))

    @property
    def forgets(self) -> bool:
        """Whether what it learned is lost at the end of the match."""
        return self.learns and self.options.get("book") == NEW_BOOK

    def _make_engine(self, name: str, limit: Limit | None) -> MatchPlayer:
        book = book_in_play(self.options, limit)
        player = PonderingPlayer if self.options.get("ponder") else EnginePlayer
        try:
            return player(name, make_engine(self.options, book), book)
        except BaseException:
            if book is not None:
                book.close()
            raise

    def _make_program(self, on_start: OnStart | None) -> MatchPlayer:
        options = dict(self.options) if on_start is None else {**self.options, "on_start": on_start}
        try:
            return ProgramPlayer(self.kind, self.command, self.name, **options)
        except PlayerError as error:
            raise PlayerError(error.kind, f"player {self.text!r}: {error}") from error

    def identity(self) -> dict[str, Any]:
        """What a record of games stores to recognise the player: its text, and which model that was."""
        found: dict[str, Any] = {"player": self.text, "name": self.name}
        if self.kind == "level":
            found |= level_identity(self.options["n"])
        if self.kind in ("engine", "level"):
            from logistello.evaluation import Model

            model = self.options.get("model")
            found["model_sha256"] = (Model.default() if model is None else model).checksum
        return found


def parse_player(text: str) -> PlayerSpec:
    """Read ``KIND:OPTION=VALUE,...``; of ``gtp:`` and ``nboard:``, words with ``=`` before the command are options.

    ``level:7`` is short for ``level:n=7``. Every kind takes ``name`` and the limits ``depth``, ``nodes``, ``time``,
    ``clock`` and ``processor_time``, which replace those of the match; ``time=none`` stands for no limit at all. Raises
    ``UsageError``.

    >>> spec = parse_player("mobility:level=2,clock=10+0.1")
    >>> spec.kind, dict(spec.options), spec.limit.clock
    ('mobility', {'level': 2}, Clock(remaining=10.0, increment=0.1))
    >>> parse_player("gtp:time=2 gtp-rhino -l 3").command
    ('gtp-rhino', '-l', '3')
    """
    kind, _, rest = text.partition(":")
    kind = kind.strip().lower()
    if kind not in KINDS:
        raise UsageError(f"player {text!r}: unknown kind {kind!r}; expected one of {', '.join(KINDS)}")
    command: tuple[str, ...] = ()
    if kind in PROTOCOLS:
        words, command = _split_command(text, kind, rest)
    else:
        words = [word for word in rest.split(",") if word.strip()]
    if kind == "level":
        words = _named_level(text, words)
    own = KINDS[kind]
    known = (*own, *LIMITS, "name")
    options: dict[str, Any] = {}
    limits: dict[str, str] = {}
    name = None
    for word in words:
        key, equals, value = (part.strip() for part in word.partition("="))
        key = key.replace("-", "_")
        if key not in known or not equals:
            raise UsageError(f"player {text!r}: unknown option {word!r}; {kind} takes {'=, '.join(known)}=")
        if key == "name":
            name = storable(value)
        elif key in LIMITS:
            limits[key] = value
        else:
            options[key] = _value(text, word, own[key], value)
    return PlayerSpec(kind, options, _limit(text, limits), command, name, storable(text))


def _named_level(text: str, words: list[str]) -> list[str]:
    """The number of the level may come first, without ``n=``."""
    if words and "=" not in words[0]:
        words = [f"n={words[0]}", *words[1:]]
    if not any(word.partition("=")[0].strip() == "n" for word in words):
        raise UsageError(f"player {text!r}: which level? expected something like level:7")
    return words


def _split_command(text: str, kind: str, rest: str) -> tuple[list[str], tuple[str, ...]]:
    """Options, then command and arguments; a path may contain ``=``."""
    try:
        words = shlex.split(rest)
    except ValueError as error:
        raise UsageError(f"player {text!r}: {error}") from None
    first = next((place for place, word in enumerate(words) if "=" not in word or "/" in word.split("=")[0]), None)
    if first is None:
        raise UsageError(f"player {text!r}: no command; expected {kind}:COMMAND ARGUMENTS")
    return words[:first], tuple(words[first:])


def _value(text: str, word: str, read: Callable[[str], Any], value: str) -> Any:
    try:
        return read(value)
    except NumberError as error:
        raise UsageError(f"player {text!r}: {word.partition('=')[0].strip()}={error}") from None
    except UsageError as error:
        raise UsageError(f"player {text!r}: {error}") from None


def _limit(text: str, limits: Mapping[str, str]) -> Limit | None:
    if not limits:
        return None
    try:
        return parse_limit(**limits)
    except UsageError as error:
        raise UsageError(f"player {text!r}: {error}") from None


# -- limits as text: depth=8, time=0.5, clock=60+0.5 -------------------------------------------


def _clock(text: str) -> Clock:
    remaining, _, increment = text.partition("+")
    return Clock(SECONDS.read(remaining), SECONDS.read(increment or "0"))


#: Names of limits and how their text becomes a value.
LIMITS: Mapping[str, Callable[[str], Any]] = {
    "depth": DEPTH_LIMIT.read,
    "nodes": NODES.read,
    "time": SECONDS.read,
    "clock": _clock,
    "processor_time": SECONDS.read,
}
_EXAMPLES = {
    "depth": "8",
    "nodes": "100000",
    "time": "0.5 (seconds a move)",
    "clock": "60+0.5 (seconds a game + seconds a move)",
    "processor_time": "0.5 (seconds of processor time a move)",
}


def parse_limit(**limits: str) -> Limit:
    """Limits from text; several may be combined. ``time="none"`` means no limit. Raises ``UsageError``.

    >>> parse_limit(clock="60+0.5").clock
    Clock(remaining=60.0, increment=0.5)
    """
    limit = Limit()
    for name, text in limits.items():
        if name == "time" and text == "none":
            continue
        try:
            limit = replace(limit, **{name: LIMITS[name](text)})
        except ValueError:
            raise UsageError(f"{name}={text}: expected something like {_EXAMPLES[name]}") from None
    if limit.time is not None and limit.clock is not None:
        raise UsageError("time is per move and clock per game: give only one of them")
    return limit


def describe_limit(limit: Limit) -> str:
    """The limit as text that :func:`parse_limit` reads.

    >>> describe_limit(Limit(depth=8, clock=Clock(60, 0.5)))
    'depth=8,clock=60+0.5'
    """
    words = [f"{name}={value}" for name in ("depth", "nodes") if (value := getattr(limit, name)) is not None]
    if limit.time is not None:
        words.append(f"time={limit.time!r}")
    if limit.clock is not None:
        increment = f"+{limit.clock.increment:g}" if limit.clock.increment else ""
        words.append(f"clock={limit.clock.remaining:g}{increment}")
    if limit.processor_time is not None:
        words.append(f"processor_time={limit.processor_time!r}")
    return ",".join(words) or "time=none"
