"""GenConf, its heuristic, the configuration DAG and the selection, against plain enumeration."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from logistello import _native
from logistello.errors import TrainingDataError
from logistello.glem import (
    BitRows,
    Configuration,
    ConfigurationDag,
    MatchHeuristic,
    Relation,
    generate_configurations,
    outcome_correlations,
    select_by_correlation,
)

small_features = arrays(
    np.int32, st.tuples(st.integers(1, 90), st.integers(1, 4)), elements=st.integers(-1, 2), fill=st.nothing()
)


def enumerate_configurations(features: NDArray[np.int32], least: int) -> dict[Configuration, int]:
    """Every conjunction over every subset of features, counted position by position."""
    found = {}
    for size in range(1, features.shape[1] + 1):
        for chosen in combinations(range(features.shape[1]), size):
            for values in product(*(sorted(set(features[:, f].tolist())) for f in chosen)):
                configuration = Configuration(tuple(map(Relation, chosen, values)))
                matches = sum(configuration.is_active(position) for position in features)
                if matches >= least:
                    found[configuration] = matches
    return found


@given(small_features, st.integers(1, 12), st.integers(1, 3))
def test_genconf_is_plain_enumeration(features: NDArray[np.int32], least: int, threads: int) -> None:
    expected = enumerate_configurations(features, least)
    found = generate_configurations(features, least, threads=threads)
    assert dict(zip(found.configurations, found.matches.tolist(), strict=True)) == expected
    assert found.complete
    keys = [(len(configuration), configuration) for configuration in found.configurations]
    assert keys == sorted(keys)


@given(small_features, st.integers(1, 5), st.integers(1, 4), st.integers(1, 40))
def test_limits_cut_the_same_list(features: NDArray[np.int32], least: int, size: int, number: int) -> None:
    everything = generate_configurations(features, least).configurations
    short = [configuration for configuration in everything if len(configuration) <= size]
    assert generate_configurations(features, least, max_size=size).configurations == short
    cut = generate_configurations(features, least, max_number=number)
    assert cut.configurations == everything[:number]
    assert cut.complete == (len(everything) <= number)


def test_progress_is_told_up_to_the_end() -> None:
    features = np.random.default_rng(1).integers(0, 2, (500, 6))
    told: list[tuple[int, int, int]] = []
    generate_configurations(features, 5, on_progress=lambda *state: told.append(state))
    assert {size for size, _, _ in told} >= {2, 3}
    last = {size: (done, total) for size, done, total in told}
    assert all(done == total for done, total in last.values())


# -- the sequential test ----------------------------------------------------------------------


def plain_heuristic(bits: NDArray[np.bool_], least: int, chunk: int, confidence: float) -> bool:
    """Figure 2 of the paper, line by line."""
    share = least / len(bits)
    chunks = [bits[i : i + chunk] for i in range(0, len(bits), chunk)]
    d = u = 0
    for part in chunks[:-1]:
        u += int(part.sum())
        d += chunk
        slack = confidence * np.sqrt(d * share * (1 - share))
        if u >= d * share + slack:
            return True
        if u < d * share - slack:
            return False
    return u + int(chunks[-1].sum()) >= least


def decisions(n: int, least: int, confidence: float, trials: int, rate: float) -> tuple[int, list[bool], list[bool]]:
    """Wrong answers of the native test on random bits of a rate near the threshold; its answers; the plain ones."""
    rng = np.random.default_rng(7)
    columns = rng.random((n, trials)) < rate
    features = np.concatenate([np.ones((n, 1), dtype=np.int32), columns.astype(np.int32)], axis=1)
    relations = [Relation(feature, 1) for feature in range(trials + 1)]
    rows = BitRows(features, relations)
    matches = _native.extend_configurations(
        rows.words,
        n,
        np.zeros((1, 1), dtype=np.uint32),
        np.array([0, trials], dtype=np.uint64),
        np.arange(1, trials + 1, dtype=np.uint32),
        least,
        1,
        confidence,
        2,
        None,
    )
    answers = [bool(match >= 0) for match in matches]
    plain = [plain_heuristic(column, least, 64, confidence) for column in columns.T]
    truth = (columns.sum(axis=0) >= least).tolist()
    return sum(a != b for a, b in zip(answers, truth, strict=True)), answers, plain


@pytest.mark.parametrize("confidence", [0.5, 1.0, 2.0, 4.0])
def test_the_sequential_test_is_the_papers(confidence: float) -> None:
    _, answers, plain = decisions(n=1500, least=150, confidence=confidence, trials=150, rate=0.1)
    assert answers == plain


def test_wrong_answers_fall_with_the_confidence() -> None:
    """Rates right at the threshold are the hardest case; a fifth off it hardly anything goes wrong at t = 3."""
    hard = [decisions(6400, 640, confidence, 300, 0.1)[0] / 300 for confidence in (0.5, 1.0, 2.0, 3.0, 5.0)]
    assert hard == sorted(hard, reverse=True)
    assert hard[0] > 0.2
    assert hard[-1] <= 0.01
    easy = [decisions(6400, 640, confidence, 300, 0.12)[0] / 300 for confidence in (1.0, 3.0)]
    assert easy[0] > 0.05
    assert easy[1] <= 0.01


def test_genconf_with_the_heuristic() -> None:
    rng = np.random.default_rng(3)
    features = rng.integers(0, 3, (20000, 6))
    features[:, 3] = np.where(rng.random(20000) < 0.7, features[:, 2], features[:, 3])
    exact = set(generate_configurations(features, 400).configurations)
    sure = generate_configurations(features, 400, heuristic=MatchHeuristic(chunk=640, confidence=50.0))
    assert set(sure.configurations) == exact
    fast = generate_configurations(features, 400, heuristic=MatchHeuristic(chunk=640, confidence=3.0, seed=1))
    assert len(set(fast.configurations) ^ exact) < 0.1 * len(exact)
    again = generate_configurations(features, 400, heuristic=MatchHeuristic(chunk=640, confidence=3.0, seed=1))
    assert again.configurations == fast.configurations
    assert again.matches.tobytes() == fast.matches.tobytes()


# -- active configurations --------------------------------------------------------------------


def row_sets(rows: NDArray[np.uint32], nothing: int) -> list[set[int]]:
    return [set(row.tolist()) - {nothing} for row in rows]


@given(small_features, st.integers(1, 6), st.data())
def test_most_specific_active_configurations(features: NDArray[np.int32], least: int, data: st.DataObject) -> None:
    configurations = generate_configurations(features, least).configurations
    if not configurations:
        return
    # A part of them, in any order: generalisations may be missing.
    chosen = data.draw(st.lists(st.sampled_from(configurations), min_size=1, max_size=25, unique=True))
    dag = ConfigurationDag(chosen)
    for position, active, specific in zip(
        features,
        row_sets(dag.active(features, threads=2), len(chosen)),
        row_sets(dag.most_specific(features), len(chosen)),
        strict=True,
    ):
        expected = {i for i, configuration in enumerate(chosen) if configuration.is_active(position)}
        assert active == expected
        sets = {i: set(chosen[i].relations) for i in expected}
        assert specific == {i for i in expected if not any(sets[i] < sets[j] for j in expected)}


def test_figure_3() -> None:
    """Two features with ranges {0, 1} and {0, 1, 2}: 5 relations, 6 pairs, 12 arcs; one leaf per position."""
    features = np.array([[a, b] for a in range(2) for b in range(3)])
    dag = ConfigurationDag(generate_configurations(features, 1).configurations)
    assert len(dag) == 11
    assert sum(len(arcs) for arcs in dag.children) == 12
    assert dag.most_specific(features).shape == (6, 1)
    assert dag.active(features).shape == (6, 3)
    assert dag.most_specific(np.array([[7, 7]])).tolist() == [[11]]


# -- selection --------------------------------------------------------------------------------


def test_correlations_are_numpys() -> None:
    rng = np.random.default_rng(5)
    features = rng.integers(0, 3, (700, 4))
    outcomes = rng.normal(size=700) + 3 * ((features[:, 0] == 1) & (features[:, 2] == 2))
    configurations = generate_configurations(features, 5, max_size=2).configurations
    mine = outcome_correlations(configurations, features, outcomes, threads=2)
    active = np.array([[c.is_active(position) for position in features] for c in configurations], dtype=float)
    np.testing.assert_allclose(mine, [np.corrcoef(row, outcomes)[0, 1] for row in active], atol=1e-12)
    best = select_by_correlation(configurations, features, outcomes, max_number=3)
    assert Configuration.of({0: 1, 2: 2}) in [configurations[i] for i in best]
    assert set(best) == set(np.argsort(-np.abs(mine))[:3].tolist())
    few = select_by_correlation(configurations, features, outcomes, min_significance=4.0)
    assert few == [i for i, r in enumerate(mine) if abs(r) * np.sqrt(700) >= 4.0]
    assert outcome_correlations([Configuration.of({0: 9})], features, outcomes).tolist() == [0.0]


# -- bad input --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("features", "options", "message"),
    [
        (np.zeros((0, 3), dtype=np.int32), {}, "nothing to learn from"),
        (np.zeros(3, dtype=np.int32), {}, "expected an integer array"),
        (np.zeros((3, 3)), {}, "features are float64"),
        (np.full((3, 3), 2**40), {}, "do not fit in 32 bits"),
        (np.zeros((3, 3), dtype=np.int8), {"min_matches": 0}, "min_matches is 0"),
        (np.zeros((3, 3), dtype=np.int8), {"max_size": 0}, "must be at least 1"),
    ],
)
def test_bad_features_say_what_is_wrong(features: NDArray[np.int32], options: dict[str, int], message: str) -> None:
    with pytest.raises(TrainingDataError, match=message):
        generate_configurations(features, **{"min_matches": 1, **options})  # type: ignore[arg-type]


def test_bad_configurations_say_what_is_wrong() -> None:
    with pytest.raises(TrainingDataError, match="different features"):
        Configuration((Relation(1, 0), Relation(0, 0)))
    with pytest.raises(TrainingDataError, match="multiple of 64"):
        MatchHeuristic(chunk=100)
    with pytest.raises(TrainingDataError, match="confidence"):
        MatchHeuristic(confidence=0.0)
    with pytest.raises(TrainingDataError, match="twice"):
        ConfigurationDag([Configuration.of({0: 0})] * 2)
    with pytest.raises(TrainingDataError, match="no configurations"):
        ConfigurationDag([])
    with pytest.raises(TrainingDataError, match="feature that positions lack"):
        ConfigurationDag([Configuration.of({3: 0})]).active(np.zeros((1, 2), dtype=np.int32))
    with pytest.raises(TrainingDataError, match="3 finite numbers"):
        outcome_correlations([Configuration.of({0: 0})], np.zeros((3, 1), dtype=np.int32), [0.0])
