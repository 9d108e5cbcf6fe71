"""The attacks of ``benchmarks.attack`` in a small form, and that they notice what they look for."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from benchmarks.attack.attempt import Attempt
from benchmarks.attack.bad_input import FilesAttack
from benchmarks.attack.broken_books import BooksAttack
from benchmarks.attack.campaign import Attack, Outcome, run, summary, table
from benchmarks.attack.ending import Ended, Finding, Limits, judge
from benchmarks.attack.hostile_web import WebAttack
from benchmarks.attack.kills import NAMES, VICTIMS, KillsAttack
from benchmarks.attack.protocols import PROTOCOLS, ProtocolsAttack
from benchmarks.attack.warm import Job
from benchmarks.attack.workshop import Workshop

SEED = 7


def ended(code: int | None = 0, out: bytes = b"", err: bytes = b"", peak_mb: float = 100.0) -> Ended:
    return Ended(code, 0.1, peak_mb, out, err)


@pytest.mark.parametrize(
    ("how", "verdict"),
    [
        (ended(0, b"done\n"), "answer"),
        (ended(2, err=b"logistello: no\nSee 'logistello --help'\n"), "refusal"),
        (ended(1, err=b"logistello: x.ggf: no games\n"), "refusal"),
        (ended(1, b"3 games, 1 illegal\n"), "answer"),
        (ended(1), "unclear"),
        (ended(2, b"usage"), "unclear"),
        (ended(3, err=b"logistello: x\n"), "unclear"),
        (ended(1, err=b"Traceback (most recent call last):\n  File\nValueError: x\n"), "traceback"),
        (ended(1, err=b"Traceback (most recent call last):\n  File\nMemoryError\n"), "memory"),
        (ended(-11), "signal"),
        (ended(None), "hang"),
        (ended(0, peak_mb=5_000.0), "memory"),
        (ended(0, b"name \x1b[2J\n"), "unclear"),
        (ended(2, err=b"logistello: " + b"x" * 10_000), "unclear"),
    ],
)
def test_every_end_has_a_name(how: Ended, verdict: str) -> None:
    assert judge(how, Limits()).verdict == verdict


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workshop]:
    with Workshop(tmp_path_factory.mktemp("attack")) as made:
        yield made


def misbehave(arguments: Sequence[str]) -> int:
    """For the next test: a program with every bad manner."""
    match arguments[0]:
        case "crash":
            os.abort()
        case "hang":
            while True:
                pass
        case "raise":
            raise ValueError("x")
        case "eat":
            return len(b"x" * (500 << 20)) % 2
        case "replace":
            Path(arguments[1]).write_bytes(b"mine")
    return 0


def test_bad_manners_are_noticed(workshop: Workshop, tmp_path: Path) -> None:
    for manner, verdict in {
        "behave": "answer",
        "crash": "signal",
        "hang": "hang",
        "raise": "traceback",
        "eat": "memory",
        "replace": "loss",
    }.items():
        limits = Limits(seconds=2.0 if manner == "hang" else 60.0, memory_mb=400)
        attempt = Attempt([manner, "a.txt"], {"a.txt": b"yours"}, limits=limits)
        found, _ = attempt.run(tmp_path / "trial", lambda job: workshop.warm.run(_as_program(job)))
        assert found.verdict == verdict, found


def _as_program(job: Job) -> Job:
    return Job(job.arguments, job.folder, job.stdin, job.environment, job.limits, "tests.test_attack:misbehave")


def test_every_command_is_attacked() -> None:
    from benchmarks.attack.recipes import RECIPES, command_of
    from logistello.cli.main import COMMANDS, build_app

    groups = {"book", "lab"}
    commands = {(name,) for name in COMMANDS if name not in groups}
    for group in groups:
        commands |= {(group, name) for name in build_app((group,))[group] if not name.startswith("-")}
    assert {command_of(recipe.line.split()) for recipe in RECIPES} == commands
    for line in (*(recipe.line for recipe in RECIPES), *(victim.line for victim in VICTIMS)):
        words = re.sub(r"\{(?:\w+:)?([\w.]+)\}", r"\1", line).split()
        build_app(words).parse_args(words, exit_on_error=False, print_error=False)  # raises if it is none


def test_a_small_attack_of_every_kind(workshop: Workshop, tmp_path: Path) -> None:
    """No failure, and every kind does what it says: fixed seeds, so that it is the same every time."""
    inputs = run(FilesAttack(SEED, workshop), 40, SEED, tmp_path / "files")
    books = run(BooksAttack(SEED, workshop), 6, SEED, tmp_path / "books")
    lines = run(ProtocolsAttack(SEED, workshop, lines=40), 40 * len(PROTOCOLS), SEED, tmp_path / "protocols")
    for outcomes in (inputs, books, lines):
        assert [each for each in outcomes if each.finding.failed] == []
    assert {each.finding.verdict for each in inputs} == {"answer", "refusal"}
    assert len({each.group for each in inputs}) > 15
    assert {each.group for each in lines} == set(PROTOCOLS)
    web = WebAttack(SEED, workshop)
    for number, group in ((1, "requests"), (16, "uploads")):
        outcome = web.trial(number)
        assert (outcome.group, outcome.finding.failed) == (group, False), outcome
    kills = KillsAttack(SEED, workshop)
    for name in ("convert", "fit"):
        outcome = kills.trial(NAMES.index(name))
        assert (outcome.group, outcome.finding) == (name, Finding("answer")), outcome


class _Counting(Attack):
    """Fails with every tenth."""

    name, units, units_of_trial = "counting", "numbers", 2

    def __init__(self) -> None:
        self.tried: list[int] = []

    def trial(self, number: int) -> Outcome:
        self.tried.append(number)
        found = Finding("hang", "ten") if number % 10 == 9 else Finding("refusal")
        return Outcome(number, "odd" if number % 2 else "even", found, 2, keep=_keep)

    def again(self, number: int, kept: Path) -> Outcome:
        return self.trial(number)


def _keep(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)


def test_a_run_that_was_stopped_goes_on(tmp_path: Path) -> None:
    first, second = _Counting(), _Counting()
    run(first, 20, 1, tmp_path)
    (tmp_path / "log.jsonl").write_bytes((tmp_path / "log.jsonl").read_bytes()[:-5])  # a stop while it wrote
    outcomes = run(second, 40, 1, tmp_path, resume=True)
    assert (first.tried, second.tried) == (list(range(10)), list(range(9, 20)))
    found = summary(outcomes)
    assert (found["units"], found["failed"]) == (40, 2)
    assert [each["number"] for each in found["failures"]] == [9, 19]
    assert (tmp_path / "failures" / "19").is_dir()
    assert table(found, "numbers").splitlines()[-1] == "| together | 40 | 0 | 36 | 4 |"
    with pytest.raises(SystemExit, match="another run"):
        run(second, 40, 2, tmp_path, resume=True)


def test_what_failed_is_kept_and_read_again(tmp_path: Path) -> None:
    attempt = Attempt(["check", "\udcff"], {"a": b"x", "b": {"c/d": b"y"}}, stdin=b"\xff", changeable=["a"], real=True)
    attempt.keep(tmp_path / "kept", Finding("hang"), ended(None))
    assert Attempt.kept(tmp_path / "kept") == attempt
