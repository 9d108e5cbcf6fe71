"""Measurements of work on a Ray cluster, one command each: ``python -m benchmarks.cluster kills``.

``kills`` pulls the plug of nodes at random, ``same`` compares the artefacts of ``train`` from three pools, ``overhead``
sets Ray beside the pool of processes, ``scaling`` counts what the driver can hand out, ``rates`` what one core does.
All nodes are on this machine, each with processes of its own. Results are stored beside those of the other benchmarks,
as ``cluster.NAME``; ``--no-save`` only prints them.
"""

from __future__ import annotations

import argparse
import os
from importlib import import_module

from benchmarks.measure import new_record, save, say

#: Each is a module with ``add_options(parser)`` and ``measure(options) -> dict``.
NAMES = ("kills", "same", "overhead", "scaling", "rates")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="name", required=True)
    modules = {name: import_module(f"benchmarks.cluster.{name}") for name in NAMES}
    for name, module in modules.items():
        command = commands.add_parser(name, description=module.__doc__)
        command.add_argument("--no-save", action="store_true")
        module.add_options(command)
    options = parser.parse_args()
    record = new_record("cluster") | {"benchmark": f"cluster.{options.name}"}
    begun = os.getloadavg()[0]
    record |= modules[options.name].measure(options)
    record |= {"load_average": [round(begun, 2), round(os.getloadavg()[0], 2)]}
    if not options.no_save:
        say(f"stored in {save(record)}")


if __name__ == "__main__":
    main()
