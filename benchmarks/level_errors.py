"""How levels err, beside people and chance: ``python -m benchmarks.level_errors``.

Games of a level against itself, of people (WTHOR, where it is at hand) and of the random player. Every move
is compared with the best one of a search; the table says what was given away, when, and how often a corner.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, field

from benchmarks.collections_of_games import add_data_option, wthor
from benchmarks.measure import ROOT, Missing, Record, new_record, save, say
from logistello.engine import Engine, Limit
from logistello.engine.levels import LevelPlayer
from logistello.match.openings import load_openings
from logistello.match.players import RandomPlayer
from logistello.othello import PASS, Game, Position, Square
from logistello.othello.notation import read_path

#: The judge looks so far ahead, and to the end from so many empty squares on.
DEPTH = 8
EXACT_EMPTIES = 12
#: Discs from which a move is called a blunder.
BLUNDER = 10.0
#: First plies are not judged: openings are given.
OPENING_PLIES = 8
_CORNERS = Square.A1.mask | Square.H1.mask | Square.A8.mask | Square.H8.mask


@dataclass
class Errors:
    """What the players of some games gave away."""

    games: int = 0
    #: By third of the game: discs lost with each move.
    losses: list[list[float]] = field(default_factory=lambda: [[], [], []])
    corners_given: int = 0

    def add(self, judge: Engine, game: Game) -> None:
        self.games += 1
        position = game.start
        for ply, move in enumerate(game.moves):
            if move is not PASS and ply >= OPENING_PLIES and len(position.legal_moves) > 1:
                phase = 0 if position.empties > 40 else 1 if position.empties > 20 else 2
                self.losses[phase].append(max(_value(judge, position) + _value(judge, position.play(move)), 0.0))
                self.corners_given += gives_corner(position, move)
            position = position.play(move)

    def row(self, who: str) -> Record:
        every = [loss for phase in self.losses for loss in phase]
        return {
            "who": who,
            "games": self.games,
            "moves": len(every),
            "mean_loss": _mean(every),
            "mean_loss_by_third": [_mean(phase) for phase in self.losses],
            "best_moves_percent": 100 * _mean([float(loss < 0.5) for loss in every]),
            "blunders_percent": 100 * _mean([float(loss >= BLUNDER) for loss in every]),
            "corners_given_per_side": self.corners_given / (2 * self.games) if self.games else 0.0,
        }


def gives_corner(position: Position, move: Square) -> bool:
    """Whether the opponent may take a corner now that it could not take if the mover had passed."""
    before = Position.from_own(position.opponent, position.own).legal_mask
    return bool(position.play(move).legal_mask & ~before & _CORNERS)


def _mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _value(judge: Engine, position: Position) -> float:
    """Discs for the side to move."""
    limit = None if position.empties <= EXACT_EMPTIES else Limit(depth=DEPTH)
    return judge.search(position, limit).score


def level_games(level: int | None, count: int) -> Iterator[Game]:
    """Games of a level against itself; ``None`` for the random player."""
    openings = load_openings(None, plies=OPENING_PLIES, seed=7).openings
    with Engine(hash_mb=4) as engine:
        for number in range(count):
            game = openings[number].game()
            player = RandomPlayer(number) if level is None else LevelPlayer(level, engine, number)
            while not game.is_over:
                chosen = PASS if game.position.must_pass else player.choose(game.position)
                game.play(chosen if isinstance(chosen, Square) else chosen.move)
            yield game


def peoples_games(count: int) -> Iterator[Game]:
    """From all years, evenly."""
    try:
        files = wthor()
    except Missing as missing:
        say(f"{missing}: their games are left out")
        return
    for number, path in enumerate(files):
        share = count * (number + 1) // len(files) - count * number // len(files)
        if share:
            games = read_path(path).games
            yield from (games[len(games) * each // share] for each in range(share))


def table(rows: list[Record]) -> str:
    """Markdown."""
    lines = [
        "| who | games | discs lost a move | early | middle | late | best moves | blunders | corners given |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        thirds = " | ".join(f"{loss:.1f}" for loss in row["mean_loss_by_third"])
        lines.append(
            f"| {row['who']} | {row['games']} | **{row['mean_loss']:.1f}** | {thirds} "
            f"| {row['best_moves_percent']:.0f} % | {row['blunders_percent']:.0f} % "
            f"| {row['corners_given_per_side']:.1f} |"
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--levels", type=int, nargs="*", default=list(range(1, 18, 2)))
    parser.add_argument("--no-save", action="store_true")
    add_data_option(parser)
    options = parser.parse_args()
    record = new_record("level_errors")
    sources: list[tuple[str, Iterator[Game]]] = [("random player", level_games(None, options.games))]
    sources += [(f"level {level}", level_games(level, options.games)) for level in options.levels]
    sources.append(("people (WTHOR)", peoples_games(options.games)))
    rows = []
    with Engine(hash_mb=16) as judge:
        for who, games in sources:
            errors = Errors()
            for game in games:
                errors.add(judge, game)
            if errors.games:
                rows.append(errors.row(who))
                say(f"{who}: {rows[-1]['mean_loss']:.2f} discs lost a move")
    print(table(rows))
    if not options.no_save:
        say(f"saved {save(record | {'rows': rows}).relative_to(ROOT)}")


if __name__ == "__main__":
    main()
