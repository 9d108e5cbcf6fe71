"""Packages that only part of the program needs: ``pip install 'logistello[web]'`` brings those of the extra ``web``."""

from __future__ import annotations

from importlib.util import find_spec

from logistello.errors import MissingPackageError

#: The modules of each extra's packages.
EXTRAS = {
    "lab": ("pyspiel",),
    "notebook": ("anywidget",),
    "png": ("resvg_py",),
    "ray": ("ray",),
    "tune": ("optuna",),
    "web": ("fastapi", "python_multipart", "uvicorn", "websockets"),
}


def require(extra: str, what: str) -> None:
    """Say what to install if ``what``, which needs the packages of ``extra``, lacks one of them; imports none."""
    missing = [module for module in EXTRAS[extra] if find_spec(module) is None]
    if missing:
        raise MissingPackageError(f"{what} need {', '.join(missing)}: pip install 'logistello[{extra}]'")
