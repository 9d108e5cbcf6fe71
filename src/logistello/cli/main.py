"""The entry point of the command ``logistello``.

Nothing heavy is imported here: a command's module is loaded when that command runs.
"""

from __future__ import annotations

import io
import logging
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from cyclopts import App, CoercionError, CycloptsError, UnusedCliTokensError

from logistello.cli.book.subcommands import build_book_app
from logistello.cli.command_table import add_commands, new_app
from logistello.cli.lab.subcommands import build_lab_app
from logistello.cli.mistyped_options import MistypedOptionError, unknown_option
from logistello.cli.terminal import shown
from logistello.cli.welcome import welcome
from logistello.errors import LogistelloError, NumberError, UsageError
from logistello.files import naming

#: Name, one line of help. The function of the same name does the work (``_`` for ``-``), in the module of that name
#: unless ``_MODULES`` says otherwise.
COMMANDS = {
    "play": "Play in the terminal: two people, against the computer, or watch.",
    "web": "Start the web application on this machine: play, analyse, review, library.",
    "show": "Show a position or a game, in the terminal or as a picture.",
    "convert": "Convert games and positions between formats.",
    "check": "Check files of games and positions for errors.",
    "analyse": "Show the best moves of a position while they are found, or what every move of a game lost.",
    "solve": "Solve positions exactly: score, best move and best line.",
    "eval": "Evaluate positions by patterns alone, without search.",
    "book": "The opening book: learn games, let it grow, look into it.",
    "positions": "Make labelled positions from games, to learn from.",
    "fill-rare": "Add positions for pattern configurations that training positions hold too rarely.",
    "fit": "Fit the weights of an evaluation to labelled positions.",
    "calibrate": "Measure how a model's searches predict each other, for ProbCut.",
    "patterns": "Rank shapes by how well each alone predicts scores.",
    "model": "Say what a model file holds and what it was made from.",
    "train": "Train an evaluation from self-play, generation after generation.",
    "match": "Play games between engines, programs and simple players; Elo, tests, tables.",
    "tournament": "Play a tournament of many players: round robin, Swiss, gauntlet; table, Elo, report.",
    "tune": "Search the options of a player for values that win most.",
    "lab": "The laboratory: searches of the textbooks and learning, for any game.",
    "gtp": "Play behind GTP, for match runners and interfaces of Go.",
    "nboard": "Analyse and play behind NBoard, and other interfaces with its protocol.",
    "xboard": "Play behind XBoard and WinBoard.",
    "ggs": "Play on the Generic Game Server.",
    "openings": "Make a list of balanced openings for matches.",
    "bench": "Measure the speed of the search on fixed positions.",
    "perft": "Count the move sequences of a length: the test of move generators.",
    "doctor": "Say what is installed, what the processor can do, and what is missing; repair what can be.",
    "selftest": "Try the installed package: rules, endgames, search, book, page.",
    "completion": "Let the shell complete commands and options.",
}
_MODULES = {
    "play": "play.play",
    "analyse": "analyse.analyse",
    "train": "train.train",
    "match": "match.match",
    "tournament": "match.tournament",
    "gtp": "protocols",
    "nboard": "protocols",
    "xboard": "protocols",
    "selftest": "selftest.selftest",
}
#: What people call these commands elsewhere; whoever types such a word is told the name.
_OTHER_WORDS = {
    "analyse": ("review", "evaluate"),
    "check": ("validate",),
    "doctor": ("info", "status"),
    "gtp": ("engine",),
    "play": ("start", "new"),
    "selftest": ("test",),
    "web": ("gui", "serve", "server", "ui"),
}

_OUTPUT = "standard output"
#: What came may be long; what is wrong with it is told in the first words.
_LONGEST_COMPLAINT = 1000

EXIT_FAILURE = 1
EXIT_USAGE = 2
EXIT_INTERRUPTED = 130  # as if killed by SIGINT
EXIT_CLOSED_PIPE = 141  # as if killed by SIGPIPE


def build_app(words: Sequence[str] = ()) -> App:
    """The tree of commands; building it imports none of them but for the one that ``words`` choose."""
    chosen, sub = (*words[:2], None, None)[:2]
    app = new_app("logistello", help="Othello that learns. Every command has its own --help.", version=_version)
    app["--help"].group = app["--version"].group = "Options"
    functions = {name: name.replace("-", "_") for name in COMMANDS}
    homes = {name: f"logistello.cli.{_MODULES.get(name, each)}:{each}" for name, each in functions.items()}
    groups = {"book": build_book_app, "lab": build_lab_app}
    for name, line in COMMANDS.items():
        if name in groups:
            app.command(groups[name](line, sub if name == chosen else None), name=name)
        else:
            add_commands(app, {name: line}, homes, chosen, other_words=_OTHER_WORDS.get(name, ()))
    return app


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code.

    0: done. 1: it failed, or some items of a file did. 2: the command line is invalid. 130: Ctrl-C, or SIGTERM.
    """
    with _ended_by_sigterm():
        return _run(sys.argv[1:] if arguments is None else list(arguments))


def _run(words: list[str]) -> int:
    _log_to_stderr()
    if words[:1] == ["help"]:  # as other programs have it
        words = [*words[1:], "--help"]
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a name in a record may not fit the terminal's encoding
    try:
        with naming(_OUTPUT):  # files have names of their own
            code = build_app(words)(words) if words else welcome()
            sys.stdout.flush()
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        _give_output_up()  # its reader is gone
        return EXIT_CLOSED_PIPE
    except (CycloptsError, MistypedOptionError) as error:
        _complain(_usage(error, words))
        sys.stderr.write("See 'logistello --help', or --help after the name of a command.\n")
        return EXIT_USAGE
    except LogistelloError as error:
        _complain(error)
        return EXIT_USAGE if isinstance(error, UsageError | NumberError) else EXIT_FAILURE
    except ImportError as error:
        # cyclopts wraps what went wrong while it loaded the module of a command.
        if not isinstance(error.__cause__, LogistelloError):
            raise
        _complain(error.__cause__)
        return EXIT_FAILURE
    except OSError as error:
        _complain(f"{error.filename}: {error.strerror}" if error.filename and error.strerror else error)
        if error.filename == _OUTPUT:
            _give_output_up()
        return EXIT_FAILURE
    return code if isinstance(code, int) else 0


@contextmanager
def _ended_by_sigterm() -> Iterator[None]:
    """SIGTERM ends a command as Ctrl-C does: what it began to write is removed or kept whole, its programs end with it.

    Commands that know better, such as servers, replace this.
    """
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGTERM) != signal.SIG_DFL:
        yield  # ours to decide only where nobody has
        return
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _give_output_up() -> None:
    """Python would complain when it flushes at exit: give it somewhere to flush."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _usage(error: CycloptsError | MistypedOptionError, words: list[str]) -> object:
    """Our own words about a number, after the name of the option or argument that it was meant for, and about options
    that were mistyped.
    """
    if isinstance(error, UnusedCliTokensError | MistypedOptionError):
        return unknown_option(build_app(words), words) or error
    if isinstance(error, CoercionError) and isinstance(error.__cause__, NumberError) and error.argument is not None:
        return f"{error.argument.name} {error.__cause__}"
    return error


def _complain(what: object) -> None:
    message = shown(" ".join(str(what).split()))
    if len(message) > _LONGEST_COMPLAINT:
        message = f"{message[:_LONGEST_COMPLAINT]}…"
    sys.stderr.write(f"logistello: {message}\n")


def _log_to_stderr() -> None:
    name = os.environ.get("LOGISTELLO_LOG", "warning").upper()
    level = logging.getLevelNamesMapping().get(name, logging.WARNING)
    logging.basicConfig(stream=sys.stderr, level=level, format="%(levelname)s %(name)s: %(message)s")


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("logistello")
    except PackageNotFoundError:
        return "unknown (not installed)"


if __name__ == "__main__":
    sys.exit(main())
