"""Ratings of many players, against a plain twin and against players whose strength is known."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logistello.match.bradley_terry import RatedGame, fit_ratings, ladder
from logistello.match.elo import elo_of_score, score_of_elo

# -- the plain twin: coordinate by coordinate uphill, no matrices ------------------------------


def likelihood(games: Sequence[RatedGame], elo: dict[int, float]) -> float:
    """Of the games, and of one that was drawn between any two players that met."""
    total = 0.0
    met = {(min(game.first, game.second), max(game.first, game.second)) for game in games}
    results = [(game.first, game.second, game.points) for game in games]
    for first, second, points in [*results, *((*couple, 0.5) for couple in sorted(met))]:
        expected = score_of_elo(elo[first] - elo[second])
        total += points * math.log(expected) + (1 - points) * math.log(1 - expected)
    return total


def uphill(games: Sequence[RatedGame]) -> dict[int, float]:
    elo = dict.fromkeys(sorted({player for game in games for player in (game.first, game.second)}), 0.0)
    step = 256.0
    while step > 1e-4:
        better = False
        for player in elo:
            for change in (step, -step):
                moved = {**elo, player: elo[player] + change}
                if likelihood(games, moved) > likelihood(games, elo) + 1e-13:
                    elo, better = moved, True
        if not better:
            step /= 2
    mean = sum(elo.values()) / len(elo)
    return {player: value - mean for player, value in elo.items()}


GAMES = st.lists(st.tuples(st.integers(1, 3), st.sampled_from([0.0, 0.5, 1.0]), st.booleans()), min_size=1, max_size=14)


@settings(max_examples=25)
@given(GAMES)
def test_the_fit_is_the_top_that_a_plain_climb_finds(games: list[tuple[int, float, bool]]) -> None:
    """All meet player 0, so that everybody is connected; some meet the next one as well."""
    rated = [RatedGame(0, other, points, number) for number, (other, points, _) in enumerate(games)]
    rated += [
        RatedGame(other, other % 3 + 1, points, -number - 1)
        for number, (other, points, both) in enumerate(games)
        if both and len({each for each, _, _ in games}) == 3
    ]
    fit = fit_ratings(rated)
    assert fit is not None
    expected = uphill(rated)
    for player, value in expected.items():
        assert fit.ratings[player].value == pytest.approx(value, abs=0.5)


def test_errors_are_the_curvature_of_the_likelihood() -> None:
    """Of two players: the second derivative, taken numerically; independent games without draws stray as expected."""
    games = [RatedGame(0, 1, float(number % 3 != 0), number) for number in range(60)]
    fit = fit_ratings(games)
    assert fit is not None
    top, h = fit.ratings[0].value, 0.5

    def along(shift: float) -> float:
        return likelihood(games, {0: top + shift, 1: -top})

    curvature = -(along(h) - 2 * along(0.0) + along(-h)) / h**2
    # The error of a rating around the mean of two is half that of their difference.
    plain = 1.959964 * math.sqrt(fit.dispersion / curvature) / 2
    assert fit.ratings[0].high - top == pytest.approx(plain, rel=1e-3)
    assert fit.dispersion == pytest.approx(1.0, abs=0.1)


# -- players of known strength -----------------------------------------------------------------

TRUTH = (0.0, 60.0, -120.0, 160.0)
MEAN = sum(TRUTH) / len(TRUTH)


def simulated(
    dice: random.Random, pairs: int, *, draws: float = 0.0, bias: float = 0.0, black: float = 0.0
) -> Iterator[RatedGame]:
    """Pairs of games with colours swapped; ``bias`` is what an opening is worth for a colour, ``black`` for Black, in
    Elo. Draws take from both results alike, so that the expected score stays what the difference says."""
    for first, second in combinations(range(len(TRUTH)), 2):
        for opening in range(pairs):
            lopsided = black + dice.choice((-bias, bias))
            for sign in (1, -1):
                score = score_of_elo(TRUTH[first] - TRUTH[second] + sign * lopsided)
                drawn = draws * 2 * min(score, 1 - score)
                chance = dice.random()
                points = 1.0 if chance < score - drawn / 2 else 0.5 if chance < score + drawn / 2 else 0.0
                yield RatedGame(first, second, points, opening)


@pytest.mark.parametrize(("draws", "bias"), [(0.0, 0.0), (0.5, 0.0), (0.1, 200.0)])
def test_intervals_hold_the_truth_as_often_as_they_say(draws: float, bias: float) -> None:
    """Also where draws and lopsided openings make results stray less than coins would: then intervals are narrower."""
    dice = random.Random(7)
    held = total = 0
    dispersions = []
    for _ in range(80):
        fit = fit_ratings(simulated(dice, 50, draws=draws, bias=bias))
        assert fit is not None
        dispersions.append(fit.dispersion)
        # What a strength is with lopsided openings: what it scores on the average.
        truth = TRUTH if not bias else _averaged(bias)
        for player, estimate in fit.ratings.items():
            held += estimate.low <= truth[player] - sum(truth) / len(truth) <= estimate.high
            total += 1
    assert 0.91 <= held / total <= 0.985
    # Variance without draws and bias is that of coins.
    dispersion = sum(dispersions) / len(dispersions)
    assert 0.5 < dispersion < 0.85 if draws or bias else 0.95 < dispersion < 1.05


def _averaged(bias: float) -> list[float]:
    """Ratings that give the scores of games of which half are shifted up, half down."""
    results = {}
    for first, second in combinations(range(len(TRUTH)), 2):
        shifted = [score_of_elo(TRUTH[first] - TRUTH[second] + shift) for shift in (bias, -bias)]
        results[str(first), str(second)] = 1e6 * sum(shifted) / 2, 1_000_000
    found = ladder(results, "0")
    return [found[str(player)] for player in range(len(TRUTH))]


def test_why_there_is_no_parameter_for_black() -> None:
    """A colour that is worth 200 Elo shrinks what players score over both colours; a parameter would hide that.

    In a match of two, 75 % of the points are 191 Elo, whatever the colours did. The fit says the same.
    """
    games = [RatedGame(0, 1, points, number) for number in range(500) for points in (1.0, 0.5)]
    fit = fit_ratings(games)
    assert fit is not None
    assert fit.ratings[0].value - fit.ratings[1].value == pytest.approx(elo_of_score(0.75), rel=0.01)
    # By winning chances with either colour the difference would be that of the two logits' mean: without bounds, as
    # all games with Black were won.
    dice = random.Random(3)
    found = fit_ratings(simulated(dice, 2000, black=200.0))
    assert found is not None
    averaged = _averaged(200.0)
    for player, estimate in found.ratings.items():
        assert estimate.value == pytest.approx(averaged[player] - sum(averaged) / 4, abs=12)
        assert abs(estimate.value) < abs(TRUTH[player] - MEAN) + 6


def test_all_won_is_finite_and_unsure() -> None:
    few, many = (fit_ratings(RatedGame(0, 1, 1.0, number // 2) for number in range(games)) for games in (4, 200))
    assert few is not None
    assert many is not None
    assert 0 < few.ratings[0].value < many.ratings[0].value < math.inf
    assert few.ratings[0].low < 0 < many.ratings[0].low


def test_groups_that_never_met() -> None:
    fit = fit_ratings([RatedGame(0, 1, 1.0, 0), RatedGame(2, 3, 0.0, 0)])
    assert fit is not None
    assert fit.ratings[0].value == pytest.approx(fit.ratings[3].value)
    assert sum(each.value for each in fit.ratings.values()) == pytest.approx(0, abs=1e-6)
    assert fit_ratings([]) is None
