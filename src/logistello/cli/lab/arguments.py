"""Arguments that several subcommands of ``logistello lab`` take."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from logistello.cli.option_types import Depth, PliesOrNone

#: ``othello``, or a game of OpenSpiel with its parameters: ``breakthrough(rows=6,columns=6)``.
GameName = Annotated[str, Parameter(name="GAME", help="othello, or a game of OpenSpiel: connect_four, chess.")]
SearchDepth = Depth
OpeningMoves = PliesOrNone
