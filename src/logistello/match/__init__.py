"""Players and the games between them."""

from logistello.match.elo import Estimate, PairStatistics, Sprt
from logistello.match.openings import OpeningLine, OpeningList, load_openings
from logistello.match.plan import Match
from logistello.match.play_game import MatchTerms
from logistello.match.players import Choice, MatchPlayer
from logistello.match.record import PlayedGame
from logistello.match.runner import MatchRun
from logistello.match.spec import PlayerSpec, parse_player
from logistello.match.standings import Pairing, ResultTally, Standings

__all__ = [
    "Choice",
    "Estimate",
    "Match",
    "MatchPlayer",
    "MatchRun",
    "MatchTerms",
    "OpeningLine",
    "OpeningList",
    "PairStatistics",
    "Pairing",
    "PlayedGame",
    "PlayerSpec",
    "ResultTally",
    "Sprt",
    "Standings",
    "load_openings",
    "parse_player",
]
