"""The entry point of the command ``logistello``.

Nothing heavy is imported here: a command's module is loaded when that command runs.
"""

from __future__ import annotations

import io
import logging
import os
import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError

from logistello.cli.book.subcommands import build_book_app
from logistello.cli.command_table import add_commands, new_app
from logistello.cli.terminal import shown
from logistello.errors import LogistelloError, UsageError

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
    "model": "Say what a model file holds and what it was made from.",
    "train": "Train an evaluation from self-play, generation after generation.",
    "match": "Play games between engines, programs and simple players; Elo, tests, tables.",
    "gtp": "Play behind GTP, for match runners and interfaces of Go.",
    "nboard": "Analyse and play behind NBoard, and other interfaces with its protocol.",
    "xboard": "Play behind XBoard and WinBoard.",
    "ggs": "Play on the Generic Game Server.",
    "openings": "Make a list of balanced openings for matches.",
    "bench": "Measure the speed of the search on fixed positions.",
    "perft": "Count the move sequences of a length: the test of move generators.",
    "doctor": "Say what is installed, what the processor can do, and what is missing.",
}
_MODULES = {
    "play": "play.play",
    "analyse": "analyse.analyse",
    "train": "train.train",
    "match": "match.match",
    "gtp": "protocols",
    "nboard": "protocols",
    "xboard": "protocols",
}

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
    groups = {"book": build_book_app}
    for name, line in COMMANDS.items():
        if name in groups:
            app.command(groups[name](line, sub if name == chosen else None), name=name)
        else:
            add_commands(app, {name: line}, homes, chosen)
    return app


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code.

    0: done. 1: it failed, or some items of a file did. 2: the command line is invalid. 130: Ctrl-C.
    """
    _log_to_stderr()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a name in a record may not fit the terminal's encoding
    try:
        words = sys.argv[1:] if arguments is None else list(arguments)
        code = build_app(words)(words)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        # The reader of our output is gone. Python would complain when it flushes at exit: give it somewhere to flush.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_CLOSED_PIPE
    except CycloptsError as error:
        _complain(error)
        sys.stderr.write("See 'logistello --help', or --help after the name of a command.\n")
        return EXIT_USAGE
    except LogistelloError as error:
        _complain(error)
        return EXIT_USAGE if isinstance(error, UsageError) else EXIT_FAILURE
    except ImportError as error:
        # cyclopts wraps what went wrong while it loaded the module of a command.
        if not isinstance(error.__cause__, LogistelloError):
            raise
        _complain(error.__cause__)
        return EXIT_FAILURE
    except OSError as error:
        _complain(f"{error.filename}: {error.strerror}" if error.filename and error.strerror else error)
        return EXIT_FAILURE
    return code if isinstance(code, int) else 0


def _complain(what: object) -> None:
    message = shown(" ".join(str(what).split()))
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
