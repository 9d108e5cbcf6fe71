"""Players and the games between them."""

from logistello.match.elo import Estimate, PairStatistics, Sprt
from logistello.match.openings import OpeningLine, OpeningList, load_openings
from logistello.match.pairing_systems import Gauntlet, PairingSystem, Round, RoundRobin, Swiss
from logistello.match.plan import GamePlan, Match, ScheduledGame
from logistello.match.play_game import MatchTerms
from logistello.match.players import Choice, MatchPlayer
from logistello.match.record import PlayedGame
from logistello.match.runner import MatchRun
from logistello.match.spec import PlayerSpec, parse_player
from logistello.match.standings import Pairing, ResultTally, Standings
from logistello.match.tournament import Tournament, play_tournament
from logistello.match.tournament_table import TablePlace, tournament_table

__all__ = [
    "Choice",
    "Estimate",
    "GamePlan",
    "Gauntlet",
    "Match",
    "MatchPlayer",
    "MatchRun",
    "MatchTerms",
    "OpeningLine",
    "OpeningList",
    "PairStatistics",
    "Pairing",
    "PairingSystem",
    "PlayedGame",
    "PlayerSpec",
    "ResultTally",
    "Round",
    "RoundRobin",
    "ScheduledGame",
    "Sprt",
    "Standings",
    "Swiss",
    "TablePlace",
    "Tournament",
    "load_openings",
    "parse_player",
    "play_tournament",
    "tournament_table",
]
