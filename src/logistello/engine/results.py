"""The answers of an engine. Scores are discs, seen by the side to move of the position that was asked about."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Generic, Literal, TypeVar

from logistello.engine.outlook import Outlook
from logistello.othello import Color, Position, Square

BoundKind = Literal["lower", "upper"]
Discs = TypeVar("Discs", int, float)


@dataclass(frozen=True, slots=True)
class PovScore(Generic[Discs]):
    """A score in discs that knows its point of view: Black's and White's are told apart by name, not by a sign.

    >>> score = PovScore.of(2.5, Color.WHITE)
    >>> score.white, score.black, score.pov(Color.BLACK), score == PovScore(black=-2.5)
    (2.5, -2.5, -2.5, True)
    """

    #: Seen by Black.
    black: Discs

    @classmethod
    def of(cls, score: Discs, color: Color) -> PovScore[Discs]:
        """A score as ``color`` sees it."""
        return PovScore(score if color is Color.BLACK else 0 - score)

    @property
    def white(self) -> Discs:
        """Seen by White."""
        return 0 - self.black  # and not -0.0 for a draw

    def pov(self, color: Color) -> Discs:
        """Seen by ``color``."""
        return self.black if color is Color.BLACK else self.white


@dataclass(frozen=True, slots=True)
class Bounds:
    """What is proven: ``lower <= score <= upper``.

    >>> Bounds(2, 64).exact, Bounds(4, 4).exact, str(Bounds(2, 64)), str(Bounds(-4, -4))
    (False, True, '>= +2', '-4')
    """

    lower: int = -64
    upper: int = 64

    @property
    def exact(self) -> bool:
        return self.lower == self.upper

    @property
    def outcome(self) -> int | None:
        """+1 if a win is proven, -1 a loss, 0 a draw, ``None`` if that is still open.

        >>> Bounds(2, 64).outcome, Bounds(-64, -2).outcome, Bounds(0, 0).outcome, Bounds(0, 64).outcome
        (1, -1, 0, None)
        """
        if self.lower > 0:
            return 1
        if self.upper < 0:
            return -1
        return 0 if self.exact else None

    def __neg__(self) -> Bounds:
        """The same for the other side."""
        return Bounds(-self.upper, -self.lower)

    def __and__(self, other: Bounds) -> Bounds:
        """What both prove together."""
        return Bounds(max(self.lower, other.lower), min(self.upper, other.upper))

    def __str__(self) -> str:
        if self.exact:
            return f"{self.lower:+d}"
        if self.lower == -64:
            return f"<= {self.upper:+d}" if self.upper < 64 else "unknown"
        return f">= {self.lower:+d}" if self.upper == 64 else f"{self.lower:+d} to {self.upper:+d}"


OutcomeName = Literal["win", "draw", "loss"]
_OUTCOME_NAMES: dict[int, OutcomeName] = {1: "win", 0: "draw", -1: "loss"}


def outcome_name(outcome: int | None) -> OutcomeName | None:
    """A proven outcome in a word, for programs that read JSON."""
    return None if outcome is None else _OUTCOME_NAMES[outcome]


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
    #: forced pass, where the other side has that choice. Either for a pass that only asked who wins.
    bound: BoundKind | None = None
    #: Chances; ``None`` if the model has no table to tell them.
    outlook: Outlook | None = None
    #: The answer of an opening book: nothing was searched, and ``score`` is what the book's lines lead to.
    from_book: bool = False
    #: What is proven of the score of the position.
    proven: Bounds = Bounds()
    #: The side to move, whose score it is.
    turn: Color = field(kw_only=True)

    @property
    def pov_score(self) -> PovScore[float]:
        """``score`` with its point of view."""
        return PovScore.of(self.score, self.turn)

    @property
    def move(self) -> Square:
        return self.pv[0]

    @property
    def outcome(self) -> int | None:
        """+1 if a win is proven, -1 a loss, 0 a draw, ``None`` if that is still open."""
        return self.proven.outcome

    @property
    def sureness(self) -> tuple[bool, int, int]:
        """A value must not be replaced by one that is less sure."""
        return self.exact, self.depth, self.confidence

    def as_json(self) -> dict[str, Any]:
        """All fields, moves by name, for programs that read JSON."""
        answer: dict[str, Any] = {
            "rank": self.rank,
            "move": str(self.move),
            "score": round(self.score, 3),
            "exact": self.exact,
            "bound": self.bound,
            "outcome": outcome_name(self.outcome),
            "depth": self.depth,
            "confidence": self.confidence,
            "pv": " ".join(str(move) for move in self.pv),
            "nodes": self.nodes,
            "seconds": round(self.seconds, 4),
            "outlook": None,
        }
        if self.outlook is not None:
            names = ("win", "draw", "loss", "low", "high")
            answer["outlook"] = {name: round(getattr(self.outlook, name), 4) for name in names}
        return answer


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
    #: As that of :class:`Info`.
    from_book: bool = False
    #: The best moves, as many as were asked for, best first. Empty if the game is over or a book answered.
    best: tuple[Info, ...] = ()
    #: As those of :class:`Info`.
    bound: BoundKind | None = None
    proven: Bounds = Bounds()

    @property
    def pov_score(self) -> PovScore[float]:
        """``score`` with its point of view.

        >>> from logistello import Engine, Limit
        >>> with Engine(hash_mb=16) as engine:
        ...     result = engine.search(Position.initial().play("f5"), Limit(depth=4))
        >>> result.position.turn, result.pov_score.white == result.score == -result.pov_score.black
        (<Color.WHITE: 1>, True)
        """
        return PovScore.of(self.score, self.position.turn)

    @property
    def info(self) -> Info:
        """The best move as an :class:`Info`, with the nodes and seconds of the whole search."""
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
            bound=self.bound,
            from_book=self.from_book,
            proven=self.proven,
            turn=self.position.turn,
        )

    @property
    def outcome(self) -> int | None:
        """As that of :class:`Info`."""
        return self.proven.outcome

    @property
    def expected_reply(self) -> Square | None:
        """The opponent's probable answer."""
        return self.pv[1] if len(self.pv) > 1 else None

    @property
    def sureness(self) -> tuple[bool, int, int]:
        """As that of :class:`Info`."""
        return self.exact, self.depth, self.confidence

    def after(self, before: SearchResult | None) -> SearchResult:
        """This result of a search that went on where ``before`` had stopped: the surer move of the two."""
        if before is None or self.from_book or self._as_sure_as(before):
            return self
        return replace(before, complete=self.complete, nodes=self.nodes, seconds=self.seconds)

    def _as_sure_as(self, before: SearchResult) -> bool:
        """A proven win or draw is not given up for a search that looked as far and knows less."""
        return (*self.sureness, self.proven.lower) >= (*before.sureness, before.proven.lower)


class BestMoves:
    """The best moves so far, from the news of one search or of several of the same position.

    A search ranks its own moves (``SearchResult.best``); this is for callers who follow it, or go on after a stop. A
    value gives way only to one that is at least as sure.

    >>> def found(rank: int, depth: int, score: float, move: Square) -> Info:
    ...     return Info(rank, depth, 100, score, (move,), 0, 0.0, turn=Color.BLACK)
    >>> best = BestMoves()
    >>> best.add(found(1, 8, 2.0, Square.F5)), best.add(found(2, 8, 1.0, Square.D6))
    (True, True)
    >>> best.add(found(1, 9, 3.0, Square.D6))  # the other move came to the front, then time was up
    True
    >>> [(info.rank, str(info.move), info.depth) for info in best.ranked()]
    [(1, 'd6', 9), (2, 'f5', 8)]
    """

    def __init__(self, count: int = 64) -> None:
        self._count = count
        self._pass: list[Info] = []
        self._before: list[Info] = []

    def add(self, info: Info) -> bool:
        """Whether it says something new; ``False`` if the move's value is known better."""
        known = next((each for each in self._ordered() if each.move == info.move), None)
        if known is not None and info.sureness < known.sureness:
            return False
        if info.rank == 1:
            self._pass, self._before = [], self._ordered()
        self._pass = [*(each for each in self._pass if each.move != info.move), info]
        return True

    def ranked(self) -> tuple[Info, ...]:
        """Best first: the moves of the newest pass, then those that it has not reached."""
        return tuple(
            info if info.rank == rank else replace(info, rank=rank)
            for rank, info in enumerate(self._ordered(), start=1)
        )

    def _ordered(self) -> list[Info]:
        """With the ranks that they came with, which is cheap enough for every pass of a search."""
        moves = {info.move for info in self._pass}
        return [*self._pass, *(info for info in self._before if info.move not in moves)][: self._count]


@dataclass(frozen=True, slots=True)
class Progress:
    """What a solve has proven so far."""

    bounds: Bounds
    move: Square
    nodes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class SolveResult:
    """The answer of :meth:`logistello.Engine.solve`."""

    position: Position
    #: Proven bounds of the score; equal when the score is exact.
    bounds: Bounds
    #: Best move found; ``PASS`` for a forced pass, ``None`` if the game is over or nothing is known.
    move: Square | None
    #: Best play from here to the end of the game, passes included. May be cut short by a limit.
    pv: tuple[Square, ...]
    #: With ``all_moves``: what is proven of every legal move, best first; moves that a limit cut off are missing.
    moves: dict[Square, Bounds] = field(default_factory=dict)
    #: The question was answered; ``False`` if a limit or ``stop()`` came first.
    complete: bool = True
    nodes: int = 0
    seconds: float = 0.0

    @property
    def exact(self) -> bool:
        return self.bounds.exact

    @property
    def score(self) -> int:
        """The exact score, or the proven bound that is nearer to zero: what is safe to say."""
        lower, upper = self.bounds.lower, self.bounds.upper
        if lower > 0:
            return lower
        return upper if upper < 0 else max(lower, min(upper, 0))

    @property
    def pov_score(self) -> PovScore[int]:
        """``score`` with its point of view."""
        return PovScore.of(self.score, self.position.turn)

    @property
    def outcome(self) -> int | None:
        """As that of :class:`Bounds`."""
        return self.bounds.outcome

    def after(self, before: SolveResult | None) -> SolveResult:
        """This result of a solve that began again where ``before`` had stopped: what both have proven together."""
        if before is None or self.complete:
            return self
        moves = {
            move: before.moves.get(move, Bounds()) & self.moves.get(move, Bounds())
            for move in {**before.moves, **self.moves}
        }
        surer = self if self.bounds.lower >= before.bounds.lower else before
        return replace(
            self,
            bounds=before.bounds & self.bounds,
            move=surer.move,
            pv=surer.pv,
            moves=dict(sorted(moves.items(), key=lambda item: (-item[1].lower, -item[1].upper))),
        )
