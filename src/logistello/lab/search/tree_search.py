"""One search of a tree: what all algorithms do at a node, whichever order and windows they search its moves with.

An algorithm is an *expansion*: a function that is given a node and its moves, and asks ``value_after`` about them. What
happens before and after is the same for all and stands here: the end of the game, the horizon, the table, guesses that
prune, the order of moves. Players need not alternate (multiple jumps of checkers): values change sign exactly where the
player changes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar

from logistello.errors import GameError
from logistello.games import CHANCE, GameRules
from logistello.lab.search.evaluator import StateEvaluator
from logistello.lab.search.found import Answer, Counts
from logistello.lab.search.limits import Watch

if TYPE_CHECKING:
    from logistello.lab.search.ordering import MoveOrdering
    from logistello.lab.search.quiescence import Quiescence
    from logistello.lab.search.transposition_table import TranspositionTable

S = TypeVar("S", bound=Hashable)

INFINITY = math.inf


class ForwardPruning(Protocol):
    """A guess, made before a node is expanded, that its value lies outside of the window."""

    def guess(
        self, search: TreeSearch[Any], state: Any, player: int, depth: int, alpha: float, beta: float
    ) -> float | None:
        """The guessed value, at least ``beta`` or at most ``alpha``; ``None`` if the node has to be searched."""
        ...


class TreeObserver(Protocol):
    """Is told how a search walks through its tree; for drawings. Values and windows are seen by whoever moves."""

    def enter(self, move: int, depth: int, alpha: float, beta: float) -> None: ...

    def leave(self, value: float) -> None: ...


class TreeSearch(Generic[S]):
    """What one search carries through the tree. Nothing of it outlives the search but the table."""

    def __init__(
        self,
        game: GameRules[S],
        evaluator: StateEvaluator[S],
        watch: Watch,
        expand: Expansion,
        *,
        chance: ChanceExpansion | None = None,
        table: TranspositionTable | None = None,
        narrowed: bool = True,
        orderings: Sequence[MoveOrdering] = (),
        prunings: Sequence[ForwardPruning] = (),
        quiescence: Quiescence | None = None,
        observer: TreeObserver | None = None,
    ) -> None:
        self.game = game
        self.evaluator = evaluator
        self.watch = watch
        self.expand = expand
        self.chance = chance
        self.table = table
        #: Whether bounds of the table narrow windows.
        self.narrowed = narrowed
        self.orderings = tuple(orderings)
        self.prunings = tuple(prunings)
        self.quiescence = quiescence
        self.observer = observer
        self.counts = Counts()
        #: How often an estimate, not the rules, decided a value: a value that was found without any is exact.
        self.estimates = 0

    def visit(self, state: S, depth: int, alpha: float, beta: float) -> Answer:
        """The value of a state for the player to move, if it lies between ``alpha`` and ``beta``; otherwise a bound:
        at most ``alpha``, or at least ``beta``."""
        game = self.game
        if game.is_over(state):
            self.watch.step()
            self.counts.leaves += 1
            return game.outcome(state, game.player(state)), ()
        table = self.table
        if depth > 0:
            self.watch.step()
            self.counts.inner_nodes += 1
            if table is None:
                return self._inside(state, depth, alpha, beta, None)
        elif table is None or not table.leaves:
            return self.at_horizon(state, alpha, beta)
        key = game.key(state)
        entry = table.get(key)
        if entry is None:
            known = None
        else:
            known = entry.move
            if entry.holds_at(depth):
                lower, upper = entry.lower, entry.upper
                if lower >= beta or upper <= alpha or lower == upper:
                    self.counts.table_hits += 1
                    if not entry.exact:
                        self.estimates += 1
                    return (upper, entry.upper_line) if upper <= alpha else (lower, entry.lower_line)
                if self.narrowed:
                    alpha, beta = max(alpha, lower), min(beta, upper)
        before = self.estimates
        value, line = self._inside(state, depth, alpha, beta, known)
        if depth <= 0 and self.quiescence is None:
            alpha, beta = -INFINITY, INFINITY  # an evaluation is no bound
        entry = table.put(key, depth, value, line, alpha, beta, exact=self.estimates == before)
        # A window that the table narrowed can only be missed by a value that equals its border, whose line is known.
        return (value, line) if value > alpha or alpha != entry.lower else (entry.lower, entry.lower_line)

    def value_after(self, state: S, player: int, move: int, depth: int, alpha: float, beta: float) -> Answer:
        """The value of a state after a move, searched to ``depth`` from there, as ``player``, who made it, sees it."""
        child = self.game.play(state, move)
        observer = self.observer
        if observer is not None:
            observer.enter(move, depth, alpha, beta)
        value, line = self.value_for(player, child, depth, alpha, beta)
        if observer is not None:
            observer.leave(value)
        return value, (move, *line)

    def value_for(self, player: int, state: S, depth: int, alpha: float, beta: float) -> Answer:
        """As :meth:`visit`, but seen by ``player``, whoever moves."""
        mover = self.game.player(state)
        if mover == player:
            return self.visit(state, depth, alpha, beta)
        if mover != CHANCE:
            value, line = self.visit(state, depth, -beta, -alpha)
            return -value, line
        if self.chance is None:
            raise GameError(f"chance moves in {self.game.name}: only expectimax, star1 and star2 can search it")
        if depth <= 0:
            self.watch.step()
            self.counts.leaves += 1
            self.estimates += 1
            value = self.evaluator.value(state)
            return (value if player == 0 else -value), ()
        self.watch.step()
        self.counts.inner_nodes += 1
        return self.chance(self, state, player, depth, alpha, beta), ()

    def at_horizon(self, state: S, alpha: float, beta: float) -> Answer:
        """A leaf: the evaluator's word, or that of a search of forcing moves."""
        self.estimates += 1
        if self.quiescence is not None:
            return self.quiescence.search(self, state, alpha, beta)
        self.watch.step()
        self.counts.leaves += 1
        return self.evaluator.value(state), ()

    def cut_off(self, player: int, depth: int, move: int) -> None:
        """A move was good enough to leave the others unsearched."""
        self.counts.cut_offs += 1
        for ordering in self.orderings:
            ordering.learn(player, depth, move)

    def _inside(self, state: S, depth: int, alpha: float, beta: float, known: int | None) -> Answer:
        if depth <= 0:
            return self.at_horizon(state, alpha, beta)
        player = self.game.player(state)
        before = self.estimates
        for pruning in self.prunings:
            guess = pruning.guess(self, state, player, depth, alpha, beta)
            if guess is not None:
                self.counts.forward_cuts += 1
                self.estimates = before + 1
                return guess, ()
        self.estimates = before  # what a check looked at that did not cut, decides nothing
        moves = self.ordered(state, player, depth, known)
        return self.expand(self, state, player, depth, alpha, beta, moves)

    @contextmanager
    def without(self, pruning: ForwardPruning) -> Iterator[None]:
        """Search for a while without one of the prunings."""
        usual = self.prunings
        self.prunings = tuple(each for each in usual if each is not pruning)
        try:
            yield
        finally:
            self.prunings = usual

    def ordered(self, state: S, player: int, depth: int, known: int | None) -> Sequence[int]:
        """The moves, most promising first: what the table remembers, then as the orderings want."""
        moves = self.game.moves(state)
        if len(moves) == 1:
            return moves
        for ordering in reversed(self.orderings):  # sorting is stable: the first one has the last word
            moves = ordering.ordered(moves, self, state, player, depth)
        if known is None or moves[0] == known:
            return moves
        return [known, *(move for move in moves if move != known)]


#: ``(search, state, player, depth, alpha, beta, moves)``: the value of a node from the values of its moves.
Expansion: TypeAlias = Callable[[TreeSearch[Any], Any, int, int, float, float, Sequence[int]], Answer]
#: ``(search, state, player, depth, alpha, beta)``: the expected value of a chance node, as ``player`` sees it.
ChanceExpansion: TypeAlias = Callable[[TreeSearch[Any], Any, int, int, float, float], float]
