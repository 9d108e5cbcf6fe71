"""One scale for many players: the Bradley-Terry model, fitted to all games at once.

The expected score of a player is the logistic function of the difference in Elo, so that an Elo here is an Elo
everywhere else (:func:`logistello.match.elo.score_of_elo`). Draws and colours have no parameters of their own. A draw
is half a win; models with a share of draws (Davidson, Rao-Kupper) stretch the scale. Every opening is played with both
colours, and a player's strength is what it scores with both: a parameter for Black would make it what it scores with
colours of equal worth, which stretches the scale as well.

What draws and lopsided openings do change is how far results stray from what is expected. That is measured, in pairs of
games with colours swapped, and the errors are widened or narrowed by it (quasi-likelihood; P. McCullagh, J. A. Nelder,
Generalized Linear Models, 1989).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from logistello.match.elo import Z_95, Estimate, score_of_elo

T = TypeVar("T")

#: Points and games of the first player against the second, for each pair of players.
Results = Mapping[tuple[str, str], tuple[float, int]]

#: Drawn games added to any two players that met: without them whoever won all games would be infinitely strong.
_DRAWN_BEFORE = 1.0
_PER_ELO = math.log(10) / 400
_MOST_STEPS = 100
#: Pairs that stray as much as games of independent coin throws would, added to those played: a few pairs that all
#: ended as expected prove nothing.
_PAIRS_BEFORE = 10.0


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A result as the fit needs it."""

    first: int
    second: int
    #: Of the first player: 0, 1/2 or 1.
    points: float
    #: The same for the games of an opening between the same players, which are not independent of each other.
    pair: Hashable


@dataclass(frozen=True, slots=True)
class RatingFit:
    """Elo by player, around a mean of 0, with 95 % intervals."""

    #: Those who have played.
    ratings: Mapping[int, Estimate]
    #: Variance of the points of pairs, as a share of that of independent games without draws.
    dispersion: float


def fit_ratings(games: Iterable[RatedGame]) -> RatingFit | None:
    """Ratings of maximum likelihood; ``None`` without games.

    Players that no chain of opponents connects are compared with those of their own group only.

    >>> fit = fit_ratings(RatedGame(0, 1, points, n) for n in range(30) for points in (1.0, 0.5))
    >>> round(fit.ratings[0].value), round(fit.ratings[1].value), fit.dispersion < 0.5
    (94, -94, True)
    """
    played = list(games)
    if not played:
        return None
    tables: dict[tuple[int, int], list[float]] = defaultdict(lambda: [_DRAWN_BEFORE / 2, _DRAWN_BEFORE])
    for game in played:
        tally = tables[min(game.first, game.second), max(game.first, game.second)]
        tally[0] += game.points if game.first < game.second else 1.0 - game.points
        tally[1] += 1.0
    players = sorted({player for couple in tables for player in couple})
    elo, covariance = _solve(_design(tables, players), *np.array(list(tables.values())).T)
    values = {player: float(each) for player, each in zip(players, elo, strict=True)}
    dispersion = _dispersion(played, values)
    errors = Z_95 * np.sqrt(dispersion * np.diag(covariance))
    ratings = {
        player: Estimate(values[player], values[player] - float(error), values[player] + float(error))
        for player, error in zip(players, errors, strict=True)
    }
    return RatingFit(ratings, dispersion)


def ladder(results: Results, anchor: str) -> dict[str, float]:
    """Elo ratings of maximum likelihood, the anchor at 0. All players must be connected by matches.

    >>> found = ladder({("new", "old"): (150.0, 200), ("old", "random"): (200.0, 200)}, "random")
    >>> round(found["new"] - found["old"]), found["random"]
    (190, 0.0)
    """
    names = sorted({name for pair in results for name in pair})
    points = np.array([won + _DRAWN_BEFORE / 2 for won, _ in results.values()])
    games = np.array([count + _DRAWN_BEFORE for _, count in results.values()])
    elo, _ = _solve(_design(results, names), points, games)
    return {name: float(each - elo[names.index(anchor)]) for name, each in zip(names, elo, strict=True)}


def _design(couples: Iterable[tuple[T, T]], players: Sequence[T]) -> NDArray[np.float64]:
    """A row for each couple: its difference of ratings is the row times all ratings."""
    rows = []
    for first, second in couples:
        row = np.zeros(len(players))
        row[players.index(first)], row[players.index(second)] = 1.0, -1.0
        rows.append(row)
    return np.array(rows)


def _solve(
    design: NDArray[np.float64], points: NDArray[np.float64], games: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The maximum of the likelihood and the inverse of its information, both in Elo, by Newton's method.

    Only differences of ratings are known. The pseudo-inverse leaves what is not known at zero: ratings have mean 0.
    """
    elo = np.zeros(design.shape[1])
    covariance: NDArray[np.float64] = np.zeros((len(elo), len(elo)))
    for _ in range(_MOST_STEPS):
        expected = 1 / (1 + np.exp(-_PER_ELO * (design @ elo)))
        weights = games * expected * (1 - expected) * _PER_ELO**2
        covariance = np.asarray(np.linalg.pinv(design.T @ (weights[:, None] * design), hermitian=True), np.float64)
        step = covariance @ (design.T @ (points - games * expected)) * _PER_ELO
        if np.abs(step).max() < 1e-9:
            break
        # The likelihood is concave, but a full step from far away may lead past its maximum.
        likelihood = _log_likelihood(design @ elo, points, games)
        while _log_likelihood(design @ (elo + step), points, games) < likelihood and np.abs(step).max() > 1e-9:
            step = step / 2
        elo = elo + step
    return elo, covariance


def _log_likelihood(differences: NDArray[np.float64], points: NDArray[np.float64], games: NDArray[np.float64]) -> float:
    won = -np.logaddexp(0.0, -_PER_ELO * differences)
    lost = -np.logaddexp(0.0, _PER_ELO * differences)
    return float((points * won + (games - points) * lost).sum())


def _dispersion(games: Iterable[RatedGame], elo: Mapping[int, float]) -> float:
    """Squares of what pairs stray from their expected points, as a share of what independent games would."""
    strays: dict[Hashable, float] = defaultdict(float)
    variance = 0.0
    for game in games:
        expected = score_of_elo(elo[game.first] - elo[game.second])
        sign = 1 if game.first < game.second else -1
        strays[min(game.first, game.second), max(game.first, game.second), game.pair] += sign * (game.points - expected)
        variance += expected * (1 - expected)
    free = len(strays) - len(elo) + 1  # less what the fit has used up
    if free <= 0:
        return 1.0
    before = _PAIRS_BEFORE * variance / len(strays)
    squares = sum(stray**2 for stray in strays.values()) * len(strays) / free
    return (squares + before) / (variance + before)
