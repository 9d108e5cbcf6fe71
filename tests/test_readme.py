"""The Python examples of the README and of the documentation are true."""

from __future__ import annotations

import ast
import doctest
import re
import sys
from pathlib import Path

import pytest

from tests.code_blocks import ROOT, blocks, pages


def sessions(path: Path) -> str:
    """All interactive examples of a page, as one session."""
    python = (block.text for block in blocks([path]) if block.language == "python")
    return "\n".join(text for text in python if ">>>" in text)


def test_the_readme_has_a_tour() -> None:
    assert sessions(ROOT / "README.md").count(">>>") >= 8


def test_every_task_of_python_chess_has_both_halves() -> None:
    """The other half is only shown: it must at least be Python."""
    page = ROOT / "docs" / "how-to" / "from-python-chess.md"
    tasks = [
        (line, int(found[1]))
        for line, text in enumerate(page.read_text().splitlines(), start=1)
        if (found := re.match(r"## ([0-9]+)\. ", text))
    ]
    assert [number for _, number in tasks] == list(range(1, len(tasks) + 1))
    assert len(tasks) >= 20
    ends = [*(line for line, _ in tasks[1:]), sys.maxsize]
    python = [block for block in blocks([page]) if block.language == "python"]
    for (start, _), end in zip(tasks, ends, strict=True):
        theirs, *ours = (block.text for block in python if start < block.line < end)
        assert ">>>" not in theirs
        ast.parse(theirs)
        assert ours
        assert all(">>>" in block for block in ours)


@pytest.mark.parametrize(
    "path", [page for page in pages() if sessions(page)], ids=lambda path: path.relative_to(ROOT).as_posix()
)
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
