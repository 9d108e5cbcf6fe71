# Generated from the native core by tools/native_stub.py. Do not edit.
from typing import Annotated

import numpy
from numpy.typing import NDArray

level: str

kernel: str

compiler: str

def legal_moves(own: int, opp: int) -> int:
    """Squares where the side with discs `own` may move, as a bitboard."""

def flips(own: int, opp: int, square: int) -> int:
    """
    Discs of `opp` turned by a move to an empty square; 0 if the move is illegal.
    """

def count_last_flips(own: int, square: int) -> int:
    """Number of discs turned by filling the only empty square of the board."""

def potential_moves(own: int, opp: int) -> int:
    """Empty squares beside an opponent's disc that could be flanked."""

def stable_discs(own: int, opp: int) -> int:
    """Discs of `own` that can never be turned again (a lower bound)."""

def transform(bits: int, symmetry: int) -> int:
    """The bitboard under one of the 8 symmetries."""

def canonical(own: int, opp: int) -> tuple[int, int, int]:
    """
    The smallest of the 8 symmetric boards, and the symmetry that leads to it.
    """

def hash(own: int, opp: int) -> int:
    """64-bit hash of a board."""

def perft(own: int, opp: int, depth: int, free_pass: bool = False, threads: int = 1) -> int:
    """Leaves of the game tree after `depth` plies."""

def replay(
    moves: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu", writable=False)],
) -> tuple[
    Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C")],
    Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C")],
    Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C")],
    Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C")],
    Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C")],
    Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C")],
]:
    """
    Replay rows of moves from the start position; returns black, white, turn, plies, status, black_moved.
    """

def supported_levels() -> list[str]:
    """Levels this CPU can run, slowest first."""

def available_levels() -> list[str]:
    """Levels that are both built and supported by this CPU, slowest first."""

def build_info() -> dict[str, str]:
    """What this build is: level, kernel, compiler."""
