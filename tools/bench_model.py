"""Write a model in the form that ``cpp/bench`` reads: ``python tools/bench_model.py OUT [MODEL]``.

The native bench has no Python and no JSON: it gets the arrays that the native core is made from, one after the other,
each with its length in bytes before it (little-endian, 64 bits). The default model is written unless a file is named.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from logistello.errors import ModelError
from logistello.evaluation import Model
from logistello.evaluation.pattern_set import PARITIES, square_rows

MAGIC = b"LOGISBEN"
#: Numbers, vectors, constants, offsets and outs of a model that has none.
_NO_VECTORS = (np.empty(0, dtype=np.uint32), np.empty(0, dtype=np.int8), *(np.empty(0, dtype=np.int16),) * 3)


def arrays(model: Model) -> list[np.ndarray]:
    """What ``cpp/bench/model_file.cpp`` reads, in its order."""
    patterns = model.patterns
    if not patterns.is_flat:
        raise ModelError("the native bench reads models without sparse patterns only")
    midgame, endgame = model.native_probcut
    if midgame is None or endgame is None:
        raise ModelError("the model has no ProbCut table; make one with 'logistello calibrate'")
    squares = square_rows(patterns.slots.squares)
    return [
        np.array(squares.shape, dtype="<u4"),
        squares.astype("u1"),
        patterns.pattern_of_flat_instance.astype("<u2"),
        patterns.table_offset.astype("<u4"),
        model.weights[:, patterns.weight_of.astype(np.intp)].astype("<i2"),
        model.weights[:, -PARITIES:].astype("<i2"),
        patterns.stage_of_discs.astype("u1"),
        *(_NO_VECTORS if model.vectors is None else model.vectors.native(patterns)),
        midgame.astype("<f4"),
        endgame.astype("<f4"),
    ]


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("model", type=Path, nargs="?", help="instead of the default model")
    arguments = parser.parse_args(words)
    model = Model.default() if arguments.model is None else Model.load(arguments.model)
    with arguments.out.open("wb") as file:
        file.write(MAGIC)
        for array in arrays(model):
            file.write(np.uint64(array.nbytes).tobytes())
            file.write(np.ascontiguousarray(array).tobytes())


if __name__ == "__main__":
    main()
