"""Options of every command, and values that they should not get."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, get_args, get_origin

_WHOLE = (
    "-1", "0", "1", "2", "3", "255", "65536", "2147483647", "2147483648", "4294967295", "4294967296", "4294967297",
    "9223372036854775807", "9223372036854775808", "18446744073709551616", "-9223372036854775809", "1" + "0" * 30,
    "1.5", "1e3", "nan", "inf", "0x10", "1_000", "٣", "½", "+5", " 5", "5 ", "five", "--", "-",
)  # fmt: skip
_REAL = (
    "nan", "-nan", "inf", "-inf", "-1", "-0.0", "0", "1e-320", "1e308", "1e400", "-1e400", "1,5", "1e", "0x1p4",
    "1_0.5", "99999999999999999999", "٣.٥", "half", "-", "0.5",
)  # fmt: skip
_TEXT = (
    "", " ", "-", "--", "=", "\x1b[2J", "[/b]", "[red]", "%s%n", "{x}", "${HOME}", "`id`", "../../../etc/passwd",
    "a:b=c", "\udcff\udcfe", "é\u202e\u2028", "x" * 5000, "f5" * 3000, "(;" * 500, "1:2:3", "-5", "1e999", "nan",
    "5:00+x", "0", "()",
)  # fmt: skip
_PATHS = (
    "", ".", "..", "/", "/dev/null", "/dev/full", "/dev/zero", "/proc/self/mem", "/proc/self/environ", "missing/x",
    "missing", "\x1b[2J.x", "[/b].x", "\udcff.x", "a\nb", "x" * 300, "-", "--", "in.txt/x", "~", "~nobody/x", "%s",
)  # fmt: skip
_PLAYERS = (
    "engine", "engine:depth=0", "engine:threads=0", "engine:confidence=0", "engine:hash_mb=-1", "level:0", "level:99",
    "level:x", "random:seed=x", "random:name=[/b]", "random:name=\x1b[2J", "greedy:level=nan", "engine:model=",
    "nboard:", "engine:depth=nan", "engine:time=inf", "engine:clock=1+", "engine:nodes=-1", "x:y", ":", "engine:,,,",
    "engine:=,=", "gtp:", "gtp:true", "gtp:false", "nboard:true", "gtp:/dev/null", "gtp:echo hello", "nboard:cat",
    "engine:book=missing.book", "engine:threads=4294967296", "engine:hash_mb=99999999", "engine:selectivity=x",
    "engine:depth=1,depth=2", "random:seed=-1",
)  # fmt: skip
#: With a large number these mean much work, not a mistake.
_WORK = (
    "adjudicate", "attempts", "beam", "best", "clock", "count", "depth", "engines", "exact-empties", "expansions",
    "games", "generation", "generations", "hash-mb", "hours", "inside-searches", "iterations", "label-depth", "lag",
    "level", "matches", "max-plies", "max-seconds", "min-depth", "moves", "nodes", "opening", "opening-moves",
    "parallel", "plies", "positions", "rounds", "search-depth", "seconds", "solve", "sprt-games", "squares", "stages",
    "threads", "time", "trials", "width", "window", "workers",
)  # fmt: skip


@dataclass(frozen=True)
class Option:
    """``hint`` is the type that the command declares; an argument without a name of its own has none."""

    name: str
    hint: Any

    @property
    def is_work(self) -> bool:
        return self.name.removeprefix("--") in _WORK or not self.name

    def bad_value(self, rng: random.Random) -> str:
        return rng.choice(_values(self.hint))


@cache
def options_of(command: tuple[str, ...]) -> tuple[Option, ...]:
    """All that the command itself declares, so that a new one is attacked, too."""
    from logistello.cli.main import build_app

    app = build_app(command)
    for word in command:
        app = app[word]
    found = []
    for argument in app.assemble_argument_collection():
        names = [
            name for name in argument.names if name.startswith("--") and not name.startswith(("--no-", "--empty-"))
        ]
        if argument.hint is not bool and argument.names != ("*",):
            found.append(Option(names[0] if names else "", argument.hint))
    return tuple(found)


def players() -> tuple[str, ...]:
    return _PLAYERS


def _values(hint: Any) -> tuple[str, ...]:
    if get_origin(hint) is Literal:
        return (*get_args(hint), *_TEXT)
    if get_args(hint):  # such as "int | None", "tuple[Path, ...]"
        return _values(get_args(hint)[0])
    return {"int": _WHOLE, "float": _REAL, "Path": _PATHS}.get(getattr(hint, "__name__", ""), (*_TEXT, *_PATHS, *_REAL))
