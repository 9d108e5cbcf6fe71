"""What other programs answer. Scores are discs, seen by the side to move, as in the answers of our own engine."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from logistello.engine.results import PovScore
from logistello.othello import Color, Position, Square


@dataclass(frozen=True, slots=True)
class ProgramInfo:
    """What a program said about one move while it was thinking; ``None`` is what it did not say."""

    #: 1 for the best move so far.
    rank: int
    #: Expected play; starts with the move.
    pv: tuple[Square, ...]
    #: Discs for the side to move.
    score: float | None = None
    #: Moves ahead; the number of empty squares if it looked to the end of the game.
    depth: int | None = None
    #: Confidence of pruning by probability, in percent.
    confidence: int | None = None
    #: The score is that of best play to the end of the game.
    exact: bool = False
    #: Positions visited.
    nodes: int | None = None
    #: Since the search began, by our clock.
    seconds: float = 0.0
    #: It comes from the program's opening book.
    from_book: bool = False
    #: The side to move, whose score it is.
    turn: Color = field(kw_only=True)

    @property
    def move(self) -> Square:
        return self.pv[0]

    @property
    def pov_score(self) -> PovScore[float] | None:
        """``score`` with its point of view; ``None`` if the program told none."""
        return None if self.score is None else PovScore.of(self.score, self.turn)


@dataclass(frozen=True, slots=True)
class ProgramResult:
    """The answer of a program; ``None`` is what it did not say.

    >>> from logistello import Position
    >>> result = ProgramResult(Position.initial(), Square.F5, score=1.5)
    >>> result.pov_score.white, result.depth is None
    (-1.5, True)
    """

    position: Position
    #: The move to play; ``PASS`` if that is forced. ``None`` if the game is over, the program resigned, or a stop came
    #: before it said anything.
    move: Square | None
    #: Discs for the side to move; the final score if the game is over.
    score: float | None = None
    #: Moves ahead; the number of empty squares if it looked to the end of the game.
    depth: int | None = None
    #: Expected play; starts with the move.
    pv: tuple[Square, ...] = ()
    #: ``score`` is that of best play to the end of the game, by the program's own word.
    exact: bool = False
    #: The program came to its own end; ``False`` if ``stop()`` or a limit of time ended it.
    complete: bool = True
    nodes: int | None = None
    #: By our clock.
    seconds: float = 0.0
    from_book: bool = False
    #: It gave up instead of moving.
    resigned: bool = False
    #: The best moves, as far as the program told, best first.
    best: tuple[ProgramInfo, ...] = ()

    @property
    def pov_score(self) -> PovScore[float] | None:
        """``score`` with its point of view; ``None`` if the program told none."""
        return None if self.score is None else PovScore.of(self.score, self.position.turn)

    @property
    def expected_reply(self) -> Square | None:
        """The opponent's probable answer."""
        return self.pv[1] if len(self.pv) > 1 else None


class ToldMoves:
    """Ranks the lines of a program that tells its moves one by one, pass by pass, in an order of its own.

    A pass ends when its depth changes or a move comes again. Moves of the newest pass go before those it has not
    reached, since values of different depths do not compare; those of a book count in every pass.

    >>> def told(move: Square, depth: int, score: float) -> ProgramInfo:
    ...     return ProgramInfo(1, (move,), score, depth, turn=Color.BLACK)
    >>> moves = ToldMoves(2)
    >>> [moves.add(told(*each)).rank for each in ((Square.F5, 1, 0.5), (Square.D6, 1, 2.0), (Square.F5, 2, 1.0))]
    [1, 1, 1]
    >>> [(info.rank, str(info.move)) for info in moves.ranked()]
    [(1, 'f5'), (2, 'd6')]
    """

    def __init__(self, count: int = 64) -> None:
        self._count = count
        self._pass: list[ProgramInfo] = []
        self._before: list[ProgramInfo] = []

    def add(self, info: ProgramInfo) -> ProgramInfo:
        """The same with its rank so far."""
        if not info.from_book and self._begins_a_pass(info):
            self._before = self._ordered()
            self._pass = [each for each in self._pass if each.from_book]
        self._pass = [each for each in self._pass if each.move != info.move]
        place = sum(1 for each in self._pass if not _worse(each, info))
        self._pass.insert(place, info)
        return replace(info, rank=place + 1)

    def _begins_a_pass(self, info: ProgramInfo) -> bool:
        searched = [each for each in self._pass if not each.from_book]
        reach = info.depth, info.confidence
        return any((each.depth, each.confidence) != reach or each.move == info.move for each in searched)

    def of(self, move: Square) -> ProgramInfo | None:
        """What was said last about a move."""
        return next((each for each in self._ordered() if each.move == move), None)

    def ranked(self) -> tuple[ProgramInfo, ...]:
        """Best first."""
        return tuple(replace(info, rank=rank) for rank, info in enumerate(self._ordered()[: self._count], start=1))

    def _ordered(self) -> list[ProgramInfo]:
        moves = {info.move for info in self._pass}
        return [*self._pass, *(info for info in self._before if info.move not in moves)]


def _worse(one: ProgramInfo, other: ProgramInfo) -> bool:
    """A move without a score goes last."""
    low = float("-inf")
    return (low if one.score is None else one.score) < (low if other.score is None else other.score)
