"""Material: the pieces on the board, and how far they have come, read from the text of an OpenSpiel state."""

from __future__ import annotations

from collections.abc import Mapping

from logistello.games import OpenSpielState

#: Values are counted in this part of a won game, so that no material is worth a win; a power of 2 keeps sums exact.
PART_OF_A_WIN = 1 / 4096


class PieceValues:
    """The sum of the values of all pieces, each by its letter and the row and column where it stands.

    ``values`` are those of player 0, in parts of a won game (negative for the pieces of the other). ``rows`` adds to a
    piece's value for each row from the top, ``centre`` for each step towards the middle columns.
    """

    def __init__(
        self,
        values: Mapping[str, int],
        *,
        rows: Mapping[str, int] | None = None,
        centre: Mapping[str, int] | None = None,
        fen: bool = False,
    ) -> None:
        self._fen = fen
        rows, centre = rows or {}, centre or {}
        #: One table per square of an 8 x 8 board: the worth of every letter there.
        self._squares = [
            {
                piece: value + row * rows.get(piece, 0) + min(column, 7 - column) * centre.get(piece, 0)
                for piece, value in values.items()
            }
            for row in range(8)
            for column in range(8)
        ]

    def value(self, state: OpenSpielState) -> float:
        total = 0
        for piece, worth in zip(self._board(str(state)), self._squares, strict=False):
            total += worth.get(piece, 0)
        return total * PART_OF_A_WIN if state.player == 0 else -total * PART_OF_A_WIN

    def _board(self, text: str) -> str:
        """The squares, row by row from the top."""
        if not self._fen:  # "8.+.+.+.+" and so on, a row per line, the columns' names below
            return "".join(line[1:9] for line in text.split("\n")[:8])
        return text.partition(" ")[0].replace("/", "").translate(_BLANKS)


_BLANKS = str.maketrans({str(count): "." * count for count in range(1, 9)})


def checkers_material() -> PieceValues:
    """A man counts 100, a king 150; men gain by advancing. Player 0 has ``o`` and ``8`` and moves up."""
    return PieceValues({"o": 121, "8": 150, "+": -100, "*": -150}, rows={"o": -3, "+": -3}, centre={"8": 4, "*": -4})


def breakthrough_material() -> PieceValues:
    """A piece counts 100, and more the farther it has come. Player 0 has ``b`` and moves down."""
    return PieceValues({"b": 100, "w": -170}, rows={"b": 10, "w": 10})


def chess_material() -> PieceValues:
    """Pawn 100, knight 320, bishop 330, rook 500, queen 900; pawns gain by advancing, pieces in the middle."""
    worth = {"p": 100, "n": 320, "b": 330, "r": 500, "q": 900, "k": 0}
    in_middle = {"p": 3, "n": 12, "b": 6, "r": 1, "q": 2, "k": -6}
    # OpenSpiel's player 0 is Black.
    values = worth | {piece.upper(): -value for piece, value in worth.items()}
    values["P"] -= 7 * 6
    centre = in_middle | {piece.upper(): -gain for piece, gain in in_middle.items()}
    return PieceValues(values, rows={"p": 6, "P": 6}, centre=centre, fen=True)
