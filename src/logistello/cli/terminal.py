"""What the terminal can show, and what is typed there."""

from __future__ import annotations

import io
import os
import shutil
import sys
import unicodedata
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console


def shown(text: str) -> str:
    """A text from a file, an engine or a peer as it may be written to a terminal: no character of it is a command.

    Control characters, invisible ones and ends of lines are written as escapes. The result is plain text: it must not
    be given to ``rich`` as markup.

    >>> shown("Ann\\x1b[2J"), shown("Łódź 東京")
    ('Ann\\\\x1b[2J', 'Łódź 東京')
    """
    return "".join(each.encode("unicode_escape").decode() if _is_control(each) else each for each in text)


def quantity(count: int, one: str, many: str | None = None) -> str:
    """
    >>> quantity(1, "position"), quantity(1200, "position"), quantity(2, "search", "searches")
    ('1 position', '1,200 positions', '2 searches')
    """
    return f"{count:,} {one if count == 1 else many or f'{one}s'}"


def typed_lines() -> TextIO:
    """Standard input. Bytes that are no text are read as signs that say so: nonsense is answered, not fatal."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    return sys.stdin


def _is_control(character: str) -> bool:
    kind = unicodedata.category(character)
    return kind[0] == "C" or kind in ("Zl", "Zp")


def shows_unicode(stream: TextIO) -> bool:
    """Whether the signs of our boards can be written."""
    try:
        "●•".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def colour_console(stream: TextIO, *, forced: bool = False) -> Console | None:
    """A console of ``rich`` if the stream is a terminal that shows colours, or if that is ``forced``."""
    if not forced and (
        not stream.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") in ("dumb", "unknown")
    ):
        return None
    from rich.console import Console

    if forced:
        return Console(file=stream, highlight=False, force_terminal=True, color_system="truecolor", no_color=False)
    console = Console(file=stream, highlight=False)
    return console if console.color_system and not console.no_color else None


def describe_terminal() -> str:
    """One line on what the terminal can show.

    >>> describe_terminal().count("columns")
    1
    """
    columns = shutil.get_terminal_size().columns
    if not sys.stdout.isatty():
        return f"output is not a terminal: plain boards, {columns} columns"
    console = colour_console(sys.stdout)
    colours = f"colours ({console.color_system})" if console else "no colours: plain boards"
    return f"{colours}, {columns} columns"
