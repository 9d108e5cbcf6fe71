"""What TD(λ) has learned so far, as a file: weights, how many games they come from, and how those were played.

The frame is that of :mod:`logistello.framed_file`; the one array is ``weights``. A game depends on the seed, its number
and the weights before it alone, so that learning goes on from a file as if it had never stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from logistello.errors import ModelError
from logistello.framed_file import Kind, read_arrays, read_frame, write_arrays

KIND = Kind(b"LOGISTDL", 1, "file of TD learning", ModelError)


@dataclass(frozen=True)
class TdState:
    """How far learning is."""

    weights: NDArray[Any]
    games: int


@dataclass(frozen=True)
class TdRun:
    """Learning into a file, from game to game.

    settings: all that the result depends on besides the number of games; a file of others is refused.
    """

    path: Path
    settings: Mapping[str, Any]

    def load(self, new: Callable[[], NDArray[Any]]) -> TdState:
        """What the file holds, or the beginning. Raises ``ModelError`` for a file of other settings."""
        beginning = new()
        if not self.path.exists():
            return TdState(beginning, 0)
        weights, header = read_td_file(self.path)
        if header["settings"] != dict(self.settings):
            raise ModelError(
                f"{self.path} was learned with other settings ({header['settings']}); give those, or name another file"
            )
        if (weights.shape, weights.dtype) != (beginning.shape, beginning.dtype):
            raise ModelError(
                f"{self.path}: {weights.dtype} weights of the shape {weights.shape}; expected {beginning.dtype}, "
                f"{beginning.shape}"
            )
        return TdState(weights.copy(), header["games"])

    def save(self, weights: NDArray[Any], games: int) -> str:
        return write_arrays(self.path, KIND, {"settings": dict(self.settings), "games": games}, {"weights": weights})

    def learn(
        self,
        state: TdState,
        games: int,
        play: Callable[[np.random.Generator], object],
        *,
        seed: int,
        save_every: int = 100,
        on_game: Callable[[int], None] = lambda done: None,
    ) -> None:
        """Play until there are so many games; ``play`` changes the weights of ``state``. Ctrl-C loses nothing but the
        games since the last save."""
        for number in range(state.games, games):
            play(np.random.default_rng([seed, number]))
            done = number + 1
            if done % save_every == 0 or done == games:
                self.save(state.weights, done)
            on_game(done)


def read_td_file(path: Path) -> tuple[NDArray[Any], dict[str, Any]]:
    """The weights and the header. Raises ``ModelError`` for anything else."""
    frame = read_frame(path, KIND)
    arrays = read_arrays(frame)
    settings, games = frame.header.get("settings"), frame.header.get("games")
    if "weights" not in arrays or not isinstance(settings, dict) or type(games) is not int or games < 0:
        raise ModelError(f"{path}: the file lacks weights, settings or the number of games")
    if not np.isfinite(arrays["weights"]).all():
        raise ModelError(f"{path}: some weights are no numbers")
    return arrays["weights"], frame.header
