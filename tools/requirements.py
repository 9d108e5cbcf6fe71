"""Print what the package needs to be built and run, and what the extras named as arguments add, one a line."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

definition = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())
project, build = definition["project"], definition["build-system"]
extras = ("build", *sys.argv[1:])
requirements = [
    *build["requires"],
    *project["dependencies"],
    *(line for extra in extras for line in project["optional-dependencies"][extra]),
]
sys.stdout.write("\n".join(sorted(set(requirements))) + "\n")
