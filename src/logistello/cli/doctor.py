"""``logistello doctor``: is everything in its place?"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report."""

    name: str
    value: str
    ok: bool = True
    advice: str = ""


def doctor(*, json: bool = False) -> int:
    """Say what is installed, what the processor can do, where data are found, and what is missing.

    The exit code is 0 if all is well and 1 otherwise.

    Parameters
    ----------
    json
        Print one JSON object instead of lines.
    """
    findings = [*_software(), *_native_core(), *_data(), *_terminal()]
    healthy = all(finding.ok for finding in findings)
    if json:
        import json as json_format

        answer = {"ok": healthy, "findings": [asdict(finding) for finding in findings]}
        sys.stdout.write(json_format.dumps(answer, indent=2, ensure_ascii=False) + "\n")
        return 0 if healthy else 1
    width = max(len(finding.name) for finding in findings)
    for finding in findings:
        sign = "ok " if finding.ok else "BAD"
        sys.stdout.write(f"{sign}  {finding.name:{width}}  {finding.value}\n")
        if finding.advice:
            sys.stdout.write(f"     {'':{width}}  -> {finding.advice}\n")
    sys.stdout.write("All is well.\n" if healthy else "Something is wrong; see the lines marked BAD.\n")
    return 0 if healthy else 1


def _software() -> Iterator[Finding]:
    import platform
    from importlib.metadata import PackageNotFoundError, version

    try:
        yield Finding("logistello", version("logistello"))
    except PackageNotFoundError:
        yield Finding(
            "logistello", "runs, but is not installed", ok=False, advice="run 'pip install .' or 'make setup'"
        )
    yield Finding("python", f"{platform.python_version()} ({platform.python_implementation()}, {sys.executable})")
    for package in ("numpy", "rich", "cyclopts"):
        try:
            yield Finding(package, version(package))
        except PackageNotFoundError:
            yield Finding(package, "missing", ok=False, advice=f"run 'pip install {package}'")
    yield Finding("system", f"{platform.system()} {platform.release()} {platform.machine()}, {os.cpu_count()} CPUs")


def _native_core() -> Iterator[Finding]:
    try:
        from logistello import _native
    except ImportError as error:
        yield Finding("native core", "cannot be loaded", ok=False, advice=str(error))
        return
    built_by = ", ".join(f"{name} {value}" for name, value in _native.build_info().items() if name != "level")
    yield Finding("native core", built_by or "loaded")
    chosen = " (by LOGISTELLO_ISA)" if os.environ.get("LOGISTELLO_ISA") else ""
    yield Finding("cpu level", f"{_native.level}{chosen}; available: {', '.join(_native.available_levels())}")
    start, reply = 0x0000000810000000, 0x0000001008000000
    count = _native.perft(start, reply, 6, False, 1)
    right = count == 8200
    yield Finding(
        "move generator",
        "counts right" if right else f"counts {count} sequences of 6 moves instead of 8200",
        ok=right,
        advice="" if right else "the native core is broken: rebuild it with 'make setup', or set LOGISTELLO_ISA",
    )


def _data() -> Iterator[Finding]:
    package = Path(__file__).parents[1]
    inside = package / "data"
    yield Finding("package data", str(inside) if inside.is_dir() else "none in this version")
    named = os.environ.get("LOGISTELLO_DATA")
    if named:
        found = Path(named).is_dir()
        yield Finding(
            "data files",
            f"{named} (LOGISTELLO_DATA)",
            ok=found,
            advice="" if found else "there is no such directory: correct or unset LOGISTELLO_DATA",
        )
        return
    beside = package.parents[1].parent / "shared" / "data"
    if beside.is_dir():
        yield Finding("data files", str(beside))
    else:
        yield Finding("data files", "none; games for training can be named by LOGISTELLO_DATA")


def _terminal() -> Iterator[Finding]:
    from logistello.cli.terminal import describe_terminal

    yield Finding("terminal", describe_terminal())
