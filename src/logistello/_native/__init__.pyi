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

def canonical_many(own: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], opp: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C')]]:
    """The smallest of the 8 symmetric boards, in bulk."""

def positions_of_games(moves: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C')]]:
    """
    Every position with a legal move in rows of moves from the start position (as far as they are legal): own, opp, turn, game (row number), ply (moves made before it).
    """

def replay(moves: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C')]]:
    """
    Replay rows of moves from the start position; returns black, white, turn, plies, status, black_moved.
    """

def ternary_indices(own: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], opp: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], squares: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], threads: int = 1) -> Annotated[NDArray[numpy.uint32], dict(shape=(None, None), order='C')]:
    """
    Base-3 index of every feature (a row of squares, padded with 255) in every position; digits 0 = empty, 1 = own, 2 = opponent, first square least significant.
    """

class Evaluator:
    """A learned evaluation in its fast form."""

    def __init__(self, squares: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], pattern_of_feature: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)], table_offset: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], tables: Annotated[NDArray[numpy.int16], dict(shape=(None, None), order='C', device='cpu', writable=False)], stage_of_discs: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], bias: Annotated[NDArray[numpy.int16], dict(shape=(None, None), order='C', device='cpu', writable=False)], units_per_disc: int) -> None: ...

    def evaluate(self, own: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], opp: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C')]:
        """Values in discs for the side to move."""

    @property
    def features(self) -> int: ...

    @property
    def stages(self) -> int: ...

class SolveResult:
    """What the exact solver found; scores in discs for the side to move."""

    @property
    def lower(self) -> int: ...

    @property
    def upper(self) -> int: ...

    @property
    def move(self) -> int:
        """64 for a pass, 65 for none."""

    @property
    def line(self) -> list[int]: ...

    @property
    def moves(self) -> list[tuple[int, int, int]]:
        """(square, lower, upper) of every root move, best first."""

    @property
    def complete(self) -> bool: ...

    @property
    def nodes(self) -> int: ...

    @property
    def seconds(self) -> float: ...

class Solver:
    """The exact endgame solver: a transposition table and threads."""

    def __init__(self, table_bytes: int) -> None: ...

    def solve(self, own: int, opp: int, lower: int = -64, upper: int = 64, all_moves: bool = False, threads: int = 1, nodes: int | None = None, seconds: float | None = None, on_progress: object | None = None) -> SolveResult:
        """
        Blocks without the GIL; Ctrl-C and stop() end it. `on_progress` gets lower, upper, move, nodes, seconds.
        """

    def stop(self) -> None:
        """
        Make the running solve return soon with what it knows. From any thread.
        """

    def clear(self) -> None:
        """Forget everything. Not while a solve is running."""


def supported_levels() -> list[str]:
    """Levels this CPU can run, slowest first."""

def available_levels() -> list[str]:
    """Levels that are both built and supported by this CPU, slowest first."""

def build_info() -> dict[str, str]:
    """What this build is: level, kernel, compiler."""
