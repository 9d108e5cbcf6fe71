"""The game of Othello: positions, games, and every way people write them."""

from logistello.othello.color import Color
from logistello.othello.game import Ending, Game, Node, Player, Result
from logistello.othello.mark import Mark, Shape
from logistello.othello.position import Position
from logistello.othello.square import PASS, SQUARES, Square
from logistello.othello.svg import BoardStyle
from logistello.othello.symmetry import Symmetry

__all__ = [
    "PASS",
    "SQUARES",
    "BoardStyle",
    "Color",
    "Ending",
    "Game",
    "Mark",
    "Node",
    "Player",
    "Position",
    "Result",
    "Shape",
    "Square",
    "Symmetry",
]
