"""``logistello book``: the opening book, one subcommand for each thing to do with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from logistello.cli.command_table import add_commands, new_app

if TYPE_CHECKING:
    from cyclopts import App

#: Name, one line of help.
BOOK_COMMANDS = {
    "add": "Learn games: every game becomes a line of the book.",
    "extend": "Let the book grow by itself: expand its best leaf, again and again.",
    "probe": "Say what the book knows of a position.",
    "show": "Show the book as a tree.",
    "played": "Say what people played in a position, by move and by year.",
    "stats": "Count positions, games, searches and models.",
    "verify": "Check that everything in the book is as it must be.",
    "undo": "Take back the last games or runs, or list what can be taken back.",
    "refresh": "Search again what another model or a shallower search valued.",
    "merge": "Take over what other books know.",
    "link": "Find moves that lead from one position of the book to another.",
    "export": "Write the book as text.",
    "import": "Read a book from text.",
    "compact": "Make the file as small as it can be, for sharing.",
    "grow": "Grow a packed book from large collections, with quick values first.",
    "pack": "Write the book as a small read-only file, as the package's is.",
}
_MODULES = {
    "add": "learning",
    "extend": "learning",
    "refresh": "learning",
    "grow": "growing",
    "played": "played",
    "probe": "reading",
    "show": "reading",
    "stats": "reading",
}
_OTHER_MODULE = "care"


def build_book_app(help: str, chosen: str | None = None) -> App:  # noqa: A002 - as cyclopts calls it
    """The subcommands; building them imports none."""
    app = new_app("book", help=help)
    homes = {name: f"logistello.cli.book.{_MODULES.get(name, _OTHER_MODULE)}:{name}_book" for name in BOOK_COMMANDS}
    add_commands(app, BOOK_COMMANDS, homes, chosen)
    app["--help"].group = "Options"
    return app
