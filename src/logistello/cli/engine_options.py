"""The options of every command that lets an engine with a model think."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cyclopts import Parameter

from logistello.cli.option_types import Megabytes, Threads

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
        A model file, or a model of the package by name (default, logistello, ...); without it the default.
    """

    threads: Threads = 1
    hash_mb: Megabytes = 128
    model: Path | None = None

    def make_engine(self) -> Engine:
        from logistello.engine import Engine
        from logistello.evaluation.model import find_model

        return Engine(model=find_model(self.model), threads=self.threads, hash_mb=self.hash_mb)


USUAL_ENGINE = EngineOptions()
