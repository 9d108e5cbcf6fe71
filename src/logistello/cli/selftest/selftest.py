"""``logistello selftest``: does the installed package do what it should?"""

from __future__ import annotations

import json as json_format
import sys
from dataclasses import asdict, dataclass
from typing import Literal

from logistello.cli.terminal import shown
from logistello.errors import LogistelloError, MissingPackageError

Part = Literal["rules", "formats", "endgames", "search", "book", "page"]
Outcome = Literal["ok", "FAILED", "skipped"]


@dataclass(frozen=True)
class TriedPart:
    """One row of the table."""

    part: Part
    outcome: Outcome
    seconds: float
    detail: str


def selftest(*parts: Part, json: bool = False) -> int:
    """Try the installed package with positions whose answers are known, in less than a minute on one core.

    Nothing of yours is read or changed: the trial has a book and games of its own in a temporary folder. A part whose
    extra is not installed is skipped. The exit code is 1 if a part fails.

    Parameters
    ----------
    parts
        Only these; by default all of them.
    json
        Print one JSON object instead of the table.
    """
    from logistello.cli.selftest.trials import TRIALS

    tried = []
    for name in parts or TRIALS:
        tried.append(_try(name))
        if not json:
            _show(tried[-1])
    failed = [each.part for each in tried if each.outcome == "FAILED"]
    if json:
        answer = {"ok": not failed, "parts": [asdict(each) for each in tried]}
        sys.stdout.write(json_format.dumps(answer, indent=2, ensure_ascii=False) + "\n")
    else:
        verdict = f"Not well: {', '.join(failed)}. 'logistello doctor' says more." if failed else "All is well."
        sys.stdout.write(f"{verdict} ({sum(each.seconds for each in tried):.1f} s)\n")
    return 1 if failed else 0


def _try(name: Part) -> TriedPart:
    from time import perf_counter

    from logistello.cli.selftest.trials import TRIALS, TrialError

    begun = perf_counter()
    outcome: Outcome = "ok"
    try:
        detail = TRIALS[name]()
    except MissingPackageError as error:
        outcome, detail = "skipped", str(error)
    except (TrialError, LogistelloError) as error:
        outcome, detail = "FAILED", str(error)
    except Exception as error:  # whatever a broken installation does, the other parts are tried as well
        outcome, detail = "FAILED", f"{type(error).__name__}: {error}"
    return TriedPart(name, outcome, round(perf_counter() - begun, 3), detail)


def _show(tried: TriedPart) -> None:
    sys.stdout.write(f"{tried.outcome:7}  {tried.part:8}  {tried.seconds:6.2f} s  {shown(tried.detail)}\n")
    sys.stdout.flush()
