"""What a person may ask for at the board, besides moves: each function carries out one command."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

from logistello.cli.analyse.game_analysis import REVIEW_HEADING, review_row, review_summary
from logistello.cli.analyse.output import depth_text, line_text, score_text
from logistello.cli.play.clocks import TimeControl, clock_text
from logistello.cli.play.session import PlaySession, SessionReply
from logistello.cli.terminal_board import SquareSign, name_of, outcome
from logistello.engine import Info
from logistello.engine.levels import LEVELS
from logistello.errors import UsageError
from logistello.othello import PASS, Color, Ending, Game, Position, Square, Symmetry

_WIDTH = 79

_COMPUTER_BY_MODE: dict[str, frozenset[Color]] = {
    "0": frozenset({Color.WHITE}),
    "1": frozenset({Color.BLACK}),
    "2": frozenset(Color),
    "3": frozenset(),
}
_TURNS = {"90": Symmetry.ROTATE_90_CLOCKWISE, "180": Symmetry.ROTATE_180, "270": Symmetry.ROTATE_90_COUNTERCLOCKWISE}


# -- moves back and forth ---------------------------------------------------------------------


def undo(session: PlaySession, _: str) -> SessionReply:
    game = session.game
    if game.stated_result is not None:
        timed = session.clock is not None
        session.go_on()
        without = ", without clocks" if timed and session.clock is None else ""
        return SessionReply(f"The game goes on{without}.", show_board=True)
    people = session.people or frozenset(Color)
    if not any(node.mover in people and node.move is not PASS for node in game.root.main_line()):
        return SessionReply("There is no move to take back.")
    while True:
        node = game.end
        if node.parent is None or node.move is None:
            break
        mover = node.mover
        node.parent.children.remove(node)
        session.redo_moves.append(node.move)
        if node.move is not PASS and mover in people:
            break
    session.taken_back()
    return SessionReply("Taken back.", show_board=True)


def redo(session: PlaySession, _: str) -> SessionReply:
    if not session.redo_moves:
        return SessionReply("There is no move to play again.")
    while session.redo_moves:
        session.game.play(session.redo_moves.pop())
        position = session.position
        if not position.must_pass and (position.turn not in session.computer or not session.people):
            break
    session.stopwatch.reset()
    told = f" Game over: {outcome(session.position.final_score(Color.BLACK))}." if session.position.is_over else ""
    return SessionReply(f"Played again.{told}", show_board=True)


def go(session: PlaySession, _: str) -> SessionReply:
    return session.computer_move()


# -- what the engine thinks -------------------------------------------------------------------


def hint(session: PlaySession, rest: str) -> SessionReply:
    count = number(rest, "hint", 1, 64) if rest else 3
    if session.is_over:
        return SessionReply("The game is over: there is nothing to hint at.")
    best = session.player.hints(session.position, count)
    text = "\n".join(_hint_row(info) for info in best)
    return SessionReply(text or "Stopped before anything was found.", bool(best), marks=_marks(best))


def _hint_row(info: Info) -> str:
    """As wide as a narrow terminal; the line is cut where it does not fit."""
    row = f"{info.rank}. {info.move}  {score_text(info):>6} discs  depth {depth_text(info):<6} {line_text(info.pv)}"
    return row if len(row) <= _WIDTH else row[: _WIDTH + 1].rpartition(" ")[0]


def _marks(best: tuple[Info, ...]) -> dict[Square, SquareSign]:
    """Their ranks where squares are narrow, whole discs where they are wide."""
    return {info.move: SquareSign(str(info.rank) if info.rank < 10 else ".", f"{info.score:+.0f}") for info in best}


def analyze(session: PlaySession, rest: str) -> SessionReply:
    last = number(rest, "analyze", 1, 60) if rest else None
    if not any(move is not PASS for move in session.game.moves):
        return SessionReply("There are no moves to analyze yet.")
    return SessionReply(REVIEW_HEADING, more=_review(session, last))


def _review(session: PlaySession, last: int | None) -> Iterator[str]:
    reviews = []
    for review in session.player.review(session.game, last):
        reviews.append(review)
        row = review_row(review.number, review.best, review)
        yield row if len(row) <= _WIDTH else row[: _WIDTH + 1].rpartition(" ")[0]
    yield from review_summary(reviews)


# -- who plays, how strongly, how long --------------------------------------------------------


def mode(session: PlaySession, rest: str) -> SessionReply:
    if rest not in _COMPUTER_BY_MODE:
        raise UsageError(f"mode {rest!r} does not exist; expected 0, 1, 2 or 3 ('help' explains them)")
    session.computer = _COMPUTER_BY_MODE[rest]
    return SessionReply(seats(session))


def seats(session: PlaySession) -> str:
    """Who plays what, in a sentence."""
    return ", ".join(f"{name_of(color)}: {'computer' if color in session.computer else 'you'}" for color in Color) + "."


def level(session: PlaySession, rest: str) -> SessionReply:
    if rest:
        session.player.set_level(number(rest, "level", LEVELS[0], LEVELS[-1]))
    return SessionReply(session.player.description)


def move_time(session: PlaySession, rest: str) -> SessionReply:
    if rest in ("off", "none"):
        session.player.time = None
        return SessionReply(session.player.description)
    try:
        seconds = float(rest) if rest else math.nan
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds < math.inf:
        raise UsageError(f"time {rest!r} is not understood; expected seconds for each move, such as 'time 1', or 'off'")
    session.player.time = seconds
    return SessionReply(session.player.description)


def clock(session: PlaySession, rest: str) -> SessionReply:
    if rest in ("off", "none"):
        session.start_clock(None)
        return SessionReply("No clocks.")
    if rest:
        session.start_clock(TimeControl.parse(rest))
        return SessionReply(f"The clocks are set: {session.control}.")
    if session.clock is None:
        return SessionReply("There are no clocks; 'clock 5:00' gives each side five minutes.")
    left = (f"{name_of(color)} {clock_text(session.clock.left(session.game, color))}" for color in Color)
    return SessionReply(", ".join(left))


def book(session: PlaySession, rest: str) -> SessionReply:
    player = session.player
    if player.book is None:
        return SessionReply("There is no book.")
    if rest not in ("", "on", "off"):
        raise UsageError(f"book {rest!r} is not understood; expected on or off")
    player.use_book = rest == "on" if rest else player.use_book
    return SessionReply(f"The computer plays {'from' if player.use_book else 'without'} its book.")


# -- games ------------------------------------------------------------------------------------


def new(session: PlaySession, _: str) -> SessionReply:
    return SessionReply("A new game." + session.begin(Game(start=session.game.start)), show_board=True)


def init(session: PlaySession, _: str) -> SessionReply:
    return SessionReply("A new game." + session.begin(Game()), show_board=True)


def rematch(session: PlaySession, _: str) -> SessionReply:
    session.computer = frozenset(color.opponent for color in session.computer)
    told = session.begin(Game(start=session.game.start))
    return SessionReply(f"A rematch. {seats(session)}{told}", show_board=True)


def setboard(session: PlaySession, rest: str) -> SessionReply:
    if not rest:
        raise UsageError("setboard needs a position: 64 characters X, O and -, then the side to move")
    game = Game(start=Position.parse(rest))
    return SessionReply("A new game from this position." + session.begin(game), show_board=True)


def save(session: PlaySession, rest: str) -> SessionReply:
    from logistello.cli.game_files import save_game

    if not rest:
        raise UsageError("save needs the name of a file: save game.ggf")
    session.sign()
    save_game(session.game, Path(rest).expanduser())
    return SessionReply(f"Saved in {rest}.")


def load(session: PlaySession, rest: str) -> SessionReply:
    from logistello.cli.game_files import load_game

    if not rest:
        raise UsageError("load needs the name of a file: load game.ggf")
    game, remark = load_game(Path(rest).expanduser())
    return SessionReply(f"Loaded {rest}{remark}." + session.begin(game), show_board=True)


def resign(session: PlaySession, _: str) -> SessionReply:
    if session.is_over:
        return SessionReply("The game is over already.")
    loser = next(iter(session.people)) if len(session.people) == 1 else session.position.turn
    more = session.forfeit(loser, Ending.RESIGNED)
    return SessionReply(f"{name_of(loser)} resigns. {name_of(loser.opponent)} wins.{more}", show_board=True)


# -- showing ----------------------------------------------------------------------------------


def board(session: PlaySession, _: str) -> SessionReply:
    return SessionReply(show_board=True)


def moves(session: PlaySession, _: str) -> SessionReply:
    return SessionReply(session.game.transcript() or "no moves yet")


def rotate(session: PlaySession, rest: str) -> SessionReply:
    if rest not in _TURNS:
        raise UsageError(f"rotate {rest!r} is not understood; expected 90, 180 or 270 degrees")
    return _turned(session, _TURNS[rest])


def hmirror(session: PlaySession, _: str) -> SessionReply:
    return _turned(session, Symmetry.MIRROR_COLUMNS)


def vmirror(session: PlaySession, _: str) -> SessionReply:
    return _turned(session, Symmetry.MIRROR_ROWS)


def _turned(session: PlaySession, symmetry: Symmetry) -> SessionReply:
    session.game = session.game.transform(symmetry)
    session.redo_moves = [move if move is PASS else symmetry.apply(move) for move in session.redo_moves]
    return SessionReply("Turned.", show_board=True)


def version(session: PlaySession, _: str) -> SessionReply:
    from importlib.metadata import version as installed

    return SessionReply(f"logistello {installed('logistello')}")


def number(text: str, name: str, low: int, high: int) -> int:
    """Raises ``UsageError``."""
    if not (text.isascii() and text.isdigit() and low <= int(text[:9]) <= high):
        raise UsageError(f"{name} {text!r} is not understood; expected a number from {low} to {high}")
    return int(text)
