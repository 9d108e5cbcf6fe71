"""Our programs behind their protocols, as other people's runners use them."""

from __future__ import annotations

import shlex

from logistello.engine import Limit
from logistello.match.openings import Opening, OpeningList
from logistello.match.plan import Match
from logistello.match.runner import MatchRun
from logistello.match.spec import parse_player
from logistello.othello import Game

from .dialogue import command


def test_our_match_runner_plays_gtp_against_nboard() -> None:
    """Every game is played to its end, openings with both colours."""
    gtp = "gtp:name=G " + shlex.join(command("gtp", "--depth", "1"))
    nboard = "nboard:name=N depth=1 " + shlex.join(command("nboard"))
    openings = OpeningList([Opening.of(Game.from_moves(line)) for line in ("f5d6c3d3", "f5f6e6f4")], "two lines")
    run = MatchRun(Match([parse_player(gtp), parse_player(nboard)], openings, 4, Limit()))
    run.play()
    assert [(game.ending, game.reason) for game in run.games] == [("played", "")] * 4
