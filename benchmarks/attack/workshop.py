"""What attacks share: a folder for their files, the warm process, and good files to begin with."""

from __future__ import annotations

from contextlib import AbstractContextManager, ExitStack
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from benchmarks.attack.samples import Samples
from benchmarks.attack.warm import Warm

T = TypeVar("T")


class Workshop:
    """Everything is made when it is needed first. Use as a context manager."""

    def __init__(self, folder: Path) -> None:
        """``folder`` is for the files of trials; it may be lost."""
        self.folder = folder
        self._stack = ExitStack()

    @cached_property
    def warm(self) -> Warm:
        return self._stack.enter_context(Warm())

    @cached_property
    def samples(self) -> Samples:
        return Samples(self.warm)

    def keep(self, one: AbstractContextManager[T]) -> T:
        """Entered now, left with the workshop."""
        return self._stack.enter_context(one)

    def place(self, name: str) -> Path:
        """A folder of an attack's own."""
        path = self.folder / name
        path.mkdir(exist_ok=True)
        return path

    def __enter__(self) -> Workshop:
        return self

    def __exit__(self, *error: Any) -> None:
        self._stack.__exit__(*error)
