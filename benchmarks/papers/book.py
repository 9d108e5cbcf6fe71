"""What learning from games is worth: ``python -m benchmarks.papers.book [--depth N] [--games N] [--openings N]``.

Three parts, all with deterministic engines of a fixed depth (Buro 1997, "If you have won a game, try it the same way
next time"):

- *twice*: an opponent that looks further ahead wins a first game from some openings. Against an engine without a book
  it wins the same game again and again; the learning one must never lose the same game twice.
- *copy*: colours reversed. The learner has seen one game and takes the winner's side against the loser: how many of
  the winning moves it plays, and how it scores.
- *match*: two equal engines from the start of the game, colours alternating, one of them learns: 70 % at least.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from typing import Any

from benchmarks.measure import ROOT, Record, new_record, save, say
from benchmarks.papers.experiment import Experiment, Setup
from logistello.engine import GameLearner, Limit
from logistello.match.openings import OpeningLine, OpeningList, load_openings
from logistello.match.plan import Match
from logistello.match.play_game import MatchSeat, MatchTerms, play_game
from logistello.match.players import MatchPlayer
from logistello.match.runner import MatchRun
from logistello.match.spec import parse_player
from logistello.othello import Color, Game, Position
from logistello.othello.notation import read

#: Points of the learner in the match, in percent.
AT_LEAST = 70.0


def engine(depth: int, more: str = "") -> MatchPlayer:
    return parse_player(f"engine:hash_mb=8,depth={depth}{more}").make()


def learner(depth: int, more: str = "") -> MatchPlayer:
    return engine(depth, f",book=new,learn=yes{more}")


def one_game(opening: OpeningLine, players: dict[Color, MatchPlayer], depths: dict[Color, int]) -> Game:
    """Players that learn do so when it is over."""
    seats = {color: MatchSeat(player, Limit(depth=depths[color])) for color, player in players.items()}
    game = play_game(0, opening, seats, MatchTerms()).game
    for player in players.values():
        if isinstance(player, GameLearner):
            player.learn(game)
    return game


def series(
    opening: OpeningLine, player: MatchPlayer, opponent: MatchPlayer, color: Color, depths: tuple[int, int], games: int
) -> list[Game]:
    """Games from one opening with the same colours."""
    seats, limits = {color: player, color.opponent: opponent}, {color: depths[0], color.opponent: depths[1]}
    return [one_game(opening, seats, limits) for _ in range(games)]


def points(game: Game, color: Color) -> float:
    score = game.position.final_score(color)
    return 1.0 if score > 0 else 0.5 if score == 0 else 0.0


# -- never lose twice ---------------------------------------------------------------------------


def lose_twice(openings: Sequence[OpeningLine], depth: int, stronger: int, games: int) -> dict[str, Any]:
    """Against an opponent that looks further ahead, ``games`` times from every opening that it wins at first."""
    rows = []
    for number, opening in enumerate(openings):
        color = Color.BLACK if number % 2 else Color.WHITE
        bookless, opponent = engine(depth), engine(stronger)
        plain = series(opening, bookless, opponent, color, (depth, stronger), 2)
        if points(plain[0], color) > 0:
            continue  # not lost: nothing to learn from
        pupil = learner(depth)
        learned = series(opening, pupil, opponent, color, (depth, stronger), games)
        lost = [game.moves for game in learned if points(game, color) == 0]
        rows.append(
            {
                "opening": str(opening),
                "bookless_repeats": plain[0].moves == plain[1].moves,
                "lost": len(lost),
                "lost_twice": len(lost) - len(set(lost)),
                "second_differs": learned[0].moves != learned[1].moves,
                "percent": 100 * sum(points(game, color) for game in learned) / games,
            }
        )
        for player in (bookless, opponent, pupil):
            player.close()
    return {
        "depth": depth,
        "opponent_depth": stronger,
        "games": games,
        "lines": len(rows),
        "bookless_lost_again": sum(row["bookless_repeats"] for row in rows),
        "lost_twice": sum(row["lost_twice"] for row in rows),
        "second_differs": sum(row["second_differs"] for row in rows),
        "percent": sum(row["percent"] for row in rows) / max(len(rows), 1),
        "rows": rows,
    }


# -- colours reversed ---------------------------------------------------------------------------


def copied(first: Game, second: Game, color: Color, plies: int) -> tuple[int, int]:
    """How many moves of ``color`` after the opening are the same in both games until one differs, and of how many."""
    same, going_on = 0, True
    moves = 0
    for number, position in enumerate(list(first.positions())[: len(first.moves)]):
        if number < plies or position.turn is not color:
            continue
        moves += 1
        going_on = going_on and second.moves[: number + 1] == first.moves[: number + 1]
        same += going_on
    return same, moves


def copy_winner(openings: Sequence[OpeningLine], depth: int, learn_depth: int) -> dict[str, Any]:
    """One game between equals; then the learner, who has seen it, plays the winner's colour against the loser."""
    rows = []
    for opening in openings:
        loser = engine(depth)
        pupil = learner(depth, f",learn_depth={learn_depth}")
        both = {Color.BLACK: depth, Color.WHITE: depth}
        # The learner sits on the losing side first: it loses, learns and turns round.
        first = one_game(opening, {color: engine(depth) for color in Color}, both)
        winner = first.result.winner
        if winner is None or not isinstance(pupil, GameLearner):
            continue
        pupil.learn(first)
        second = one_game(opening, {winner: pupil, winner.opponent: loser}, both)
        same, moves = copied(first, second, winner, len(opening.moves))
        rows.append({"opening": str(opening), "copied": same, "of": moves, "points": points(second, winner)})
        for player in (loser, pupil):
            player.close()
    return {
        "depth": depth,
        "learn_depth": learn_depth,
        "openings": len(rows),
        "first_move_copied": sum(row["copied"] > 0 for row in rows),
        "whole_games": sum(row["copied"] == row["of"] for row in rows),
        "copied_moves": sum(row["copied"] for row in rows) / max(len(rows), 1),
        "percent": 100 * sum(row["points"] for row in rows) / max(len(rows), 1),
        "rows": rows,
    }


# -- two equals ---------------------------------------------------------------------------------


def match(depth: int, games: int, more: str = "") -> dict[str, Any]:
    """From the start of the game, colours alternating."""
    start = OpeningList([OpeningLine(Position.initial())] * (games // 2), "the start of the game")
    players = [f"engine:name=learner,hash_mb=8,book=new,learn=yes{more}", "engine:name=equal,hash_mb=8"]
    run = MatchRun(Match([parse_player(text) for text in players], start, games, Limit(depth=depth)))
    begun = time.monotonic()
    run.play()
    played = sorted(run.games, key=lambda game: game.number)
    results = [_points_of_first(game.black, game.black_score) for game in played]
    lost = [read(game.ggf).games[0].moves for game, got in zip(played, results, strict=True) if got == 0]
    return {
        "depth": depth,
        "games": games,
        "percent": 100 * sum(results) / games,
        "black_percent": 100 * sum(results[0::2]) / (games // 2),
        "white_percent": 100 * sum(results[1::2]) / (games // 2),
        "losses": len(lost),
        "last_loss": max((number + 1 for number, each in enumerate(results) if each == 0.0), default=0),
        "distinct_lost": len(set(lost)),
        "results": "".join("1" if each == 1 else "=" if each == 0.5 else "0" for each in results),
        "seconds": time.monotonic() - begun,
    }


def _points_of_first(black: int, black_score: int) -> float:
    score = black_score if black == 0 else -black_score
    return 1.0 if score > 0 else 0.5 if score == 0 else 0.0


def run(setup: Setup) -> Record:
    """All three parts, as ``main`` does them with its usual options."""
    depth, count, repeats, games = (2, 2, 2, 4) if setup.quick else (4, 20, 10, 100)
    openings = load_openings(None, seed=1).openings[:count]
    return {
        "twice": lose_twice(openings, depth, depth + 2, repeats),
        "copy": copy_winner(openings, depth, depth),
        "match": match(depth, setup.games or games),
        "at_least": AT_LEAST,
        "complete": True,
    }


def table(record: Record) -> str:
    twice, copy, equal = record["twice"], record["copy"], record["match"]
    return (
        f"games lost a second time: {twice['lost_twice']} (without a book {twice['bookless_lost_again']}); points with "
        f"colours reversed: {copy['percent']:.0f} %; against an equal: {equal['percent']:.1f} %, expected {AT_LEAST} %"
    )


EXPERIMENT = Experiment(
    "book",
    "an engine that learns from games against one that does not: it loses no game twice, copies the winner, and wins "
    "at least 70 % against an equal",
    "Buro 1997, 1999; Buro 2002, section 4",
    run,
    table,
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--depth", type=int, default=4)
    parser.add_argument("--games", type=int, default=100, help="of the match")
    parser.add_argument("--openings", type=int, default=20, help="of the other two parts")
    parser.add_argument("--repeats", type=int, default=10, help="games from each opening of the first part")
    parser.add_argument("--learn-depth", type=int, help="of the part with colours reversed; without it --depth")
    parser.add_argument("--no-save", action="store_true")
    options = parser.parse_args()
    record = new_record("papers.book")
    openings = load_openings(None, seed=1).openings[: options.openings]
    twice = lose_twice(openings, options.depth, options.depth + 2, options.repeats)
    say(
        f"twice: {twice['lines']} lines, the bookless engine loses {twice['bookless_lost_again']} again the same way; "
        f"the learner loses {twice['lost_twice']} games twice and scores {twice['percent']:.0f} %"
    )
    copy = copy_winner(openings, options.depth, options.learn_depth or options.depth)
    say(
        f"copy: {copy['openings']} games, {copy['copied_moves']:.1f} winning moves played on average, "
        f"{copy['percent']:.0f} % of the points"
    )
    equal = match(options.depth, options.games)
    say(f"match: {equal['percent']:.1f} % of {options.games} games, expected {AT_LEAST} %: {equal['results']}")
    record |= {"twice": twice, "copy": copy, "match": equal, "at_least": AT_LEAST}
    if not options.no_save:
        say(f"saved {save(record).relative_to(ROOT)}")


if __name__ == "__main__":
    main()
