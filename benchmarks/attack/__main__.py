"""Attack the whole program, repeatably: ``python -m benchmarks.attack KIND [--trials N] [--seed 1]``.

files      random and crafted files and bad options into every command
books      edited opening books through everything that reads or changes a book
kills      kill -9 at random moments of every command that writes, and of the web server
protocols  nonsense into GTP, NBoard, XBoard and GGS
web        hostile requests, uploads, half-open connections

Every trial ends as an answer, a clear refusal, or a failure: a traceback, a signal, a hang, a loss, too much memory, or
an end that is unclear. Failures are kept with all that is needed to repeat them (--again NUMBER); a run that was
stopped goes on with --resume. The exit code is 1 if there was a failure.
"""

from __future__ import annotations

import argparse
import importlib
import signal
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.attack.campaign import Attack, describe, run, summary, table
from benchmarks.attack.workshop import Workshop
from benchmarks.measure import ROOT, new_record, save, say

#: Where each kind is made, and how many of what it counts are the usual run.
KINDS = {
    "files": ("bad_input", "FilesAttack", 20_000),
    "books": ("broken_books", "BooksAttack", 5_000),
    "kills": ("kills", "KillsAttack", 200),
    "protocols": ("protocols", "ProtocolsAttack", 100_000),
    "web": ("hostile_web", "WebAttack", 2_000),
}


def make(kind: str, seed: int, workshop: Workshop) -> Attack:
    module, name, _ = KINDS[kind]
    made: Attack = getattr(importlib.import_module(f"benchmarks.attack.{module}"), name)(seed, workshop)
    return made


def main() -> int:
    # Started in the background of a shell it is ignored, and every command that is started from here would ignore it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.attack", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--trials", type=int, help="inputs, books, kills, lines or requests")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, help="stop after so long; --resume goes on")
    parser.add_argument("--resume", action="store_true", help="go on with a run that was stopped")
    parser.add_argument("--again", type=int, metavar="NUMBER", help="repeat one trial and show what it says")
    parser.add_argument("--keep", type=Path, default=ROOT / "build" / "attack", help="folder for logs and failures")
    parser.add_argument("--no-save", action="store_true", help="do not store the result")
    options = parser.parse_args()
    kept = options.keep / f"{options.kind}-{options.seed}"
    with (
        tempfile.TemporaryDirectory(prefix="attack-", dir=_fast_folder()) as folder,
        Workshop(Path(folder)) as workshop,
    ):
        attack = make(options.kind, options.seed, workshop)
        if options.again is not None:
            return _again(attack, options.again, kept / "failures" / str(options.again))
        until = None if options.minutes is None else time.monotonic() + 60 * options.minutes
        record = new_record("attack")
        units = options.trials or KINDS[options.kind][2]
        outcomes = run(attack, units, options.seed, kept, resume=options.resume, until=until)
    found = summary(outcomes)
    command = f"python -m benchmarks.attack {options.kind} --trials {units} --seed {options.seed}"  # repeats all of it
    record |= {"command": command, "kind": options.kind, "seed": options.seed, "unit": attack.units, **found}
    print(table(found, attack.units))
    for each in found["failures"]:
        print(f"{each['number']}: {each['verdict']}: {each['what']}"[:300])
    if not options.no_save:
        print(f"stored as {save(record).relative_to(ROOT)}")
    return 1 if found["failed"] else 0


def _again(attack: Attack, number: int, kept: Path) -> int:
    outcome = attack.again(number, kept)
    say(describe(outcome))
    if outcome.keep is not None:
        outcome.keep(kept)
        say(f"kept in {kept}")
    return 1 if outcome.finding.failed else 0


def _fast_folder() -> str | None:
    """Trials write and remove many small files, and wait for the disk with each: memory will do."""
    shared_memory = Path("/dev/shm")  # noqa: S108 - the folder in it is made safely
    return str(shared_memory) if shared_memory.is_dir() else None


if __name__ == "__main__":
    sys.exit(main())
