"""A typed line: a command under one of its names, moves, or nonsense, which is explained."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping

from logistello.cli.play import commands
from logistello.cli.play.session import PlaySession, SessionReply
from logistello.cli.terminal import shown
from logistello.errors import LogistelloError, NotationError, UsageError
from logistello.othello import Square

HELP = """\
A move is a square (f5); several moves may stand on one line (f5d6c3).
  undo, redo      take back your last move; play it again           (u, r)
  hint [N]        the N best moves the engine sees (3)              (h)
  go              let the computer make this move                   (g)
  level [N]       strength of the computer, 1 (beginner) to 20      (l)
  time S          at most S seconds for each of its moves; 'time off'
  clock M:SS      for each side, also 5:00+3; 'clock off'; alone: show it
  mode N          0 you are Black, 1 you are White,                 (m)
                  2 the computer plays itself, 3 two people
  new, init       a new game; 'init' from the usual start           (n, i)
  rematch         a new game with colours swapped
  resign          give up
  setboard TEXT   a new game from a position in any notation
  save FILE       write the game; the ending of the name chooses    (s)
                  the format (.ggf .sgf .pgn .txt ...; .svg draws the board)
  load FILE       read a game and go on from its end                (o, open)
  analyze [N]     what every move, or the last N, gave away         (a)
  board, moves    show the board or the moves again                 (d)
  rotate N        turn the board by 90, 180 or 270 degrees; hmirror, vmirror
  book [on|off]   whether the computer plays from its book          (b)
  version, help, quit                                               (v, ?, q)
Ctrl-C while the computer thinks: it moves at once; twice: the end."""

Command = Callable[[PlaySession, str], SessionReply]


def handle(session: PlaySession, line: str) -> SessionReply:
    """Carry out one line. What cannot be done is explained; nothing is raised and nothing changes.

    >>> session = PlaySession(computer=frozenset())
    >>> handle(session, "f5").show_board, session.game.transcript()
    (True, 'f5')
    >>> handle(session, "a1").text
    'a1 is not legal for white; legal: f4 d6 f6'
    """
    line = line.replace("\0", "").partition("#")[0]  # no file name may hold NUL; what follows # is a comment
    name, _, rest = line.strip().partition(" ")
    if name.lower() == "set":  # "set level 5" and "set level = 5" as Edax has it
        name, _, rest = rest.replace("=", " ", 1).strip().partition(" ")
    if not name:
        return SessionReply()
    try:
        command = COMMANDS.get(name.lower())
        if command is not None:
            return command(session, rest.strip())
        return session.play_moves(_moves(session, line))
    except LogistelloError as error:
        return SessionReply(shown(str(error)))
    except OSError as error:
        return SessionReply(shown(f"{error.filename}: {error.strerror}"))


def _moves(session: PlaySession, line: str) -> list[Square]:
    from logistello.othello.notation.transcript import parse_transcript

    try:
        moves = list(parse_transcript(line))
    except NotationError:
        moves = []
    if moves:
        return moves
    word = (line.split() or [""])[0]
    similar = difflib.get_close_matches(word.lower(), COMMANDS, n=1)
    meant = f"did you mean '{similar[0]}'? " if similar else ""
    legal = " ".join(str(move) for move in session.position.legal_moves)
    raise UsageError(
        f"{word!r} is neither a move nor a command; {meant}"
        + (f"legal moves: {legal}; " if legal else "")
        + "'help' lists the commands"
    )


def _play(session: PlaySession, rest: str) -> SessionReply:
    if not rest:
        raise UsageError("play needs moves: play f5d6c3")
    return session.play_moves(_moves(session, rest))


def _help(session: PlaySession, rest: str) -> SessionReply:
    return SessionReply(HELP)


def _quit(session: PlaySession, rest: str) -> SessionReply:
    return SessionReply(quit=True)


#: Every word and what it does: ours, then what players of Edax, Egaroucid and others have in their fingers.
_WORDS: Mapping[Command, str] = {
    commands.undo: "undo u back takeback",
    commands.redo: "redo r forward",
    _play: "play p",
    commands.go: "go g genmove",
    commands.hint: "hint hints h",
    commands.analyze: "analyze analyse a review",
    commands.mode: "mode m",
    commands.level: "level l",
    commands.move_time: "time move-time",
    commands.clock: "clock game-time",
    commands.book: "book b",
    commands.new: "new n",
    commands.init: "init i reset",
    commands.rematch: "rematch swap",
    commands.setboard: "setboard position",
    commands.save: "save s write",
    commands.load: "load open o read",
    commands.resign: "resign",
    commands.board: "board show d",
    commands.moves: "moves transcript record",
    commands.rotate: "rotate",
    commands.hmirror: "hmirror",
    commands.vmirror: "vmirror",
    commands.version: "version v",
    _help: "help ? commands",
    _quit: "quit q exit bye",
}
COMMANDS: Mapping[str, Command] = {word: command for command, words in _WORDS.items() for word in words.split()}
