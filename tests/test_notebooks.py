"""Every notebook runs in a real kernel, from a copy, so that the files stay without outputs."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from tests.waiting import PATIENCE

NOTEBOOKS = sorted((Path(__file__).parent.parent / "examples" / "notebooks").glob("*.ipynb"))
pytestmark = pytest.mark.filterwarnings("ignore")  # Jupyter's own; what the kernel says is in the notebook


def test_there_are_notebooks() -> None:
    assert NOTEBOOKS


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook(path: Path, tmp_path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "keep notebooks without outputs"
    here = {"metadata": {"path": str(tmp_path)}}
    NotebookClient(notebook, timeout=int(PATIENCE), kernel_name="python3", resources=here).execute()
