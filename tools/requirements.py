"""Print what pyproject.toml needs to build, run and test the package, one requirement a line."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())
requirements = [
    *project["build-system"]["requires"],
    *project["project"]["dependencies"],
    *(line for extra in project["project"]["optional-dependencies"].values() for line in extra),
]
sys.stdout.write("\n".join(sorted(set(requirements))) + "\n")
