# Generated from the native core by tools/native_stub.py. Do not edit.
from collections.abc import Sequence
from typing import Annotated

import numpy
from numpy.typing import NDArray


level: str

kernel: str

compiler: str

def backgammon_turns(position: bytes, player: int, first: int, second: int) -> list[bytes]:
    """
    Positions that a player can leave with a roll, as 26 counts for each player by distance.
    """

def backgammon_inputs(position: bytes, turn: int) -> Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C')]:
    """The classic 198 units."""

class BackgammonLearner:
    """A network that learns backgammon by TD(lambda)."""

    def __init__(self, parameters: Sequence[float], hidden: int, rate: float, decay: float) -> None: ...

    def parameters(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C')]: ...

    def begin(self) -> None:
        """A new game: no traces."""

    def learn(self, inputs: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], target: Sequence[float]) -> None:
        """One step towards the next estimate."""

    def play_games(self, seed: int, first: int, count: int) -> list[int]:
        """Learns from games against itself; the points of player 0 in each."""

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

def replay_positions(moves: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> tuple[tuple[Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C')]], tuple[Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C')]]]:
    """
    What `replay` gives, and every position with a legal move that the rows lead through (as far as they are legal): own, opp, turn, game (row number), ply (moves made before it).
    """

def replay(moves: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C')]]:
    """
    Replay rows of moves from the start position; returns black, white, turn, plies, status, black_moved.
    """

def ternary_indices(own: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], opp: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], squares: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], threads: int = 1) -> Annotated[NDArray[numpy.uint32], dict(shape=(None, None), order='C')]:
    """
    Base-3 index of every feature (a row of squares, padded with 255) in every position; digits 0 = empty, 1 = own, 2 = opponent, first square least significant.
    """

def count_ternary_indices(own: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], opp: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], squares: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], threads: int = 1) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C')]:
    """
    How often each base-3 index occurs in the positions, all features (of up to 16 squares) together.
    """

class SparseWeights:
    """Weights of sparse patterns in their fast form."""

    def __init__(self, tables: Sequence[tuple[Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]]], instances: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.int16], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> None:
        """
        Tables are offsets, locks and ids (see build_sparse_table) of indices with the engine's digits; instances are rows of two features and a table; weights have a row per stage.
        """

class Evaluator:
    """A learned evaluation in its fast form."""

    def __init__(self, squares: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], pattern_of_feature: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)], table_offset: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], tables: Annotated[NDArray[numpy.int16], dict(shape=(None, None), order='C', device='cpu', writable=False)], stage_of_discs: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], bias: Annotated[NDArray[numpy.int16], dict(shape=(None, None), order='C', device='cpu', writable=False)], units_per_disc: int, sparse: SparseWeights | None = None, vectors: tuple[Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int16], dict(shape=(None, None), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int16], dict(shape=(None, None), order='C', device='cpu', writable=False)]] | None = None) -> None: ...

    def evaluate(self, own: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], opp: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C')]:
        """Values in discs for the side to move."""

    def look_ahead(self, own: int, opp: int, depth: int) -> float:
        """
        Full-width minimax value `depth` moves ahead, in discs for the side to move.
        """

    def look_ahead_many(self, own: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], opp: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], depth: int, threads: int = 1, on_progress: object | None = None) -> tuple[Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C')]]:
        """
        The same of many positions, and their best moves (64: pass, 65: none). `on_progress` gets the number of positions done.
        """

    def sample_inside_searches(self, own: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], opp: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], depth: int, per_search: int, seed: int, threads: int = 1, on_progress: object | None = None) -> tuple[Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C')]]:
        """
        Up to `per_search` of the positions that a look-ahead from each position visits, drawn evenly: their discs and the number of the position where the search began. `on_progress` gets the number of searches done.
        """

    def time_playouts(self, own: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], opp: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], seed: int = 1) -> tuple[int, float, float]:
        """
        Play each position to its end at random, evaluating incrementally after each move: positions evaluated, seconds with evaluation, seconds of the same games without.
        """

    @property
    def features(self) -> int: ...

    @property
    def stages(self) -> int: ...

class TrainingRows:
    """
    Passes over training rows for least squares. The arrays are read in place, never copied.
    """

    def __init__(self, indices: Annotated[NDArray[numpy.uint32], dict(shape=(None, None), order='C', device='cpu', writable=False)], targets: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], row_weights: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, stages: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, n_weights: int, n_stages: int, window: Sequence[float], link: str, scale: float, threads: int) -> None: ...

    def count(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')]:
        """Matches per stage and weight; checks all data and must come first."""

    def evaluate(self, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], with_gradient: bool) -> tuple[Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')], Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')] | None]:
        """
        Per stage: squared error, absolute error, weight, objective and its weight; half the negated gradient.
        """

    def product(self, direction: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')]:
        """
        Curvature at the last point evaluated with a gradient, times a direction.
        """

    def diagonal(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')]:
        """Sums of the rows' curvature, per stage and weight."""

    def match_weights(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')]:
        """Sums of the rows' weights, per stage and weight."""

def predict_rows(indices: Annotated[NDArray[numpy.uint32], dict(shape=(None, None), order='C', device='cpu', writable=False)], stages: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, weights: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], link: str, scale: float, threads: int) -> Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C')]:
    """Predictions for rows of weight ids; `weights` has a row per stage."""

def extend_configurations(words: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu', writable=False)], positions: int, parents: Annotated[NDArray[numpy.uint32], dict(shape=(None, None), order='C', device='cpu', writable=False)], borders: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], candidates: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], least: int, chunk_words: int, confidence: float, threads: int, on_progress: object | None) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')]:
    """
    Matches of specialised configurations on bit rows, -1 where they are too few.
    """

def sum_configuration_outcomes(words: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu', writable=False)], borders: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], relations: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], outcomes: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int) -> tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')]]:
    """
    How many positions match each configuration, and the sum of their outcomes.
    """

def find_active_configurations(positions: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], relation_begin: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], features: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], values: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], child_begin: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], children: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], roots: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], most_specific_only: bool, threads: int) -> tuple[Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C')]]:
    """Active configurations of each position: borders and ids."""

class ConfigurationSum:
    """Sums of the weights of all configurations active in a position."""

    def __init__(self, relation_begin: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], features: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], values: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], width: int, kinds: int) -> None: ...

    def sum(self, position: bytes, stage: int) -> float:
        """For a position as one byte per feature."""

def build_sparse_table(first: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], second: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], ids: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], first_range: int, second_range: int) -> tuple[Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C')]]:
    """Offsets, locks and ids of a collision-free table of index pairs."""

def find_in_sparse_table(offsets: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], locks: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], ids: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], second_range: int, first: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], second: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')]:
    """Ids of index pairs, -1 for invalid ones."""

class ConfigurationCounts:
    """How often the configurations of a pattern set occur, stage by stage."""

    def __init__(self, squares: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], offset_of_feature: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], weight_of: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], stage_of_discs: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], stages: int, weights: int) -> None: ...

    def add(self, own: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], opp: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """Count the configurations of these positions."""

    def fill(self, own: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], opp: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], enough: int, most_moves: int, positions: int, walks: int, seed: int, on_progress: object | None = None) -> tuple[Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C')]]:
        """
        Random walks of 1 to `most_moves` moves from the given positions; new positions that hold a configuration with fewer than `enough` matches are kept and counted. Returns them (canonical) and the number of the position each walk began at. `on_progress` gets positions kept and walks done.
        """

    def matches(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None, None), order='C')]:
        """A copy of the counts, [stages, weights]."""

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

class Info:
    """
    What one pass of a search found out about one move; for the side to move.
    """

    @property
    def rank(self) -> int:
        """0 for the best move."""

    @property
    def depth(self) -> int: ...

    @property
    def to_end(self) -> bool: ...

    @property
    def confidence(self) -> int:
        """Of the pruning by probability, in percent; 100 if there was none."""

    @property
    def score(self) -> float:
        """Discs."""

    @property
    def line(self) -> list[int]: ...

    @property
    def complete(self) -> bool:
        """False if the pass was cut short or asked who wins only."""

    @property
    def lower(self) -> int:
        """Proven of the position, in discs."""

    @property
    def upper(self) -> int: ...

    @property
    def exact(self) -> bool: ...

    @property
    def nodes(self) -> int: ...

    @property
    def seconds(self) -> float: ...

class SearchResult:
    """The last word of a search."""

    @property
    def best(self) -> list[Info]:
        """One Info for each rank asked for."""

    @property
    def complete(self) -> bool: ...

    @property
    def nodes(self) -> int: ...

    @property
    def seconds(self) -> float: ...

class Thresholds:
    """How surely and where a search prunes by probability."""

    def __init__(self) -> None: ...

    @property
    def sure_depth(self) -> float: ...

    @sure_depth.setter
    def sure_depth(self, arg: float, /) -> None: ...

    @property
    def sure_depth_per_empty(self) -> float: ...

    @sure_depth_per_empty.setter
    def sure_depth_per_empty(self, arg: float, /) -> None: ...

    @property
    def sure_per_move(self) -> float: ...

    @sure_per_move.setter
    def sure_per_move(self, arg: float, /) -> None: ...

    @property
    def sure_most(self) -> float: ...

    @sure_most.setter
    def sure_most(self, arg: float, /) -> None: ...

    @property
    def opening_empties(self) -> int: ...

    @opening_empties.setter
    def opening_empties(self, arg: int, /) -> None: ...

    @property
    def opening_threshold(self) -> float: ...

    @opening_threshold.setter
    def opening_threshold(self, arg: float, /) -> None: ...

    @property
    def probcut_shallow(self) -> int: ...

    @probcut_shallow.setter
    def probcut_shallow(self, arg: int, /) -> None: ...

    @property
    def probcut_deep(self) -> int: ...

    @probcut_deep.setter
    def probcut_deep(self, arg: int, /) -> None: ...

    @property
    def probcut_threshold(self) -> float: ...

    @probcut_threshold.setter
    def probcut_threshold(self, arg: float, /) -> None: ...

    @property
    def endcut(self) -> bool: ...

    @endcut.setter
    def endcut(self, arg: bool, /) -> None: ...

    @property
    def deeper_entries(self) -> bool: ...

    @deeper_entries.setter
    def deeper_entries(self, arg: bool, /) -> None: ...

    @property
    def static_cuts(self) -> bool: ...

    @static_cuts.setter
    def static_cuts(self, arg: bool, /) -> None: ...

    @property
    def static_gate(self) -> bool: ...

    @static_gate.setter
    def static_gate(self, arg: bool, /) -> None: ...

    @property
    def reply_price(self) -> int: ...

    @reply_price.setter
    def reply_price(self, arg: int, /) -> None: ...

class NodeSample:
    """
    So many null-window nodes of each depth, drawn from those that searches meet.
    """

    def __init__(self, per_depth: int, seed: int = 0) -> None: ...

    def columns(self) -> tuple[Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C')]]:
        """
        own, opp, depth in moves ahead, alpha in discs; the shallow ones first.
        """

class Searcher:
    """A transposition table and threads that search with one model."""

    def __init__(self, table_bytes: int, evaluator: object, probcut_midgame: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, probcut_endgame: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, selectivity: str = 'mpc', corner_quiescence: bool = False, confidence: int = 73, thresholds: Thresholds | None = None) -> None:
        """
        The tables of ProbCut are flat arrays of (a, b, sigma) in discs; without them nothing is pruned.
        """

    def solve(self, own: int, opp: int, lower: int = -64, upper: int = 64, all_moves: bool = False, threads: int = 1, nodes: int | None = None, seconds: float | None = None, processor_seconds: float | None = None, on_progress: object | None = None) -> SolveResult:
        """
        The exact score. Blocks without the GIL; Ctrl-C and stop() end it. `on_progress` gets lower, upper, move, nodes, seconds.
        """

    def search(self, own: int, opp: int, depth: int = 60, best_moves: int = 1, excluded: int = 0, winner_first: bool = False, stop_if_lost: bool = False, every_depth: bool = False, threads: int = 1, nodes: int | None = None, seconds: float | None = None, processor_seconds: float | None = None, seconds_for_new_pass: tuple[float, float, float] | None = None, on_info: object | None = None) -> SearchResult:
        """
        The best moves within limits, but for the excluded ones. Blocks like solve; `on_info` gets every Info. No pass begins after `seconds_for_new_pass`: if the best move is clear, usually, and if the last pass raised doubts.
        """

    def arm(self) -> None:
        """
        Forget earlier stops: what comes from now on is meant for the next call.
        """

    def stop(self) -> None:
        """Make the running call return soon with what it knows. From any thread."""

    def clear(self) -> None:
        """Forget everything. Not while a call is running."""

    def offer_nodes_to(self, sample: NodeSample | None) -> None:
        """
        From now on searches offer their null-window nodes to it; None: no longer. Not while a call is running.
        """

def confidence_steps() -> list[tuple[int, float]]:
    """
    Steps of confidence: percent, and the standard deviations within which that share of values lies.
    """

def solve_many(own: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], opp: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int = 1, table_bytes: int = 16777216, on_progress: object | None = None) -> tuple[Annotated[NDArray[numpy.int8], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C')]]:
    """
    Exact scores of many positions, a position a thread, and the first square that reaches each (64: pass, 65: none). The answers do not depend on threads or order. `on_progress` gets the number of positions done.
    """

def self_play(evaluator: object, probcut_midgame: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, probcut_endgame: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, *, openings: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], random_moves: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], blunder_chance: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], seeds: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], depth: int = 6, exact_empties: int = 16, threads: int = 1, table_bytes: int = 2097152, on_progress: object | None = None) -> tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C')], Annotated[NDArray[numpy.int16], dict(shape=(None, None), order='C')], Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C')]]:
    """
    Whole games from rows of opening moves, filled up with 255: the squares, the values before each move in 1/128 disc for the side to move, and why each move was played (0 given, 1 random, 2 blunder, 3 searched, 4 exact). Each game depends on nothing but its row. `on_progress` gets the number of games done.
    """

def search_many(evaluator: object, probcut_midgame: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, probcut_endgame: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, *, own: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], opp: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], depth: int, threads: int = 1, table_bytes: int = 262144, on_progress: object | None = None) -> tuple[Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C')]]:
    """
    Values in discs for the side to move and best squares (64: pass, 65: none) by the selective search. The answers do not depend on threads or order. `on_progress` gets the number of positions done.
    """

class VectorFit:
    """
    Training of vectors for weight ids. The arrays are read in place, never copied.
    """

    def __init__(self, indices: Annotated[NDArray[numpy.uint32], dict(shape=(None, None), order='C', device='cpu', writable=False)], heads: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], targets: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], row_weights: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], factors: Annotated[NDArray[numpy.uint32], dict(shape=(None, None), order='C', device='cpu', writable=False)], n_factors: int, n_heads: int, seed: int) -> None: ...

    def epoch(self, learning_rate: float) -> float:
        """
        Learn every row once; returns the mean squared error, each before its row was learned, NaN if it was stopped.
        """

    def stop(self) -> None:
        """End a running epoch at once, from another thread."""

    def predict(self, indices: Annotated[NDArray[numpy.uint32], dict(shape=(None, None), order='C', device='cpu', writable=False)], heads: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C')]:
        """Predictions of other rows."""

    def lanes(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C')]:
        """What was learned of every weight id, factors included."""

    def offsets(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C')]:
        """What is added to the sums, for every head."""

    def outs(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C')]:
        """Weights of the hidden lanes for every head; lane 0 is the constant."""


def supported_levels() -> list[str]:
    """Levels this CPU can run, slowest first."""

def available_levels() -> list[str]:
    """Levels that are both built and supported by this CPU, slowest first."""

def build_info() -> dict[str, str]:
    """What this build is: level, kernel, compiler."""
