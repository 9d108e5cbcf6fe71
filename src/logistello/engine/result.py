"""What an engine says about a position. Scores are discs, seen by the side to move of that position."""

from __future__ import annotations

from dataclasses import dataclass, field

from logistello.othello import Color, Position, Square


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

    def __neg__(self) -> Bounds:
        """The same for the other side."""
        return Bounds(-self.upper, -self.lower)

    def __str__(self) -> str:
        if self.exact:
            return f"{self.lower:+d}"
        if self.lower == -64:
            return f"<= {self.upper:+d}" if self.upper < 64 else "unknown"
        return f">= {self.lower:+d}" if self.upper == 64 else f"{self.lower:+d} to {self.upper:+d}"


@dataclass(frozen=True, slots=True)
class Progress:
    """What a solve knows while it is still going on."""

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
    #: With ``all_moves``: what is proven of every legal move, best first; moves that a limit left out are missing.
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

    def score_for(self, color: Color) -> int:
        """The same, seen by ``color``."""
        return self.score if color is self.position.turn else -self.score

    @property
    def outcome(self) -> int | None:
        """+1 if a win is proven, -1 a loss, 0 a draw, ``None`` if that is still open."""
        if self.bounds.lower > 0:
            return 1
        if self.bounds.upper < 0:
            return -1
        return 0 if self.exact else None
