"""Write or check the type stub of the native core: ``python tools/native_stub.py [--check]``.

The stub is generated from the binary by nanobind, so that it cannot drift from what the binary offers.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from nanobind.stubgen import StubGen

from logistello import _native

STUB = Path(__file__).parent.parent / "src/logistello/_native/__init__.pyi"
PYTHON_SIDE = '''

def supported_levels() -> list[str]:
    """Levels this CPU can run, slowest first."""

def available_levels() -> list[str]:
    """Levels that are both built and supported by this CPU, slowest first."""

def build_info() -> dict[str, str]:
    """What this build is: level, kernel, compiler."""
'''


def generate() -> str:
    generator = StubGen(_native._core)
    generator.put(_native._core)
    text = generator.get()
    # The values of these depend on the machine.
    text = re.sub(r"^(level|kernel|compiler): str = .*$", r"\1: str", text, flags=re.MULTILINE)
    header = "# Generated from the native core by tools/native_stub.py. Do not edit.\n"
    return header + text.rstrip() + "\n" + PYTHON_SIDE


def main() -> int:
    text = generate()
    if "--check" not in sys.argv[1:]:
        STUB.write_text(text)
        return 0
    if STUB.exists() and STUB.read_text() == text:
        return 0
    sys.stderr.write(f"{STUB.name} does not describe the native core: run 'make stubs' and commit the result\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
