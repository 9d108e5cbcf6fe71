"""The rules of docs/architecture.md against the sources: its tables are exact, only ``cli`` talks, files stay short."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "logistello"
CORE = ROOT / "cpp"

#: Folders that are not part of the core: they may know Python, or files and the standard output.
PROGRAMS = ("bindings", "bench")

MOST_LINES = 500


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


# -- the tables of docs/architecture.md -------------------------------------------------------


def table_below(heading: str) -> dict[str, list[str]]:
    """The cells of each row of the first table whose header begins with ``heading``, by the name in the first cell."""
    lines = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith(f"| {heading} |"))
    rows: dict[str, list[str]] = {}
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        name, *cells = (cell.strip() for cell in line.strip().strip("|").split("|"))
        rows[name.strip("`")] = cells
    return rows


def in_code_marks(cell: str) -> set[str]:
    return set(re.findall(r"`([^`]+)`", cell))


def without_remarks(cell: str) -> set[str]:
    """``numpy (bulk values), rich`` without what stands in brackets."""
    return {name.strip() for name in re.sub(r"\([^)]*\)", "", cell).split(",") if name.strip()}


def part_of(path: Path) -> str:
    """The package or module right below ``logistello``."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported_names(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """What a module imports anywhere in it, by its full name and with the line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative import"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "import_module":
            names = [each.value for each in node.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
        else:
            continue
        for name in names:
            yield name, node.lineno


def our_part(name: str) -> str:
    """``logistello.errors.X`` is in the part ``errors``, ``logistello.Engine`` in the package itself."""
    words = name.split(".")
    found = len(words) > 1 and ((PACKAGE / words[1]).is_dir() or (PACKAGE / f"{words[1]}.py").is_file())
    return words[1] if found else "__init__"


@cache
def imports_by_part() -> tuple[dict[str, dict[str, str]], dict[str, dict[str, str]]]:
    """For each part what it imports of ours and of others, each with a place where it does."""
    ours: dict[str, dict[str, str]] = {part_of(path): {} for path in modules()}
    others: dict[str, dict[str, str]] = {part: {} for part in ours}
    for path in modules():
        part = part_of(path)
        for name, line in imported_names(ast.parse(path.read_text())):
            place = f"{path.relative_to(PACKAGE).as_posix()}:{line}"
            first = name.split(".")[0]
            if first == "logistello":
                if our_part(name) != part:
                    ours[part].setdefault(our_part(name), place)
            elif first not in sys.stdlib_module_names:
                others[part].setdefault(first, place)
    return ours, others


def test_every_part_has_a_row() -> None:
    assert set(table_below("part")) == set(imports_by_part()[0])
    assert {path.name for path in CORE.iterdir() if path.is_dir()} == {*table_below("folder"), "tests"}


@pytest.mark.parametrize("part", table_below("part"))
def test_the_import_table_is_exact(part: str) -> None:
    """A row names what its part imports: nothing less, and nothing that no module of it imports."""
    ours, other = table_below("part")[part]
    for column, stated, found in (
        ("imports", in_code_marks(ours), imports_by_part()[0][part]),
        ("besides the standard library", without_remarks(other), imports_by_part()[1][part]),
    ):
        missing = {name: place for name, place in found.items() if name not in stated}
        assert not missing, f"row `{part}`, column {column!r}: not allowed: {missing}"
        assert not stated - set(found), f"row `{part}`, column {column!r}: nothing imports {stated - set(found)}"


def test_imports_point_down() -> None:
    parts = list(table_below("part"))
    for number, (part, (ours, _)) in enumerate(table_below("part").items()):
        assert in_code_marks(ours) <= set(parts[number + 1 :]), f"row `{part}` imports a part above it"


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


def test_files_that_the_page_names_exist() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    parts = "|".join(part for part in table_below("part") if (PACKAGE / part).is_dir())
    named = set(re.findall(rf"(?<![\w/])((?:{parts})/[a-z_/]+\.(?:py|toml))\b", text))
    assert len(named) > 50
    assert {name for name in named if not (PACKAGE / name).is_file()} == set()
    folders = "|".join(table_below("folder"))
    sources = set(re.findall(rf"(?<![\w/])((?:{folders})/[a-z_/]+\.[ch]pp)\b", text))
    assert len(sources) > 10
    assert {name for name in sources if not (CORE / name).is_file()} == set()


# -- names ------------------------------------------------------------------------------------


def test_no_class_name_means_two_things() -> None:
    """Private classes count too: whoever searches for a name finds one class."""
    homes: dict[str, list[str]] = {}
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ClassDef):
                place = f"{path.relative_to(PACKAGE).as_posix()}:{node.lineno}"
                homes.setdefault(node.name.lstrip("_"), []).append(place)
    assert {name: places for name, places in homes.items() if len(places) > 1} == {}


def test_no_file_name_means_three_things() -> None:
    """Two are allowed: the command beside what it runs, the routes beside their schemas."""
    homes: dict[str, list[str]] = {}
    for path in modules():
        if path.name != "__init__.py":
            homes.setdefault(path.name, []).append(path.relative_to(PACKAGE).as_posix())
    assert {name: places for name, places in homes.items() if len(places) > 2} == {}


def test_the_page_names_files_that_exist() -> None:
    named = set(
        re.findall(
            r"[\w.][\w./-]*\.(?:py|cpp|hpp|js|toml|txt|sh)\b",
            (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"),
        )
    )
    files = [f"/{path.relative_to(ROOT).as_posix()}" for path in repository_files()]
    missing = {name for name in named if not any(path.endswith(f"/{name}") for path in files)}
    assert not missing, f"docs/architecture.md names {sorted(missing)}"


# -- the native core --------------------------------------------------------------------------


def core_files() -> list[Path]:
    return sorted(path for folder in table_below("folder") for path in (CORE / folder).rglob("*.[ch]pp"))


@pytest.mark.parametrize("folder", table_below("folder"))
def test_the_table_of_includes_is_exact(folder: str) -> None:
    found: dict[str, str] = {}
    for path in (CORE / folder).rglob("*.[ch]pp"):
        for included in re.findall(r'^#include "([^"]+)"', path.read_text(), re.MULTILINE):
            assert (CORE / included).is_file(), f"{path.name}: {included} does not exist"
            found.setdefault(included.split("/")[0], path.name)
    stated = in_code_marks(table_below("folder")[folder][0])
    missing = {name: place for name, place in found.items() if name not in {folder, *stated}}
    assert not missing, f"row `{folder}`: not allowed: {missing}"
    assert not stated - set(found), f"row `{folder}`: nothing includes {stated - set(found)}"


def test_includes_point_down() -> None:
    folders = list(table_below("folder"))
    for number, (folder, (cell,)) in enumerate(table_below("folder").items()):
        assert in_code_marks(cell) <= set(folders[:number]), f"row `{folder}` includes a folder below it"


@pytest.mark.parametrize("path", core_files(), ids=lambda path: path.relative_to(CORE).as_posix())
def test_the_core_knows_no_python_and_no_files(path: Path) -> None:
    text = path.read_text()
    folder = path.relative_to(CORE).parts[0]
    system = set(re.findall(r"^#include <([^>]+)>", text, re.MULTILINE))
    if folder not in PROGRAMS:
        outside = {name for name in system if name.startswith(("nanobind", "Python"))}
        talkative = {name for name in system if name in ("iostream", "cstdio", "stdio.h", "fstream", "filesystem")}
        assert not outside | talkative, "the core knows no Python, no output and no files"


def test_every_source_of_the_core_is_built() -> None:
    listed = set(re.findall(r"^  ([a-z]+/\S+\.cpp)$", (CORE / "sources.cmake").read_text(), re.MULTILINE))
    found = {path.relative_to(CORE).as_posix() for path in core_files() if path.suffix == ".cpp"}
    assert listed == {name for name in found if not name.startswith(PROGRAMS)}


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
