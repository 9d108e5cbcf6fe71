"""The rules of docs/architecture.md, read from the sources: arrows point down, only ``cli`` talks, files stay short."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "logistello"
CORE = ROOT / "cpp"

#: The parts of the package, lowest first; each may import those before it, and nobody imports the last.
#: ``""`` is ``logistello/__init__.py``, which offers the public names: only the command line may import it.
PARTS = (
    "errors",
    "files",
    "charts",
    "framed_file",
    "jobs",
    "_native",
    "glem",
    "probcut",
    "othello",
    "games",
    "library",
    "evaluation",
    "engine",
    "book",
    "match",
    "protocol",
    "train",
    "review",
    "web",
    "",
    "cli",
)

#: Folders of the native core and which others each may include; ``learn`` stands alone beside the game.
MAY_INCLUDE: dict[str, set[str]] = {
    "board": set(),
    "memory": set(),
    "eval": {"board", "memory"},
    "search": {"board", "eval", "memory"},
    "learn": set(),
    "selfplay": {"board", "eval", "search"},
    "bindings": {"board", "eval", "search", "learn", "selfplay"},
}

MOST_LINES = 500


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def part_of(path: Path) -> str:
    """The package or module right below ``logistello``."""
    first = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    return "" if first == "__init__" else first


def imported_parts(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Parts of our package that a module imports anywhere in it, with the line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative import"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            words = name.split(".")
            if words[0] == "logistello":
                yield words[1] if len(words) > 1 and (PACKAGE / words[1]).exists() else _home(words), node.lineno


def _home(words: list[str]) -> str:
    """``from logistello.errors import X`` names a file, ``from logistello import Engine`` the package itself."""
    return words[1] if len(words) > 1 and (PACKAGE / f"{words[1]}.py").exists() else ""


def test_every_part_has_its_place() -> None:
    assert {part_of(path) for path in modules()} <= set(PARTS)
    assert {path.name for path in CORE.iterdir() if path.is_dir()} <= {*MAY_INCLUDE, "tests"}


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_imports_point_down(path: Path) -> None:
    rank = PARTS.index(part_of(path))
    for imported, line in imported_parts(ast.parse(path.read_text())):
        assert PARTS.index(imported) <= rank, f"line {line}: {PARTS[rank] or 'logistello'} imports {imported}"


def test_only_the_command_line_knows_terminals() -> None:
    """cyclopts and rich are for ``cli``; nothing else may write to the standard output."""
    for path in modules():
        if part_of(path) == "cli":
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            for name in names:
                assert name.split(".")[0] not in ("cyclopts", "rich"), f"{path}: {name}"
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id != "print", f"{path}:{node.lineno}"
            # The output of a program that we started is another matter than ours.
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "sys":
                assert node.attr not in ("stdout", "__stdout__"), f"{path}:{node.lineno}"
            if isinstance(node, ast.ImportFrom) and node.module == "sys":
                assert not {alias.name for alias in node.names} & {"stdout", "__stdout__"}, f"{path}:{node.lineno}"


# -- the native core --------------------------------------------------------------------------


def core_files() -> list[Path]:
    return sorted(path for folder in MAY_INCLUDE for path in (CORE / folder).rglob("*.[ch]pp"))


@pytest.mark.parametrize("path", core_files(), ids=lambda path: path.relative_to(CORE).as_posix())
def test_includes_point_down(path: Path) -> None:
    text = path.read_text()
    folder = path.relative_to(CORE).parts[0]
    for included in re.findall(r'^#include "([^"]+)"', text, re.MULTILINE):
        assert (CORE / included).is_file(), f"{included} does not exist"
        assert included.split("/")[0] in {folder, *MAY_INCLUDE[folder]}, f"{folder} includes {included}"
    system = set(re.findall(r"^#include <([^>]+)>", text, re.MULTILINE))
    if folder != "bindings":
        outside = {name for name in system if name.startswith(("nanobind", "Python"))}
        talkative = {name for name in system if name in ("iostream", "cstdio", "stdio.h", "fstream", "filesystem")}
        assert not outside | talkative, "the core knows no Python, no output and no files"


def test_every_source_of_the_core_is_built() -> None:
    listed = set(re.findall(r"^  ([a-z]+/\S+\.cpp)$", (CORE / "sources.cmake").read_text(), re.MULTILINE))
    found = {path.relative_to(CORE).as_posix() for path in core_files() if path.suffix == ".cpp"}
    assert listed == {name for name in found if not name.startswith("bindings/")}


# -- all files of the repository --------------------------------------------------------------


def repository_files() -> list[Path]:
    """What git has, or would have: ignored files are left out."""
    try:
        listing = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],  # noqa: S607
            cwd=ROOT,
            capture_output=True,
            check=True,
        ).stdout.decode()
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git repository")
    return [path for name in listing.split("\0") if name and (path := ROOT / name).is_file()]


def test_no_source_file_is_too_long() -> None:
    for path in repository_files():
        if path.suffix in (".py", ".pyi", ".cpp", ".hpp", ".cmake", ".sh"):
            lines = path.read_bytes().count(b"\n")
            assert lines <= MOST_LINES, f"{path.relative_to(ROOT)} has {lines} lines: split it"


def test_no_path_of_somebodys_machine() -> None:
    private = re.compile(rb"(?<![\w.])/(?:" + rb"|".join((b"work", b"root", b"home")) + rb")/")
    for path in repository_files():
        found = private.search(path.read_bytes())
        assert found is None, f"{path.relative_to(ROOT)} holds an absolute path at byte {found and found.start()}"
