"""``logistello lab``: the laboratory, one subcommand for each experiment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from logistello.cli.command_table import add_commands, new_app

if TYPE_CHECKING:
    from cyclopts import App

#: Name, one line of help. The function ``<name>_lab`` does the work, in the module that ``_MODULES`` names.
LAB_COMMANDS = {
    "train": "Learn a game from its rules: self-play, GLEM, a gate, generation after generation; ProbCut.",
    "play": "Play any game in the terminal against a player of the laboratory.",
    "match": "Play games between searches, OpenSpiel's MCTS bot and random players.",
    "td": "Learn backgammon or Othello by TD(λ), from games against oneself.",
    "compare": "Search positions of a game with every algorithm and show what each of them costs.",
    "tree": "Draw a small search tree with its cut-offs, as SVG.",
}
_MODULES = {
    "train": "game_learning",
    "td": "game_learning",
    "play": "playing",
    "match": "playing",
    "compare": "comparing",
    "tree": "drawing",
}


def build_lab_app(help: str, chosen: str | None = None) -> App:  # noqa: A002 - as cyclopts calls it
    """The subcommands; building them imports none."""
    app = new_app("lab", help=help)
    homes = {name: f"logistello.cli.lab.{_MODULES[name]}:{name}_lab" for name in LAB_COMMANDS}
    add_commands(app, LAB_COMMANDS, homes, chosen)
    app["--help"].group = "Options"
    return app
