"""Short matches for the tests."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from logistello.engine import Limit
from logistello.match.elo import Sprt
from logistello.match.openings import OpeningLine, OpeningList
from logistello.match.plan import Match
from logistello.match.play_game import MatchTerms
from logistello.match.record import PlayedGame
from logistello.match.spec import parse_player
from logistello.othello import Game

#: Ours: a handful of openings of four plies.
LINES = ("f5d6c3d3", "f5d6c4d3", "f5f6e6f4", "f5f6e6d6", "f5f4e3f6", "f5f4e3d2", "f5d6c5f4", "f5d6c6f4")


def opening_list(lines: Sequence[str] = LINES) -> OpeningList:
    return OpeningList([OpeningLine.of(Game.from_moves(line)) for line in lines], "the tests' list")


def gtp_command(*arguments: str) -> str:
    """The test program as a command line."""
    return shlex.join([sys.executable, str(Path(__file__).with_name("gtp_engine.py")), *arguments])


def match_of(
    *players: str,
    games: int = 4,
    limit: Limit | None = None,
    rules: MatchTerms | None = None,
    sprt: Sprt | None = None,
) -> Match:
    specs = [parse_player(text) for text in players]
    return Match(specs, opening_list(), games, limit or Limit(), rules or MatchTerms(), sprt)


def played(number: int, score: int, *, opening: int | None = None, black: int | None = None) -> PlayedGame:
    """A game of players 0 and 1 in the order of a schedule; ``score`` is for player 0."""
    color = number % 2 if black is None else black
    usage = {
        "moves": 30,
        "seconds": 1.0,
        "longest_move": 0.1,
        "left": None,
        "nodes": 5,
        "depths": 0,
        "moves_with_depth": 0,
    }
    return PlayedGame(
        number=number,
        opening=number // 2 if opening is None else opening,
        black=color,
        white=1 - color,
        black_score=score if color == 0 else -score,
        ending="played",
        loser=None,
        reason="",
        usage={"0": usage, "1": usage},
        ggf="(;GM[Othello];)",
    )
