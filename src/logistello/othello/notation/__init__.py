"""Every way people write Othello games and positions: reading, writing, recognising.

>>> from logistello.othello.notation import read, write
>>> write(read("F5 d6 C3"), "transcript")
b'f5d6c3\\n'
"""

from logistello.othello.notation.board import parse_position, write_ggs_board
from logistello.othello.notation.document import Document, Problem
from logistello.othello.notation.fen import write_fen, write_flipello
from logistello.othello.notation.formats import FORMATS, Format, format_of_suffix
from logistello.othello.notation.ggf import write_ggf_game
from logistello.othello.notation.limits import ReadingLimits
from logistello.othello.notation.pasted import read_pasted
from logistello.othello.notation.recognise import (
    find_files,
    read,
    read_file,
    read_path,
    read_portions,
    write,
    write_path,
)
from logistello.othello.notation.sgf import write_sgf_game
from logistello.othello.notation.transcript import parse_transcript
from logistello.othello.notation.wthor import WthorGames, WthorHeader, WthorNames
from logistello.othello.notation.wthor_write import WthorFiles, write_wthor_files

__all__ = [
    "FORMATS",
    "Document",
    "Format",
    "Problem",
    "ReadingLimits",
    "WthorFiles",
    "WthorGames",
    "WthorHeader",
    "WthorNames",
    "find_files",
    "format_of_suffix",
    "parse_position",
    "parse_transcript",
    "read",
    "read_file",
    "read_pasted",
    "read_path",
    "read_portions",
    "write",
    "write_fen",
    "write_flipello",
    "write_ggf_game",
    "write_ggs_board",
    "write_path",
    "write_sgf_game",
    "write_wthor_files",
]
