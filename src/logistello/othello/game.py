"""A game: the history that a position does not have. Moves, passes, clocks, players, variations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, fields
from enum import Enum
from itertools import zip_longest

from logistello.othello.color import Color
from logistello.othello.mark import Mark
from logistello.othello.position import Position
from logistello.othello.square import PASS, Square
from logistello.othello.symmetry import Symmetry


class Ending(Enum):
    """How a game came to its result."""

    PLAYED = "played"  # neither side could move
    RESIGNED = "resigned"
    TIMEOUT = "timeout"
    AGREED = "agreed"
    ADJOURNED = "adjourned"  # a player left; the record may go on elsewhere
    UNFINISHED = "unfinished"  # the record stops; a stored score does not follow from its moves


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome for Black in discs (empties to the winner); ``None`` if it is unknown."""

    black_score: float | None
    ending: Ending = Ending.PLAYED

    def score_for(self, color: Color) -> float | None:
        if self.black_score is None:
            return None
        return self.black_score if color is Color.BLACK else -self.black_score

    @property
    def winner(self) -> Color | None:
        """``None`` for a draw and for an unknown result."""
        if not self.black_score:
            return None
        return Color.BLACK if self.black_score > 0 else Color.WHITE


@dataclass(slots=True)
class Player:
    """Who played one colour: a name, a rating where one is known, a clock as the record writes it."""

    name: str = ""
    rating: float | None = None
    clock: str = ""


class Node:
    """A move and the position after it. The first child continues the main line, the others are variations.

    A tree is edited through its nodes: :meth:`add`, :meth:`promote`, :meth:`demote`, :meth:`make_main`, :meth:`remove`,
    and the plain attributes ``comment``, ``marks``, ``value`` and ``seconds``.

    >>> game = Game.from_moves("f5d6c3")
    >>> variation = game.root.children[0].add("f6", comment="the diagonal opening begins with f6")
    >>> variation.make_main()
    >>> game.transcript(), [str(child.move) for child in game.root.children[0].children]
    ('f5f6', ['f6', 'd6'])
    >>> variation.remove()
    >>> game.transcript()
    'f5d6c3'
    """

    __slots__ = ("children", "comment", "marks", "move", "parent", "position", "seconds", "value")

    def __init__(self, position: Position, move: Square | None = None, parent: Node | None = None) -> None:
        self.position = position
        self.move = move
        self.parent = parent
        self.children: list[Node] = []
        self.comment = ""
        #: What was drawn on the board of this position.
        self.marks: frozenset[Mark] = frozenset()
        #: Time spent on this move.
        self.seconds: float | None = None
        #: The player's own evaluation of the move: discs, from the point of view of the player who made it.
        self.value: float | None = None

    def add(
        self,
        move: Square | int | str,
        *,
        value: float | None = None,
        seconds: float | None = None,
        comment: str = "",
    ) -> Node:
        """Append a move; returns its node. A forced pass before it is inserted and recorded.

        Adding a move that is already a child returns that child (with the new annotations, if given).
        Raises ``IllegalMoveError``.
        """
        square = Square.coerce(move)
        node = self._known(square)
        if node is None:
            after = self.position.after(square)
            if after is not None:
                node = self._append(after, square)
            elif square is not PASS and self.position.must_pass:
                node = self._child(PASS)._child(square)
            else:
                node = self._child(square)  # which says why it cannot be
        if value is not None:
            node.value = value
        if seconds is not None:
            node.seconds = seconds
        if comment:
            node.comment = comment
        return node

    def _child(self, square: Square) -> Node:
        known = self._known(square)
        return self._append(self.position.play(square), square) if known is None else known

    def _known(self, square: Square) -> Node | None:
        for child in self.children:
            if child.move is square:
                return child
        return None

    def _append(self, position: Position, square: Square) -> Node:
        child = Node(position, square, self)
        self.children.append(child)
        return child

    # -- editing ------------------------------------------------------------------------------

    def promote(self) -> None:
        """Move this variation one place up among its siblings; the first one already stays where it is."""
        self._move_to(lambda place, last: max(place - 1, 0))

    def demote(self) -> None:
        """Move this variation one place down among its siblings; the last one stays where it is."""
        self._move_to(lambda place, last: min(place + 1, last))

    def make_main(self) -> None:
        """Make the line from the root to this node the main line."""
        node: Node | None = self
        while node is not None:
            node._move_to(lambda place, last: 0)
            node = node.parent

    def remove(self) -> None:
        """Remove this move and everything after it; a forced pass that led to this move alone goes with it.

        The root, which is the start position and no move, cannot be removed: ``ValueError``.
        """
        if self.parent is None:
            raise ValueError("the root is the start position and cannot be removed; remove one of its children")
        parent, self.parent = self.parent, None
        parent.children.remove(self)
        if self.move is not PASS and parent.move is PASS and not parent.children and parent.parent is not None:
            parent.remove()

    def _move_to(self, place_for: Callable[[int, int], int]) -> None:
        """``place_for`` takes the place among the siblings and the last possible one, and returns the new place."""
        if self.parent is None:
            return
        siblings = self.parent.children
        place = siblings.index(self)
        siblings.insert(place_for(place, len(siblings) - 1), siblings.pop(place))

    # -- looking around -----------------------------------------------------------------------

    @property
    def mover(self) -> Color | None:
        """Who made the move of this node."""
        return self.parent.position.turn if self.parent else None

    @property
    def is_main(self) -> bool:
        """Whether this node lies on the main line."""
        node = self
        while node.parent is not None:
            if node.parent.children[0] is not node:
                return False
            node = node.parent
        return True

    def walk(self) -> Iterator[Node]:
        """This node and all nodes below it, every node before its children."""
        pending = [self]
        while pending:
            node = pending.pop()
            yield node
            pending.extend(reversed(node.children))

    def main_line(self) -> Iterator[Node]:
        """The nodes after this one, always taking the first child."""
        node = self
        while node.children:
            node = node.children[0]
            yield node

    def line(self) -> list[Square]:
        """The moves from the root to this node."""
        moves: list[Square] = []
        node: Node | None = self
        while node is not None and node.move is not None:
            moves.append(node.move)
            node = node.parent
        return moves[::-1]

    def __repr__(self) -> str:
        return f"<Node {self.move} {self.position.text}>"


@dataclass(repr=False)
class Game:
    """A game record: a start position, a tree of moves, and what is known about it.

    >>> game = Game.from_moves("f5 d6 c3 d3 c4")
    >>> game.transcript()
    'f5d6c3d3c4'
    >>> game.position.turn
    <Color.WHITE: 1>
    >>> game.is_over, game.result
    (False, Result(black_score=None, ending=<Ending.UNFINISHED: 'unfinished'>))

    Games are equal if everything in them is: start, moves, variations with their annotations, players, the rest.

    >>> game == Game.from_moves("f5d6c3d3c4"), game == Game.from_moves("f5d6")
    (True, False)
    >>> game
    <Game f5d6c3d3c4>
    """

    start: Position = field(default_factory=Position.initial)
    black: Player = field(default_factory=Player)
    white: Player = field(default_factory=Player)
    place: str = ""
    date: str = ""
    #: A result the record states; the moves tell it when this is ``None``.
    stated_result: Result | None = None
    comment: str = ""
    #: Fields of the source format that have no place above, by their names there.
    tags: dict[str, str] = field(default_factory=dict)
    root: Node = field(init=False, compare=False)  # __eq__ compares the tree

    def __post_init__(self) -> None:
        self.root = Node(self.start)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        compared = [each.name for each in fields(self) if each.compare]
        if any(getattr(self, name) != getattr(other, name) for name in compared):
            return False
        # Every node says how many children it has, so equal sequences are equal trees.
        return all(
            one is not None and two is not None and _said(one) == _said(two)
            for one, two in zip_longest(self.root.walk(), other.root.walk())
        )

    @classmethod
    def from_moves(cls, moves: str | Iterable[Square | int | str], start: Position | None = None) -> Game:
        """From a transcript in any dialect, or from single moves. Omitted passes are inserted."""
        if isinstance(moves, str):
            from logistello.othello.notation.transcript import parse_transcript

            moves = parse_transcript(moves)
        game = cls(start=start or Position.initial())
        node = game.root
        for move in moves:
            node = node.add(move)
        return game

    def player(self, color: Color) -> Player:
        return self.black if color is Color.BLACK else self.white

    # -- the main line ------------------------------------------------------------------------

    @property
    def end(self) -> Node:
        """The last node of the main line."""
        node = self.root
        while node.children:
            node = node.children[0]
        return node

    @property
    def position(self) -> Position:
        """The position at the end of the main line."""
        return self.end.position

    @property
    def moves(self) -> tuple[Square, ...]:
        """Moves of the main line, passes included."""
        return tuple(node.move for node in self.root.main_line() if node.move is not None)

    def positions(self) -> Iterator[Position]:
        """All positions of the main line, the start position first."""
        yield self.root.position
        for node in self.root.main_line():
            yield node.position

    def play(
        self,
        move: Square | int | str,
        *,
        value: float | None = None,
        seconds: float | None = None,
        comment: str = "",
    ) -> Node:
        """Append a move to the main line (see :meth:`Node.add`)."""
        return self.end.add(move, value=value, seconds=seconds, comment=comment)

    def undo(self) -> Square | None:
        """Take back the last move of the main line with its forced pass, if one stands before it."""
        node = self.end
        if node.parent is None:
            return None
        node.remove()
        return node.move

    @property
    def is_over(self) -> bool:
        return self.position.is_over

    @property
    def result(self) -> Result:
        """What the record states, else what the moves lead to."""
        if self.stated_result is not None:
            return self.stated_result
        position = self.position
        if position.is_over:
            return Result(position.final_score(Color.BLACK), Ending.PLAYED)
        return Result(None, Ending.UNFINISHED)

    # -- showing and turning it ---------------------------------------------------------------

    def transcript(self, *, passes: bool = False) -> str:
        """Moves glued together, ``f5d6c3``. Passes are left out unless asked for (then ``pa``)."""
        return "".join("pa" if move is PASS else str(move) for move in self.moves if passes or move is not PASS)

    def transform(self, symmetry: Symmetry) -> Game:
        """The same game on a turned or mirrored board, variations included."""
        turned = Game(
            start=self.start.transform(symmetry),
            black=Player(self.black.name, self.black.rating, self.black.clock),
            white=Player(self.white.name, self.white.rating, self.white.clock),
            place=self.place,
            date=self.date,
            stated_result=self.stated_result,
            comment=self.comment,
            tags=dict(self.tags),
        )
        pending = [(self.root, turned.root)]
        while pending:
            source, target = pending.pop()
            target.comment, target.value, target.seconds = source.comment, source.value, source.seconds
            target.marks = frozenset(mark.transform(symmetry) for mark in source.marks)
            for child in source.children:
                if child.move is not None:
                    pending.append((child, target.add(symmetry.apply(child.move))))
        return turned

    def normalised(self) -> Game:
        """The symmetric image that begins with f5, as databases store games (if it starts as usual)."""
        moves = self.moves
        if not moves or self.start != Position.initial():
            return self
        for symmetry in Symmetry:
            turned = symmetry.apply(moves[0]) is Square.F5
            if turned and self.start.transform(symmetry) == self.start:
                return self.transform(symmetry)
        return self

    def __str__(self) -> str:
        return self.transcript()

    def __repr__(self) -> str:
        """The moves, and what else is known: start position, players, result."""
        parts = [self.transcript() or "no moves"]
        if self.start != Position.initial():
            parts.append(f"from {self.start.text}")
        if self.black.name or self.white.name:
            parts.append(f"{self.black.name or '?'} - {self.white.name or '?'}")
        if self.result.black_score is not None:
            parts.append(f"{self.result.black_score:+g}")
        variations = sum(len(node.children) - 1 for node in self.root.walk() if node.children)
        if variations:
            parts.append(f"{variations} variation{'s' if variations > 1 else ''}")
        return f"<Game {', '.join(parts)}>"

    def _repr_svg_(self) -> str:
        from logistello.othello.svg import BoardStyle, draw_board

        return draw_board(self.position, BoardStyle(last_move=self.end.move))


def _said(node: Node) -> tuple[object, ...]:
    """All that a node says by itself."""
    return node.move, len(node.children), node.comment, node.marks, node.value, node.seconds
