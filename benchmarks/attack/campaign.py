"""Trials by their numbers: run, written down one by one so that a stop costs nothing, counted, and shown.

A kind of attack makes trial number N from its seed alone, so a run can be resumed, and a failure repeated.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Protocol

from benchmarks.attack.ending import FAILURES, Finding
from benchmarks.measure import Record, commit, say

_EVERY = 10.0  # seconds between two words about progress


@dataclass(frozen=True)
class Outcome:
    """What came of a trial. ``group``: what was attacked, such as a command."""

    number: int
    group: str
    finding: Finding
    #: How many of what is counted the trial had: inputs, books, kills, lines.
    units: int = 1
    seconds: float = 0.0
    #: Writes what is needed to repeat it into a folder; shown as text in the list of failures.
    keep: Callable[[Path], None] | None = field(default=None, compare=False, repr=False)
    command: str = ""


class Attack(Protocol):
    """A kind of attack."""

    name: str
    #: What is counted, and how many of them a trial has.
    units: str
    units_of_trial: int

    def trial(self, number: int) -> Outcome: ...

    def again(self, number: int, kept: Path) -> Outcome:
        """Repeat a trial, with what was kept if it was."""
        ...


# -- written down -----------------------------------------------------------------------------


class Log:
    """The outcomes so far, a JSON line each; the first says of which run."""

    def __init__(self, path: Path, about: Record, *, resume: bool) -> None:
        self.outcomes: dict[int, Outcome] = {}
        path.parent.mkdir(parents=True, exist_ok=True)
        if resume and path.exists():
            whole = path.read_bytes()
            lines = whole[: whole.rfind(b"\n") + 1].splitlines()
            first = json.loads(lines[0]) if lines else about
            if first != about:
                raise SystemExit(
                    f"benchmarks: {path} is of another run ({first}); expected {about}: start without --resume"
                )
            for line in lines[1:]:
                row = json.loads(line)
                self.outcomes[row["number"]] = Outcome(**{**row, "finding": Finding(**row["finding"])})
        begun = [json.dumps(about), *(json.dumps(_row(each)) for each in self.outcomes.values())]
        path.write_text("".join(f"{line}\n" for line in begun))
        self._file = path.open("a")

    def add(self, outcome: Outcome) -> None:
        self.outcomes[outcome.number] = outcome
        self._file.write(json.dumps(_row(outcome)) + "\n")
        self._file.flush()

    def close(self) -> None:
        self._file.close()


def _row(outcome: Outcome) -> Record:
    return {
        "number": outcome.number,
        "group": outcome.group,
        "finding": asdict(outcome.finding),
        "units": outcome.units,
        "seconds": round(outcome.seconds, 3),
        "command": outcome.command,
    }


# -- running ----------------------------------------------------------------------------------


def run(
    attack: Attack, units: int, seed: int, folder: Path, *, resume: bool = False, until: float | None = None
) -> list[Outcome]:
    """As many trials as ``units`` need; failures are kept below ``folder``. ``until`` ends it early, by the clock."""
    short, dirty = commit()
    log = Log(folder / "log.jsonl", {"kind": attack.name, "seed": seed, "commit": short, "dirty": dirty}, resume=resume)
    trials = range(-(-units // attack.units_of_trial))
    left = [number for number in trials if number not in log.outcomes]
    told = began = time.monotonic()
    try:
        for done, number in enumerate(left, 1):
            outcome = attack.trial(number)
            log.add(outcome)
            if outcome.finding.failed:
                say(f"{attack.name} {number}: {describe(outcome)}")
                if outcome.keep is not None:
                    outcome.keep(folder / "failures" / str(number))
            if time.monotonic() - told > _EVERY or done == len(left):
                told = time.monotonic()
                rate = (told - began) / done
                failed = sum(each.finding.failed for each in log.outcomes.values())
                rest = f"{rate * (len(left) - done):.0f} s left"
                say(f"{attack.name}: {len(log.outcomes)} of {len(trials)} trials, {failed} failures, {rest}")
            if until is not None and time.monotonic() > until:
                say(f"{attack.name}: out of time after {len(log.outcomes)} trials; --resume goes on")
                break
    finally:
        log.close()
    return [log.outcomes[number] for number in sorted(log.outcomes)]


# -- telling ----------------------------------------------------------------------------------


def describe(outcome: Outcome) -> str:
    return f"{outcome.finding.verdict}: {outcome.finding.what} ({outcome.command or outcome.group})"[:600]


def summary(outcomes: Iterable[Outcome]) -> Record:
    """Counts of what was tried, by verdict and by what was attacked; every failure by its number."""
    outcomes = list(outcomes)
    groups: dict[str, Counter[str]] = {}
    for each in outcomes:
        counter = groups.setdefault(each.group, Counter())
        counter[each.finding.verdict] += each.units
    return {
        "trials": len(outcomes),
        "units": sum(each.units for each in outcomes),
        "seconds": round(sum(each.seconds for each in outcomes), 1),
        "verdicts": dict(Counter(each.finding.verdict for each in outcomes)),
        "failed": sum(each.finding.failed for each in outcomes),
        "groups": {name: dict(groups[name]) for name in sorted(groups)},
        "failures": [
            {"number": each.number, **asdict(each.finding), "command": each.command}
            for each in outcomes
            if each.finding.failed
        ],
    }


def table(found: Record, units: str) -> str:
    """One line for each group."""
    lines = [f"| attacked | {units} | answers | refusals | failures |", "|---|--:|--:|--:|--:|"]
    rows = {**found["groups"], "together": _sum(found["groups"].values())}
    for name, counts in rows.items():
        failed = sum(counts.get(verdict, 0) for verdict in FAILURES)
        numbers = (sum(counts.values()), counts.get("answer", 0), counts.get("refusal", 0), failed)
        row = [f"{number:,}" for number in numbers]
        lines.append(f"| {name} | {' | '.join(row)} |")
    return "\n".join(lines)


def _sum(counters: Iterable[dict[str, int]]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for counter in counters:
        total.update(counter)
    return dict(total)
