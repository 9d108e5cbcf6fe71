"""gnubg as a player of backgammon: asked over the socket of its ``external`` command.

gnubg gets the board as FIBS writes it and answers with a move; what that move makes of the position is then looked up
among the turns that the rules allow.
"""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import time
from types import TracebackType
from typing import Self

import numpy as np

from logistello.errors import ProgramError
from logistello.games import OpenSpielState
from logistello.lab.td.backgammon import backgammon_rules, position_bytes

#: A move of gnubg's: from, to, how often: ``bar/21*``, ``13/7(2)``, ``6/off``, ``24/18/16``.
_STEP = re.compile(r"(bar|\d+)((?:/(?:off|\d+)\*?)+)(?:\((\d)\))?", re.IGNORECASE)
_PATIENCE_SECONDS = 60
_BAR, _OFF = 25, 0


def find_gnubg() -> str | None:
    """The program, where Debian puts it or on the path."""
    return shutil.which("gnubg") or shutil.which("/usr/games/gnubg")


class GnubgPlayer:
    """gnubg without looking ahead (0-ply), for money, without cube. Fulfils ``GamePlayer``. Use it as a context."""

    def __init__(self) -> None:
        program = find_gnubg()
        if program is None:
            raise ProgramError("gnubg is not installed; on Debian: apt install gnubg")
        self.work = np.zeros(3, dtype=np.int64)
        self._rules = backgammon_rules()
        self._answer, self._wanted = "", b""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self._process = subprocess.Popen(  # noqa: S603 - the program that was asked for
            [program, "-t", "-q", "-r"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )
        commands = (
            "set automatic game off",
            "set evaluation chequerplay evaluation plies 0",
            "set evaluation chequerplay evaluation prune off",
            "set evaluation chequerplay evaluation noise 0",
            "set evaluation chequerplay evaluation cubeful off",
            f"external 127.0.0.1:{port}",
        )
        if self._process.stdin is not None:
            self._process.stdin.write("\n".join(commands) + "\n")
            self._process.stdin.flush()
        self._socket = self._connected(port)
        self._lines = self._socket.makefile("r", encoding="ascii", errors="replace")

    def _connected(self, port: int) -> socket.socket:
        """gnubg takes a second to load its weights; it listens after that."""
        end = time.monotonic() + _PATIENCE_SECONDS
        while time.monotonic() < end and self._process.poll() is None:
            try:
                return socket.create_connection(("127.0.0.1", port), _PATIENCE_SECONDS)
            except OSError:
                time.sleep(0.2)
        self._process.kill()
        raise ProgramError("gnubg did not begin to listen")

    def choose(self, state: OpenSpielState) -> int:
        """The move that leads to what gnubg would play; of a double, the first half of it."""
        moves = self._rules.moves(state)
        player = self._rules.player(state)
        dice = [int(each) for each in re.findall(r"Dice: (\d)(\d)", str(state))[0]]
        again = "Extra turn: 1" in str(state)
        if len(moves) == 1 and (again or dice[0] != dice[1]):  # the first half of a double is asked for with the second
            return moves[0]
        before = position_bytes(state)
        if not again:
            self._answer = self._asked(before, player, dice)
            self._wanted = after_text(before, player, self._answer)
            self.work += (1, 1, 1)
        wanted = self._wanted  # of a double, the whole of it
        for move in moves:
            after = self._rules.play(state, move)
            if position_bytes(after) == wanted:
                return move
            if self._rules.player(after) == player and not again:  # a double: the other half comes next
                for other in self._rules.moves(after):
                    if position_bytes(self._rules.play(after, other)) == wanted:
                        return move
        raise ProgramError(f"gnubg played {self._answer!r}, which the rules do not allow here:\n{state}")

    def _asked(self, position: bytes, player: int, dice: list[int]) -> str:
        self._socket.sendall((fibs_board(position, player, dice) + "\n").encode())
        line = self._lines.readline()
        if not line:
            raise ProgramError("gnubg ended, or closed its connection")
        if "error" in line.lower():
            raise ProgramError(f"gnubg answered {line.strip()!r}")
        return line.strip()  # empty if it cannot move

    def close(self) -> None:
        self._lines.close()
        self._socket.close()
        self._process.kill()
        self._process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, where: TracebackType | None
    ) -> None:
        self.close()


def fibs_board(position: bytes, player: int, dice: list[int]) -> str:
    """The position as FIBS writes it, for the player to move, whose checkers are positive and move down from 24."""
    own, other = (position[26 * side : 26 * side + 26] for side in (player, 1 - player))
    points = [0] * 26
    for distance in range(1, 25):
        points[distance] = own[distance] - other[25 - distance]
    points[_BAR], points[0] = own[_BAR], -other[_BAR]
    fields = [
        *("board", "You", "Opponent", "0", "0", "0"),  # money game, no points yet
        *map(str, points),
        *("1",),  # the player to move has the positive checkers
        *(str(dice[0]), str(dice[1]), "0", "0"),
        *("1", "1", "1", "0"),  # the cube in the middle: otherwise gnubg answers a double that it thinks was offered
        *("1", "-1", "0", "25"),  # colour, direction, home, bar
        *(str(own[_OFF]), str(other[_OFF]), str(own[_BAR]), str(other[_BAR])),
        *("0", "0", "0", "0"),
    ]
    return ":".join(fields)


def after_text(position: bytes, player: int, text: str) -> bytes:
    """The position after a move in gnubg's words, hits included."""
    sides = [bytearray(position[:26]), bytearray(position[26:])]
    own, other = sides[player], sides[1 - player]
    for start, path, times in _STEP.findall(text):
        stations = [start, *re.findall(r"off|\d+", path, re.IGNORECASE)]
        places = [_BAR if each.lower() == "bar" else _OFF if each.lower() == "off" else int(each) for each in stations]
        for _ in range(int(times or 1)):
            own[places[0]] -= 1
            own[places[-1]] += 1
            for place in places[1:]:
                if place != _OFF and other[25 - place] == 1:
                    other[25 - place] = 0
                    other[_BAR] += 1
    return bytes(sides[0] + sides[1])
