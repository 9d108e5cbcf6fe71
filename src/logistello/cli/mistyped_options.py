"""Options that nobody knows, and the one that was probably meant.

cyclopts finds most of them. Where an argument may begin with a hyphen, as boards do, it takes a mistyped option for
such an argument, and what it says then leads nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING

from logistello.errors import UsageError

if TYPE_CHECKING:
    from cyclopts import App

#: Longer words are boards.
_LONGEST_OPTION = 40


class MistypedOptionError(UsageError):
    """A word that stands where a position could, and can only be an option."""


def refuse_option(text: str | None) -> None:
    """Arguments may begin with a hyphen, as boards do; a mistyped option must not pass for one."""
    if text is not None and looks_like_option(text):
        raise MistypedOptionError(f"Unknown option: {text}")


def looks_like_option(word: str) -> bool:
    """
    >>> [looks_like_option(word) for word in ("--depth", "-t", "-", "--XO--", "-3", "f5")]
    [True, True, False, True, False, False]
    """
    return bool(re.match(r"--?[A-Za-z]", word)) and len(word) < _LONGEST_OPTION


def unknown_option(app: App, words: Sequence[str]) -> str | None:
    """A complaint about the first word that looks like an option and is none of the command's; ``None`` without one."""
    _, apps, rest = app.parse_commands(words)
    known = {name for each in apps[-1].assemble_argument_collection() for name in each.names if name.startswith("-")}
    known |= {*apps[-1].help_flags, *apps[-1].version_flags}
    for word in rest:
        name = word.partition("=")[0]
        if looks_like_option(name) and name not in known:
            near = get_close_matches(name, sorted(known), n=1, cutoff=0.6)
            return f"Unknown option: {name}." + (f" Did you mean {near[0]}?" if near else "")
    return None
