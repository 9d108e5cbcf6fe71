"""The native core, in the build that suits this CPU.

The same C++ sources are built once per instruction-set level (x86-64-v2, v3, v4; ``generic`` elsewhere), each as a
library of its own. A baseline module tells what the CPU has *before* a faster build is loaded, because loading code
for instructions that are missing would end the process. ``LOGISTELLO_ISA`` chooses a level by name.
"""

from __future__ import annotations

import importlib
import importlib.util
import os

from logistello.errors import NativeCoreError

try:
    from logistello._native._cpu import supported_levels
except ImportError as error:
    raise NativeCoreError(
        f"the native core is not built ({error}); run 'make setup' in the repository or reinstall the package"
    ) from error


def available_levels() -> list[str]:
    """Levels that are both built and supported by this CPU, slowest first."""
    return [name for name in supported_levels() if importlib.util.find_spec(f"{__name__}.{name}") is not None]


def _choose() -> str:
    levels = available_levels()
    wanted = os.environ.get("LOGISTELLO_ISA")
    if wanted and wanted not in levels:
        raise NativeCoreError(
            f"LOGISTELLO_ISA={wanted}: this CPU and this build offer {', '.join(levels) or 'no level at all'}; "
            "choose one of these or unset the variable"
        )
    if not levels:
        raise NativeCoreError(
            f"no native core was built for this CPU (it supports {', '.join(supported_levels())}); run 'make setup'"
        )
    return wanted or levels[-1]


_core = importlib.import_module(f"{__name__}.{_choose()}._core")
_OWN = {"__name__", "__doc__", "__file__", "__loader__", "__package__", "__path__", "__spec__"}
globals().update({name: value for name, value in vars(_core).items() if name not in _OWN})


def build_info() -> dict[str, str]:
    """What this build is: level, kernel, compiler."""
    return {"level": _core.level, "kernel": _core.kernel, "compiler": _core.compiler}
