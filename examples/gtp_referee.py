"""A match between two programs that speak GTP, by a referee who knows the rules and the protocol and nothing else.

    python examples/gtp_referee.py "logistello gtp" gtp-rhino --games 20 --time 1

Needs only Python: no package of ours. Every opening (two random moves for each side) is played twice with colours
swapped. A program that dies, hangs or plays an illegal move loses its game and is started anew.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import re
import select
import shlex
import subprocess
import sys
import time

DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
COLOURS = {"X": "b", "O": "w"}


# -- the rules --------------------------------------------------------------------------------


def start() -> dict[str, str]:
    """Discs by square: X is Black, O White."""
    return {"d4": "O", "e5": "O", "e4": "X", "d5": "X"}


def flips(board: dict[str, str], square: str, own: str) -> list[str]:
    if square in board:
        return []
    found = []
    for right, down in DIRECTIONS:
        line = []
        file, row = ord(square[0]) + right, int(square[1]) + down
        while board.get(f"{chr(file)}{row}", own) != own:
            line.append(f"{chr(file)}{row}")
            file, row = file + right, row + down
        if line and f"{chr(file)}{row}" in board:
            found += line
    return found


def legal_moves(board: dict[str, str], own: str) -> list[str]:
    return [square for square in (f + r for r in "12345678" for f in "abcdefgh") if flips(board, square, own)]


def place(board: dict[str, str], square: str, own: str) -> None:
    for each in [*flips(board, square, own), square]:
        board[each] = own


def other(own: str) -> str:
    return "O" if own == "X" else "X"


def margin(board: dict[str, str]) -> int:
    """Discs for Black; empty squares go to the winner."""
    discs = list(board.values())
    difference = discs.count("X") - discs.count("O")
    empty = 64 - len(discs)
    return difference + (empty if difference > 0 else -empty if difference < 0 else 0)


# -- the protocol -----------------------------------------------------------------------------


class Failure(Exception):  # noqa: N818 - whoever failed loses
    """A program that cannot go on."""

    def __init__(self, program: Program, message: str) -> None:
        super().__init__(message)
        self.program = program


class Refusal(Failure):
    """An answer with a question mark."""


class Program:
    def __init__(self, command: str, patience: float) -> None:
        self.patience = patience
        self.buffer = b""
        self.process = subprocess.Popen(  # noqa: S603 - the user names the program
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def ask(self, command: str) -> str:
        """The answer without its mark. Raises ``Failure``."""
        try:
            assert self.process.stdin is not None
            self.process.stdin.write(f"{command}\n".encode())
            self.process.stdin.flush()
        except OSError:
            raise Failure(self, f"died before {command!r}") from None
        deadline = time.monotonic() + self.patience
        lines: list[str] = []
        while not (lines and not lines[-1].strip() and any(line.startswith(("=", "?")) for line in lines)):
            lines.append(self.line(deadline, command))
        text = "\n".join(lines).strip()
        if text.startswith("?"):
            raise Refusal(self, f"{command!r} was refused: {text}")
        return re.sub(r"^=[0-9]*\s*", "", text)

    def tell(self, command: str) -> None:
        """What a program may refuse without harm: GRhino wants whole seconds, and finds passes itself."""
        with contextlib.suppress(Refusal):
            self.ask(command)

    def line(self, deadline: float, command: str) -> str:
        assert self.process.stdout is not None
        while b"\n" not in self.buffer:
            ready, _, _ = select.select([self.process.stdout], [], [], max(0, deadline - time.monotonic()))
            if not ready:
                raise Failure(self, f"no answer to {command!r}")
            data = os.read(self.process.stdout.fileno(), 4096)
            if not data:
                raise Failure(self, f"died at {command!r}")
            self.buffer += data
        line, self.buffer = self.buffer.split(b"\n", 1)
        return line.decode(errors="replace")

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()


# -- the match --------------------------------------------------------------------------------


def opening(rng: random.Random, plies: int) -> list[str]:
    board, own, moves = start(), "X", []
    for _ in range(plies):
        moves.append(rng.choice(legal_moves(board, own)))
        place(board, moves[-1], own)
        own = other(own)
    return moves


def play(players: dict[str, Program], moves: list[str], seconds: float) -> tuple[int, str]:
    """Discs for Black, and why a game ended early."""
    board, own = start(), "X"
    try:
        for player in players.values():
            player.ask("clear_board")
            player.tell(f"time_settings 0 {seconds:g} 1")
        while True:
            legal = legal_moves(board, own)
            if not legal and not legal_moves(board, other(own)):
                return margin(board), ""
            colour = COLOURS[own]
            if not legal:
                for player in players.values():
                    player.tell(f"play {colour} pass")
            else:
                if moves:
                    move, moves = moves[0], moves[1:]
                    players[own].ask(f"play {colour} {move}")
                else:
                    players[own].tell(f"time_left {colour} {seconds:g} 1")
                    move = players[own].ask(f"genmove {colour}").lower()
                    if move not in legal:
                        raise Failure(players[own], f"played {move!r}")
                players[other(own)].ask(f"play {colour} {move}")
                place(board, move, own)
            own = other(own)
    except Failure as failure:
        black_failed = failure.program is players["X"]
        return -64 if black_failed else 64, f"({'Black' if black_failed else 'White'}: {failure})"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--time", type=float, default=1.0, help="seconds for a move")
    parser.add_argument("--plies", type=int, default=4, help="random moves at the beginning")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--patience", type=float, default=60.0, help="seconds after which a program counts as hung")
    options = parser.parse_args()
    commands = (options.first, options.second)
    programs: dict[int, Program] = {}
    rng = random.Random(options.seed)
    wins = draws = losses = failures = 0
    line: list[str] = []
    for game in range(options.games):
        if game % 2 == 0:
            line = opening(rng, options.plies)
        for number in (0, 1):
            if number not in programs:
                programs[number] = Program(commands[number], options.patience)
        black = game % 2
        score, reason = play({"X": programs[black], "O": programs[1 - black]}, list(line), options.time)
        if reason:
            failures += 1
            for program in programs.values():
                program.end()
            programs.clear()
        score_of_first = score if black == 0 else -score
        wins, draws, losses = wins + (score_of_first > 0), draws + (score_of_first == 0), losses + (score_of_first < 0)
        colour = "Black" if black == 0 else "White"
        told = f"game {game + 1}: {''.join(line)}, first plays {colour}: {score_of_first:+d} {reason}"
        print(told.rstrip(), flush=True)
    for program in programs.values():
        program.end()
    print(f"first: {wins} wins, {draws} draws, {losses} losses; {failures} games ended by a failure")
    return 0


if __name__ == "__main__":
    sys.exit(main())
