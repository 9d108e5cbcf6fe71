"""The commands of GTP, one function each: the union of what Othello programs know, and our own ``oth-`` ones."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

from logistello.engine import Info, SearchResult
from logistello.engine.opening_book import advice_of
from logistello.errors import IllegalMoveError, LogistelloError, UsageError
from logistello.othello import PASS, Color, Game, Position, Square
from logistello.othello.notation import read_path
from logistello.protocol import NAME
from logistello.protocol.board import Board
from logistello.protocol.clocks import TimeLeft, TimeSettings
from logistello.protocol.gtp_messages import (
    GtpCommand,
    argument,
    color_argument,
    quoted,
    seconds_argument,
    square_argument,
    whole_argument,
)

if TYPE_CHECKING:
    from logistello.protocol.gtp_session import GtpSession

#: What a command answers; ``None`` if it will later, when its search is done.
Handler = Callable[["GtpSession", GtpCommand], str | None]

#: Plies of a game: the furthest that anyone can look ahead.
_DEEPEST = 60

# -- about the program ------------------------------------------------------------------------


def protocol_version(session: GtpSession, command: GtpCommand) -> str:
    return "2"


def name(session: GtpSession, command: GtpCommand) -> str:
    return NAME


def version(session: GtpSession, command: GtpCommand) -> str:
    return session.version


def known_command(session: GtpSession, command: GtpCommand) -> str:
    return "true" if argument(command, 0).lower() in COMMANDS else "false"


def list_commands(session: GtpSession, command: GtpCommand) -> str:
    return "\n".join(COMMANDS)


def quit_session(session: GtpSession, command: GtpCommand) -> str:
    session.over = True
    return ""


# -- the board --------------------------------------------------------------------------------


def boardsize(session: GtpSession, command: GtpCommand) -> str:
    if argument(command, 0) != "8":
        raise UsageError("unacceptable size: Othello has 8")
    return clear_board(session, command)


def clear_board(session: GtpSession, command: GtpCommand) -> str:
    session.board = Board()
    session.clocks.restart()
    session.last = None
    return ""


def komi(session: GtpSession, command: GtpCommand) -> str:
    """Othello has none."""
    return ""


def set_game(session: GtpSession, command: GtpCommand) -> str:
    if argument(command, 0).lower() not in ("othello", "reversi"):
        raise UsageError("unsupported game: only Othello is known")
    return clear_board(session, command)


def list_games(session: GtpSession, command: GtpCommand) -> str:
    return "Othello"


def play(session: GtpSession, command: GtpCommand) -> str:
    color, move = color_argument(command, 0), square_argument(command, 1)
    try:
        session.board.play(move, color)
    except IllegalMoveError as error:
        raise IllegalMoveError(f"illegal move: {error}", error.legal) from None
    return ""


def undo(session: GtpSession, command: GtpCommand) -> str:
    if not session.board.undo():
        raise UsageError("cannot undo")
    return ""


def showboard(session: GtpSession, command: GtpCommand) -> str:
    return f"\n{session.board.position}"


def loadsgf(session: GtpSession, command: GtpCommand) -> str:
    """A file of any format, by content and suffix; a number after its name stops before that move."""
    path, before = Path(command.rest), None
    try:
        if not path.is_file() and len(command.arguments) > 1:
            path = Path(command.rest.rpartition(" ")[0].strip())
            before = whole_argument(command, len(command.arguments) - 1)
        if not path.is_file():
            raise UsageError(f"no file {quoted(str(path))}")
        document = read_path(path)
        games = [*document.games[:1], *(Game(start=problem.position) for problem in document.problems[:1])]
        if not games:
            raise UsageError("no game in it")
    except OSError as error:
        raise UsageError(f"cannot load file: {quoted(str(path))}: {error.strerror}") from None
    except LogistelloError as error:
        raise UsageError(f"cannot load file: {error}") from None
    moves = games[0].moves if before is None else games[0].moves[: max(before - 1, 0)]
    session.board = Board(Game.from_moves(moves, games[0].start))
    session.last = None
    return ""


def set_board(session: GtpSession, command: GtpCommand) -> str:
    try:
        position = Position.parse(command.rest)
    except LogistelloError as error:
        raise UsageError(f"syntax error: {error}") from None
    session.board = Board(Game(start=position))
    session.last = None
    return ""


def final_score(session: GtpSession, command: GtpCommand) -> str:
    position = session.board.position
    if not position.is_over:
        raise UsageError("cannot score: the game is not over")
    score = position.final_score(Color.BLACK)
    return f"{'B' if score > 0 else 'W'}+{abs(score)}" if score else "0"


# -- time and strength ------------------------------------------------------------------------


def time_settings(session: GtpSession, command: GtpCommand) -> str:
    main, period = seconds_argument(command, 0), seconds_argument(command, 1)
    session.clocks.set(TimeSettings(main, period, whole_argument(command, 2)))
    return ""


def time_left(session: GtpSession, command: GtpCommand) -> str:
    left = TimeLeft(seconds_argument(command, 1), whole_argument(command, 2, default=0))
    session.clocks.tell(color_argument(command, 0), left)
    return ""


def set_level(session: GtpSession, command: GtpCommand) -> str:
    """Plies to look ahead."""
    level = whole_argument(command, 0)
    if not 1 <= level <= _DEEPEST:
        raise UsageError(f"level {level}: expected 1 to {_DEEPEST}, the plies to look ahead")
    session.limit = replace(session.limit, depth=level, time=None)
    return ""


# -- moves ------------------------------------------------------------------------------------


def genmove(session: GtpSession, command: GtpCommand) -> str | None:
    return _choose(session, command, keep=True)


def reg_genmove(session: GtpSession, command: GtpCommand) -> str | None:
    """The same move, not played, and the same every time as far as time allows."""
    return _choose(session, command, keep=False)


def _choose(session: GtpSession, command: GtpCommand, *, keep: bool) -> str | None:
    color = color_argument(command, 0)
    board = session.board if keep else Board(Game.from_moves(session.board.game.moves, session.board.game.start))
    board.turn_to(color)
    position = board.position
    if position.is_over:
        return str(PASS)
    if position.must_pass:
        board.play(PASS)
        return str(PASS)
    stop_watch = session.stopwatch(color)

    def answer(move: Square) -> str:
        if keep:
            stop_watch()
        board.play(move)
        return str(move)

    advice = advice_of(session.book, position)
    if advice.move is not None:
        session.last = advice.result(position).info
        return answer(advice.move)

    def found(result: SearchResult) -> str:
        session.last = result.best[0] if result.best else None
        return answer(position.legal_moves[0] if result.move is None else result.move)

    then = session.ponder if keep else None
    session.think(command, position, session.limit_for(color), found, excluded=advice.avoid, then=then)
    return None


# -- what we know and others do not -----------------------------------------------------------


def hint(session: GtpSession, command: GtpCommand) -> str | None:
    """The n best moves as JSON, one on a line; without n all of them."""
    position = session.board.position
    count = _how_many(command, position)
    if position.is_over:
        return ""

    def found(result: SearchResult) -> str:
        return "\n".join(_as_json(info) for info in result.best)

    limit = session.limit_for(position.turn)
    session.think(command, position, limit, found, count)
    return None


def analyze(session: GtpSession, command: GtpCommand) -> str | None:
    """The same while it is found, without limits, until the next command."""
    position = session.board.position
    count = _how_many(command, position)
    if position.is_over:
        return ""
    session.stream(command, position, replace(session.limit, time=None, clock=None), _as_json, count)
    return None


def _how_many(command: GtpCommand, position: Position) -> int:
    legal = max(len(position.legal_moves), 1)
    return min(max(whole_argument(command, 0, default=legal), 1), legal)


def _as_json(info: Info) -> str:
    return json.dumps(info.as_json())


def explain(session: GtpSession, command: GtpCommand) -> str:
    """What the last search of a move thought, as JSON, and what thinking on the opponent's time was worth so far."""
    if session.last is None:
        raise UsageError("nothing to explain: no move was searched in this game")
    told = session.last.as_json()
    if session.ponders:
        told["pondering"] = asdict(session.thinker.pondering)
    return json.dumps(told)


def stop(session: GtpSession, command: GtpCommand) -> str:
    """Its work is done when it is heard; see ``GtpSession.overhear``."""
    return ""


# -- for GoGui, which learns the rules of a game from the program -----------------------------


def rules_game_id(session: GtpSession, command: GtpCommand) -> str:
    return "Othello"


def rules_board_size(session: GtpSession, command: GtpCommand) -> str:
    return "8"


def rules_board(session: GtpSession, command: GtpCommand) -> str:
    """Row 8 first: GoGui draws row 1 at the bottom, as in Go."""
    squares = session.board.position.text[:64].replace("-", ".")
    return "\n" + "\n".join(" ".join(squares[8 * row : 8 * row + 8]) for row in range(7, -1, -1))


def rules_legal_moves(session: GtpSession, command: GtpCommand) -> str:
    return " ".join(str(move).upper() for move in session.board.position.legal_moves)


def rules_side_to_move(session: GtpSession, command: GtpCommand) -> str:
    return str(session.board.position.turn)


def rules_final_result(session: GtpSession, command: GtpCommand) -> str:
    position = session.board.position
    black, white = position.count(Color.BLACK), position.count(Color.WHITE)
    if not position.is_over:
        return f"Black {black}, White {white}"
    winner = position.final_score(Color.BLACK)
    return f"Black {black}, White {white}: {'Black wins' if winner > 0 else 'White wins' if winner else 'a draw'}"


COMMANDS: Mapping[str, Handler] = {
    "protocol_version": protocol_version,
    "name": name,
    "version": version,
    "known_command": known_command,
    "list_commands": list_commands,
    "quit": quit_session,
    "boardsize": boardsize,
    "clear_board": clear_board,
    "komi": komi,
    "play": play,
    "genmove": genmove,
    "reg_genmove": reg_genmove,
    "undo": undo,
    "showboard": showboard,
    "time_settings": time_settings,
    "time_left": time_left,
    "set_game": set_game,
    "list_games": list_games,
    "loadsgf": loadsgf,
    "final_score": final_score,
    "set_level": set_level,
    "gogui-rules_game_id": rules_game_id,
    "gogui-rules_board": rules_board,
    "gogui-rules_board_size": rules_board_size,
    "gogui-rules_legal_moves": rules_legal_moves,
    "gogui-rules_side_to_move": rules_side_to_move,
    "gogui-rules_final_result": rules_final_result,
    "oth-setboard": set_board,
    "oth-hint": hint,
    "oth-analyze": analyze,
    "oth-explain": explain,
    "oth-stop": stop,
}
