"""What a search within limits says. Scores are discs, seen by the side to move of the position asked about."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from logistello.engine.outlook import Outlook
from logistello.othello import Color, Position, Square

BoundKind = Literal["lower", "upper"]


@dataclass(frozen=True, slots=True)
class Info:
    """What one pass of a search found out about one move."""

    #: 1 for the best move.
    rank: int
    #: Moves ahead; the number of empty squares if the pass reached the end of the game.
    depth: int
    #: Confidence of the pruning by probability, in percent; 100 if nothing was pruned.
    confidence: int
    #: Discs for the side to move.
    score: float
    #: Expected play; starts with the move (``PASS`` if that is forced). ``depth`` moves and the passes between them,
    #: fewer if the game ends before or the table has forgotten the rest.
    pv: tuple[Square, ...]
    #: Positions visited and seconds since the search began.
    nodes: int
    seconds: float
    #: The score is that of best play to the end of the game.
    exact: bool = False
    #: ``"lower"`` if the pass was cut short, so that another move may be better still; ``"upper"`` likewise after a
    #: forced pass, where the other side has that choice.
    bound: BoundKind | None = None
    #: Chances; ``None`` if the model has no table to tell them.
    outlook: Outlook | None = None

    @property
    def move(self) -> Square:
        return self.pv[0]

    @property
    def sureness(self) -> tuple[bool, int, int]:
        """A value with less of it must not replace one with more."""
        return self.exact, self.depth, self.confidence


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The answer of :meth:`logistello.Engine.search`."""

    position: Position
    #: The move to play; ``PASS`` if that is forced, ``None`` only if the game is over.
    move: Square | None
    #: Discs for the side to move; the final score if the game is over.
    score: float
    #: Moves ahead.
    depth: int
    #: Confidence of the pruning by probability, in percent; 100 if nothing was pruned.
    confidence: int
    pv: tuple[Square, ...]
    #: ``score`` is that of best play to the end of the game.
    exact: bool
    #: What was asked for was reached; ``False`` if a limit of time or nodes or ``stop()`` came first.
    complete: bool
    nodes: int
    seconds: float
    outlook: Outlook | None = None
    #: The answer of an opening book: nobody searched, ``score`` is what the book's lines lead to.
    from_book: bool = False

    def score_for(self, color: Color) -> float:
        """The same, seen by ``color``."""
        return self.score if color is self.position.turn else -self.score

    @property
    def info(self) -> Info:
        """The same as the news of a search: its last word on the best move."""
        return Info(
            rank=1,
            depth=self.depth,
            confidence=self.confidence,
            score=self.score,
            pv=self.pv,
            nodes=self.nodes,
            seconds=self.seconds,
            exact=self.exact,
            outlook=self.outlook,
        )

    @property
    def expected_reply(self) -> Square | None:
        """What the opponent will probably answer."""
        return self.pv[1] if len(self.pv) > 1 else None

    @property
    def sureness(self) -> tuple[bool, int, int]:
        """As that of :class:`Info`."""
        return self.exact, self.depth, self.confidence


class BestMoves:
    """The best moves so far, of passes that may be cut short. A value gives way only to one that is at least as sure.

    >>> f5, d6 = Square.F5, Square.D6
    >>> best = BestMoves()
    >>> best.add(Info(1, 8, 100, 2.0, (f5,), 0, 0.0)), best.add(Info(2, 8, 100, 1.0, (d6,), 0, 0.0))
    (True, True)
    >>> best.add(Info(1, 9, 100, 3.0, (d6,), 0, 0.0))  # the other move came to the front, then time was up
    True
    >>> [(info.rank, str(info.move), info.depth) for info in best.ranked()]
    [(1, 'd6', 9), (2, 'f5', 8)]
    """

    def __init__(self, count: int = 64) -> None:
        self._count = count
        self._pass: list[Info] = []
        self._before: list[Info] = []

    def add(self, info: Info) -> bool:
        """Whether it says something that is not known better."""
        known = next((each for each in self._ordered() if each.move == info.move), None)
        if known is not None and info.sureness < known.sureness:
            return False
        if info.rank == 1:
            self._pass, self._before = [], self._ordered()
        self._pass = [*(each for each in self._pass if each.move != info.move), info]
        return True

    def ranked(self) -> tuple[Info, ...]:
        """Best first: the moves of the newest pass, then those that it did not come to."""
        return tuple(
            info if info.rank == rank else replace(info, rank=rank)
            for rank, info in enumerate(self._ordered(), start=1)
        )

    def _ordered(self) -> list[Info]:
        """With the ranks that they came with: cheap enough for every pass of a search."""
        moves = {info.move for info in self._pass}
        return [*self._pass, *(info for info in self._before if info.move not in moves)][: self._count]
