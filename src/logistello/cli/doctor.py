"""``logistello doctor``: is everything in its place?"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from logistello.cli.checked_item import CheckedItem


def doctor(*, fix: bool = False, json: bool = False) -> int:
    """Say what is installed, what the processor can do, and whether model, book, games and data folder can be used.

    The exit code is 0 if all is well and 1 otherwise.

    Parameters
    ----------
    fix
        Repair what can be repaired without losing anything: a damaged book or file of games is put aside under another
        name, so that a new one can be begun; drafts that killed programs left in your data folder are removed.
    json
        Print one JSON object instead of lines.
    """
    items = [*_software(), *_extras()]
    core = list(_native_core())
    items += core
    if all(item.ok for item in core):  # nothing else can be tried without it
        from logistello.cli.user_files import repair_user_files, user_files

        items += repair_user_files() if fix else []
        items += [_model(), *user_files()]
    items += [_folder(), _terminal()]
    healthy = all(item.ok for item in items)
    if json:
        import json as json_format

        answer = {"ok": healthy, "findings": [asdict(item) for item in items]}
        sys.stdout.write(json_format.dumps(answer, indent=2, ensure_ascii=False) + "\n")
        return 0 if healthy else 1
    width = max(len(item.name) for item in items)
    for item in items:
        sign = "ok " if item.ok else "BAD"
        sys.stdout.write(f"{sign}  {item.name:{width}}  {item.value}\n")
        if item.advice:
            sys.stdout.write(f"     {'':{width}}  -> {item.advice}\n")
    sys.stdout.write("All is well.\n" if healthy else "Something is wrong; see the lines marked BAD.\n")
    return 0 if healthy else 1


# -- software ---------------------------------------------------------------------------------


def _software() -> Iterator[CheckedItem]:
    """The package, Python, and every package that ours cannot do without."""
    import platform
    from importlib.metadata import PackageNotFoundError, version

    try:
        yield CheckedItem("logistello", version("logistello"))
    except PackageNotFoundError:
        advice = "run 'pip install .' or 'make setup'"
        yield CheckedItem("logistello", "runs, but is not installed", ok=False, advice=advice)
    yield CheckedItem("python", f"{platform.python_version()} ({platform.python_implementation()}, {sys.executable})")
    yield CheckedItem("system", f"{platform.system()} {platform.release()} {platform.machine()}, {os.cpu_count()} CPUs")
    for package in _requirements().get("", []):
        found = _version(package)
        advice = "" if found else f"run 'pip install {package}'"
        yield CheckedItem(package, found or "missing", ok=found is not None, advice=advice)


def _extras() -> Iterator[CheckedItem]:
    """Optional packages: missing ones are no fault."""
    for extra, packages in _requirements().items():
        if not extra:
            continue
        missing = [package for package in packages if _version(package) is None]
        if missing:
            advice = f"optional; for it run: pip install 'logistello[{extra}]'"
            yield CheckedItem(f"extra {extra}", f"without {', '.join(missing)}", advice=advice)
        else:
            yield CheckedItem(f"extra {extra}", "installed")


def _requirements() -> dict[str, list[str]]:
    """Names of packages by extra, as the installed package states them; those that are always needed by ``""``."""
    from importlib.metadata import PackageNotFoundError, requires

    try:
        stated = requires("logistello") or []
    except PackageNotFoundError:
        return {}
    found: dict[str, list[str]] = {"": []}
    for requirement in stated:
        name = re.match(r"[A-Za-z0-9._-]+", requirement)
        extra = re.search(r"extra\s*==\s*['\"]([^'\"]+)", requirement)
        if name and name[0] != "logistello":  # an extra that stands for others
            found.setdefault(extra[1] if extra else "", []).append(name[0])
    return found


def _version(package: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _native_core() -> Iterator[CheckedItem]:
    try:
        from logistello import _native
    except ImportError as error:
        yield CheckedItem("native core", "cannot be loaded", ok=False, advice=str(error))
        return
    built_by = ", ".join(f"{name} {value}" for name, value in _native.build_info().items() if name != "level")
    yield CheckedItem("native core", built_by or "loaded")
    chosen = " (by LOGISTELLO_ISA)" if os.environ.get("LOGISTELLO_ISA") else ""
    yield CheckedItem("cpu level", f"{_native.level}{chosen}; available: {', '.join(_native.available_levels())}")
    start, reply = 0x0000000810000000, 0x0000001008000000
    count = _native.perft(start, reply, 6, False, 1)
    right = count == 8200
    yield CheckedItem(
        "move generator",
        "counts right" if right else f"counts {count} sequences of 6 moves instead of 8200",
        ok=right,
        advice="" if right else "the native core is broken: rebuild it with 'make setup', or set LOGISTELLO_ISA",
    )


# -- data -------------------------------------------------------------------------------------


def _model() -> CheckedItem:
    """The model that comes with the package is loaded whole, checksum included."""
    from logistello.errors import LogistelloError
    from logistello.evaluation.model import Model

    try:
        model = Model.default()
    except (LogistelloError, OSError) as error:
        advice = "reinstall the package, or name a model with --model"
        return CheckedItem("model", str(error), ok=False, advice=advice)
    calibrated = "calibrated for ProbCut" if model.probcut is not None else "not calibrated: searches without ProbCut"
    return CheckedItem("model", f"{model.name}, checksum {model.checksum[:12]}, {calibrated}")


def _folder() -> CheckedItem:
    """Whether your book and your games can be kept: a file is written and removed again."""
    from logistello.files import data_folder, drafting

    folder = data_folder()
    existing = next(each for each in (folder, *folder.parents) if each.exists())
    try:
        with drafting(existing / "logistello-doctor"):
            raise _NotKept
    except _NotKept:
        later = "" if existing == folder else " (made when it is first needed)"
        return CheckedItem("data folder", f"{folder}{later}")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        advice = f"make {_shown(existing)} writable, or set XDG_DATA_HOME: your book and your games are kept there"
        return CheckedItem("data folder", f"{folder} cannot be written: {reason}", ok=False, advice=advice)


class _NotKept(Exception):  # noqa: N818 - no error: the file was only a test
    """Drops a file that could be written."""


def _shown(path: Path) -> str:
    return f"the folder {path}" if path.is_dir() else f"{path} (a file, not a folder)"


def _terminal() -> CheckedItem:
    from logistello.cli.terminal import describe_terminal

    return CheckedItem("terminal", describe_terminal())
