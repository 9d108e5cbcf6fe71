"""A learned evaluation: from positions to discs."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import resources
from pathlib import Path
from threading import RLock
from typing import Any, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from logistello import _native
from logistello.errors import CalibrationError, ModelError, PatternError
from logistello.evaluation.model_file import (
    checksum_of,
    pop_probcut,
    probcut_header,
    probcut_sections,
    read_model_file,
    write_model_file,
)
from logistello.evaluation.pattern_set import PARITIES, PatternSet, square_rows
from logistello.evaluation.sparse_patterns import SparseConfigurations
from logistello.evaluation.vectors import OUT_SCALE, Vectors
from logistello.number_ranges import DEPTH_OR_NONE
from logistello.othello.position import Position
from logistello.othello.square import Square
from logistello.probcut.table import ProbCutTable

UNITS_PER_DISC = 128
_MOST = 32767
_SUFFIX = ".model"
#: Sections with the kept configurations of sparse patterns: this and the name of the pattern.
_SPARSE_SECTION = "sparse/"
#: Held while the default model is loaded and while native tables are made: threads that ask at once share one.
_LOADING = RLock()


@dataclass(frozen=True, slots=True)
class InstanceShare:
    """What one instance of a pattern adds to a value, in discs."""

    pattern: str
    squares: tuple[Square, ...]
    discs: float


@dataclass(frozen=True)
class Model:
    """Weights of patterns for every stage of the game. Immutable; evaluating is safe from several threads.

    >>> from logistello import Position
    >>> model = Model.default()
    >>> values = model.evaluate([Position.initial().play("f5")])
    >>> values.shape, bool(abs(values[0]) < 10)
    ((1,), True)
    """

    patterns: PatternSet
    #: ``[stages, weights]`` in units of 1/128 disc: those of the flat patterns, those of the kept configurations of the
    #: sparse ones, then even and odd numbers of empty squares.
    weights: NDArray[np.int16]
    name: str = "model"
    #: What the model was made from: parameters and checksums.
    provenance: Mapping[str, Any] = field(default_factory=dict)
    #: How good it was on positions it was not made from.
    metrics: Mapping[str, Any] = field(default_factory=dict)
    #: Further tables that came with the file, by name.
    extra: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    #: The configurations of each sparse pattern that have weights; see ``SparseConfigurations``.
    kept: Mapping[str, NDArray[np.uint32]] = field(default_factory=dict)
    #: How its searches predict each other ('logistello calibrate'). One of other weights is left out.
    probcut: ProbCutTable | None = None
    #: What configurations add besides their linear weights, if anything.
    vectors: Vectors | None = None

    def __post_init__(self) -> None:
        expected = (self.patterns.stages, self.sparse.n_weights)
        if self.weights.shape != expected or self.weights.dtype != np.int16:
            raise ModelError(
                f"weights of the type {self.weights.dtype} and the shape {self.weights.shape}; "
                f"expected int16 {expected} for the pattern set {self.patterns.name}"
            )
        if self.vectors is not None:
            self.vectors.check_fit(self.patterns)
        if self.probcut is not None and self.probcut.weights_sha256 != self.weights_sha256:
            object.__setattr__(self, "probcut", None)
        elif self.probcut is not None and self.probcut.stages != self.patterns.stages:
            raise ModelError(f"a ProbCut table of {self.probcut.stages} stages; the model has {self.patterns.stages}")

    # -- files --------------------------------------------------------------------------------

    @classmethod
    def load(cls, path: Path | str, *, with_probcut: bool = True) -> Model:
        """Read a file. Raises ``ModelError`` if it is damaged, foreign or of another version.

        Without ``with_probcut`` its ProbCut table is ignored, so that a new one can be made even if it is damaged.
        """
        path = Path(path)
        header, sections, _ = read_model_file(path)
        try:
            patterns = PatternSet.from_dict(header["patterns"])
            if header["units_per_disc"] != UNITS_PER_DISC:
                raise ModelError(f"{header['units_per_disc']} units per disc; expected {UNITS_PER_DISC}")
            weights = sections.pop("weights").astype(np.int16, copy=False)
            kept = {each.name: sections.pop(_SPARSE_SECTION + each.name) for each in patterns.sparse_patterns}
            table = pop_probcut(header, sections, wanted=with_probcut)
            vectors = Vectors.pop_from(sections)
            model = cls(patterns, weights, *_description(header), sections, kept, table, vectors)
            if table is not None and model.probcut is None:
                raise ModelError(
                    f"its ProbCut table was made for other weights ({table.weights_sha256[:12]}; these are "
                    f"{model.weights_sha256[:12]}); make it again with 'logistello calibrate'"
                )
            return model
        except (KeyError, TypeError) as error:
            raise ModelError(f"{path}: the file lacks {error}") from error
        except (ModelError, PatternError, CalibrationError) as error:
            raise ModelError(f"{path}: {error}") from error

    @staticmethod
    def default() -> Model:
        """The model that comes with the package. All who ask share it, so that its tables are in memory once.

        Safe from several threads. To change something about it, make another with ``dataclasses.replace``.
        """
        return Model.named("default")

    @staticmethod
    def named(name: str) -> Model:
        """A model that comes with the package; see :meth:`names`. Shared as the default one is.

        Raises ``ModelError`` for other names.
        """
        with _LOADING:
            return _packaged_model(name)

    @staticmethod
    def names() -> list[str]:
        """The models that come with the package: ``default``, and LOGISTELLO's own patterns, alone (``logistello``) and
        with the large pattern A (``logistello+A``).

        >>> Model.names()[0]
        'default'
        """
        files = (resources.files("logistello.evaluation") / "data").iterdir()
        found = sorted(file.name.removesuffix(_SUFFIX) for file in files if file.name.endswith(_SUFFIX))
        return sorted(found, key=lambda name: name != "default")

    def save(self, path: Path | str) -> Path:
        """Write the model. For a folder the file is called ``<name>-<first 12 digits of its checksum>.model``.

        The same model gives the same bytes.
        """
        path = Path(path)
        if path.is_dir():
            path = path / self.file_name
        write_model_file(path, self._header(), self._sections())
        return path

    @property
    def file_name(self) -> str:
        return f"{self.name}-{self.checksum[:12]}.model"

    @cached_property
    def checksum(self) -> str:
        """SHA-256 as it stands at the end of the model's file."""
        return checksum_of(self._header(), self._sections())

    def _header(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "patterns": self.patterns.as_dict(),
            "units_per_disc": UNITS_PER_DISC,
            "provenance": dict(self.provenance),
            "metrics": dict(self.metrics),
            **probcut_header(self.probcut),
        }

    def _sections(self) -> dict[str, NDArray[Any]]:
        kept = {_SPARSE_SECTION + each.name: self.kept[each.name] for each in self.patterns.sparse_patterns}
        vectors = {} if self.vectors is None else self.vectors.sections()
        return {"weights": self.weights, **kept, **vectors, **self.extra, **probcut_sections(self.probcut)}

    # -- values -------------------------------------------------------------------------------

    @overload
    def evaluate(self, own: Iterable[Position]) -> NDArray[np.float32]: ...
    @overload
    def evaluate(self, own: ArrayLike, opp: ArrayLike) -> NDArray[np.float32]: ...
    def evaluate(self, own: Iterable[Position] | ArrayLike, opp: ArrayLike | None = None) -> NDArray[np.float32]:
        """Static values in discs for the side to move: of positions, or of two arrays of bitboards (own, opponent).

        They are estimates from patterns alone, also for positions that are over.
        """
        if opp is None:
            positions: list[Position] = list(own)  # type: ignore[arg-type]
            own = np.array([position.own for position in positions], dtype=np.uint64)
            opp = np.array([position.opponent for position in positions], dtype=np.uint64)
        mine = np.ascontiguousarray(own, dtype=np.uint64).reshape(-1)
        yours = np.ascontiguousarray(opp, dtype=np.uint64).reshape(-1)
        if mine.shape != yours.shape:
            raise ValueError(f"{len(mine)} boards of the side to move, {len(yours)} of the opponent")
        return self.native.evaluate(mine, yours)

    def look_ahead(self, position: Position, depth: int) -> float:
        """The full-width minimax value ``depth`` moves ahead, in discs for the side to move.

        Plain and slow: for single values and as a twin of faster searches. A forced pass uses up no depth, and a
        finished game counts its final score.
        """
        depth = DEPTH_OR_NONE.checked(depth, "depth")
        return self.native.look_ahead(position.own, position.opponent, depth)

    def shares(self, position: Position) -> tuple[tuple[InstanceShare, ...], float]:
        """The parts of a static value: what every instance of a pattern adds, and the constant for the parity of the
        empty squares. They are exact: their sum is the value. Where there are vectors, they are those of
        :meth:`Vectors.shares`.

        >>> from logistello import Position
        >>> model, position = Model.default(), Position.initial().play("f5")
        >>> shares, constant = model.shares(position)
        >>> bool(constant + sum(share.discs for share in shares) == model.evaluate([position])[0])
        True
        """
        own, opp = np.array([[position.own], [position.opponent]], dtype=np.uint64)
        numbers = self.sparse.weight_indices(own, opp)[0]
        discs = position.occupied.bit_count()
        stage = int(self.patterns.stage_of_discs[discs])
        # The number after the last weight stands for a configuration that has none.
        *units, constant = np.append(self.weights[stage], np.int16(0))[numbers].tolist()
        if self.vectors is not None:
            # In parts of a unit that floating-point numbers hold exactly, so that sums of them are exact, too.
            hidden = np.rint(OUT_SCALE * self.vectors.shares(numbers[:-1], stage, discs)) / OUT_SCALE
            # What is left is what no instance brings about: the heads, and the rounding of the whole.
            constant += self.vectors.value(numbers[:-1], stage, discs) - hidden.sum()
            units = (units + hidden).tolist()
        instances = [(pattern.name, each) for pattern in self.patterns.patterns for each in pattern.instances]
        shares = (InstanceShare(*each, unit / UNITS_PER_DISC) for each, unit in zip(instances, units, strict=True))
        return tuple(shares), constant / UNITS_PER_DISC

    @cached_property
    def sparse(self) -> SparseConfigurations:
        """The configurations of sparse patterns and where their weights are."""
        return SparseConfigurations(self.patterns, self.kept)

    @cached_property
    def weights_sha256(self) -> str:
        """Tells whether two models have the same weights; what was measured with one then holds for the other."""
        sha = hashlib.sha256(np.ascontiguousarray(self.weights, dtype="<i2").data)
        for array in () if self.vectors is None else self.vectors.sections().values():
            sha.update(np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<")).data)
        return sha.hexdigest()

    @property
    def native(self) -> _native.Evaluator:
        """The model in the form of the native core: every configuration has an entry of its own. Made once."""
        with _LOADING:
            return self._made_native

    @cached_property
    def _made_native(self) -> _native.Evaluator:
        patterns = self.patterns
        # The native core wants at least one entry, also where all patterns are sparse.
        tables = np.zeros((patterns.stages, max(patterns.table_size, 1)), dtype=np.int16)
        weight_of = patterns.weight_of.astype(np.intp)
        for table, weights in zip(tables, self.weights, strict=True):
            np.take(weights, weight_of, out=table[: len(weight_of)], mode="clip")  # "clip" needs no buffer
        return _native.Evaluator(
            squares=square_rows(patterns.slots.squares),
            pattern_of_feature=patterns.pattern_of_flat_instance,
            table_offset=patterns.table_offset,
            tables=tables,
            stage_of_discs=patterns.stage_of_discs,
            bias=np.ascontiguousarray(self.weights[:, -PARITIES:]),
            units_per_disc=UNITS_PER_DISC,
            sparse=None if patterns.is_flat else self.sparse.native(self.weights),
            vectors=None if self.vectors is None else self.vectors.native(patterns),
        )

    @property
    def native_probcut(self) -> tuple[NDArray[np.float32], NDArray[np.float32]] | tuple[None, None]:
        """The ProbCut tables in the form of the native core: those of the middle game and of the ending, if any."""
        table = self.probcut
        return (None, None) if table is None else (table.midgame.reshape(-1), table.endgame.reshape(-1))

    @staticmethod
    def rounded(weights: NDArray[np.floating[Any]]) -> NDArray[np.int16]:
        """Weights in discs as 16-bit units; what does not fit is cut."""
        units: NDArray[np.int16] = np.clip(np.rint(weights * UNITS_PER_DISC), -_MOST, _MOST).astype(np.int16)
        return units

    def describe(self) -> dict[str, Any]:
        """What ``logistello model info`` shows."""
        patterns = self.patterns
        return {
            "name": self.name,
            "file_name": self.file_name,
            "checksum": self.checksum,
            "pattern_set": patterns.name,
            "patterns": {each.name: len(each.instances) for each in patterns.patterns},
            "instances": patterns.n_instances,
            "stages": [list(patterns.discs_of_stage(stage)) for stage in range(patterns.stages)],
            "weights_per_stage": self.sparse.n_weights,
            "weights": int(self.weights.size),
            "weights_not_zero": int(np.count_nonzero(self.weights)),
            "sparse": self.sparse.describe(),
            "vectors": None if self.vectors is None else self.vectors.describe(),
            "units_per_disc": UNITS_PER_DISC,
            "sections": list(self._sections()),
            "provenance": dict(self.provenance),
            "metrics": dict(self.metrics),
            "probcut": None if self.probcut is None else self.probcut.describe(),
        }


def _description(header: dict[str, Any]) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """Name, provenance, metrics. The name becomes part of the names of files, so it must not lead to another folder."""
    name, provenance, metrics = (header[key] for key in ("name", "provenance", "metrics"))
    if not isinstance(name, str) or not {*name}.isdisjoint("/\\\0"):
        raise ModelError(f"its name is {name!r:.100}; expected one that can be part of a file's name")
    if not isinstance(provenance, dict) or not isinstance(metrics, dict):
        raise ModelError("what it was made from and how accurate it is are no tables: the file is damaged")
    return name, provenance, metrics


@cache
def _packaged_model(name: str) -> Model:
    if name not in Model.names():
        raise ModelError(f"no model {name!r:.100}; the package has {', '.join(Model.names())}, or name a file")
    with resources.as_file(resources.files("logistello.evaluation") / "data" / f"{name}{_SUFFIX}") as path:
        return Model.load(path)


def find_model(name_or_file: str | os.PathLike[str] | None) -> Model:
    """The model of a file, one of the package's by name, or the default. A file comes before a name.

    Raises ``ModelError`` if it is neither, or damaged.
    """
    if name_or_file is None:
        return Model.default()
    name = os.fspath(name_or_file)
    if name in Model.names() and not Path(name).is_file():
        return Model.named(name)
    return Model.load(Path(name))
