"""``logistello ggs``: play on the Generic Game Server."""

from __future__ import annotations

import contextlib
import json as json_format
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from logistello.cli.option_types import Count, Depth, Lag, Megabytes, OneOrTwo, Port, PortOrAny, Threads
from logistello.cli.terminal import shown
from logistello.errors import UsageError

if TYPE_CHECKING:
    from logistello.book import BookInPlay
    from logistello.evaluation.model import Model
    from logistello.protocol.ggs.actions import FinishedMatch
    from logistello.protocol.ggs.connection import Client
    from logistello.protocol.ggs.session import GgsSession
    from logistello.protocol.ggs.settings import Ask

_INTERRUPTED = 130
#: Seconds for the client to say how it stands.
_STATUS_WITHIN = 5.0


def ggs(
    *,
    host: str,
    login: str,
    port: Port = 5000,
    password_file: Path | None = None,
    accept: str = "clock>=1:00",
    decline: str | None = None,
    ask: str | None = None,
    opponent: str | None = None,
    clock: str = "15:00//02:00",
    unrated: bool = False,
    matches: Count | None = None,
    games: Path | None = None,
    log: Path | None = None,
    log_mb: Megabytes = 10,
    log_files: Count = 5,
    status: PortOrAny | None = None,
    no_resume: bool = False,
    style: Literal["text", "ggf"] = "text",
    engines: OneOrTwo = 2,
    threads: Threads = 1,
    hash_mb: Megabytes = 128,
    model: Path | None = None,
    book: str | None = None,
    learn: bool = False,
    depth: Depth | None = None,
    lag: Lag = 2.0,
    no_ponder: bool = False,
    attempts: Count | None = None,
    json: bool = False,
) -> int:
    """Play Othello on the Generic Game Server until Ctrl-C, or for a number of matches.

    The password comes from the environment (LOGISTELLO_GGS_PASSWORD) or from a file, never from the command line.

    Formulas are words, numbers and times joined by & | ! == != < <= > >= and brackets: "rated & rating>=1800 &
    clock>=5:00 & (!rand | discs>=14)". Words: rated, synchro, rand, discs, stored, rating (the opponent's), clock,
    increment, extension, their_clock (seconds).

    Ctrl-C plays the match under way to its end and quits; a second one leaves at once. The server then stores the
    match: nothing is ever resigned.

    Parameters
    ----------
    host
        Name or address of the server.
    login
        Our name there, 2 to 8 characters.
    port
        Port of the server.
    password_file
        File with the password on its first line; only you may be able to read it (chmod 600).
    accept
        Formula of the proposals to accept. Only games on 8x8 boards without komi and anti are ever accepted; stored
        matches of ours always are.
    decline
        Formula of proposals to decline although the other one accepts them.
    ask
        Propose matches of this type: 8, 8b, 8w, s8r18 (synchro with a random start of 18 discs).
    opponent
        Whom to challenge; by default anyone.
    clock
        The clock to propose: TIME/INCREMENT/EXTENSION.
    unrated
        Ask for unrated matches; rated ones are for registered names.
    matches
        Quit after this many finished matches.
    games
        Folder for finished games, a GGF file for each match.
    log
        Append everything that is sent and received, except the password, to this file.
    log_mb
        When the log has this many megabytes, a new one begins; the old one gets .1 at the end of its name.
    log_files
        How many files of the log are kept, the one that is written included.
    status
        Serve a status page (/) and the same for programs (/status.json) on this port, to this machine only; 0 for any
        free one.
    no_resume
        Do not ask to resume matches that the server has stored.
    style
        Boards as text, as most programs take them, or moves and records in short lines.
    engines
        1 or 2: with two, the games of a synchro match are thought about at the same time.
    threads
        Threads for all searches together.
    hash_mb
        Size of each engine's transposition table in megabytes.
    model
        The model file; by default the one that comes with the package.
    book
        An opening book to play from: a file, or 'usual' for your own book (the package's until you have one).
    learn
        Learn every finished match into the book, so that no game is lost twice in the same way.
    depth
        Never look further ahead than this; for tests and weak players.
    lag
        Seconds of our clock to reserve for the network.
    no_ponder
        Do not think on the opponents' time.
    attempts
        Give up after this many failed connections in a row; by default never. The first one must succeed.
    json
        Print a JSON object for each match when it is over; everything else is reported on standard error.
    """
    from logistello.cli.output_files import check_outputs
    from logistello.engine import Engine
    from logistello.evaluation.model import find_model
    from logistello.protocol.ggs.archive import Archive
    from logistello.protocol.ggs.connection import Client, Reach
    from logistello.protocol.ggs.formula import Formula
    from logistello.protocol.ggs.login import read_password
    from logistello.protocol.ggs.session import GgsSession
    from logistello.protocol.ggs.settings import GgsSettings, Policy
    from logistello.protocol.ggs.traffic_log import TrafficLog

    if learn and book is None:
        raise UsageError("--learn needs a book to learn into: name it with --book")
    settings = GgsSettings(
        login=login,
        policy=Policy(Formula(accept), Formula(decline) if decline is not None else None),
        ask=_ask(ask, opponent, clock),
        matches=matches,
        rated=not unrated,
        style=style,
        resume=not no_resume,
    )
    password = read_password(password_file, os.environ)
    check_outputs(log, inputs=(password_file, games, model, None if book is None else Path(book)))
    archive = Archive(games) if games is not None else None
    evaluation = find_model(model)
    opening_book = None if book is None else _book_in_play(book, evaluation, learn=learn)
    thinkers = [Engine(model=evaluation, hash_mb=hash_mb, book=opening_book) for _ in range(engines)]
    session = GgsSession(settings)
    client = Client(
        session,
        Reach(host, port, attempts=attempts),
        password,
        thinkers,
        threads=threads,
        depth=depth,
        lag=lag,
        ponder=not no_ponder,
        archive=archive,
        learner=opening_book if learn else None,
        log=TrafficLog(log, password, most_bytes=log_mb * 1_000_000, files=log_files),
        tell=_tell_error_output if json else _tell_output,
        on_match=_print_match if json else lambda match: None,
    )
    try:
        with _status_server(client, status):
            interrupted = _run(client)
    finally:
        if opening_book is not None:
            opening_book.close()
        if not json:
            _summary(session)
    return _INTERRUPTED if interrupted else 0


@contextlib.contextmanager
def _status_server(client: Client, port: int | None) -> Iterator[None]:
    """While the client runs; its address is told."""
    from logistello.protocol.ggs.status import ServiceStatus
    from logistello.protocol.ggs.status_server import StatusServer

    if port is None:
        yield
        return
    status = ServiceStatus(client)
    with StatusServer(port, lambda: client.ask(status.as_json).result(_STATUS_WITHIN)) as server:
        _tell_error_output(f"status: {server.address}")
        yield


def _book_in_play(name: str, model: Model, *, learn: bool) -> BookInPlay:
    """One book for all engines. Without ``learn`` it must be there; with it, a book that is not there begins here."""
    from logistello.book import BookInPlay
    from logistello.book.locations import open_book, path_of

    path = path_of(name)
    open_book(path, writable=learn, create=learn).close()
    return BookInPlay(path, model=model)


def _ask(kind: str | None, opponent: str | None, clock: str) -> Ask | None:
    from logistello.protocol.ggs.settings import Ask

    if kind is None:
        if opponent is not None:
            raise UsageError("--opponent is for proposals of ours: name their type with --ask")
        return None
    return Ask(kind, opponent, clock)


def _run(client: Client) -> bool:
    """Until the client is done; whether a signal ended it."""
    import asyncio

    signals = 0

    def stop(*, at_once: bool, running: asyncio.Task[None]) -> None:
        nonlocal signals
        signals += 1
        if signals > 2:  # nobody listens, as while a connection is being made
            running.cancel()
        elif at_once or signals == 2:
            client.leave()
        else:
            client.finish()

    async def run() -> None:
        loop, running = asyncio.get_running_loop(), asyncio.ensure_future(client.run())
        with contextlib.suppress(NotImplementedError):  # on Windows Ctrl-C ends the run at once
            loop.add_signal_handler(signal.SIGINT, lambda: stop(at_once=False, running=running))
            loop.add_signal_handler(signal.SIGTERM, lambda: stop(at_once=True, running=running))
        with contextlib.suppress(asyncio.CancelledError):
            await running

    asyncio.run(run())
    return signals > 0


def _tell_output(text: str) -> None:
    sys.stdout.write(f"{shown(text)}\n")
    sys.stdout.flush()


def _tell_error_output(text: str) -> None:
    sys.stderr.write(f"{shown(text)}\n")
    sys.stderr.flush()


def _print_match(match: FinishedMatch) -> None:
    record = {
        "match": match.id,
        "opponent": match.opponent,
        "type": match.type,
        "rated": match.rated,
        "score": match.score,
        "games": [game.transcript() for game in match.games],
    }
    sys.stdout.write(json_format.dumps(record) + "\n")
    sys.stdout.flush()


def _summary(session: GgsSession) -> None:
    counts = session.results
    sys.stdout.write(
        f"{counts.me}: {counts.matches} matches, {counts.won} won, {counts.drawn} drawn, {counts.lost} lost\n"
    )
