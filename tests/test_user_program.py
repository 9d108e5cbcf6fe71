"""A user's program with every public name (see test_public_names): typed for those who only install, and it runs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import numpy as np
import pytest
from scikit_build_core.build import build_wheel

from tests.waiting import PATIENCE

ROOT = Path(__file__).parent.parent
PROGRAM = ROOT / "tests" / "user_program"


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the program, and an environment that has the package as pip would install it, but for the core."""
    folder = tmp_path_factory.mktemp("outside")
    shutil.copytree(PROGRAM, folder / "user_program", ignore=shutil.ignore_patterns("__pycache__"))
    venv.create(folder / "venv", symlinks=True, with_pip=False)
    (packages,) = (folder / "venv").glob("lib/python*/site-packages")
    here = Path.cwd()
    os.chdir(ROOT)
    try:
        wheel = build_wheel(str(folder), {"wheel.cmake": "false", "wheel.py-api": "py3"})
    finally:
        os.chdir(here)
    with zipfile.ZipFile(folder / wheel) as file:
        file.extractall(packages)  # ours
    (packages / "others.pth").write_text(str(Path(np.__file__).parent.parent))
    return folder


def check_types(outside: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """mypy, strict and without any settings of ours."""
    python = str(outside / "venv" / "bin" / "python")
    own, cache = ROOT / ".mypy_cache", outside / "mypy_cache"
    if own.is_dir() and not cache.is_dir():  # of NumPy, and of our files: the same, in another place
        shutil.copytree(own, cache)
    options = ("--strict", "--config-file=", f"--cache-dir={cache}", f"--python-executable={python}")
    return subprocess.run(
        [sys.executable, "-m", "mypy", *options, *arguments],
        cwd=outside,
        env={name: value for name, value in os.environ.items() if name != "MYPYPATH"},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


def test_the_program_is_typed_for_those_who_install_the_package(outside: Path) -> None:
    checked = check_types(outside, "-p", "user_program")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    # Types do arrive: what is wrong is found.
    wrong = 'from logistello import Limit\nreveal_type(Limit(depth="8"))\n'
    checked = check_types(outside, "-c", wrong)
    assert 'incompatible type "str"; expected "int | None"' in checked.stdout
    assert 'Revealed type is "logistello.engine.limit.Limit"' in checked.stdout


def test_the_program_runs(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "user_program", str(tmp_path)],
        cwd=PROGRAM.parent,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stderr) == (0, "")
    parts = {f"user_program.{path.stem}" for path in PROGRAM.glob("[a-z]*.py")}
    assert set(done.stdout.split()) == parts
