"""A session of NBoard's protocol: an engine for a person who analyses or plays."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from time import monotonic
from typing import TypeVar

from logistello.book import BookInPlay
from logistello.engine import BookAdvice, Engine, Info, Limit, SearchResult
from logistello.errors import IllegalMoveError, LogistelloError
from logistello.othello import PASS, Color, Game, Position
from logistello.othello.notation.ggf import read_ggf
from logistello.protocol import NAME
from logistello.protocol.board import Board
from logistello.protocol.clocks import time_left
from logistello.protocol.nboard_messages import (
    analysis_line,
    book_line,
    move_line,
    nodes_line,
    parse_command,
    parse_move,
    parse_whole,
    search_line,
)
from logistello.protocol.thinking import Post, Thinker

#: "Endgame depths are at the engine author's discretion": with so many empty squares more than the depth, endings are
#: solved, which costs about what a search of that depth does in the middle game.
_SQUARES_BEYOND_DEPTH = 5
_DEEPEST = 60

_log = logging.getLogger(__name__)
T = TypeVar("T")


class NBoardSession:
    """Every line is carried out at once; whatever is about another position stops the search first.

    Between ``pong`` and the next command of the interface nothing is sent: what comes after a ``pong`` is taken to be
    about the new position.
    """

    busy = False

    def __init__(
        self,
        engine: Engine,
        post: Post,
        send: Callable[[str], None],
        *,
        limit: Limit,
        book: BookInPlay | None = None,
        ponder: bool = True,
    ) -> None:
        """``limit.depth`` holds until ``set depth`` comes; ``limit.time`` is for a move, whatever the clock says.

        With ``ponder`` it goes on thinking after a move of its own, without a word, until the game goes on elsewhere.
        """
        self._post = post
        self._send = send
        self._thinker = Thinker(engine, post)
        self._depth = limit.depth
        self._seconds = limit.time
        self._book = book
        self._ponders = ponder
        self._version = 2
        #: What a draw is worth to Black, in discs; ``None`` until ``set contempt`` comes, when the book's policy tells.
        self._draw_value_for_black: float | None = None
        #: ``None`` after a game that could not be read: hints about another one would mislead.
        self._game: Game | None = Game()
        self._learners: list[threading.Thread] = []
        self.over = False
        self._handlers: dict[str, Callable[[str], None]] = {
            "nboard": self._nboard,
            "set depth": self._set_depth,
            "set game": self._set_game,
            "set contempt": self._set_contempt,
            "move": self._move,
            "hint": self._hint,
            "go": self._go,
            "ping": self._ping,
            "learn": self._learn,
            "analyze": self._analyze,
            "quit": self._quit,
        }

    def receive(self, line: str) -> None:
        command = parse_command(line)
        handler = self._handlers.get(command.name)
        if handler is not None:
            handler(command.text)
        elif command.name:
            _log.info("ignored: %.200r", line)

    def overhear(self, line: str) -> None:
        """No line has to wait."""

    def input_ended(self) -> None:
        """As if the interface had said so."""
        self._quit("")

    def close(self) -> None:
        self._thinker.close()
        for learner in self._learners:
            learner.join()

    # -- state --------------------------------------------------------------------------------

    def _nboard(self, text: str) -> None:
        self._version = parse_whole(text) or 1
        self._send(f"set myname {NAME}")

    def _set_depth(self, text: str) -> None:
        depth = parse_whole(text)
        if depth is None or depth < 1:
            _log.warning("set depth %.40r: expected plies, 1 or more", text)
            return
        self._depth = min(depth, _DEEPEST)
        self._send(f"set myname {NAME}{depth}")

    def _set_contempt(self, text: str) -> None:
        contempt = parse_whole(text)
        if contempt is not None:
            self._draw_value_for_black = contempt / 100

    def _book_for(self, position: Position) -> BookInPlay | None:
        """The book by the contempt that was set: what is gained by Black is lost by White."""
        black = self._draw_value_for_black
        if self._book is None or black is None:
            return self._book
        draw_value = black if position.turn is Color.BLACK else -black
        return self._book.in_play(replace(self._book.policy, draw_value=draw_value))

    def _from_book(self, position: Position, ask: Callable[[BookInPlay, Position], T]) -> T | None:
        """What the book says; a damaged one knows nothing, and the search goes on without it."""
        book = self._book_for(position)
        try:
            return None if book is None else ask(book, position)
        except LogistelloError as error:
            _log.warning("%s", error)
            self._send(f"status {error}")
            return None

    def _set_game(self, text: str) -> None:
        self._leave_search()
        try:
            document = read_ggf(text)
            if document.errors:
                raise document.errors[0]
            self._game = document.games[0]
        except LogistelloError as error:
            self._game = None
            self._send(f"status Cannot read the game: {error}")
            self._thinker.rest()
        else:
            self._thinker.follow(self._game.position)

    def _leave_search(self) -> None:
        """What is said about the board ends; what is thought on the opponent's time may go on."""
        if self._thinker.active:
            self._thinker.stop()

    def _move(self, text: str) -> None:
        self._leave_search()
        played = parse_move(text)
        if played is None or self._game is None:
            _log.warning("move %.40r: expected something like F5, F5/1.5/2 or PA, after a game", text)
            return
        try:
            Board(self._game).play(played.move, seconds=played.seconds)
        except IllegalMoveError as error:
            _log.warning("%s", error)
        self._thinker.follow(self._game.position)

    def _ping(self, text: str) -> None:
        number = parse_whole(text)
        if number is None:
            return
        if self._thinker.active:
            self._thinker.stop()
            self._send("status")  # what it said of the search holds no more
        self._send(f"pong {number}")

    def _quit(self, text: str) -> None:
        self._thinker.stop()
        self.over = True

    # -- thinking -----------------------------------------------------------------------------

    def _position(self) -> Position | None:
        """Where to think; ``None`` if there is nothing to think about, which the status line says."""
        if self._game is None:
            self._send("status No game to think about: the last one could not be read")
            return None
        if self._game.is_over:
            self._send("status The game is over")
            return None
        return self._game.position

    def _depth_limit(self, position: Position) -> Limit:
        if self._depth is None or position.empties <= self._depth + _SQUARES_BEYOND_DEPTH:
            return Limit()
        return Limit(depth=self._depth)

    def _hint(self, text: str) -> None:
        self._thinker.stop()
        position = self._position()
        if position is None:
            return
        count = min(max(parse_whole(text) or 1, 1), len(position.legal_moves))
        self._send("status Analyzing")
        known = self._from_book(position, BookInPlay.look_up)
        candidates = () if known is None else known.playable
        for each in candidates:
            self._send(book_line(each))
        in_book = {each.move for each in candidates}

        def show(info: Info) -> None:
            if info.move not in in_book:  # a line of the search would replace what the book knows better
                self._send(search_line(info, position.empties))

        self._thinker.start(position, self._depth_limit(position), self._hinted, on_info=show, best_moves=count)

    def _hinted(self, found: SearchResult | None) -> None:
        self._tell_nodes(found)
        self._send("status")

    def _go(self, text: str) -> None:
        """Say a move and do not play it: the interface may have changed its mind meanwhile."""
        self._leave_search()
        position = self._position()
        if position is None or self._game is None:
            return
        if position.must_pass:
            self._send(move_line(PASS))
            return
        advice = self._from_book(position, BookInPlay.advise) or BookAdvice()
        if advice.move is not None:
            self._send(move_line(advice.move, advice.score))
            return
        limit = replace(self._depth_limit(position), time=self._seconds)
        if self._version >= 2:
            limit = replace(limit, clock=time_left(self._game))
        begun = monotonic()

        def chosen(found: SearchResult | None) -> None:
            self._tell_nodes(found)
            if found is not None and found.move is not None:
                self._send(move_line(found.move, found.score, monotonic() - begun))
                self._ponder(position.play(found.move), found)
            else:
                self._send("status The search failed")

        show = partial(self._show, position.empties)
        self._thinker.start(position, limit, chosen, on_info=show, excluded=advice.avoid)
        tally = self._thinker.pondering  # the start has looked whether the reply was expected; its news come later
        self._send(f"status Thinking; {tally}" if tally.replies else "status Thinking")

    def _ponder(self, theirs: Position, found: SearchResult) -> None:
        """Not further than a search of ours would look."""
        expected = found.expected_reply
        if self._ponders and expected is not None and theirs.is_legal(expected):
            self._thinker.ponder(theirs, expected, self._depth_limit(theirs.play(expected)))

    def _show(self, empties: int, info: Info) -> None:
        self._send(search_line(info, empties))

    def _tell_nodes(self, found: SearchResult | None) -> None:
        if self._version >= 2 and found is not None:
            self._send(nodes_line(found.nodes, found.seconds))

    # -- the whole game -----------------------------------------------------------------------

    def _analyze(self, text: str) -> None:
        """From the end backwards, so that every search finds the next position in its table."""
        self._thinker.stop()
        if self._game is None:
            self._position()  # says why
            return
        self._send("status Analyzing the game")
        self._analyze_next(list(enumerate(self._game.positions())))

    def _analyze_next(self, remaining: list[tuple[int, Position]]) -> None:
        while remaining and remaining[-1][1].is_over:
            number, position = remaining.pop()
            self._send(analysis_line(number, position.final_score()))
        if not remaining:
            self._send("status")
            return
        number, position = remaining.pop()

        def analysed(found: SearchResult | None) -> None:
            if found is not None:
                self._send(analysis_line(number, found.score))
            self._analyze_next(remaining)

        self._thinker.start(position, self._depth_limit(position), analysed)

    def _learn(self, text: str) -> None:
        if self._book is None or self._game is None:
            self._send("learned")
            return
        book, game = self._book, Game.from_moves(self._game.moves, self._game.start)
        learner = threading.Thread(target=self._learn_game, args=(book, game), name="logistello-learn")
        self._learners = [*(each for each in self._learners if each.is_alive()), learner]
        learner.start()

    def _learn_game(self, book: BookInPlay, game: Game) -> None:
        failed = ""
        try:
            book.learn(game)
        except Exception as error:
            _log.exception("a game could not be learned")
            failed = f"status The game could not be learned: {' '.join(str(error).split())}"
        self._post(lambda: self._learned(failed))

    def _learned(self, failed: str) -> None:
        self._send("learned")
        if failed:
            self._send(failed)  # "learned" clears the status
