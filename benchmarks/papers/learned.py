"""Models that experiments compare, fitted to the same positions: made once and kept beside the unfinished matches.

Where the large collections are at hand (docs/how-to/data.md), positions are those of WTHOR until 2014 and LOGISTELLO's
book. ``training_positions`` labels them as in 1997, by results of games, negamaxed through the tree of all of them;
``searched_positions`` as the default model's are, by searches from the end backwards, with games of self-play besides;
``labels_of_now`` are those and results where these are as good.
In small, or without the collections, the engine plays games against itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.collections_of_games import logbook, wthor
from benchmarks.measure import say
from benchmarks.papers.experiment import Setup
from logistello.evaluation import Model, PatternSet
from logistello.jobs import open_pool
from logistello.match.openings import load_openings
from logistello.othello import Game, Square
from logistello.othello.hashing import mix, position_keys
from logistello.othello.notation.game_table import read_games, table_of
from logistello.train.backward_labels import BackwardLabels
from logistello.train.candidates import Candidates, GivenGames, choose_candidates, keep_given
from logistello.train.fit import fit_model
from logistello.train.fit_options import FitOptions
from logistello.train.games import END, beginnings, play_games, self_play
from logistello.train.labelled_positions import Positions
from logistello.train.labels import LabelOptions, label_games
from logistello.train.models import ModelFile
from logistello.train.preset import GameSettings, GenerationPlan, Preset

#: Later years are for tests of accuracy.
TRAINING_YEARS = range(1977, 2015)
#: How models are fitted to ``labels_of_now``.
FIT = FitOptions(exact_weight=3.0)
#: Where labels by search and results of games are equally good; with more discs the solver decides games.
_LATE_DISCS = range(34, 47)
#: Part of the positions of games that get a label by search: all would take an hour of processor time.
_GIVEN_PART = 0.25
#: Games of self-play in small, their depth, and from how many empty squares on they are without mistakes.
_FEW_GAMES, _FEW_DEPTH, _FEW_EXACT = 400, 1, 6


def training_positions(setup: Setup) -> Path:
    """The file of labelled positions, made if it is not there."""
    name = "few.positions" if setup.quick else "games.positions"
    path = setup.folder / name
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        say(f"labelling positions: {path.name}")
        if setup.quick:
            label_games(table_of(own_games(_FEW_GAMES)), LabelOptions()).save(path)
        else:
            files = [*wthor(TRAINING_YEARS), logbook()]
            label_games(read_games(files), LabelOptions(theoretical=True)).save(path)
    return path


def searched_positions(setup: Setup) -> list[Path]:
    """Files of positions with labels by search, made if they are not there. What was interrupted goes on."""
    if setup.quick:
        return [training_positions(setup)]
    plan = GenerationPlan(Preset.find(str(Path(__file__).with_name("labels.toml"))), 1, seed=1)
    folder = setup.folder / "searched"
    folder.mkdir(parents=True, exist_ok=True)
    done = folder / "labelled"
    if not done.exists():
        say("labelling positions by search")
        given = _part_of(keep_given(folder, [*wthor(TRAINING_YEARS), logbook()]))
        player = ModelFile.find(None)
        with open_pool(setup.parallel) as pool:
            games = self_play(pool, folder / "games", player, plan.preset.games, generation=1, seed=plan.seed)
            candidates, checksum = choose_candidates(folder / "candidates.arrays", plan, games, player, given)
            say(f"{len(candidates):,} positions to label")
            BackwardLabels(pool, folder / "labels", plan, player, checksum).run(candidates)
        done.touch()
    return sorted((folder / "labels").glob("*.positions"))


def labels_of_now(setup: Setup) -> list[Path]:
    """Labels by search, and results of all games near the ending, where they are as good (docs/results/training.md). A
    part of those positions has a label by search besides, and then counts twice."""
    searched = searched_positions(setup)
    if setup.quick:
        return searched
    path = setup.folder / "late.positions"
    if not path.is_file():
        every = Positions.load(training_positions(setup))
        Positions.of(np.asarray(every.records)[np.isin(every.discs, _LATE_DISCS)], late_results_of=every.checksum).save(
            path
        )
    return [*searched, path]


def _part_of(given: GivenGames | None) -> GivenGames | None:
    """Some of the positions, chosen by their hashes."""
    if given is None:
        return None

    def load() -> Candidates:
        found = given.load()
        lot = mix(position_keys(found.own, found.opp))
        return found.chosen(lot < np.uint64(int(_GIVEN_PART * 2**64)))

    return GivenGames([*given.sources, {"part": _GIVEN_PART}], load)


def own_games(count: int, seed: int = 1) -> list[Game]:
    """Games that the engine plays against itself: many beginnings, some mistakes."""
    openings = load_openings(None)
    begin = beginnings(GameSettings(), openings, count, _FEW_EXACT, knows=True, seed=f"papers {seed}")
    rows = play_games(ModelFile.find(None), begin, _FEW_DEPTH, _FEW_EXACT)["moves"]
    return [_game(row) for row in np.asarray(rows).tolist()]


def _game(row: list[int]) -> Game:
    """Rows hold no passes."""
    game = Game()
    for move in row:
        if move == END:
            break
        if game.position.must_pass:
            game.play("pass")
        game.play(Square(move))
    while not game.is_over and game.position.must_pass:
        game.play("pass")
    return game


def fitted(setup: Setup, name: str, patterns: PatternSet, options: FitOptions, *files: Path) -> Path:
    """A model file, fitted if it is not there; to the positions of ``files``, or as in 1997. An interrupted fit goes
    on."""
    path = setup.folder / f"{'few-' if setup.quick else ''}{name}.model"
    if not path.is_file():
        positions = [Positions.load(each) for each in files or (training_positions(setup),)]
        say(f"fitting {path.name} to {sum(map(len, positions)):,} positions")
        partial = path.with_name(f"{path.name}.partial")
        model = fit_model(positions, patterns, options, name=name, checkpoint=partial)
        if files and not setup.quick:
            model = replace(model, provenance=_provenance(setup, model, positions))
        model.save(path)
    return path


def _provenance(setup: Setup, model: Model, positions: Sequence[Positions]) -> dict[str, Any]:
    """As models of a training run tell it: headers of all files would repeat what their checksums say."""
    games = Positions.load(training_positions(setup)).header
    training = {
        "labels": "benchmarks/papers/labels.toml, and results of games near the ending",
        "sources": games["sources"],
        "positions": [each.checksum for each in positions],
    }
    return {"fit": model.provenance["fit"], "training": training}
