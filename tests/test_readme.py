"""The Python examples of the README and of the documentation are true."""

from __future__ import annotations

import ast
import doctest
import re
import sys
from pathlib import Path

import numpy as np
import pytest

from logistello import Game, Position
from logistello.games import openspiel_rules
from logistello.glem import Configuration
from logistello.lab.learn.features import features_of
from logistello.lab.learn.game_model import GameModel
from tests.code_blocks import ROOT, Block, blocks, pages


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


#: A game to its end.
GAME = (
    "f5d6c3d3c4f4f6g5e6c5b6d7e7b4d2e2e3c6b5c7b3f3g6g4h5f8f7h4d8c1e8c8g7a4a3a6a5a2h3h8g8c2f1d1b2h7a7a1b7a8f2g1h1b8g2"
    "h2h6g3e1b1"
)


def presupposed(page: str, folder: Path) -> dict[str, object]:
    """What the blocks of a page use without making it."""
    rng = np.random.default_rng(1)
    rows = rng.integers(0, 6, (2, 40, 3), dtype=np.uint32)
    targets = rng.normal(size=(2, 40)).astype(np.float32)
    if page == "lab.md":
        rules = openspiel_rules("connect_four")
        features = features_of(rules)
        one = (Configuration.of({0: 1}),)
        weights, bias = np.ones((features.stages, 1), np.float32), np.zeros(features.stages, np.float32)
        (folder / "runs" / "c4").mkdir(parents=True)
        GameModel(rules.name, features.name, one, weights, bias, 1.0, None, {}).save(folder / "runs/c4/best.gm")
    return {
        "glem.md": {
            "indices": rows[0],
            "targets": targets[0],
            "n": 6,
            "other_indices": rows[1],
            "other_targets": targets[1],
        },
        "book.md": {"position": Position.initial(), "game": Game.from_moves(GAME)},
    }.get(page, {})


def plain_blocks() -> list[Block]:
    """Python without a prompt; the other half of the page for people who know python-chess is not ours."""
    found = (block for block in blocks() if block.language == "python" and ">>>" not in block.text)
    return [block for block in found if block.page.name != "from-python-chess.md"]


@pytest.mark.parametrize("block", plain_blocks(), ids=str)
def test_blocks_without_a_prompt_run(block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LOGISTELLO_BOOK", str(tmp_path / "own.book"))
    monkeypatch.setattr("asyncio.run", lambda coroutine: coroutine.close())  # the server of the example is far away
    exec(compile(block.text, str(block), "exec"), presupposed(block.page.name, tmp_path))  # noqa: S102 - our own pages


def test_links_lead_somewhere() -> None:
    for page in [*ROOT.glob("*.md"), ROOT / "cpp/README.md", *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#\s]+)", page.read_text()):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name}: {target}"
