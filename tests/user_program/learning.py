"""Learning: GLEM and ProbCut for any game, tasks, games of the contract."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from logistello.errors import PositionsError
from logistello.games import (
    CHANCE,
    ChanceRules,
    GameRules,
    OpenSpielRules,
    OpenSpielState,
    OthelloRules,
    OthelloState,
    SymmetricRules,
    openspiel_rules,
)
from logistello.glem import (
    BayesRegressor,
    BitRows,
    Checkpoint,
    Configuration,
    ConfigurationDag,
    FitProgress,
    GeneratedConfigurations,
    GlemRegressor,
    MatchHeuristic,
    MergeRule,
    Relation,
    Rows,
    SparseTable,
    StagedGlemRegressor,
    frequent_pairs,
    generate_configurations,
    outcome_correlations,
    select_by_correlation,
)
from logistello.jobs import InlinePool, Pool, ProcessPool, Task, open_pool, processors
from logistello.probcut import (
    MOST_DEEP,
    MOST_SHALLOW,
    LeftOut,
    ProbCutTable,
    RegressionLine,
    Samples,
    ValueLimits,
    calibrate,
    cut,
    high_bound,
    low_bound,
    refine,
    threshold,
)
from logistello.train import Positions


def glem(folder: Path) -> None:
    rng = np.random.default_rng(1)
    features: NDArray[np.uint8] = rng.integers(0, 3, (200, 4), dtype=np.uint8)
    outcomes = (features[:, 0] == 1).astype(np.float64)
    heuristic = MatchHeuristic(chunk=64)
    generated: GeneratedConfigurations = generate_configurations(features, 10, max_size=2, heuristic=heuristic)
    configurations: list[Configuration] = list(generated.configurations)
    assert Configuration((Relation(0, 1),)) in configurations
    assert BitRows(features).counts().sum() > 0
    correlations = outcome_correlations(configurations, features, outcomes)
    best = select_by_correlation(configurations, features, outcomes, max_number=5)
    assert len(best) == 5
    assert len(correlations) == len(configurations)
    dag = ConfigurationDag([configurations[place] for place in best])
    rows = Rows(dag.active(features), outcomes)
    told: list[FitProgress] = []
    checkpoint = Checkpoint(folder / "values", "mine")
    checkpoint.save({"best": len(best)}, {"correlations": correlations})
    assert checkpoint.load() is not None
    model = GlemRegressor(iterations=3).fit(
        rows.indices, rows.targets, n_weights=5, on_progress=told.append, checkpoint=folder / "fit"
    )
    assert len(model.predict(rows.indices)) == 200
    assert told
    before = BayesRegressor(prior=1.0).fit(
        rows.indices, rows.targets, n_weights=5, group_of_column=[0] * rows.indices.shape[1]
    )
    assert before.coef_.shape == (5,)
    stages: NDArray[np.int64] = np.arange(200) % 2
    rule = MergeRule(few=1, enough=5)
    staged = StagedGlemRegressor(iterations=3, few=rule.few, enough=rule.enough)
    staged.fit(rows.indices, rows.targets, stages, n_weights=5, n_stages=2)
    first, second = (np.array([1, 2, 1]), np.array([3, 4, 3]))
    pairs = frequent_pairs([(first, second)], 2)
    assert len(pairs) >= 1
    table: SparseTable = SparseTable.build(np.array([1]), np.array([3]), 5, 5)
    assert table.lookup(np.array([1]), np.array([3])).tolist() == [0]


def probcut() -> None:
    rng = np.random.default_rng(1)
    deep = rng.normal(0, 10, (2000, 1))
    samples = Samples(
        values=deep + rng.normal(0, 1, (2000, 5)),
        stage=rng.integers(0, 2, 2000),
        exact=deep[:, 0],
        left=rng.integers(1, 5, 2000),
    )
    limits = ValueLimits.of_data(samples.values)
    table: ProbCutTable = calibrate(samples, stages=2, most_left=4, weights_sha256="", limits=limits)
    refined: ProbCutTable = refine(table, samples, samples.values[:, 0], near=8.0, limits=limits)
    assert refined.stages == table.stages
    left_out: LeftOut | None = table.left_out
    assert left_out is not None
    line: RegressionLine = table.line(0, 4, 2)
    t = threshold(0.95)
    assert cut(line, high_bound(line, 5.0, t) + 1, 4.0, 5.0, t) == "high"
    assert low_bound(line, 4.0, t) < high_bound(line, 5.0, t)
    assert MOST_SHALLOW < MOST_DEEP


def count_leaves(rules: GameRules[Any], state: Any, depth: int) -> int:
    if depth == 0 or rules.is_over(state):
        return 1
    return sum(count_leaves(rules, rules.play(state, move), depth - 1) for move in rules.moves(state))


def games() -> None:
    rules: SymmetricRules[OthelloState] = OthelloRules()
    assert not isinstance(rules, ChanceRules)
    assert rules.player(rules.start()) != CHANCE
    assert count_leaves(rules, rules.start(), 3) == 56
    tic_tac_toe: OpenSpielRules = openspiel_rules("tic_tac_toe")
    state: OpenSpielState = tic_tac_toe.start()
    assert count_leaves(tic_tac_toe, state, 2) == 72


def squares_of_numbers(pool: Pool) -> list[int]:
    results = dict(pool.run([Task(pow, (number, 2)) for number in range(3)]))
    return [results[number] for number in range(3)]


def tasks(folder: Path) -> None:
    assert squares_of_numbers(InlinePool()) == [0, 1, 4]
    pool: Pool = ProcessPool(min(processors(), 2))
    pool.close()
    pool = open_pool(workers=1)  # or a cluster: open_pool(cluster="auto")
    assert (pool.workers, pool.threads_here, pool.status) == (1, 1, "")
    pool.close()
    (folder / "nonsense").write_bytes(b"nonsense")
    try:
        Positions.load(folder / "nonsense")
    except PositionsError as error:
        assert "nonsense" in str(error)


def main(folder: Path) -> None:
    glem(folder)
    probcut()
    games()
    tasks(folder)
