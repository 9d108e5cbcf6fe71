"""A match on the fake server: boards, clocks, and how the service writes them."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from logistello.othello import PASS, Color, Game, Position, Square
from logistello.othello.notation import write_ggf_game
from logistello.protocol.ggs.notation import MatchType

MARK = {Color.BLACK: "*", Color.WHITE: "O"}


def random_start(discs: int, seed: int) -> Position:
    """A position of so many discs in which somebody can move, after random moves from the start."""
    chance = random.Random(seed)
    while True:
        position = Position.initial()
        while position.count(Color.BLACK) + position.count(Color.WHITE) < discs and not position.is_over:
            position = position.play(chance.choice(position.legal_moves))
        if not position.is_over and not position.must_pass:
            return position


def clock_text(seconds: float, moves: int) -> str:
    whole = max(int(seconds), 0)
    return f"{whole // 60:02}:{whole % 60:02},{moves}:0//02:00,{moves}:0"


@dataclass
class Board:
    """One game: who has which colour, and what is left on the clocks."""

    id: str
    kind: str
    game: Game
    names: dict[Color, str]
    left: dict[Color, float]
    increment: float = 0.0
    resigned: Color | None = None
    timed_out: Color | None = None
    #: Beyond its time, but within the extension: lost, if only narrowly.
    late: Color | None = None
    #: When the client was last told whose turn it is.
    asked_at: float = 0.0
    told_over: bool = False

    @property
    def position(self) -> Position:
        return self.game.position

    @property
    def over(self) -> bool:
        return self.position.is_over or self.resigned is not None or self.timed_out is not None

    def color(self, name: str) -> Color:
        return Color.BLACK if self.names[Color.BLACK] == name else Color.WHITE

    def play(self, move: Square, value: float | None, seconds: float) -> None:
        mover = self.position.turn
        self.game.end.add(move, value=value, seconds=seconds)
        self.left[mover] += self.increment - seconds

    def score(self, name: str) -> float:
        """Discs for one player, as the server counts."""
        color = self.color(name)
        loser = self.resigned if self.resigned is not None else self.timed_out
        if loser is not None:
            return -64.0 if loser is color else 64.0
        discs = float(self.position.final_score(color))
        if self.late is not None:
            return min(discs, -2.0) if self.late is color else max(discs, 2.0)
        return discs

    # -- how it is written --------------------------------------------------------------------

    def block(self, position: Position, left: dict[Color, float]) -> list[str]:
        moves = len(self.game.moves)
        lines = [f"|{self.names[c]:<8} (1720.0 {MARK[c]}) {clock_text(left[c], moves // 2)}" for c in Color]
        rows = str(position).replace("X", "*").splitlines()
        lines += ["|", f"|   {' '.join('ABCDEFGH')}"]
        lines += [f"| {row} " for row in rows[1:9]]
        return [*lines, f"|   {' '.join('ABCDEFGH')}", "|", f"|{MARK[position.turn]} to move"]

    def written(self, index: int) -> str:
        node = list(self.game.root.main_line())[index]
        move = "PA" if node.move is PASS else str(node.move)
        value = "" if node.value is None else f"{node.value:.2f}"
        return f"{move}/{value}/{node.seconds:.2f}"

    def join(self, *, ggf: bool) -> list[str]:
        if ggf:
            self.game.tags["TY"] = self.kind
            for color in Color:
                player = self.game.player(color)
                player.name, player.rating, player.clock = self.names[color], 1720.0, "05:00//02:00"
            return [f"/os: join {self.id} {write_ggf_game(self.game)}"]
        moves = len(self.game.moves)
        lines = [f"/os: join {self.id} {self.kind} K?", f"|{moves} move(s)"]
        if not moves:
            return [*lines, "|  0: PASS", *self.block(self.position, self.left)]
        lines += self.block(self.game.start, dict.fromkeys(Color, 300.0))
        lines += [f"|{index + 1:3}: {self.written(index)}" for index in range(moves)]
        return [*lines, *self.block(self.position, self.left)]

    def update(self, *, ggf: bool) -> list[str]:
        last = len(self.game.moves) - 1
        if ggf:
            return [f"/os: update {self.id} {self.written(last)}"]
        head = [f"/os: update {self.id} {self.kind} K?", f"|{last + 1:3}: {self.written(last)}"]
        return [*head, *self.block(self.position, self.left)]


@dataclass
class FakeMatch:
    """A plain match has one board, a synchro match two with colours swapped."""

    id: str
    kind: str
    #: The order of the request: who asked comes first.
    names: tuple[str, str]
    rated: str = "U"
    boards: list[Board] = field(default_factory=list)

    @classmethod
    def begin(
        cls, number: str, kind: str, names: tuple[str, str], *, seconds: float, increment: float, seed: int
    ) -> FakeMatch:
        parsed = MatchType.parse(kind)
        assert parsed is not None
        start = Position.initial() if parsed.discs is None else random_start(parsed.discs, seed)
        black = names[1 if kind.endswith("w") else 0]
        white = names[0 if kind.endswith("w") else 1]
        match = cls(number, kind, names)
        for index in range(2 if parsed.synchro else 1):
            colors = (
                {Color.BLACK: black, Color.WHITE: white} if index == 0 else {Color.BLACK: white, Color.WHITE: black}
            )
            board_id = f"{number}.{index}" if parsed.synchro else number
            left = dict.fromkeys(Color, seconds)
            match.boards.append(Board(board_id, kind, Game(start=start), colors, left, increment))
        return match

    def renumbered(self, number: str) -> None:
        """A stored match goes on under another number."""
        for board in self.boards:
            board.id = number + board.id[len(self.id) :]
        self.id = number

    def line(self, sign: str, rest: str = "") -> str:
        first, second = self.names
        return f"/os: {sign} match {self.id} 1720 {first} 1720 {second} {self.kind} {self.rated} {rest}".rstrip()

    def score(self) -> float:
        """For the first name: the mean of the games."""
        return sum(board.score(self.names[0]) for board in self.boards) / len(self.boards)
