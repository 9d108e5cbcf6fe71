"""Print what the package needs to be built and run, and what the named extras and groups add, one a line."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

definition = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))
project = definition["project"]
named: dict[str, list[str | dict[str, str]]] = {**project["optional-dependencies"], **definition["dependency-groups"]}


def expanded(requirements: list[str | dict[str, str]]) -> Iterator[str]:
    """``logistello[web,lab]`` stands for what these extras need, ``{include-group = "docs"}`` for a group."""
    for requirement in requirements:
        if isinstance(requirement, dict):
            yield from expanded(named[requirement["include-group"]])
            continue
        ours = re.fullmatch(rf"{project['name']}\[([a-z,]+)\]", requirement)
        if ours is None:
            yield requirement
        else:
            for extra in ours[1].split(","):
                yield from expanded(named[extra])


requirements = [*definition["build-system"]["requires"], *project["dependencies"]]
for name in ("build", *sys.argv[1:]):
    requirements += expanded(named[name])
sys.stdout.write("\n".join(sorted(set(requirements))) + "\n")
