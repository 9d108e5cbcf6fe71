"""Scores of many positions: exact ones from the solver, or values of a search with a model.

Both are slow, so positions are scored in tasks of some seconds whose results are kept: a stop loses seconds of work,
not hours. A generation of ``train`` keeps them in its folder, a single command beside its output until it is done.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from logistello import _native
from logistello.errors import PositionsError
from logistello.jobs import Pool, Task
from logistello.othello.hashing import position_keys
from logistello.train.artefact import Arrays, Inputs, Shard, ShardResult, carry_out
from logistello.train.known_scores import KnownScores
from logistello.train.models import ModelFile

Boards = NDArray[np.uint64]
#: Scores in discs for the side to move, and best squares (64: pass, 65: none).
Scores = tuple[NDArray[np.float32], NDArray[np.uint8]]
#: Gets how much is done and how much there is.
OnProgress = Callable[[int, int], None]

_HIGHEST_SCORE = 64
_SOLVE_TABLE_BYTES = 16 << 20


# -- methods ----------------------------------------------------------------------------------


class Method(Protocol):
    """How positions are scored."""

    @property
    def question(self) -> dict[str, Any]:
        """Plain values that tell methods apart: the same question has the same answers."""
        ...

    @property
    def task_size(self) -> int:
        """Positions of a task, so that it takes some seconds."""
        ...

    def task(self, own: Boards, opp: Boards) -> Task:
        """Gives arrays ``score`` and ``best``."""
        ...


@dataclass(frozen=True)
class BySolving:
    """To the end of the game. The answers depend on nothing but the position."""

    #: Empty squares of the hardest positions, which the size of a task depends on.
    most_empties: int

    @property
    def question(self) -> dict[str, Any]:
        return {"labels": "exact"}

    @property
    def task_size(self) -> int:
        return max(32, min(4096, int(2 ** (20 - 0.7 * self.most_empties))))

    def task(self, own: Boards, opp: Boards) -> Task:
        return Task(solve, (own, opp))


@dataclass(frozen=True)
class BySearch:
    """With the engine's search; values beyond 64 discs are cut to 64.

    With ``pruning`` the ProbCut table of that model is used: it was made for weights much like these.
    """

    model: ModelFile
    depth: int
    pruning: ModelFile | None = None

    @property
    def question(self) -> dict[str, Any]:
        return {"labels": "search", "model": self.model.checksum, "depth": self.depth}

    @property
    def task_size(self) -> int:
        """A move deeper takes two to three times as long."""
        return max(32, int(2 ** (18 - 1.3 * self.depth)))

    def task(self, own: Boards, opp: Boards) -> Task:
        return Task(search, (self.model, self.pruning, own, opp, self.depth))


@dataclass(frozen=True)
class ByLookAhead(BySearch):
    """With the plain full-width search. Its values are those of the engine's search without pruning; of several equally
    good moves it may name another one."""

    def __post_init__(self) -> None:
        if self.depth < 1:
            raise PositionsError(f"labels by a search of depth {self.depth}; expected 1 or more")

    def task(self, own: Boards, opp: Boards) -> Task:
        return Task(look_ahead, (self.model, own, opp, self.depth))


def solve(own: Boards, opp: Boards) -> Arrays:
    """A task."""
    score, best = _native.solve_many(own, opp, threads=1, table_bytes=_SOLVE_TABLE_BYTES)
    return {"score": score.astype(np.float32), "best": best}


def search(model: ModelFile, pruning: ModelFile | None, own: Boards, opp: Boards, depth: int) -> Arrays:
    """A task."""
    table = (None, None) if pruning is None else pruning.load().native_probcut
    score, best = _native.search_many(model.load().native, *table, own=own, opp=opp, depth=depth)
    return {"score": np.clip(score, -_HIGHEST_SCORE, _HIGHEST_SCORE), "best": best}


def look_ahead(model: ModelFile, own: Boards, opp: Boards, depth: int) -> Arrays:
    """A task."""
    score, best = model.load().native.look_ahead_many(own, opp, depth)
    return {"score": np.clip(score, -_HIGHEST_SCORE, _HIGHEST_SCORE), "best": best}


# -- asking -----------------------------------------------------------------------------------


def scores(
    pool: Pool,
    folder: Path,
    method: Method,
    own: Boards,
    opp: Boards,
    inputs: Inputs,
    on_done: Callable[[ShardResult], None] = lambda done: None,
) -> Scores:
    """Scores and best squares in the order of the positions; results of tasks are kept in the folder."""
    shards = []
    for number, first in enumerate(range(0, len(own), method.task_size)):
        part = slice(first, first + method.task_size)
        task = method.task(np.ascontiguousarray(own[part]), np.ascontiguousarray(opp[part]))
        shards.append(Shard(folder / f"{number:05d}.scores", {**inputs, "shard": number}, task))
    results = [done.arrays for done in carry_out(pool, shards, on_done)]
    score = np.concatenate([np.empty(0, dtype=np.float32), *(each["score"] for each in results)])
    best = np.concatenate([np.empty(0, dtype=np.uint8), *(each["best"] for each in results)])
    return score, best


@dataclass
class Scorer:
    """Called with the discs of both sides, gives scores and best squares in the order of the positions.

    What is among the known answers is not asked again.
    """

    method: Method
    pool: Pool
    #: For results of tasks.
    folder: Path
    known: KnownScores = field(default_factory=KnownScores)
    on_progress: OnProgress | None = None

    def __call__(self, own: Boards, opp: Boards) -> Scores:
        is_known, score, best = self.known.find(own, opp)
        # Easy and hard positions mixed: the time that is left can be told.
        left = np.flatnonzero(~is_known)
        left = left[np.argsort(position_keys(own[left], opp[left]), kind="stable")]
        mine, yours = own[left], opp[left]
        size, done = self.method.task_size, len(own) - len(left)
        self._tell(done, len(own))

        def told(result: ShardResult) -> None:
            nonlocal done
            rows = slice(result.number * size, (result.number + 1) * size)
            self.known.add(mine[rows], yours[rows], result.arrays["score"], result.arrays["best"])
            done += len(result.arrays["score"])
            self._tell(done, len(own))

        asked = hashlib.sha256(mine.tobytes() + yours.tobytes()).hexdigest()
        inputs = {**self.method.question, "positions": asked}
        # A folder for each set of positions, so that a command with other games does not stumble over these.
        score[left], best[left] = scores(self.pool, self.folder / asked[:16], self.method, mine, yours, inputs, told)
        return score, best

    def _tell(self, done: int, total: int) -> None:
        if self.on_progress is not None and total:
            self.on_progress(done, total)


class ScoreWork:
    """The scores that a command asks for. Until the command is done they are kept in ``OUTPUT.work``, so that the same
    command goes on after a stop; ``solved`` names a file that keeps exact scores for other commands, too.

    Earlier versions kept them in ``OUTPUT.solved`` and ``OUTPUT.searched``: what they left is used and removed.
    """

    def __init__(self, output: Path, pool: Pool, solved: Path | None = None) -> None:
        self.pool = pool
        self.folder = output.with_name(f"{output.name}.work")
        self._earlier = (output.with_name(f"{output.name}.solved"), output.with_name(f"{output.name}.searched"))
        self._solved = solved
        self._exact = KnownScores()

    def solver(self, most_empties: int, on_progress: OnProgress | None = None) -> Scorer:
        """Raises ``PositionsError`` if the file of solved positions is something else."""
        method = BySolving(most_empties)
        self._exact = KnownScores.load(self._solved or self._earlier[0], method.question)
        return Scorer(method, self.pool, self.folder, self._exact, on_progress)

    def searcher(self, model: ModelFile, depth: int, on_progress: OnProgress | None = None) -> Scorer:
        method = ByLookAhead(model, depth)
        known = KnownScores.load(self._earlier[1], method.question)
        return Scorer(method, self.pool, self.folder, known, on_progress)

    @property
    def left_behind(self) -> list[Path]:
        """What a stop left, for the same command to go on with."""
        return [path for path in (self.folder, self._solved) if path is not None and path.exists()]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._solved is not None:
            self._exact.save(self._solved, BySolving(0).question)
        if kind is None:
            shutil.rmtree(self.folder, ignore_errors=True)
            for path in self._earlier:
                if path != self._solved:
                    path.unlink(missing_ok=True)
