"""Try what make dist built: contents, and each wheel in new environments in which no compiler can be found.

Packages that ours needs come from where pip gets them. With --runners also by uvx and pipx run.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
#: Seconds of processor time: what the clock says on a quiet machine, and on a busy one still a measure.
LONGEST_INSTALLATION = 20.0
LONGEST_IMPORT = 0.3
ENDING = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
IN_WHEEL = (
    "logistello/_native/__init__.pyi",
    "logistello/book/data/default.book",
    "logistello/cli/selftest/ffo-40-44.obf",
    "logistello/engine/levels.toml",
    "logistello/evaluation/data/default.model",
    "logistello/evaluation/data/logistello+A.model",
    "logistello/evaluation/data/logistello.model",
    "logistello/othello/data/xot.txt",
    "logistello/py.typed",
    "logistello/train/presets/tiny.toml",
    "logistello/web/static/index.html",
)
#: For development, or made by running.
IN_NEITHER = re.compile(r"__pycache__|\.py[co]$|\.tmp$|(^|/)(tests|benchmarks|docs|examples|tools|\.\w+)/")
IN_NO_WHEEL = re.compile(r"\.[ch]pp$|CMakeLists|\.[ao]$|\.d\.ts$")
COMPILERS = ("cc", "c++", "gcc", "g++", "clang", "cmake")


class DistError(Exception):
    """Something is not as whoever installs it expects."""


def check_sdist(path: Path) -> None:
    with tarfile.open(path) as file:
        names = [name.partition("/")[2] for name in file.getnames()]
    missing = {"CMakeLists.txt", "LICENSE", "pyproject.toml", "cpp/sources.cmake", "src/logistello/py.typed"} - {*names}
    junk = [name for name in names if IN_NEITHER.search(name)]
    if missing or junk:
        raise DistError(f"{path.name}: missing: {sorted(missing)}; not expected: {junk[:10]}")
    print(f"{path.name}: {len(names)} files, {path.stat().st_size / 1e6:.1f} MB")


def check_wheel(path: Path) -> None:
    with zipfile.ZipFile(path) as file:
        names = file.namelist()
    missing = [name for name in IN_WHEEL if name not in names]
    junk = [name for name in names if IN_NEITHER.search(name) or IN_NO_WHEEL.search(name)]
    built = sorted(name.split("/")[2] for name in names if re.search(r"_native/\w+/_core\.", name))
    expected = ["v2", "v3", "v4"] if "x86_64" in path.name else ["generic"]
    if missing or junk or built != expected:
        raise DistError(f"{path.name}: missing: {missing}; not expected: {junk[:10]}; levels: {built}, not {expected}")
    if sys.platform == "linux" and "manylinux" not in path.name:
        raise DistError(f"{path.name}: no manylinux tag: it would be refused by package indexes")
    print(f"{path.name}: {len(names)} files, {path.stat().st_size / 1e6:.1f} MB, levels {', '.join(built)}")


def suits(wheel: Path, version: str) -> bool:
    """``cp311`` is for 3.11, ``cp312-abi3`` for 3.12 and later."""
    [tag] = re.findall(r"-cp3(\d+)-", wheel.name)
    own = int(version.partition(".")[2])
    return own >= int(tag) if "-abi3-" in wheel.name else own == int(tag)


def interpreters(folders: str) -> dict[str, str]:
    """By version, those that can make environments."""
    found = {f"3.{sys.version_info.minor}": sys.executable}
    for version in VERSIONS:
        for folder in folders.split(os.pathsep):
            python = shutil.which(f"python{version}", path=folder)
            if version not in found and python is not None:
                works = subprocess.run([python, "-c", "import ensurepip"], capture_output=True, check=False)
                if works.returncode == 0:
                    found[version] = python
    return found


def processor_time() -> float:
    """Of the processes that were started here and have ended; on Windows, which does not tell, time by the clock."""
    times = os.times()
    return times.children_user + times.children_system if os.name == "posix" else times.elapsed


def try_installed(wheel: Path, version: str, python: str) -> None:
    with TemporaryDirectory(prefix="dist-") as name:
        folder = Path(name)
        subprocess.run([python, "-m", "venv", folder / "venv"], check=True)
        programs = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
        # The user's files, and everything in the path, are those of the new environment.
        bare = {"PATH": str(programs), "HOME": name, "XDG_DATA_HOME": name}
        environment = {**{key: os.environ[key] for key in os.environ if key.startswith(("PIP_", "SYSTEMROOT"))}, **bare}
        if any(shutil.which(compiler, path=str(programs)) for compiler in COMPILERS):
            raise DistError(f"{programs}: there is a compiler: the trial would say nothing")

        def run(*words: str) -> tuple[str, float]:
            begun = processor_time()
            command = [str(programs / words[0]), *words[1:]]
            done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=False)
            if done.returncode:
                raise DistError(f"{wheel.name}, Python {version}: {' '.join(words)}:\n{done.stdout}{done.stderr}")
            return done.stdout, processor_time() - begun

        _, installed = run("pip", "install", "--quiet", "--disable-pip-version-check", f"{wheel}[web]")
        solved, _ = run("logistello", "solve", ENDING)
        if "+18      g8" not in solved:
            raise DistError(f"{wheel.name}, Python {version}: a wrong answer:\n{solved}")
        report, tested = run("logistello", "selftest")
        imported = min(run("python", "-c", "from logistello import Engine")[1] for _ in range(5))
        print(report, end="")
        print(
            f"{wheel.name}, Python {version}, processor time: "
            f"installed in {installed:.1f} s (at most {LONGEST_INSTALLATION:.0f}), selftest {tested:.1f} s, "
            f"Engine imported in {imported:.2f} s (at most {LONGEST_IMPORT})",
            flush=True,
        )
        if installed > LONGEST_INSTALLATION or imported > LONGEST_IMPORT:
            raise DistError("too slow")


def try_runners(wheel: Path) -> None:
    """The program without an installation of one's own, by uvx and by pipx run."""
    with TemporaryDirectory(prefix="dist-") as name:
        programs = Path(name) / "venv" / "bin"
        subprocess.run([sys.executable, "-m", "venv", programs.parent], check=True)
        subprocess.run([programs / "pip", "install", "--quiet", "uv", "pipx"], check=True)
        environment = {**os.environ, "PIPX_HOME": f"{name}/pipx", "UV_CACHE_DIR": f"{name}/uv"}
        for runner in (
            (programs / "uvx", "--python", sys.executable, "--from", wheel, "logistello", "perft", "9"),
            (programs / "pipx", "run", "--python", sys.executable, "--spec", wheel, "logistello", "perft", "9"),
        ):
            command = [str(word) for word in runner]
            done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
            if done.returncode or done.stdout.strip() != "3005288":
                raise DistError(f"{' '.join(command)}:\n{done.stdout}{done.stderr}")
            print(f"{Path(command[0]).name}: works", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pythons", default=os.environ["PATH"], help="folders with Python interpreters, as in PATH")
    parser.add_argument("--runners", action="store_true", help="also by uvx and pipx, which are fetched for that")
    given = parser.parse_args()
    pythons = interpreters(given.pythons)
    wheels = sorted(DIST.glob("*.whl"))
    try:
        if not wheels:
            raise DistError("there is no wheel in dist/: run 'make dist' first")
        for sdist in DIST.glob("*.tar.gz"):
            check_sdist(sdist)
        for wheel in wheels:
            check_wheel(wheel)
            for version, python in sorted(pythons.items()):
                if suits(wheel, version):
                    try_installed(wheel, version, python)
        if given.runners:
            try_runners(next(each for each in wheels if suits(each, f"3.{sys.version_info.minor}")))
    except DistError as error:
        print(f"try_dist: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
