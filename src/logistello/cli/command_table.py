"""Commands that are imported when they run, and speak for themselves when they are asked."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from importlib import import_module

from cyclopts import App, Parameter


def new_app(name: str, **settings: object) -> App:
    """An app with the settings that all of ours have."""
    return App(
        name=name,
        help_format="plaintext",
        suppress_keyboard_interrupt=False,
        result_action="return_value",
        print_error=False,
        exit_on_error=False,
        default_parameter=Parameter(negative=(), show_default=default_worth_telling),
        **settings,  # type: ignore[arg-type]
    )


def add_commands(
    app: App,
    lines: Mapping[str, str],
    homes: Mapping[str, str],
    chosen: str | None,
    other_words: tuple[str, ...] = (),
) -> None:
    """Commands by name with a line of help; ``homes`` are ``module:function``.

    The ``chosen`` command speaks for itself (by its docstring) instead of by its line in the table. Whoever types one
    of the ``other_words`` is told the name.
    """
    for name, line in lines.items():
        words = own_words(homes[name]) if name == chosen else line
        app.command(homes[name], name=name, help=words, synonym=other_words)


def default_worth_telling(value: object) -> str | None:
    """A switch that is off needs no word."""
    return None if value is None or value is False else str(value)


def own_words(home: str) -> str:
    """What a command says of itself: the paragraphs of its docstring, for any width of the terminal."""
    module, _, function = home.partition(":")
    words = inspect.getdoc(getattr(import_module(module), function)) or ""
    prose = words.partition("\nParameters\n---")[0]
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in prose.strip().split("\n\n"))
