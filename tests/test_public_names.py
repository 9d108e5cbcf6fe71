"""What ``logistello`` offers: every name can be imported, and stands in a package of the API reference.

That the reference has all of them is tested with the site (``test_docs_site.py``)."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import logistello
from tools.docs_site.api_pages import PACKAGES, public_names

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("name", logistello.__all__)
def test_a_public_name_is_offered_and_has_its_package(name: str) -> None:
    value = getattr(importlib.import_module("logistello"), name)
    assert name in dir(logistello)
    assert any(getattr(import_module(package), name, None) is value for package in PACKAGES)
    assert value is getattr(logistello, name)


def test_every_package_that_offers_names_is_in_the_reference() -> None:
    """Those that are left out are programs, and what they are made of."""
    source = ROOT / "src" / "logistello"
    offering = {
        ".".join(("logistello", *path.parent.relative_to(source).parts))
        for path in source.rglob("__init__.py")
        if "__all__" in path.read_text(encoding="utf-8")
    }
    programs = ("logistello.cli", "logistello.web", "logistello.protocol", "logistello._native")
    assert {name for name in offering - {"logistello"} if not name.startswith(programs)} <= set(PACKAGES)
    listed = re.findall(r"^\| `(logistello[a-z.]+)` \|", (ROOT / "docs/reference/api.md").read_text(), re.MULTILINE)
    assert listed == list(PACKAGES)


@pytest.mark.parametrize("package", PACKAGES)
def test_public_names_say_what_they_are(package: str) -> None:
    """In words: a dataclass without a docstring gets its signature as one."""
    for name in public_names(import_module(package)):
        value = getattr(import_module(package), name)
        if inspect.isclass(value) or inspect.isfunction(value):
            text = inspect.getdoc(value) or ""
            assert text, f"{package}.{name} has no docstring"
            assert not text.startswith(f"{name}("), f"{package}.{name} has only its signature as docstring"


def names_in(annotations: dict[str, object]) -> set[str]:
    return {name for text in annotations.values() for name in re.findall(r"\w+", str(text))}


def signatures(value: object) -> Iterator[tuple[str, set[str]]]:
    """The names in the annotations of a function, or of the fields and methods of a class."""
    if not inspect.isclass(value):
        yield "", names_in(getattr(value, "__annotations__", {}))
        return
    fields = {name: text for name, text in vars(value).get("__annotations__", {}).items() if not name.startswith("_")}
    yield "its fields", names_in(fields)
    for name, member in vars(value).items():
        function = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
        if not name.startswith("_") and inspect.isfunction(function):
            yield name, names_in(function.__annotations__)


def test_whoever_writes_types_down_finds_them_in_public_places() -> None:
    """Methods and functions take and return public classes. What a store keeps is between it and its book."""
    public = set(logistello.__all__).union(*(public_names(import_module(package)) for package in PACKAGES))
    ours = {
        node.name
        for part in {package.split(".")[1] for package in PACKAGES}
        for path in (ROOT / "src" / "logistello" / part).rglob("*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    }
    hidden = {
        f"{package}.{name} {where}: {', '.join(sorted(found & ours - public))}"
        for package in PACKAGES
        for name in set(public_names(import_module(package))) - {"Store", "MemoryStore", "SqliteStore"}
        for where, found in signatures(getattr(import_module(package), name))
        if found & ours - public
    }
    assert hidden == set()


def test_what_people_of_python_chess_look_for_is_at_the_top() -> None:
    wanted = {"read", "write", "Symmetry", "LevelPlayer", "Library", "Match", "MatchRun", "review_game", "GameReview"}
    wanted |= {"PovScore", "GtpEngine", "NBoardEngine", "EngineError"}
    assert wanted <= set(logistello.__all__)


def test_names_are_imported_when_they_are_first_used() -> None:
    program = "import sys, logistello; logistello.NotationError; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert "logistello.errors" in loaded
    assert not {"logistello._native", "logistello.match", "logistello.review", "numpy"} & set(loaded)


def test_an_engine_is_imported_without_numpy() -> None:
    """Which takes longer to load than all the rest; the first engine loads it."""
    program = "import sys; from logistello import Engine; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert "logistello.engine.engine" in loaded
    assert "numpy" not in loaded


# -- the user's program -----------------------------------------------------------------------


def imported_and_used() -> dict[str, set[str]]:
    """For each module the names that the program imports from it and then uses."""
    found: dict[str, set[str]] = {}
    for path in (ROOT / "tests" / "user_program").glob("*.py"):
        tree = ast.parse(path.read_text())
        used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                found.setdefault(node.module, set()).update({each.name for each in node.names} & used)
    return found


def test_every_public_name_is_used() -> None:
    """What ``logistello`` itself offers is imported from there, everything else from its documented module."""
    used = imported_and_used()
    top = set(logistello.__all__)
    assert top - used["logistello"] == set()
    for package in PACKAGES:
        missing = set(public_names(import_module(package))) - top - used.get(package, set())
        assert not missing, f"the user's program uses no {sorted(missing)} of {package}"


def test_only_public_names_are_used() -> None:
    documented = {package: set(public_names(import_module(package))) for package in PACKAGES}
    documented["logistello"] = set(logistello.__all__)
    for module, names in imported_and_used().items():
        if module.split(".")[0] == "logistello":
            assert names <= documented[module], f"{module} does not offer {sorted(names - documented[module])}"
