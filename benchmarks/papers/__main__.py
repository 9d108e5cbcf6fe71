"""The papers' experiments, one command each: ``python -m benchmarks.papers glem-against-bayes``.

``--list`` names them; ``all`` runs every one. Openings are the XOT list of the package. What was stopped goes on when
its command is given again; the result is stored beside those of the other benchmarks. With ``--no-save`` nothing stays,
and nothing of an earlier run is used. ``--quick`` does everything in small, from a clone, and stores nothing.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from benchmarks.collections_of_games import add_data_option
from benchmarks.measure import ROOT, new_record, save, say
from benchmarks.papers.experiment import Experiment, Setup
from benchmarks.papers.experiments import experiments

RUNNING = ROOT / "build" / "papers"


def run(experiment: Experiment, options: argparse.Namespace, folder: Path) -> bool:
    """Whether all of it was done."""
    setup = Setup(
        folder=folder,
        quick=options.quick,
        parallel=options.parallel,
        until=None if options.hours is None else time.monotonic() + 3600 * options.hours,
        games=options.games,
        seconds_per_move=options.time,
        only=options.only,
    )
    record = new_record("papers") | {"experiment": experiment.name, "source": experiment.source}
    began = time.monotonic()
    record |= experiment.run(setup)
    say(f"{experiment.name} ({time.monotonic() - began:.0f} s)\n{experiment.table(record)}")
    if not (options.no_save or options.quick) and (record["complete"] or options.store_partial):
        say(f"saved {save(record).relative_to(ROOT)}")
        if record["complete"]:  # given again, the command plays anew
            for path in setup.records:
                path.unlink(missing_ok=True)
                path.with_suffix(".ggf").unlink(missing_ok=True)
    return bool(record["complete"])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    known = experiments()
    parser.add_argument("name", nargs="?", choices=[*known, "all"], metavar="NAME", help="an experiment, or all")
    parser.add_argument("--list", action="store_true", help="name the experiments")
    parser.add_argument("--quick", action="store_true", help="in small, to see that it works; stores nothing")
    parser.add_argument("--games", type=int, help="games of a match, instead of what the experiment has")
    parser.add_argument("--time", help="seconds a move, instead of what the experiment has")
    parser.add_argument("--only", default="", metavar="TEXT", help="of a table the matches whose lines contain this")
    parser.add_argument("--hours", type=float, help="begin nothing new after this time")
    parser.add_argument("--parallel", type=int, default=2, help="games at once")
    parser.add_argument("--store-partial", action="store_true", help="store the result even if some of it is missing")
    parser.add_argument("--no-save", action="store_true", help="leave nothing behind")
    add_data_option(parser)
    options = parser.parse_args()
    if options.list or options.name is None:
        for each in known.values():
            say(f"{each.name}: {each.source}\n    {each.question}")
        return 0
    chosen = list(known.values()) if options.name == "all" else [known[options.name]]
    with ExitStack() as stack:
        folder = RUNNING
        if options.no_save or options.quick:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="papers-")))
        unfinished = [each.name for each in chosen if not run(each, options, folder)]
    if unfinished:
        say(f"not finished: {', '.join(unfinished)}; the same command goes on")
    return 1 if unfinished else 0


if __name__ == "__main__":
    raise SystemExit(main())
