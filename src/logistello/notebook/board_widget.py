"""The board as a widget: what Python knows of it, and the engine that thinks about its position."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import traitlets
from anywidget import AnyWidget

from logistello.engine import AnalysisRecord, BackgroundSearch, Engine, Info, Limit, OutlookTable, SearchResult
from logistello.errors import IllegalMoveError, LogistelloError, NotationError
from logistello.notebook.front_end import widget_module
from logistello.othello import PASS, Color, Game, Position, Square
from logistello.othello.notation import read
from logistello.othello.square import squares_of

_SECONDS = 5.0


class BoardWidget(AnyWidget):
    """A board in a notebook: click on moves, take them back, and see what the engine thinks of each.

    Values are discs for the side to move, as everywhere: means of an odd and an even depth. ``12@73`` below them is a
    depth and its confidence, a tick an exact score. ``position``, ``game``, ``values`` and ``thinking`` can be
    observed; setting ``position`` or ``game`` shows another one. Passes are played by themselves.

    The engine is used in the background, for as long as ``limit`` says and until another position is shown or the
    widget is closed. Meanwhile other calls of it raise ``EngineError``: it is best to give the widget one of its own.

    >>> board = BoardWidget("f5d6")
    >>> board.play("c3")
    >>> board.game.transcript(), board.position.turn
    ('f5d6c3', <Color.WHITE: 1>)
    >>> board.back()
    >>> board.game.transcript()
    'f5d6'
    """

    _esm = widget_module()

    #: Shown now. Set it to begin a game there.
    position = traitlets.Instance(Position)
    #: The moves that led there. A new object after every move.
    game = traitlets.Instance(Game)
    #: What is known of the moves, as :class:`~logistello.Info`, best first.
    values: traitlets.Tuple = traitlets.Tuple()
    thinking = traitlets.Bool(False)
    #: Why there are no values, if something went wrong.
    trouble = traitlets.Unicode("").tag(sync=True)
    engine = traitlets.Instance(Engine, allow_none=True)
    limit = traitlets.Instance(Limit)
    #: Of the board, in pixels; it never gets wider than its cell.
    size = traitlets.Int(460, min=120, max=2000).tag(sync=True)

    _shown = traitlets.Dict().tag(sync=True)
    _values = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        start: Game | Position | str | None = None,
        *,
        engine: Engine | None = None,
        limit: Limit | None = None,
        size: int = 460,
    ) -> None:
        """``start`` is a game, a position, or the text of one in any notation; without it the start of the game.

        Without an engine there are no values; without a limit it thinks for 5 seconds about each position.
        """
        self._search: BackgroundSearch[SearchResult] | None = None
        self._later: list[Square] = []
        self._changing = True  # until everything is there, nothing is to be shown or searched
        game = _game_of(start)
        how = {"engine": engine, "limit": Limit(time=_SECONDS) if limit is None else limit}
        super().__init__(position=game.position, game=game, size=size, **how)
        self.on_msg(self._hear)
        self._show(game)

    # -- what can be done with it -------------------------------------------------------------

    def play(self, move: Square | int | str) -> None:
        """Play a move, and the pass that it may force. Raises ``IllegalMoveError``."""
        square = Square.coerce(move)
        self.position.play(square)
        later = self._later[:-1] if self._later[-1:] == [square] else []
        self._show(_with_moves(self.game, [*self.game.moves, square]), later)

    def back(self) -> None:
        """Take back the last move; does nothing at the start."""
        moves = list(self.game.moves)
        while moves and moves[-1] is PASS:
            moves.pop()
        if moves:
            last = moves.pop()
            self._show(_with_moves(self.game, moves), [*self._later, last])

    def forward(self) -> None:
        """Play the move again that was taken back last."""
        if self._later:
            self.play(self._later[-1])

    def close(self) -> None:
        """Remove the board from the notebook and stop thinking. The engine stays open: it belongs to who made it."""
        self._stop()
        super().close()

    # -- what happens to it -------------------------------------------------------------------

    def _hear(self, widget: object, content: Any, buffers: object) -> None:
        """A click or a key. One that was meant for a position that is gone is dropped, and so is nonsense."""
        if not isinstance(content, dict) or content.get("position") != self.position.text:
            return
        match content:
            case {"do": "play", "square": str(square)}:
                with suppress(IllegalMoveError, NotationError):
                    self.play(square)
            case {"do": "back"}:
                self.back()
            case {"do": "forward"}:
                self.forward()

    @traitlets.observe("position", "game")
    def _told(self, change: Any) -> None:
        if not self._changing:
            self._show(change.new if change.name == "game" else Game(start=change.new))

    @traitlets.observe("engine", "limit")
    def _told_how(self, change: Any) -> None:
        if not self._changing:
            self._think()

    @traitlets.observe("values")
    def _show_values(self, change: Any) -> None:
        fields = ("move", "score", "depth", "confidence", "exact", "bound")
        moves = [{name: info.as_json()[name] for name in fields} for info in change.new]
        self._values = {"position": self.position.text, "moves": moves}

    def _show(self, game: Game, later: list[Square] | None = None) -> None:
        """Everything that follows from another game, in this order: the search, the traits, the picture, a search."""
        self._stop()
        if game.position.must_pass:
            game = _with_moves(game, [*game.moves, PASS])
        self._changing = True
        self._later = later or []
        try:
            self.values = ()
            self.game, self.position = game, game.position
            self._shown = _picture_of(game, forward=bool(self._later))
        finally:
            self._changing = False
        self._think()

    # -- thinking -----------------------------------------------------------------------------

    def _think(self) -> None:
        self._stop()
        self.trouble = ""
        engine, position, limit = self.engine, self.position, self.limit
        if engine is None or position.is_over:
            return
        record = AnalysisRecord(position, outlooks=OutlookTable.of(engine.model))

        def news(info: Info) -> None:
            if record.add(info):
                self.values = record.moves

        def done(search: BackgroundSearch[SearchResult]) -> None:
            self.thinking = False
            try:
                search.result()
            except LogistelloError as error:
                self.trouble = str(error)

        self.thinking = True
        try:
            self._search = engine.in_background(
                lambda tell: engine.search(position, limit, best_moves=64, on_info=tell),
                on_info=news,
                on_done=done,
                deliver=_deliver(),
            )
        except LogistelloError as error:  # closed, or busy with a call of somebody else
            self.thinking = False
            self.trouble = str(error)

    def _stop(self) -> None:
        if self._search is not None:
            self._search.cancel()
            self._search = None
        self.thinking = False


def _deliver() -> Callable[[Callable[[], None]], None] | None:
    """News come in the loop of the kernel, like clicks, so that nobody who observes must think of threads.

    Without a loop, as in a plain program, they come in the thread of the search.
    """
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        return None

    def deliver(event: Callable[[], None]) -> None:
        with suppress(RuntimeError):  # the kernel is going away
            loop.call_soon_threadsafe(event)

    return deliver


def _game_of(start: Game | Position | str | None) -> Game:
    if isinstance(start, Game):
        return start
    if isinstance(start, str):
        document = read(start)
        return document.games[0] if document.games else Game(start=document.problems[0].position)
    return Game() if start is None else Game(start=start)


def _with_moves(game: Game, moves: list[Square]) -> Game:
    """The same players with other moves."""
    other = Game(start=game.start, black=game.black, white=game.white, place=game.place, date=game.date)
    for move in moves:
        other.play(move)
    return other


def _picture_of(game: Game, *, forward: bool) -> dict[str, Any]:
    """What the board shows."""
    position = game.position
    played = [move for move in game.moves if move is not PASS]
    passed = bool(game.moves) and game.moves[-1] is PASS
    return {
        "position": position.text,
        "turn": str(position.turn),
        "legal": {
            str(move): [str(square) for square in squares_of(position.flips(move))]
            for move in squares_of(position.legal_mask)
        },
        "last": str(played[-1]) if played else None,
        "number": len(played) + 1,
        "passed": str(position.turn.opponent) if passed and not position.is_over else None,
        "score": position.final_score(Color.BLACK) if position.is_over else None,
        "back": bool(played),
        "forward": forward,
    }
