"""Elo, error bars and the test, against plain formulas and simulated matches."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logistello.match.elo import PAIR_SCORES, PairStatistics, Sprt, elo_of_score, score_of_elo

COUNTS = st.lists(st.integers(0, 300), min_size=5, max_size=5)


def pair_distribution(score: float, *, draws: float, opening_bias: float) -> list[float]:
    """Pairs of games between players of fixed strength; the bias of openings makes 1-1 frequent."""
    outcomes = [0.0] * 5
    for bias in (-opening_bias, opening_bias):
        chances = [_game(score + bias, draws), _game(score - bias, draws)]
        for i, p in enumerate(chances[0]):
            for j, q in enumerate(chances[1]):
                outcomes[i + j] += p * q / 2
    return outcomes


def _game(score: float, draws: float) -> list[float]:
    win = score - draws / 2
    assert 0 <= win <= 1 - draws
    return [1 - draws - win, draws, win]


def sample(rng: random.Random, distribution: Sequence[float], pairs: int) -> list[int]:
    counts = [0] * 5
    for result in rng.choices(range(5), distribution, k=pairs):
        counts[result] += 1
    return counts


@given(st.floats(-800, 800))
def test_elo_and_score_are_inverse(elo: float) -> None:
    assert elo_of_score(score_of_elo(elo)) == pytest.approx(elo, abs=1e-6)


@given(COUNTS)
def test_against_the_plain_formulas(counts: list[int]) -> None:
    results = [score for score, count in zip(PAIR_SCORES, counts, strict=True) for _ in range(count)]
    found = PairStatistics.of(counts)
    if not results:
        assert (found.score().low, found.score().high, found.superiority()) == (0, 1, 0.5)
        return
    mean = sum(results) / len(results)
    assert found.mean == pytest.approx(mean)
    if len(set(results)) > 1:
        error = math.sqrt(sum((each - mean) ** 2 for each in results)) / len(results)
        assert found.error == pytest.approx(error)
        assert found.score().high == pytest.approx(min(1, mean + 1.959964 * error))
        assert found.superiority() == pytest.approx((1 + math.erf((mean - 0.5) / error / math.sqrt(2))) / 2)
    score, elo = found.score(), found.elo()
    assert 0 <= score.low <= score.value <= score.high <= 1
    assert elo.low <= elo.value <= elo.high


@given(COUNTS)
def test_swapping_the_players_mirrors_everything(counts: list[int]) -> None:
    one, other = PairStatistics.of(counts), PairStatistics.of(counts[::-1])
    assert one.score().low == pytest.approx(1 - other.score().high)
    assert one.superiority() == pytest.approx(1 - other.superiority())
    test, mirrored = Sprt(-5, 5), Sprt(-5, 5)
    assert test.log_likelihood_ratio(counts) == pytest.approx(-mirrored.log_likelihood_ratio(counts[::-1]), abs=1e-6)


def test_all_won_is_not_certain() -> None:
    few, many = PairStatistics.of([0, 0, 0, 0, 2]), PairStatistics.of([0, 0, 0, 0, 70])
    assert few.elo().value == math.inf
    assert few.elo().low < 100 < many.elo().low
    assert 0.8 < few.superiority() < 0.99 < many.superiority()


def test_error_bars_hold_what_they_promise() -> None:
    rng = random.Random(1)
    for score, pairs in ((0.5, 100), (0.6, 70), (0.8, 70)):
        distribution = pair_distribution(score, draws=0.1, opening_bias=0.1)
        held = 0
        for _ in range(600):
            interval = PairStatistics.of(sample(rng, distribution, pairs)).score()
            held += interval.low <= score <= interval.high
        assert 0.92 <= held / 600 <= 0.98


def test_pairs_know_better_than_games_when_openings_are_lopsided() -> None:
    # Every opening is won by the same colour: the players are certainly equal, which single games cannot tell.
    level = PairStatistics.of([0, 1, 98, 1, 0])
    assert level.score().high - level.score().low < 0.03


@given(COUNTS.filter(lambda counts: sum(counts) >= 50 and min(counts) >= 3))
def test_ratio_against_the_normal_approximation(counts: list[int]) -> None:
    """For small differences the exact ratio tends to ``n (s1 - s0) (2 mean - s0 - s1) / (2 variance)``."""
    found = PairStatistics.of(counts)
    variance = found.error**2 * found.pairs
    near = elo_of_score(min(0.95, max(0.05, found.mean)))
    test = Sprt(near - 1, near + 2)
    low, high = score_of_elo(test.elo0), score_of_elo(test.elo1)
    plain = found.pairs * (high - low) * (2 * found.mean - low - high) / (2 * variance)
    assert test.log_likelihood_ratio(counts) == pytest.approx(plain, rel=0.1, abs=0.02)


def test_the_likeliest_distribution_has_the_mean_asked_for() -> None:
    """Checked through the ratio: no distribution with that mean makes the counts likelier."""
    from logistello.match.elo import _likeliest

    seen = [0.1, 0.2, 0.3, 0.25, 0.15]
    for mean in (0.2, 0.5, 0.55, 0.9):
        likely = _likeliest(seen, mean)
        assert sum(likely) == pytest.approx(1)
        assert sum(p * score for p, score in zip(likely, PAIR_SCORES, strict=True)) == pytest.approx(mean)
        best = sum(p * math.log(q) for p, q in zip(seen, likely, strict=True))
        rng = random.Random(3)
        for _ in range(200):
            # A change that keeps sum and mean: one unit of second difference.
            i, step = rng.randrange(1, 4), rng.uniform(-0.02, 0.02)
            other = list(likely)
            for place, part in ((i - 1, 1), (i, -2), (i + 1, 1)):
                other[place] += part * step
            if min(other) > 0:
                assert sum(p * math.log(q) for p, q in zip(seen, other, strict=True)) <= best + 1e-12


@pytest.mark.parametrize(("true_elo", "expected"), [(0, False), (60, True)])
def test_error_rates_of_the_test(true_elo: float, expected: bool) -> None:
    """Of 200 simulated matches at the border of a hypothesis, about 5 % end wrong, none never ends."""
    rng = random.Random(int(true_elo))
    test = Sprt(0, 60)
    distribution = pair_distribution(score_of_elo(true_elo), draws=0.1, opening_bias=0.1)
    wrong = 0
    for _ in range(200):
        counts = [0] * 5
        decision = None
        while decision is None:
            assert sum(counts) < 2000
            counts = [old + new for old, new in zip(counts, sample(rng, distribution, 2), strict=True)]
            decision = test.decide(counts)
        wrong += decision is not expected
    assert wrong / 200 <= 0.09  # 5 % and three standard errors


def test_tests_that_make_no_sense() -> None:
    with pytest.raises(ValueError, match="elo0 < elo1"):
        Sprt(5, 5)
    with pytest.raises(ValueError, match=r"between 0 and 0\.5"):
        Sprt(0, 5, alpha=0.7)
    with pytest.raises(ValueError, match="expected 5"):
        PairStatistics.of([1, 2, 3])
