"""tools/bench_model.py: what the native bench reads holds the whole model."""

from __future__ import annotations

import runpy
from pathlib import Path

import numpy as np

from logistello.evaluation import Model

TOOL = Path(__file__).parent.parent / "tools" / "bench_model.py"


def test_the_file_holds_every_array_of_the_model(tmp_path: Path) -> None:
    tool = runpy.run_path(str(TOOL))
    path = tmp_path / "default.bench"
    tool["main"]([str(path)])
    data = path.read_bytes()
    assert data.startswith(tool["MAGIC"])
    model = Model.default()
    at = len(tool["MAGIC"])
    for expected in tool["arrays"](model):
        size = int(np.frombuffer(data, "<u8", 1, at)[0])
        at += 8
        assert data[at : at + size] == np.ascontiguousarray(expected).tobytes()
        at += size
    assert at == len(data)
    tables = tool["arrays"](model)[4]
    assert tables.shape == (model.patterns.stages, model.patterns.table_size)
