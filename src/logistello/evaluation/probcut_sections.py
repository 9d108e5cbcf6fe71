"""The ProbCut table inside a model file: sections ``probcut.*`` of float32, and an entry ``"probcut"`` of the header.

Both are optional. The entry holds the checksum of the weights that the table was made with, and what it was made from.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from logistello.errors import CalibrationError
from logistello.probcut.table import ProbCutTable

_PREFIX = "probcut."


def probcut_header(table: ProbCutTable | None) -> dict[str, Any]:
    return {} if table is None else {"probcut": table.header()}


def probcut_sections(table: ProbCutTable | None) -> dict[str, NDArray[np.float32]]:
    return {} if table is None else {_PREFIX + name: array for name, array in table.arrays().items()}


def pop_probcut(header: dict[str, Any], sections: dict[str, NDArray[Any]], *, wanted: bool) -> ProbCutTable | None:
    """Take the table out of what was read from a file. Raises ``CalibrationError`` if only half of it is there."""
    names = [name for name in sections if name.startswith(_PREFIX)]
    arrays = {name.removeprefix(_PREFIX): sections.pop(name) for name in names}
    entry = header.get("probcut")
    if not wanted or (entry is None and not arrays):
        return None
    if not isinstance(entry, dict):
        raise CalibrationError(
            "sections of a ProbCut table, but no entry 'probcut' in the header; "
            "make the table again with 'logistello calibrate'"
        )
    return ProbCutTable.from_parts(entry, arrays)
