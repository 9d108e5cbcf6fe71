"""What is installed on a machine, as far as results depend on it: nodes of a cluster must agree before they work."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib import import_module, metadata, resources
from pathlib import Path
from typing import Any

#: Files of the package that tell programs apart; what is compiled is asked for its interface instead, because the same
#: sources give other bytes for each instruction-set level.
_SOURCES = (".py", ".toml", ".json", ".txt", ".tsv")
_MODELS = (".model", ".book")


@dataclass(frozen=True)
class Installation:
    """All but ``level`` must be the same everywhere; levels give the same results."""

    version: str
    python: str
    #: SHA-256 of the package's sources and data.
    sources: str
    #: SHA-256 of the models and books that come with it.
    models: str
    #: SHA-256 of the names and signatures of the native core.
    core: str
    level: str

    def differences(self, other: Installation) -> list[str]:
        """What is not the same, in words."""
        found = []
        for field in fields(self):
            ours, theirs = getattr(self, field.name), getattr(other, field.name)
            if field.name != "level" and ours != theirs:
                found.append(f"{_WORDS[field.name]} ({_short(theirs)} there, {_short(ours)} here)")
        return found


_WORDS = {
    "version": "version of logistello",
    "python": "version of Python",
    "sources": "source files",
    "models": "models of the package",
    "core": "native core",
}


@cache
def this_installation() -> Installation:
    """Raises ``NativeCoreError`` if the native core cannot be loaded."""
    from logistello import _native

    package = Path(str(resources.files("logistello")))
    files = sorted(path for path in package.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return Installation(
        version=metadata.version("logistello"),
        python=f"{sys.version_info.major}.{sys.version_info.minor}",
        sources=_digest_of_files(package, (path for path in files if path.suffix in _SOURCES)),
        models=_digest_of_files(package, (path for path in files if path.suffix in _MODELS)),
        core=_digest_of_core(vars(import_module(f"logistello._native.{_native.level}._core"))),
        level=_native.level,
    )


def _digest_of_files(package: Path, files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in files:
        digest.update(f"{path.relative_to(package).as_posix()}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _digest_of_core(names: Mapping[str, Any]) -> str:
    """Of a class the signatures of its methods count, too."""
    lines = []
    for name, value in sorted(names.items()):
        if name.startswith("__"):
            continue
        lines.append(f"{name}: {getattr(value, '__doc__', None) if callable(value) else type(value).__name__}")
        if isinstance(value, type):
            lines += [f"{name}.{each}: {getattr(value, each).__doc__}" for each in sorted(vars(value))]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _short(text: str) -> str:
    return text[:12]
