"""The laboratory's measurements, one command each: ``python -m benchmarks.lab plaat``.

``plaat`` compares all exact searches as Plaat did, ``speed`` counts leaves a second, ``om`` measures opponent models,
``glem`` trains models of four games and lets them play, ``causes`` takes away one by one what they are made of, ``mpc``
lets Multi-ProbCut play against full width, ``td`` is TD(λ) in backgammon and Othello.
Results are stored beside those of the other benchmarks, as ``lab.NAME``; ``--no-save`` only prints them.
"""

from __future__ import annotations

import argparse
from importlib import import_module

from benchmarks.measure import new_record, save, say

#: Each is a module with ``add_options(parser)`` and ``measure(options) -> dict``.
NAMES = ("plaat", "speed", "om", "glem", "causes", "mpc", "td")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="name", required=True)
    modules = {name: import_module(f"benchmarks.lab.{name}") for name in NAMES}
    for name, module in modules.items():
        command = commands.add_parser(name, description=module.__doc__)
        command.add_argument("--no-save", action="store_true")
        module.add_options(command)
    options = parser.parse_args()
    record = new_record("lab") | {"benchmark": f"lab.{options.name}"}
    record |= modules[options.name].measure(options)
    if not options.no_save:
        say(f"stored in {save(record)}")


if __name__ == "__main__":
    main()
