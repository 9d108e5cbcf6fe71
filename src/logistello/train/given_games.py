"""Games that were played elsewhere, as positions to learn from: people and other programs come where self-play does
not."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from logistello.errors import TrainingRunError
from logistello.othello.notation.game_table import GameTable, read_games
from logistello.train.artefact import read_arrays, stored_inputs, write_arrays
from logistello.train.candidates import Candidates
from logistello.train.game_tree import Tree, averaged, stored_scores
from logistello.train.labelled_positions import Flag
from logistello.train.preset import LabelSettings

#: The positions of given games, in the folder of a run.
GIVEN = "given.arrays"


def from_given(table: GameTable) -> Candidates:
    """All different positions, with the mean result of their games and the exact scores that came with them."""
    tree = Tree.of(table)
    exact = stored_scores(tree)
    return Candidates(
        own=tree.own,
        opp=tree.opp,
        game=table.key[tree.game],
        flags=np.full(len(tree), int(Flag.GIVEN), dtype=np.uint16),
        count=np.minimum(tree.count, 65535).astype(np.uint16),
        exact=exact,
        result=averaged(tree, exact),
    )


def worth_labelling(given: Candidates, settings: LabelSettings, exact_empties: int) -> Candidates:
    """Those that a generation can label in good time."""
    empties = 64 - given.discs
    quick = (empties > exact_empties) | (empties <= settings.given_solved) | ~np.isnan(given.exact)
    return given.chosen(quick & (given.discs >= settings.fewest_discs))


def keep_given(folder: Path, games: Sequence[Path]) -> list[dict[str, Any]] | None:
    """Copy the positions of games into the folder of a run; without ``games`` those that it has stay.

    Returns the sources: names and checksums of files. ``None`` if there are no games.
    """
    path = folder / GIVEN
    if not games:
        return stored_inputs(path)["sources"] if path.exists() else None
    table = read_games(games)
    sources = [source.as_dict() for source in table.sources]
    if not path.exists():
        write_arrays(path, {"sources": sources}, from_given(table).arrays())
    return sources


def load_given(folder: Path, sources: list[dict[str, Any]]) -> Candidates:
    """Raises ``TrainingRunError`` if the file is damaged, missing or of other games."""
    found = read_arrays(folder / GIVEN, {"sources": sources})
    if found is None:
        raise TrainingRunError(f"{folder / GIVEN} is missing: give the games again")
    return Candidates(**found[0])
