"""A pool on a cluster of three nodes: the contract of every pool, files, nodes that die and join, the same bytes."""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.cluster.nodes import RayNodes, processes_with
from logistello.engine import Limit
from logistello.errors import JobError
from logistello.jobs import InlinePool, Task
from logistello.jobs.cluster_address import ClusterAddress
from logistello.match.openings import OpeningList, load_openings
from logistello.match.plan import Match
from logistello.match.runner import MatchRun
from logistello.match.spec import parse_player
from logistello.train.preset import Preset
from logistello.train.run import train
from tests.jobs import calls

# The contract: the same tests with the pool of this module.
from tests.jobs.test_pools import (  # noqa: F401
    test_every_task_is_answered_once,
    test_what_a_task_raises_is_raised_here,
)
from tests.train.conftest import micro_text
from tests.waiting import PATIENCE, wait_until

pytest.importorskip("ray")
from logistello.jobs import ray_pool
from logistello.jobs.ray_pool import RayPool

pytestmark = pytest.mark.filterwarnings("ignore")  # Ray's own


@pytest.fixture(scope="module", autouse=True)
def collected() -> Iterator[None]:
    """Ray leaves processes that are ending to the collector, which would complain of them in any later test."""
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


@pytest.fixture(scope="module")
def nodes() -> Iterator[RayNodes]:
    with RayNodes(head_cpus=1) as made:
        made.add()
        made.add()
        yield made


@pytest.fixture(scope="module")
def troubles() -> list[str]:
    return []


@pytest.fixture(scope="module")
def pool(nodes: RayNodes, troubles: list[str]) -> Iterator[RayPool]:
    wait_until(lambda: len(nodes.nodes) == 2, "the nodes were asked for")
    with RayPool(ClusterAddress.parse(nodes.address), troubles.append) as made:
        yield made


def small_text() -> str:
    """The preset ``micro`` with one short generation."""
    text = micro_text()
    for old, new in (
        ("generations = 2", "generations = 1"),
        ("stages = 4", "stages = 2"),
        ("games = [400, 300]", "games = [120]"),
        ("depth = [1, 2]", "depth = [1]"),
        ("per_game = [10, 10]", "per_game = [4]"),
        ("depth = 4", "depth = 3"),
        ("pairs = 12", "pairs = 3"),
        ("pairs = 10", "pairs = 2"),
    ):
        assert old in text
        text = text.replace(old, new)
    return text


def small_preset() -> Preset:
    return Preset.parse(small_text(), "small")


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("local")
    train(folder, small_preset(), InlinePool(), seed=5)
    return artefacts(folder)


def artefacts(folder: Path) -> dict[str, bytes]:
    """All files of a run but the log, which tells times."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.name not in ("log.jsonl", ".lock"))
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def test_a_run_left_early_ends_its_tasks(pool: RayPool, tmp_path: Path) -> None:
    file = tmp_path / "pid"
    run = pool.run([Task(calls.double, (1,)), Task(calls.my_pid, (file,))])
    assert next(run) == (0, 2)
    wait_until(lambda: file.exists() and file.read_text() != "", "the task runs")
    run.close()
    wait_until(lambda: not Path("/proc", file.read_text()).exists(), "it has ended")
    assert list(pool.run([Task(calls.double, (2,))])) == [(0, 4)]


def test_a_worker_that_dies_is_told_and_its_task_runs_again(pool: RayPool, troubles: list[str], tmp_path: Path) -> None:
    tasks = [Task(calls.die_once, (str(tmp_path / "marker"),)), *(Task(calls.double, (n,)) for n in range(5))]
    assert dict(pool.run(tasks)) == {0: "done", **{n + 1: 2 * n for n in range(5)}}
    assert any(text.startswith("task 0 (die_once) runs again: ") for text in troubles)
    assert "1 run again" in pool.status


def test_a_task_that_kills_every_worker_is_an_error(pool: RayPool, monkeypatch: pytest.MonkeyPatch) -> None:
    """After two of them, as a new worker takes seconds to start."""
    monkeypatch.setattr(ray_pool, "MOST_WORKER_DEATHS", 2)
    with pytest.raises(JobError, match=r"the workers of task 0 \(die\) died 2 times"):
        list(pool.run([Task(calls.die)]))


def test_a_task_that_fits_no_node_is_an_error(pool: RayPool) -> None:
    with pytest.raises(JobError, match=r"needs 64 cores and 256 MB of memory, and no node has them"):
        list(pool.run([Task(calls.double, (1,), cpus=64)]))


def test_files_travel_once(pool: RayPool, tmp_path: Path) -> None:
    file = tmp_path / "some.model"
    file.write_text("content" * 1000)
    before = pool.traffic.files
    read = dict(pool.run(Task(calls.read, (file,)) for _ in range(10)))
    assert {text for _, text in read.values()} == {"content" * 1000}
    assert str(file) not in {path for path, _ in read.values()}
    assert pool.traffic.files - before == len("content" * 1000)


def test_the_same_bytes_from_three_nodes(pool: RayPool, trained: dict[str, bytes], tmp_path: Path) -> None:
    train(tmp_path, small_preset(), pool, seed=5)
    assert artefacts(tmp_path) == trained


def test_a_match_of_tasks_has_the_same_games(pool: RayPool) -> None:
    openings = OpeningList(load_openings(None, seed=1).openings[:3], "some")
    players = [parse_player(text) for text in ("engine:hash_mb=1,depth=1", "mobility:level=1,seed=3", "greedy")]
    match = Match(players, openings, 2, Limit(depth=1))
    played = [MatchRun(match, pool=each) for each in (None, pool)]
    for run in played:
        run.play()
    here, there = (
        sorted((game.number, game.black, game.white, game.black_score) for game in run.games) for run in played
    )
    assert here == there
    assert played[0].standings.pairings[0, 1].pairs == played[1].standings.pairings[0, 1].pairs


def test_a_command_works_on_the_cluster(nodes: RayNodes, pool: RayPool, data: Path) -> None:
    """Another process gives its tasks to the same nodes; what it prints does not tell who solved."""
    options = ["--json", "--hash-mb", "16", str(data / "hard.obf")]
    command = [sys.executable, "-m", "logistello.cli.main", "solve", *options]
    here, there = (
        subprocess.run([*command, *where], capture_output=True, text=True, timeout=PATIENCE, check=False)
        for where in ([], ["--cluster", nodes.address])
    )
    assert (there.returncode, there.stderr) == (0, "")
    found, expected = ([json.loads(line) for line in done.stdout.splitlines()] for done in (there, here))
    assert [(row["score"], row["pv"]) for row in found[:-1]] == [(row["score"], row["pv"]) for row in expected[:-1]]


def test_a_command_that_is_killed_leaves_nothing_and_goes_on(
    nodes: RayNodes, pool: RayPool, trained: dict[str, bytes], tmp_path: Path
) -> None:
    """Ctrl-C with a cluster of its own, then kill -9 with one that stays; then processes finish it."""
    preset, folder = tmp_path / "small.toml", tmp_path / "run"
    preset.write_text(small_text())
    mark = f"LOGISTELLO_TEST={tmp_path}"
    command = [
        sys.executable,
        "-m",
        "logistello.cli.main",
        "train",
        str(folder),
        "--preset",
        str(preset),
        "--seed",
        "5",
    ]
    environment = {**os.environ, "LOGISTELLO_TEST": str(tmp_path)}
    ends: list[tuple[int, bytes, bytes]] = []
    for done, how, where in (
        (1, signal.SIGINT, ("--cluster", "local:1")),
        (2, signal.SIGKILL, ("--cluster", nodes.address)),
        (0, None, ("--workers", "1")),
    ):
        process = subprocess.Popen([*command, *where], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
        if how is not None:
            wait_until(lambda done=done: len(list(folder.rglob("*.games"))) >= done, "some games are played")
            process.send_signal(how)
        out, err = process.communicate(timeout=PATIENCE)
        ends.append((process.returncode, out, err))
        wait_until(lambda: not processes_with(mark), "all that the command had started has ended")
    assert [code for code, _, _ in ends] == [130, -signal.SIGKILL, 0]
    assert ends[0][1:] == (
        b"",
        f"Stopped. Nothing that was finished is lost: 'logistello train {folder}' continues.\n".encode(),
    )
    assert artefacts(folder) == trained


def test_nodes_die_and_join_during_a_run(nodes: RayNodes, pool: RayPool, troubles: list[str], tmp_path: Path) -> None:
    """A task for each of three nodes waits; two of the nodes die, and a new one does their work."""
    go = tmp_path / "go"
    begun = [tmp_path / f"begun{number}" for number in range(3)]
    tasks = [Task(calls.begin_and_wait, (str(file), str(go))) for file in begun]
    tasks += [Task(calls.double, (number,)) for number in range(30)]
    troubles.clear()
    with calls.beside(lambda: list(pool.run(tasks))) as results:
        wait_until(lambda: all(file.exists() for file in begun), "all nodes work")
        nodes.add(2)
        nodes.kill()
        nodes.kill()
        go.touch()
    answers = results.result(PATIENCE)
    assert sorted(answers, key=lambda answer: answer[0]) == [
        *((number, None) for number in range(3)),
        *((n + 3, 2 * n) for n in range(30)),
    ]
    wait_until(lambda: pool_looks(pool) == 3, "the new node is known")
    assert sum(text.endswith(" is gone") for text in troubles) == 2


def pool_looks(pool: RayPool) -> int:
    """Cores, after another task: a pool looks at its nodes while it works."""
    assert list(pool.run([Task(calls.double, (1,))])) == [(0, 2)]
    return sum(node.cpus for node in pool.nodes)


def test_a_node_that_cannot_load_the_core_is_named(nodes: RayNodes, pool: RayPool) -> None:
    """After all others: the node stays in the cluster."""
    nodes.add(1, LOGISTELLO_ISA="nonsense")

    def look_for_ever() -> None:
        while True:
            pool_looks(pool)

    with pytest.raises(JobError, match=r"LOGISTELLO_ISA=nonsense"):
        look_for_ever()
