"""The package without its extras, in an environment that holds only what it always needs."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
import venv
from collections.abc import Callable, Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from scikit_build_core.build import prepare_metadata_for_build_wheel

import logistello
from logistello import _native
from logistello._native import _cpu
from logistello.extras import EXTRAS
from tests.waiting import PATIENCE

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

Run = Callable[..., subprocess.CompletedProcess[str]]


def closure(requirements: list[str]) -> dict[str, Distribution]:
    """The distributions that pip would install for these requirements, as they are installed here."""
    found: dict[str, Distribution] = {}
    waiting = [Requirement(each) for each in requirements]
    while waiting:
        wanted = waiting.pop()
        name = canonicalize_name(wanted.name)
        if name in found or not (wanted.marker is None or wanted.marker.evaluate({"extra": ""})):
            continue
        found[name] = distribution(wanted.name)
        waiting += [Requirement(each) for each in found[name].requires or []]
    return found


def top_level(package: Distribution) -> Iterator[Path]:
    """What a distribution put into the folder of packages, without commands and what lies elsewhere."""
    names = {file.parts[0] for file in package.files or () if file.parts[0] not in ("..", "__pycache__")}
    return (Path(str(package.locate_file(name))) for name in names)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """``run("-c", "...")`` with the Python of a new environment: our package, and links to what it requires."""
    folder = tmp_path_factory.mktemp("fresh")
    venv.create(folder, symlinks=True, with_pip=False)
    (packages,) = folder.glob("lib/python*/site-packages")
    for package in closure(PROJECT["dependencies"]).values():
        for path in top_level(package):
            (packages / path.name).symlink_to(path)
    source, core = Path(logistello.__file__).parent, Path(_native._core.__file__)
    (packages / "logistello" / "_native" / _native.level).mkdir(parents=True)
    for path in source.iterdir():
        if path.name not in ("_native", "__pycache__"):
            (packages / "logistello" / path.name).symlink_to(path)
    for path, place in (
        (Path(_native.__file__), ""),
        (Path(_cpu.__file__), ""),
        (core, _native.level),
    ):
        (packages / "logistello" / "_native" / place / path.name).symlink_to(path)
    here = Path.cwd()
    os.chdir(ROOT)
    try:
        prepare_metadata_for_build_wheel(str(packages))
    finally:
        os.chdir(here)

    def runner(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(folder / "bin" / "python"), "-I", *arguments],
            capture_output=True,
            text=True,
            cwd=folder,
            env={"PATH": os.environ["PATH"], "XDG_DATA_HOME": str(folder / "data")},
            timeout=PATIENCE,
            check=False,
        )

    return runner


def command(run: Run, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run("-m", "logistello.cli.main", *arguments)


def test_the_environment_lacks_what_only_extras_bring(run: Run) -> None:
    """Otherwise nothing below would be tested; and that all of it is here, where the tests run."""
    modules = [module for extra in EXTRAS.values() for module in extra]
    program = f"import importlib.util as u; print(*[u.find_spec(name) is None for name in {modules!r}])"
    assert run("-c", program).stdout.split() == ["True"] * len(modules)
    subprocess.run([sys.executable, "-c", f"import {', '.join(modules)}"], check=True, timeout=PATIENCE)


def test_the_extras_are_those_of_the_package() -> None:
    stated = PROJECT["optional-dependencies"]
    assert stated["all"] == ["logistello[web,lab,tune,ray,notebook,png]"]
    assert stated.keys() - {"all"} == EXTRAS.keys()
    modules = {"open-spiel": "pyspiel", "python-multipart": "python_multipart", "resvg-py": "resvg_py"}
    for extra, expected in EXTRAS.items():
        names = [Requirement(each).name for each in stated[extra]]
        assert sorted(modules.get(name, name) for name in names) == sorted(expected)


def test_it_plays_solves_and_reads_its_presets(run: Run) -> None:
    done = run("-c", PROGRAM)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split() == ["18", "g8", "True", "tiny"]


PROGRAM = """
from logistello import Engine, Limit, Position
from logistello.train.preset import Preset
ending = Position.parse("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X")
with Engine(threads=1, hash_mb=16) as engine:
    solved = engine.solve(ending)
    found = engine.search(Position.initial(), Limit(depth=4))
print(solved.score, solved.move, found.move in Position.initial().legal_moves, Preset.find("tiny").name)
"""


def test_modules_that_need_an_extra_say_what_to_install(run: Run) -> None:
    done = run("-c", ABSENT)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "the web application and its API need fastapi, python_multipart, uvicorn, websockets: "
        "pip install 'logistello[web]'",
        "games of OpenSpiel need pyspiel: pip install 'logistello[lab]'",
        "boards in Jupyter need anywidget: pip install 'logistello[notebook]'",
    ]


ENDING = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
ABSENT = """
from logistello.errors import MissingPackageError
from logistello.games import openspiel_rules

def app():
    import logistello.web.app

def board():
    import logistello.notebook

for use in (app, lambda: openspiel_rules("chess"), board):
    try:
        use()
    except MissingPackageError as error:
        print(error)
"""


def test_commands_without_extras(run: Run) -> None:
    assert command(run, "perft", "4").stdout == "244\n"
    missing = command(run, "web")
    assert (missing.returncode, missing.stdout) == (1, "")
    assert missing.stderr.startswith("logistello: the web application and its API need fastapi, ")
    assert missing.stderr.endswith(": pip install 'logistello[web]'\n")
    assert missing.stderr.count("\n") == 1
    assert "--max-seconds" in command(run, "web", "--help").stdout
    cluster = command(run, "solve", "--cluster", "local:2", ENDING)
    assert (cluster.returncode, cluster.stdout) == (1, "")
    assert cluster.stderr == "logistello: clusters (--cluster) need ray: pip install 'logistello[ray]'\n"
    assert "+18" in command(run, "solve", ENDING).stdout
    picture = command(run, "analyse", ENDING, "--plot", "moves.png")
    assert picture.returncode != 0
    assert "resvg_py: pip install 'logistello[png]'" in picture.stderr


def test_doctor_names_the_extras(run: Run) -> None:
    done = command(run, "doctor")
    assert done.returncode == 0, done.stdout
    lines = [" ".join(line.split()) for line in done.stdout.splitlines()]
    assert "ok extra web without fastapi, python-multipart, uvicorn, websockets" in lines
    assert "-> optional; for it run: pip install 'logistello[web]'" in lines
    assert "ok extra lab without open-spiel" in lines
    assert [line.split()[2] for line in lines if line.startswith("ok extra")] == [
        *("lab", "notebook", "png", "ray", "tune", "web")
    ]
