"""What a running analysis looks like: a table that changes, plain lines, or JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any

from rich.live import Live
from rich.table import Table

from logistello.engine import Info
from logistello.othello import Position, Square

if TYPE_CHECKING:
    from rich.console import Console


class AnalysisOutput:
    """Shows results of one position while they come."""

    def show(self, info: Info, best: Sequence[Info]) -> None:
        """``info`` is new, ``best`` all that is known."""
        raise NotImplementedError

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass


class PlainLines(AnalysisOutput):
    """One line for each result."""

    def __init__(self, position: Position) -> None:
        self._position = position

    def __enter__(self) -> None:
        write_line(self._position.text)
        if self._position.is_over:
            write_line(f"The game is over: {self._position.final_score():+d}")
        else:
            write_line("depth  rank  score      chances      interval          nodes  seconds  line")

    def show(self, info: Info, best: Sequence[Info]) -> None:
        write_line(
            f"{depth_text(info):>5}  {info.rank:4d}  {score_text(info):8}  {chances_text(info):11}  "
            f"{interval_text(info):9}  {info.nodes:12,d}  {info.seconds:7.2f}  {line_text(info.pv)}"
        )


class LiveTable(AnalysisOutput):
    """The board, and below it the best moves in a table that is kept up to date."""

    def __init__(self, position: Position, console: Console) -> None:
        self._position = position
        self._live = Live(console=console, auto_refresh=False)

    def __enter__(self) -> None:
        from logistello.cli.terminal_board import BoardPrinter

        BoardPrinter().board(self._position, None)
        if self._position.is_over:
            write_line(f"The game is over: {self._position.final_score():+d}")
        self._live.start()

    def show(self, info: Info, best: Sequence[Info]) -> None:
        columns = {"": 3, "score": 7, "depth": 5, "win/draw/loss": 9, "90 %": 8, "nodes": 6, "s": 6}
        if all(each.outlook is None for each in best):
            del columns["win/draw/loss"], columns["90 %"]
        table = Table(box=None, pad_edge=False)
        for heading, width in columns.items():
            table.add_column(heading, justify="right", no_wrap=True, min_width=width)
        table.add_column("line", overflow="ellipsis", no_wrap=True)
        for each in best:
            cells = {
                "": f"{each.rank}.",
                "score": score_text(each),
                "depth": depth_text(each),
                "win/draw/loss": chances_text(each),
                "90 %": interval_text(each),
                "nodes": short_number(each.nodes),
                "s": f"{each.seconds:.1f}",
            }
            style = "bold" if each.rank == 1 else None
            table.add_row(*(cells[heading] for heading in columns), line_text(each.pv), style=style)
        self._live.update(table, refresh=True)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.stop()


class JsonLines(AnalysisOutput):
    """One object for each result."""

    def __init__(self, position: Position) -> None:
        self._position = position

    def show(self, info: Info, best: Sequence[Info]) -> None:
        write_json({"position": self._position.text, **info.as_json()})


# -- parts of them ----------------------------------------------------------------------------


def score_text(info: Info) -> str:
    """
    >>> from logistello import Color
    >>> score_text(Info(1, 20, 100, 4.0, (Square.F5,), 0, 0.0, exact=True, turn=Color.BLACK))
    '+4'
    >>> score_text(Info(1, 9, 73, 1.5, (Square.F5,), 0, 0.0, bound="lower", turn=Color.BLACK))
    '>=+1.50'
    """
    sign = {"lower": ">=", "upper": "<=", None: ""}[info.bound]
    return f"{sign}{info.score:+.0f}" if info.exact else f"{sign}{info.score:+.2f}"


def depth_text(info: Info) -> str:
    """
    >>> from logistello import Color
    >>> selective = Info(1, 9, 73, 1.5, (Square.F5,), 0, 0.0, turn=Color.BLACK)
    >>> full_width = Info(1, 20, 100, 4, (Square.F5,), 0, 0.0, turn=Color.BLACK)
    >>> depth_text(selective), depth_text(full_width)
    ('9@73', '20')
    >>> depth_text(Info(1, 20, 100, 4.0, (Square.F5,), 0, 0.0, exact=True, turn=Color.BLACK))
    'exact'
    """
    if info.exact:
        return "exact"
    return str(info.depth) if info.confidence == 100 else f"{info.depth}@{info.confidence}"


def chances_text(info: Info) -> str:
    """Win, draw and loss in percent."""
    outlook = info.outlook
    if outlook is None:
        return "-"
    return "/".join(f"{100 * chance:.0f}" for chance in (outlook.win, outlook.draw, outlook.loss))


def interval_text(info: Info) -> str:
    """Where the final score lies with 90 %."""
    return "-" if info.outlook is None else f"{info.outlook.low:+.0f}..{info.outlook.high:+.0f}"


def short_number(number: int) -> str:
    """
    >>> short_number(999), short_number(25_400), short_number(8_026_700), short_number(12_345_678_901)
    ('999', '25k', '8.0M', '12.3G')
    """
    if number < 10_000:
        return str(number)
    if number < 1_000_000:
        return f"{number // 1000}k"
    return f"{number / 1e6:.1f}M" if number < 1e9 else f"{number / 1e9:.1f}G"


def line_text(moves: Sequence[Square]) -> str:
    return " ".join(str(move) for move in moves)


def write_json(answer: dict[str, Any]) -> None:
    write_line(json.dumps(answer))


def write_line(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
