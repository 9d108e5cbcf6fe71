"""Games that were played elsewhere, beside those of self-play."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from logistello import _native
from logistello.errors import TrainingRunError
from logistello.jobs import InlinePool
from logistello.othello.notation import read_path
from logistello.othello.notation.game_table import read_games
from logistello.train.artefact import stored_inputs
from logistello.train.backward_labels import straightened
from logistello.train.candidates import GIVEN, from_given, worth_labelling
from logistello.train.labelled_positions import Flag, Positions
from logistello.train.preset import LabelSettings, Preset
from logistello.train.run import train

WTHOR = Path(__file__).parents[1] / "data" / "WTH_1977.wtb"
OTHERS = Path(__file__).parents[1] / "data" / "logbook.gam"


def test_every_position_of_the_games_once() -> None:
    given = from_given(read_games([WTHOR]))
    plain = {
        (turned.own, turned.opponent)
        for game in read_path(WTHOR).checked().games
        if game.is_over
        for turned in (position.canonical() for position in game.positions() if position.legal_mask)
    }
    assert len(given) == len(plain)
    assert {(int(own), int(opp)) for own, opp in zip(given.own, given.opp, strict=True)} == plain
    assert set(given.flags.tolist()) == {int(Flag.GIVEN)}
    assert not np.isnan(given.result).any()
    # WTHOR says what each game would have come to from some depth on.
    assert 0 < np.count_nonzero(~np.isnan(given.exact)) <= 12


def test_what_would_take_long_to_solve_is_left_out() -> None:
    given = from_given(read_games([WTHOR]))
    kept = worth_labelling(given, LabelSettings(given_solved=8, fewest_discs=12), exact_empties=14)
    empties = 64 - kept.discs
    assert (kept.discs >= 12).all()
    unproven = np.isnan(kept.exact)
    assert not ((empties > 8) & (empties <= 14) & unproven).any()
    assert ((empties <= 8) & unproven).any()
    assert (empties > 14).any()


def test_values_are_put_on_the_line_through_the_results() -> None:
    rng = np.random.default_rng(1)
    searched = rng.normal(0, 15, 4000).astype(np.float32)
    result = (1.05 * searched + 0.5 + rng.normal(0, 3, 4000)).astype(np.float32)
    result[::2] = np.nan
    better = straightened(searched, result)
    assert np.abs(better - np.clip(1.05 * searched + 0.5, -64, 64)).max() < 0.5
    few = np.where(np.arange(4000) < 100, result, np.nan).astype(np.float32)
    assert (straightened(searched, few) == searched).all()
    # Absurd games do not turn values around.
    slope = np.polyfit(searched, straightened(searched, -result), 1)[0]
    assert slope == pytest.approx(0.95, abs=0.01)


def test_a_run_with_games_keeps_its_own_copy(tmp_path: Path, micro: Preset) -> None:
    preset = dataclasses.replace(
        micro,
        generations=1,
        games=dataclasses.replace(micro.games, games=(60,)),
        labels=dataclasses.replace(micro.labels, given_solved=8),
        gate=dataclasses.replace(micro.gate, pairs=3),
        yardsticks=dataclasses.replace(micro.yardsticks, pairs=1),
    )
    copy = tmp_path / "games.wtb"
    copy.write_bytes(WTHOR.read_bytes())
    with InlinePool() as pool:
        first = train(tmp_path / "run", preset, pool, games=[copy])
        copy.unlink()
        again = train(tmp_path / "run", preset, pool)
        assert again.outcomes[0].checksum == first.outcomes[0].checksum
        with pytest.raises(TrainingRunError, match="games"):
            train(tmp_path / "run", preset, pool, games=[OTHERS])
    (source,) = stored_inputs(tmp_path / "run" / GIVEN)["sources"]
    assert source["name"] == "games.wtb"
    labels = tmp_path / "run" / "generation-001" / "labels"
    records = np.concatenate([np.asarray(Positions.load(path).records) for path in sorted(labels.glob("*.positions"))])
    given = records[records["flags"] & int(Flag.GIVEN) != 0]
    assert len(given) > 300
    early = given[np.bitwise_count(given["own"] | given["opp"]) < 54]
    proven = early[early["flags"] & int(Flag.EXACT) != 0]
    assert 0 < len(proven) <= 12
    late = given[np.bitwise_count(given["own"] | given["opp"]) >= 56]
    own, opp = np.ascontiguousarray(late["own"]), np.ascontiguousarray(late["opp"])
    assert (_native.solve_many(own, opp)[0] == late["score"]).all()
