"""The Python examples of the README and of the documentation are true."""

from __future__ import annotations

import ast
import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
_BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def sessions(path: Path) -> str:
    """All interactive examples of a page, as one session."""
    return "\n".join(block for block in _BLOCK.findall(path.read_text()) if ">>>" in block)


def pages() -> list[Path]:
    found = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return [path for path in found if sessions(path)]


def test_the_readme_has_a_tour() -> None:
    assert sessions(ROOT / "README.md").count(">>>") >= 8


def test_every_task_of_python_chess_has_both_halves() -> None:
    """The other half is only shown: it must at least be Python."""
    page = (ROOT / "docs" / "how-to" / "from-python-chess.md").read_text()
    tasks = re.split(r"^## ([0-9]+)\. ", page, flags=re.MULTILINE)[1:]
    numbers, texts = tasks[::2], tasks[1::2]
    assert numbers == [str(number) for number in range(1, len(texts) + 1)]
    assert len(texts) >= 20
    for text in texts:
        theirs, *ours = _BLOCK.findall(text)
        assert ">>>" not in theirs
        ast.parse(theirs)
        assert ours
        assert all(">>>" in block for block in ours)


@pytest.mark.parametrize("path", pages(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_examples(path: Path) -> None:
    example = doctest.DocTestParser().get_doctest(sessions(path), {}, path.name, str(path), 0)
    complaints: list[str] = []
    outcome = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example, out=complaints.append)
    assert outcome.failed == 0, "".join(complaints)


def test_links_lead_somewhere() -> None:
    for page in [*ROOT.glob("*.md"), ROOT / "cpp/README.md", *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#\s]+)", page.read_text()):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name}: {target}"
