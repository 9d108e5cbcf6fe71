"""The options of every command that lets an engine with a model think."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cyclopts import Parameter

from logistello.errors import UsageError

if TYPE_CHECKING:
    from logistello.engine import Engine


@Parameter(name="*")
@dataclass(frozen=True)
class EngineOptions:
    """What the engine may use.

    Parameters
    ----------
    threads
        Threads that search one position.
    hash_mb
        Size of the transposition table in megabytes.
    model
        The model file; by default the one that comes with the package.
    """

    threads: int = 1
    hash_mb: int = 128
    model: Path | None = None

    def make_engine(self) -> Engine:
        from logistello.engine import Engine
        from logistello.evaluation.model import find_model

        if self.threads < 1:
            raise UsageError(f"--threads is {self.threads}; expected 1 or more")
        return Engine(model=find_model(self.model), threads=self.threads, hash_mb=self.hash_mb)


USUAL_ENGINE = EngineOptions()
