"""``logistello analyse``: the best moves of a position, or every move of a game."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from logistello.cli.engine_options import USUAL_ENGINE, EngineOptions
from logistello.cli.option_types import BestMoves, Depth, Seconds

if TYPE_CHECKING:
    from logistello.engine import Engine, Limit
    from logistello.othello.position import Position

#: Seconds for a position, and for each position of a game, if the user names neither time nor depth.
_POSITION_SECONDS = 5.0
_GAME_SECONDS = 0.3


def analyse(
    *positions_or_games: Annotated[str, Parameter(allow_leading_hyphen=True)],
    best: BestMoves = 1,
    depth: Depth | None = None,
    time: Seconds | None = None,
    options: EngineOptions = USUAL_ENGINE,
    last: bool = False,
    json: bool = False,
) -> int:
    """Show the best moves of a position, ever deeper; or every move of a game with the best one and what it lost.

    Values are discs for the side to move.

    Parameters
    ----------
    positions_or_games
        Texts in any notation, or files; - for standard input, which is also read if nothing is named.
    best
        How many moves of a position get a value and a line of their own.
    depth
        How many moves to look ahead.
    time
        Seconds for each position; by default 5, and 0.3 for each position of a game, unless --depth is given.
    last
        Analyse only the last position of a game.
    json
        Print JSON lines: one object for every result of a position, or for every move of a game.
    """
    from logistello.cli.game_files import read_source
    from logistello.cli.mistyped_options import refuse_option

    for text in positions_or_games:
        refuse_option(text)
    documents = [read_source(text) for text in positions_or_games or ("-",)]
    for document in documents:
        if document.errors:
            raise document.errors[0]
    with options.make_engine() as engine:
        for document in documents:
            for problem in document.problems:
                _analyse_position(engine, problem.position, _limit(depth, time, _POSITION_SECONDS), best, json)
            for game in document.games:
                if last or not game.moves:
                    _analyse_position(engine, game.position, _limit(depth, time, _POSITION_SECONDS), best, json)
                else:
                    from logistello.cli.analyse.game_analysis import analyse_game

                    analyse_game(engine, game, _limit(depth, time, _GAME_SECONDS), json=json)
    return 0


def _limit(depth: int | None, time: float | None, default_seconds: float) -> Limit:
    from logistello.engine import Limit

    return Limit(depth=depth, time=default_seconds if depth is None and time is None else time)


def _analyse_position(engine: Engine, position: Position, limit: Limit, best: int, json: bool) -> None:
    from logistello.cli.analyse.output import AnalysisOutput, JsonLines, LiveTable, PlainLines
    from logistello.cli.terminal import colour_console

    console = colour_console(sys.stdout)
    output: AnalysisOutput
    if json:
        output = JsonLines(position)
    elif console is not None:
        output = LiveTable(position, console)
    else:
        output = PlainLines(position)
    with output, engine.analyse(position, limit, best_moves=best) as analysis:
        for info in analysis:
            output.show(info, analysis.best)
