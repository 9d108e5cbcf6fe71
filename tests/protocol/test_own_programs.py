"""Our programs behind their protocols, as other people's runners use them."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from logistello.engine import Engine, Limit
from logistello.match.openings import OpeningLine, OpeningList
from logistello.match.plan import Match
from logistello.match.runner import MatchRun
from logistello.match.spec import parse_player
from logistello.othello import Game
from logistello.protocol.gtp_commands import COMMANDS
from logistello.protocol.nboard_session import NBoardSession
from logistello.protocol.xboard_session import _IGNORED, XBoardSession

from .dialogue import command


def test_our_match_runner_plays_gtp_against_nboard() -> None:
    """Every game is played to its end, openings with both colours."""
    gtp = "gtp:name=G " + shlex.join(command("gtp", "--depth", "1"))
    nboard = "nboard:name=N depth=1 " + shlex.join(command("nboard"))
    openings = OpeningList([OpeningLine.of(Game.from_moves(line)) for line in ("f5d6c3d3", "f5f6e6f4")], "two lines")
    run = MatchRun(Match([parse_player(gtp), parse_player(nboard)], openings, 4, Limit()))
    run.play()
    assert [(game.ending, game.reason) for game in run.games] == [("played", "")] * 4


def test_the_reference_names_every_command() -> None:
    text = (Path(__file__).parents[2] / "docs" / "reference" / "protocols.md").read_text()
    gtp, nboard, xboard = re.split(r"\n## \w+\n", text)[1:]
    with Engine(hash_mb=1) as engine:
        nboard_session = NBoardSession(engine, lambda event: None, lambda line: None, limit=Limit())
        xboard_session = XBoardSession(engine, lambda event: None, lambda line: None, limit=Limit())
    for section, names in (
        (gtp, COMMANDS),
        (nboard, nboard_session._handlers),
        (xboard, (*xboard_session._handlers, *_IGNORED)),
    ):
        missing = [name for name in names if not re.search(rf"`{re.escape(name)}[` \[]", section)]
        assert missing == []
