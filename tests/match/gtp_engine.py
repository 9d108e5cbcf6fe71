"""A small GTP program for the tests: plays like a simple player, and badly behaved if it is told so.

``--player greedy`` says how it plays, ``--slow S`` how many seconds a move takes. ``--at N --do THING`` misbehaves at
its N-th move: hang, die, illegal, pass, garbage, flood, refuse, resign, chatter; or after N moves: die-at-reset.
``--whole-seconds`` refuses fractions in time_left, ``--no-passes`` refuses passes, ``--unlisted`` hides
list_commands, ``--log FILE`` writes down every command.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

from logistello.match.players import GreedyPlayer, MobilityPlayer, MoveChooser, RandomPlayer
from logistello.othello import PASS, Game

COMMANDS = [
    "name",
    "version",
    "boardsize",
    "clear_board",
    "play",
    "genmove",
    "time_settings",
    "time_left",
    "quit",
    "known_command",
]


class RefusalError(Exception):
    """An answer with a question mark."""


class Program:
    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.game = Game()
        self.moves = 0

    def player(self) -> MoveChooser:
        return {"greedy": GreedyPlayer(), "random": RandomPlayer(1), "mobility": MobilityPlayer(1)}[self.options.player]

    def answer(self, words: list[str]) -> str:
        command, *arguments = words
        if command == "list_commands" and not self.options.unlisted:
            return "\n".join([*COMMANDS, "list_commands"])
        if command not in COMMANDS:
            raise RefusalError("unknown command")
        if command == "known_command":
            return "true" if arguments[0] in COMMANDS else "false"
        if command == "time_left" and self.options.whole_seconds and "." in arguments[1]:
            raise RefusalError("not an integer")
        if command == "clear_board":
            if self.options.do == "die-at-reset" and self.moves >= self.options.at:
                os._exit(3)
            self.game = Game()
        if command == "play":
            self.play(*arguments)
        return self.think(arguments[0]) if command == "genmove" else {"name": "Tiny", "version": "1"}.get(command, "")

    def play(self, color: str, move: str) -> None:
        if move == "pass" and self.options.no_passes:
            raise RefusalError("syntax error")
        self.turn_to(color)
        self.game.play(move)

    def turn_to(self, color: str) -> None:
        """A pass that nobody sent is found by itself."""
        if color != "bw"[self.game.position.turn]:
            self.game.play(PASS)

    def think(self, color: str) -> str:
        self.turn_to(color)
        self.moves += 1
        time.sleep(self.options.slow)
        if self.moves == self.options.at:
            self.misbehave()
            if self.options.do in ("illegal", "pass", "resign"):
                return {"illegal": "a1", "pass": "pass", "resign": "resign"}[self.options.do]
        move = self.player().choose(self.game.position)
        self.game.play(move)
        return str(move).upper()

    def misbehave(self) -> None:
        if self.options.do == "hang":
            if self.options.hanging:
                self.options.hanging.touch()
            time.sleep(6000)
        elif self.options.do == "die":
            sys.stderr.write("out of luck\n")
            sys.stderr.flush()
            os._exit(3)
        elif self.options.do == "garbage":
            sys.stdout.write("= \x07\x80blah blah\n\n")
        elif self.options.do == "flood":
            while True:
                sys.stdout.write("still thinking\n" * 100)
        elif self.options.do == "refuse":
            raise RefusalError("I do not feel like it")
        elif self.options.do == "chatter":
            sys.stdout.write("thinking...\n\ndepth 1\n")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--player", default="greedy")
    parser.add_argument("--at", type=int, default=0)
    parser.add_argument("--do", default="")
    parser.add_argument("--slow", type=float, default=0.0)
    parser.add_argument("--log", type=Path)
    parser.add_argument("--hanging", type=Path, help="a file that says that it hangs")
    for flag in ("--whole-seconds", "--no-passes", "--unlisted"):
        parser.add_argument(flag, action="store_true")
    program = Program(parser.parse_args())
    for line in sys.stdin:
        words = line.split()
        if program.options.log:
            with program.options.log.open("a") as file:
                file.write(line)
        try:
            text = f"= {program.answer(words)}"
        except RefusalError as error:
            text = f"? {error}"
        sys.stdout.write(f"{text}\n\n")
        sys.stdout.flush()
        if words == ["quit"]:
            break


if __name__ == "__main__":
    main()
