"""The Python API: one page for each package that offers names; Sphinx takes the words from the docstrings."""

from __future__ import annotations

import enum
import inspect
from collections.abc import Mapping
from importlib import import_module

#: Packages whose ``__all__`` is public, in the order in which one meets them.
PACKAGES = (
    "logistello.othello",
    "logistello.othello.notation",
    "logistello.engine",
    "logistello.programs",
    "logistello.evaluation",
    "logistello.train",
    "logistello.book",
    "logistello.library",
    "logistello.review",
    "logistello.match",
    "logistello.games",
    "logistello.probcut",
    "logistello.glem",
    "logistello.lab",
    "logistello.jobs",
    "logistello.charts",
    "logistello.notebook",
    "logistello.errors",
)


def api_pages() -> dict[str, str]:
    """reStructuredText by the name of the file, in the order of ``PACKAGES``."""
    return {f"reference/api/{package}.rst": _page(package) for package in PACKAGES}


def public_names(module: object) -> list[str]:
    """``__all__``; without one, the classes that are defined there."""
    listed = getattr(module, "__all__", None)
    if listed is not None:
        return sorted(listed)
    own = getattr(module, "__name__", "")
    return sorted(n for n, value in vars(module).items() if inspect.isclass(value) and value.__module__ == own)


def public_places() -> dict[str, str]:
    """Where a class or function is documented, by where it is defined: annotations name the latter."""
    places: dict[str, str] = {}
    for package in PACKAGES:
        module = import_module(package)
        for name in public_names(module):
            value = getattr(module, name)
            if inspect.isclass(value) or inspect.isfunction(value):
                places.setdefault(f"{value.__module__}.{value.__qualname__}", f"{package}.{name}")
    return places


def _page(package: str) -> str:
    module = import_module(package)
    parts = [f"{package}\n{'=' * len(package)}\n", f".. automodule:: {package}\n   :no-members:\n"]
    parts += [_entry(package, name, getattr(module, name)) for name in public_names(module)]
    return "\n".join(parts)


def _entry(package: str, name: str, value: object) -> str:
    heading = f"{name}\n{'-' * len(name)}\n\n"
    if inspect.isclass(value):
        options = [":members:", ":member-order: bysource"]
        if issubclass(value, enum.Enum):
            options.append(":undoc-members:")
        elif issubclass(value, BaseException):
            options = [":show-inheritance:"]
        return heading + _directive("autoclass", f"{package}.{name}", *options)
    if inspect.isroutine(value):
        return heading + _directive("autofunction", f"{package}.{name}")
    return heading + _directive("py:data", name, f":module: {package}") + f"\n   {_told(value)}\n"


def _told(value: object) -> str:
    """A constant has no docstring of its own: what it is, or what it holds."""
    if isinstance(value, Mapping):
        return f"A {type(value).__name__} with " + ", ".join(f"``{key}``" for key in value)
    return f"``{value!r}``" if len(repr(value)) < 100 else f"A {type(value).__name__}"


def _directive(kind: str, argument: str, *options: str) -> str:
    return "\n".join([f".. {kind}:: {argument}", *(f"   {option}" for option in options)]) + "\n"
