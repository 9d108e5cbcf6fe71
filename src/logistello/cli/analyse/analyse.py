"""``logistello analyse``: the best moves of a position, or every move of a game."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from logistello.cli.engine_options import USUAL_ENGINE, EngineOptions
from logistello.cli.option_types import BestMoves, Depth, Seconds
from logistello.cli.plot_file import Plot
from logistello.errors import UsageError

if TYPE_CHECKING:
    from logistello.charts import Chart
    from logistello.engine import Engine, Limit
    from logistello.othello.position import Position

#: Seconds for a position, and for each position of a game, if the user names neither time nor depth.
_POSITION_SECONDS = 5.0
_GAME_SECONDS = 0.3
_ALL_MOVES = 64


def analyse(
    *positions_or_games: Annotated[str, Parameter(allow_leading_hyphen=True)],
    best: BestMoves | None = None,
    depth: Depth | None = None,
    time: Seconds | None = None,
    options: EngineOptions = USUAL_ENGINE,
    last: bool = False,
    plot: Plot | None = None,
    json: bool = False,
) -> int:
    """Show the best moves of a position, ever deeper; or every move of a game with the best one and what it lost.

    Values are discs for the side to move.

    Parameters
    ----------
    positions_or_games
        Texts in any notation, or files; - for standard input, which is also read if nothing is named.
    best
        How many moves of a position get a value and a line of their own: 1, or with --plot all.
    depth
        How many moves to look ahead.
    time
        Seconds for each position; by default 5, and 0.3 for each position of a game, unless --depth is given.
    last
        Analyse only the last position of a game.
    plot
        Draw a picture into this file (.svg or .png): of a game its course in discs for Black, of a position its moves.
    json
        Print JSON lines: one object for every result of a position, or for every move of a game.
    """
    from logistello.cli.game_files import named_file, read_source
    from logistello.cli.mistyped_options import refuse_option
    from logistello.cli.output_files import check_outputs

    for text in positions_or_games:
        refuse_option(text)
    check_outputs(plot, inputs=map(named_file, positions_or_games))
    if best is None:
        best = 1 if plot is None else _ALL_MOVES
    documents = [read_source(text) for text in positions_or_games or ("-",)]
    for document in documents:
        if document.errors:
            raise document.errors[0]
    charts: list[Chart] = []
    with options.make_engine() as engine:
        for document in documents:
            positions = [problem.position for problem in document.problems]
            positions += [game.position for game in document.games if last or not game.moves]
            for position in positions:
                charts += _analyse_position(engine, position, _limit(depth, time, _POSITION_SECONDS), best, json)
            for game in document.games:
                if game.moves and not last:
                    from logistello.cli.analyse.game_analysis import analyse_game

                    charts.append(analyse_game(engine, game, _limit(depth, time, _GAME_SECONDS), json=json))
    if plot is not None:
        from logistello.charts import picture
        from logistello.cli.plot_file import write_plot

        if not charts:
            raise UsageError("nothing to draw: the game is over in every position")
        write_plot(plot, picture(charts, title="Analysis"))
    return 0


def _limit(depth: int | None, time: float | None, default_seconds: float) -> Limit:
    from logistello.engine import Limit

    return Limit(depth=depth, time=default_seconds if depth is None and time is None else time)


def _analyse_position(engine: Engine, position: Position, limit: Limit, best: int, json: bool) -> list[Chart]:
    """The picture of its moves, unless the game is over."""
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
    if not analysis.best:
        return []
    from logistello.review.value_charts import moves_chart

    title = f"{str(position.turn).title()} to move, {position.empties} empty squares"
    return [moves_chart(title, analysis.best)]
