"""Four kinds of work in small, and what came out of each in a form that can be compared."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from logistello.book import Book, EngineRecipe, line_of
from logistello.engine import Limit
from logistello.jobs import Pool
from logistello.match.openings import OpeningList, load_openings
from logistello.match.plan import Match
from logistello.match.runner import MatchRun
from logistello.match.spec import parse_player
from logistello.othello import Game, Position
from logistello.othello.notation import read
from logistello.train.games import self_play
from logistello.train.models import ModelFile
from logistello.train.preset import GameSettings
from logistello.train.scores import BySolving, scores

#: Takes a pool, an empty folder and a seed; gives what must not depend on the pool.
Work = Callable[[Pool, Path, int], str]
_EMPTIES, _LABELLED = 15, 720
_GAMES, _GAMES_IN_TASK = 120, 4
_BOOK_GAMES, _BOOK_PLIES, _BOOK_EXPANSIONS = 2, 20, 20
_MATCH_GAMES = 40


@dataclass(frozen=True)
class SolvingFew(BySolving):
    """Small tasks, so that a kill meets many of them."""

    @property
    def task_size(self) -> int:
        return 16


def digest_of_files(folder: Path, pattern: str) -> str:
    lines = [
        f"{path.relative_to(folder)} {hashlib.sha256(path.read_bytes()).hexdigest()}"
        for path in sorted(folder.rglob(pattern))
    ]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def labels(pool: Pool, folder: Path, seed: int) -> str:
    """Positions with fifteen empty squares, solved; the files of their scores."""
    own, opp = random_positions(_LABELLED, _EMPTIES, seed)
    scores(pool, folder, SolvingFew(_EMPTIES), own, opp, {"seed": seed})
    return digest_of_files(folder, "*.scores")


def games(pool: Pool, folder: Path, seed: int) -> str:
    """Self-play with the default model; the files of the games."""
    settings = GameSettings(games=(_GAMES,), per_task=_GAMES_IN_TASK, depth=(6,), exact_empties=(16,))
    self_play(pool, folder, ModelFile.find(None), settings, generation=1, seed=seed)
    return digest_of_files(folder, "*.games")


def book(pool: Pool, folder: Path, seed: int) -> str:
    """Games learned, then the best leaves expanded, whose order depends on who is faster: what was learned is compared,
    all of it is verified."""
    recipe = EngineRecipe(depth=12, solve_empties=12, hash_mb=4)
    with Book.open(folder / "some.book", writable=True, create=True) as opened:
        opened.add_lines([line_of(random_game(_BOOK_PLIES, f"{seed} {n}")) for n in range(_BOOK_GAMES)], recipe, pool)
        learned = sorted(repr(node) for node in opened.nodes())
        grown = opened.extend(recipe, pool, expansions=_BOOK_EXPANSIONS)
        if grown.expansions != _BOOK_EXPANSIONS:
            raise AssertionError(f"{grown.expansions} expansions instead of {_BOOK_EXPANSIONS}")
        if problems := list(opened.verify()):
            raise AssertionError(f"the book has problems: {problems[0]}")
    return hashlib.sha256("\n".join(learned).encode()).hexdigest()


def match(pool: Pool, folder: Path, seed: int) -> str:
    """Players that search to a fixed depth; moves and scores of the recorded games."""
    players = [
        parse_player(text) for text in ("engine:hash_mb=4,depth=8,name=eight", "engine:hash_mb=4,depth=7,name=seven")
    ]
    openings = OpeningList(load_openings(None, seed=seed).openings[: _MATCH_GAMES // 2], "some")
    record = folder / "match.jsonl"
    MatchRun(Match(players, openings, _MATCH_GAMES, Limit()), record, pool=pool).play()
    again = MatchRun(Match(players, openings, _MATCH_GAMES, Limit()), record)  # what is on disk, not in memory
    again.close()
    found = sorted((game.number, game.black_score, read(game.ggf).games[0].transcript()) for game in again.games)
    return hashlib.sha256(repr(found).encode()).hexdigest()


WORKS: dict[str, Work] = {"labels": labels, "self-play": games, "book growth": book, "match": match}


def random_game(plies: int, seed: str) -> Game:
    rng = random.Random(seed)  # noqa: S311 - a game
    game = Game()
    while len(game.moves) < plies and not game.is_over:
        game.play(rng.choice(list(game.position.legal_moves)))
    return game


def random_positions(count: int, empties: int, seed: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Discs of the side to move and of the other, from random games."""
    rng = random.Random(seed)  # noqa: S311 - games
    rows = []
    while len(rows) < count:
        position = Position.initial()
        while position.empties > empties and not position.is_over:
            position = position.play(rng.choice(list(position.legal_moves)))
        if not position.is_over:
            rows.append((position.own, position.opponent))
    table = np.array(rows, dtype=np.uint64)
    return np.ascontiguousarray(table[:, 0]), np.ascontiguousarray(table[:, 1])
