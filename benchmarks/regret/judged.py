"""Positions of games with a value for every move, in ``positions.tsv`` beside this file."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from benchmarks.collections_of_games import wthor
from benchmarks.measure import Missing
from logistello import Position, Square
from logistello.evaluation import Model
from logistello.othello.notation.game_table import read_games

FILE = Path(__file__).parent / "positions.tsv"
#: How the values were found: proven, or by searches that are much longer than those that are measured.
Kind = Literal["exact", "searched"]
#: Fewest and most empty squares by kind: further from the end nothing can be proven in a reasonable time.
EMPTIES: dict[Kind, tuple[int, int]] = {"exact": (22, 26), "searched": (28, 48)}
#: Phases by fewest and most empty squares: curves are drawn for each.
PHASES = ((22, 26), (28, 33), (34, 40), (41, 48))
#: Years of WTHOR that no model was fitted to.
YEARS = range(2015, 2023)
#: A game that is decided asks for no decision: positions with a larger static value, of either sign, are not chosen.
_OPEN_GAME = 10.0


@dataclass(frozen=True)
class Judged:
    """A position and what each of its moves is worth, in discs for the side to move."""

    position: Position
    kind: Kind
    values: dict[Square, float]

    @property
    def phase(self) -> tuple[int, int]:
        return next(phase for phase in PHASES if phase[0] <= self.position.empties <= phase[1])

    def regret(self, move: Square) -> float:
        """Discs lost by this move.

        >>> position = Position.initial().play("f5")
        >>> judged = Judged(position, "exact", {Square.D6: 2.0, Square.F6: 1.0, Square.F4: -3.0})
        >>> judged.regret(Square.D6), judged.regret(Square.F4)
        (0.0, 5.0)
        """
        return max(self.values.values()) - self.values[move]

    def line(self) -> str:
        moves = " ".join(f"{move}:{value:g}" for move, value in self.values.items())
        return f"{self.position.text}\t{self.kind}\t{moves}"

    @classmethod
    def parse(cls, line: str) -> Judged:
        """A line of the file. Raises ``ValueError`` if a legal move has no value.

        >>> judged = Judged(Position.initial(), "searched", dict.fromkeys(Position.initial().legal_moves, -0.5))
        >>> Judged.parse(judged.line()) == judged
        True
        """
        text, kind, moves = line.split("\t")
        if kind not in ("exact", "searched"):
            raise ValueError(f"{kind!r}: expected 'exact' or 'searched'")
        position = Position.parse(text)
        pairs = (word.split(":") for word in moves.split())
        values = {Square.parse(move): float(value) for move, value in pairs}
        if set(values) != set(position.legal_moves):
            raise ValueError(f"{text}: expected a value for each of its {len(position.legal_moves)} moves")
        return cls(position, kind, values)


def read(path: Path = FILE) -> list[Judged]:
    """Everything that is judged so far."""
    if not path.is_file():
        raise Missing(
            f"no {path.name}: make it with 'python -m benchmarks.regret --judge exact' and '--judge searched'"
        )
    return [Judged.parse(line) for line in path.read_text().splitlines() if not line.startswith("#")]


def candidates(kind: Kind, count: int, seed: int = 22) -> list[Position]:
    """Positions of games of strangers, always the same, one of each game, every number of empty squares as often."""
    games = read_games(wthor(YEARS))
    empties = 64 - games.discs.astype(np.int64)
    fewest, most = EMPTIES[kind]
    # The two kinds share no game.
    order = list(range(kind == "searched", len(games), 2))
    random.Random(seed).shuffle(order)  # noqa: S311 - a sample, not a secret
    model = Model.default()
    found: dict[str, Position] = {}
    for number, game in enumerate(order):
        if len(found) == count:
            break
        rows = np.arange(games.first[game], games.first[game + 1])
        at = rows[empties[rows] == fewest + number % (most - fewest + 1)]
        if not len(at):
            continue
        row = at[0]
        position = Position.from_own(int(games.own[row]), int(games.opp[row]))
        if len(position.legal_moves) > 1 and abs(float(model.evaluate([position])[0])) <= _OPEN_GAME:
            found[position.text] = position
    return list(found.values())
