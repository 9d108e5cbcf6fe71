"""The game of a session, as peers play and take back."""

from __future__ import annotations

from logistello.errors import IllegalMoveError
from logistello.othello import PASS, Color, Game, Position, Square


class Board:
    """A game whose moves are taken back as they were sent: a pass that nobody sent goes with the move after it.

    >>> board = Board()
    >>> board.play(Square.F5, Color.BLACK)
    >>> board.undo(), board.undo()
    (True, False)
    """

    def __init__(self, game: Game | None = None) -> None:
        """Takes ``game`` over; its moves can be taken back one by one."""
        self.game = game or Game()
        #: Moves and passes that each step added.
        self._steps = [1] * len(self.game.moves)

    @property
    def position(self) -> Position:
        return self.game.position

    def turn_to(self, color: Color) -> None:
        """Make a forced pass that the peer left out. Raises ``IllegalMoveError`` if it is not ``color``'s turn."""
        if not self._missing_passes(color):
            return
        self.game.play(PASS)
        self._steps.append(1)

    def check(self, move: Square, color: Color | None = None) -> None:
        """Raises ``IllegalMoveError`` as :meth:`play` would."""
        position = self.position
        if move is PASS and position.is_over:
            return
        passed = move is not PASS and position.must_pass if color is None else bool(self._missing_passes(color))
        (position.play(PASS) if passed else position).play(move)

    def play(self, move: Square, color: Color | None = None, seconds: float | None = None) -> None:
        """Raises ``IllegalMoveError``, and changes nothing then.

        A pass that is forced may be left out. One after the end is not recorded: some peers end games with passes.
        """
        self.check(move, color)
        if move is PASS and self.game.is_over:
            self._steps.append(0)
            return
        before = len(self.game.moves)
        self.game.play(move, seconds=seconds)
        self._steps.append(len(self.game.moves) - before)

    def _missing_passes(self, color: Color) -> int:
        position = self.position
        if position.turn is color or position.is_over:
            return 0
        if not position.must_pass:
            raise IllegalMoveError(f"{position.turn} is to move, and need not pass", position.legal_moves)
        return 1

    def undo(self) -> bool:
        """Take back one step; ``False`` if there is none."""
        if not self._steps:
            return False
        steps, moves = self._steps, self.game.moves
        count = steps.pop()
        if count:
            self.game = Game.from_moves(moves[: len(moves) - count], self.game.start)
        return True
