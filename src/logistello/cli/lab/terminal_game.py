"""A game of any kind in the terminal, between a person and a player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TextIO

from logistello.errors import IllegalMoveError
from logistello.games import CHANCE, OpenSpielRules, OpenSpielState
from logistello.lab.chance import new_dice, roll
from logistello.lab.learn.players import GamePlayer

_MOST_LISTED = 60


@dataclass(frozen=True)
class TerminalGame:
    rules: OpenSpielRules
    opponent: GamePlayer
    person: int
    #: Of the dice.
    seed: int

    def play(self, lines: TextIO, out: TextIO) -> int:
        """Until the game is over or the person has enough; returns the exit code."""
        rules = self.rules
        state = rules.start()
        before: list[OpenSpielState] = []
        dice = new_dice(self.seed)
        while not rules.is_over(state):
            player = rules.player(state)
            if player == CHANCE:
                move = roll(rules, state, dice)
                out.write(f"rolled {rules.move_text(state, move)}\n")
            elif player != self.person:
                move = self.opponent.choose(state)
                out.write(f"{rules.move_text(state, move)} was played\n")
            else:
                out.write(f"{state}\nyour move: ")
                out.flush()
                line = lines.readline()
                text = line.strip().replace(" ", "")
                if not line or text == "quit":
                    out.write("\n")
                    return 0
                if text == "undo":
                    state = before.pop() if before else state
                    continue
                chosen = self._read(state, text, out)
                if chosen is None:
                    continue
                before.append(state)
                move = chosen
            state = rules.play(state, move)
        points = rules.outcome(state, self.person)
        out.write(f"{state}\n{'you won' if points > 0 else 'you lost' if points < 0 else 'a draw'} ({points:+g})\n")
        return 0

    def _read(self, state: OpenSpielState, text: str, out: TextIO) -> int | None:
        """The move, or ``None`` after a word about what is possible."""
        try:
            if text != "moves":
                return self.rules.parse_move(state, text)
            said = ""
        except (IllegalMoveError, ValueError):
            said = f"{text!r} is not a move here; "
        names = [self.rules.move_text(state, move) for move in self.rules.moves(state)]
        more = f" and {len(names) - _MOST_LISTED} more" if len(names) > _MOST_LISTED else ""
        out.write(f"{said}moves: {' '.join(names[:_MOST_LISTED])}{more}\n")
        return None
