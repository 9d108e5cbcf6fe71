"""GLEM's predecessor as a model that the engine plays: line mobility against the rules, weights against scores."""

from __future__ import annotations

import numpy as np
import pytest

from logistello.errors import TrainingDataError
from logistello.evaluation import Model, PatternSet
from logistello.evaluation.sparse_patterns import SparseConfigurations
from logistello.glem.bayes import logistic_regression
from logistello.othello import PASS, Position, Square
from logistello.train.fit import fit_model
from logistello.train.fit_options import FitOptions
from logistello.train.labelled_positions import Positions, make_records
from logistello.train.line_mobility import Line, line_mobility, lines
from tests.evaluation.twins import boards, random_positions, ternary


def moves_along(line: Line, mover: int, other: int) -> list[Square]:
    """Squares of a line on which a move would turn discs of this line."""
    found = []
    for place, square in enumerate(line):
        if not (mover | other) >> square & 1:
            for ray in (line[place + 1 :], line[:place][::-1]):
                turned = 0
                while turned < len(ray) and other >> ray[turned] & 1:
                    turned += 1
                if 0 < turned < len(ray) and mover >> ray[turned] & 1:
                    found.append(square)
                    break
    return found


@pytest.mark.parametrize("name", ["logistello", "modern"])
def test_patterns_hold_the_moves_along_lines(name: str) -> None:
    patterns = PatternSet.named(name)
    tables, missing = line_mobility(patterns, patterns.n_weights)
    assert name == "modern" or not missing
    for position in random_positions(4, 60):
        own, opp = boards([position])
        numbers = SparseConfigurations(patterns).weight_indices(own, opp)[0]
        sides = ((position.own, position.opponent), (position.opponent, position.own))
        for table, (mover, other) in zip(tables, sides, strict=True):
            along = [moves_along(line, mover, other) for line in lines() if line not in missing]
            assert table[numbers].sum() == pytest.approx(sum(map(len, along)))
            if not missing and mover == position.own:
                assert {square for each in along for square in each} == set(position.legal_moves) - {PASS}


LINES = PatternSet.parse(
    """
    name = "lines"
    stages = 1
    [[pattern]]
    name = "d4"
    squares = "d1 c2 b3 a4"
    [[pattern]]
    name = "corner"
    squares = "a1 b1 c1 a2 b2"
    """
)


def labelled(count: int) -> tuple[list[Position], Positions]:
    positions = random_positions(5, count)
    own, opp = boards(positions)
    scores = np.array([position.count(position.turn) - position.count(~position.turn) for position in positions])
    return positions, Positions.of(make_records(own, opp, scores.astype(float), np.arange(count, dtype=np.uint64)))


def test_the_engine_adds_up_what_the_regression_over_scores_says() -> None:
    """Counted and regressed here by hand: a score for each pattern, mobility along lines, parity."""
    prior, count = 3.0, 500
    positions, data = labelled(count)
    options = FitOptions(method="bayes", l2=prior, holdout=0.0, window=0, exact_weight=1.0)
    model = fit_model([data], LINES, options)

    won = (np.sign(np.asarray(data.records["score"], dtype=float)) + 1) / 2
    share = won.mean()
    pattern_of = LINES.pattern_of_instance.tolist()
    counts: dict[tuple[int, int], list[float]] = {}
    for row, outcome in zip(ternaries(positions), won, strict=True):
        for pattern, configuration in zip(pattern_of, row, strict=True):
            entry = counts.setdefault((pattern, configuration), [0.0, 0.0])
            entry[0] += outcome
            entry[1] += 1 - outcome

    def bayes(key: tuple[int, int]) -> float:
        wins, losses = counts[key]
        odds = (wins + prior * share) / (losses + prior * (1 - share))
        return float(np.log(odds / (share / (1 - share))))

    held = [line for line in lines() if line not in line_mobility(LINES, LINES.n_weights)[1]]
    features = []
    for position, row in zip(positions, ternaries(positions), strict=True):
        scores = [0.0, 0.0]
        for pattern, configuration in zip(pattern_of, row, strict=True):
            scores[pattern] += bayes((pattern, configuration))
        own = sum(len(moves_along(line, position.own, position.opponent)) for line in held)
        opp = sum(len(moves_along(line, position.opponent, position.own)) for line in held)
        features.append([*scores, own, opp, 1 - position.empties % 2, position.empties % 2])
    log_odds = np.array(features) @ logistic_regression(np.array(features, dtype=float), won, np.ones(count))
    score = np.asarray(data.records["score"], dtype=float)
    discs = log_odds * (log_odds @ score) / (log_odds @ log_odds)
    assert model.evaluate(positions) == pytest.approx(discs, abs=0.06)  # a dozen weights, each rounded to 1/128


def ternaries(positions: list[Position]) -> list[list[int]]:
    """Configurations of all instances, mirrored ones as one."""
    return [
        [canonical_of(number, each) for number, each in zip(LINES.pattern_of_instance.tolist(), row, strict=True)]
        for row in (ternary(LINES, position) for position in positions)
    ]


def canonical_of(pattern: int, configuration: int) -> int:
    each = LINES.patterns[pattern]
    digits = [configuration // 3**place % 3 for place in range(len(each.squares))]
    images = [configuration]
    for mirror in each.mirrors:
        images.append(sum(digit * 3 ** mirror[place] for place, digit in enumerate(digits)))
    return min(images)


def test_it_is_a_method_of_its_own() -> None:
    with pytest.raises(TrainingDataError, match="who wins"):
        FitOptions(method="bayes", link="sigmoid")
    with pytest.raises(TrainingDataError, match="one of cg, gradient, bayes"):
        FitOptions(method="newton")  # type: ignore[arg-type]
    assert "method" not in FitOptions().as_dict()
    assert FitOptions(method="bayes").as_dict()["method"] == "bayes"


def test_it_can_be_played_and_explained() -> None:
    _, data = labelled(300)
    model = fit_model([data], LINES, FitOptions(method="bayes"))
    assert isinstance(model, Model)
    position = Position.initial().play("f5")
    shares, constant = model.shares(position)
    assert constant + sum(share.discs for share in shares) == model.evaluate([position])[0]
    assert model.provenance["fit"]["method"] == "bayes"
