"""``logistello ggs``: play on the Generic Game Server."""

from __future__ import annotations

import contextlib
import json as json_format
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from logistello.cli.option_types import Count, Depth, Lag, Megabytes, OneOrTwo, Port, Threads
from logistello.cli.terminal import shown
from logistello.errors import UsageError

if TYPE_CHECKING:
    from logistello.book import BookInPlay
    from logistello.evaluation.model import Model
    from logistello.protocol.ggs.actions import FinishedMatch
    from logistello.protocol.ggs.connection import Client
    from logistello.protocol.ggs.settings import Ask, GgsSettings

_INTERRUPTED = 130


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
    attempts: Count = 20,
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
        Give up after this many failed connections in a row.
    json
        Print a JSON object for each finished match; everything else is reported on standard error.
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
        log=log,
        tell=_tell_error_output if json else _tell_output,
    )
    try:
        interrupted = _run(client)
    finally:
        if opening_book is not None:
            opening_book.close()
        _summary(settings, session.finished, json=json)
    return _INTERRUPTED if interrupted else 0


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


def _summary(settings: GgsSettings, finished: list[FinishedMatch], *, json: bool) -> None:
    if json:
        for match in finished:
            record = {
                "match": match.id,
                "opponent": match.opponent,
                "type": match.type,
                "rated": match.rated,
                "score": match.score,
                "games": [game.transcript() for game in match.games],
            }
            sys.stdout.write(json_format.dumps(record) + "\n")
        return
    won = sum(match.score > 0 for match in finished)
    drawn = sum(match.score == 0 for match in finished)
    lost = len(finished) - won - drawn
    sys.stdout.write(f"{settings.login}: {len(finished)} matches, {won} won, {drawn} drawn, {lost} lost\n")
