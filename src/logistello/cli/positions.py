"""``logistello positions``: games to labelled positions."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from logistello.cli.option_types import Cluster, Count, CountOrNone, Depth, Empties, PliesOrNone, Seed, Workers
from logistello.cli.terminal import quantity, shown
from logistello.errors import UsageError


def positions(
    *files: Path,
    output: Annotated[Path, Parameter(name=("--output", "-o"))],
    label: Literal["negamax", "result", "theoretical", "exact"] = "negamax",
    theoretical: bool = False,
    exact_empties: Empties = 0,
    successors: bool = False,
    drop_plies: PliesOrNone = 0,
    inside_searches: CountOrNone = 0,
    search_depth: Depth = 4,
    label_depth: Depth = 5,
    model: Path | None = None,
    solved: Path | None = None,
    preset: str | None = None,
    generation: Count = 1,
    seed: Seed = 0,
    threads: Workers = 1,
    cluster: Cluster | None = None,
) -> int:
    """Make labelled positions from finished games: what 'logistello fit' learns from.

    Symmetric positions and transpositions of all games are merged. Scores are discs for the side to move. After a
    stop, the same command continues with the positions that are not yet solved.

    With --preset these are the stages 'positions' and 'labels' of 'logistello train': positions are chosen from the
    games, from inside searches and for rare configurations; endings are solved, and searches with weights fitted to
    later positions label the earlier ones.

    Parameters
    ----------
    files
        Files and folders of games in any format. With --preset one or more are folders of self-play, such as
        RUN/generation-001/games.
    output
        The file to write. With --preset a folder: candidates.arrays and labels/*.positions.
    label
        negamax: results of games, negamaxed through the tree of all games. result: the mean result of the games
        that came there, which is better where players made many mistakes. theoretical: only the exact scores stored
        in WTHOR files. exact: only solved positions.
    theoretical
        With negamax and result: exact scores of WTHOR files replace what the games say where they are known, and in
        the positions before.
    exact_empties
        Solve every position with at most this many empty squares; with negamax and result this, too, changes the
        scores of the positions before.
    successors
        Add the position after the best move of every solved one, with the negated score; and of those labelled by a
        search.
    drop_plies
        Leave out positions before this ply, for games that begin with random moves.
    inside_searches
        Add about this many positions that searches from the positions of the games meet. They are solved if they have
        few enough empty squares (--exact-empties), else labelled by a search.
    search_depth
        How many moves these searches look ahead.
    label_depth
        How many moves the search looks ahead that labels such a position.
    model
        The model of these searches; without it the one of the package. With --preset the model that played the games;
        without it none, as in a first generation.
    solved
        A file that keeps solved positions for other commands. Without it they are kept beside the output until the
        work is done.
    preset
        Choose and label positions as 'logistello train' does with this preset: its name, or a TOML file. Only --model,
        --generation, --seed, --threads and --cluster may be given besides.
    generation
        Which generation of that preset; its depths and numbers may differ from one to the next.
    seed
        Chooses the positions inside searches.
    threads
        How many positions are solved or searched at the same time.
    """
    started = time.perf_counter()
    if not files:
        raise UsageError("no games: name files or folders")
    missing = [str(path) for path in files if not path.exists()]
    if missing:
        raise UsageError(f"no such file or folder: {', '.join(missing)}")
    if preset is not None:
        if label != "negamax" or theoretical or exact_empties or successors or drop_plies or inside_searches or solved:
            raise UsageError("with --preset only --model, --generation, --seed, --threads and --cluster may be given")
        return _stages_of_train(files, output, preset, generation, model, seed, threads, cluster)

    from logistello.cli.long_work import score_work, work_bars
    from logistello.cli.output_files import check_outputs
    from logistello.othello.notation.game_table import read_games
    from logistello.train.added_positions import SearchSampling
    from logistello.train.labels import AddedLabels, LabelOptions, add_inside_searches, label_games
    from logistello.train.models import ModelFile

    check_outputs(output, solved, inputs=(*files, model))
    options = LabelOptions(
        label, theoretical, exact_empties, drop_plies, successors and (exact_empties > 0 or not inside_searches)
    )
    sampling = SearchSampling(inside_searches, search_depth, seed=seed) if inside_searches else None
    searcher = ModelFile.find(model) if sampling else None
    table = read_games(files)
    with score_work(output, threads, solved, cluster) as work, work_bars(work.pool) as bars:
        solve = work.solver(exact_empties, bars.bar("solving")) if exact_empties else None
        made = label_games(table, options, solve)
        if sampling and searcher:
            search = work.searcher(searcher, label_depth, bars.bar("labelling by search"))
            labels = AddedLabels(search, solve, exact_empties, successors)
            sample_bar = bars.bar("searching")
            made = add_inside_searches(made, searcher.load(), sampling, labels, threads=threads, on_progress=sample_bar)
        checksum = made.save(output)
    seconds = time.perf_counter() - started
    skipped = sum(source.skipped for source in table.sources)
    sys.stdout.write(
        f"{shown(str(output))}: {quantity(len(made), 'position')} of {quantity(len(table), 'game')} "
        f"({skipped:,} skipped), label {label}, "
        f"{seconds:.1f} s, sha256 {checksum[:12]}\n"
    )
    return 0


def _stages_of_train(
    files: Sequence[Path],
    output: Path,
    preset: str,
    generation: int,
    model: Path | None,
    seed: int,
    threads: int,
    cluster: str | None,
) -> int:
    """The stages 'positions' and 'labels' of a generation."""
    from logistello.cli.long_work import work_bars, work_pool
    from logistello.othello.notation.game_table import read_games
    from logistello.train.backward_labels import BackwardLabels
    from logistello.train.candidates import GivenGames, choose_candidates
    from logistello.train.games import read_self_play
    from logistello.train.models import ModelFile
    from logistello.train.preset import GenerationPlan, Preset

    self_played = [path for path in files if path.is_dir() and any(path.glob("*.games"))]
    if not self_played:
        raise UsageError("no games of self-play: with --preset name a folder such as RUN/generation-001/games")
    if not output.parent.is_dir() or output.is_file():
        raise UsageError(f"{output}: expected a folder, new or not, in one that exists")
    started = time.perf_counter()
    plan = GenerationPlan(Preset.find(preset), generation, seed)
    player = ModelFile() if model is None else ModelFile.of(model)
    others = [path for path in files if path not in self_played]
    given = GivenGames.of(read_games(others)) if others else None
    games = [shard for path in self_played for shard in read_self_play(path)]
    output.mkdir(exist_ok=True)
    with work_pool(None if cluster else threads, cluster) as pool, work_bars(pool) as bars:
        path = output / "candidates.arrays"
        candidates, checksum = choose_candidates(path, plan, games, player, given, threads=threads)
        advance = bars.counter("labelling", len(candidates))
        labels = BackwardLabels(pool, output / "labels", plan, player, checksum, on_labels=advance)
        groups = labels.run(candidates)
    seconds = time.perf_counter() - started
    sys.stdout.write(
        f"{shown(str(output / 'labels'))}: {quantity(sum(map(len, groups)), 'position')} "
        f"in {quantity(len(groups), 'file')} "
        f"from {len(candidates):,} candidates, {seconds:.1f} s\n"
    )
    return 0
