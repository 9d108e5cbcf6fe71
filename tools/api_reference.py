"""Write docs/reference/api.md from the docstrings of the public names. ``--check`` fails if the page is out of date."""

from __future__ import annotations

import enum
import inspect
import re
import sys
from importlib import import_module
from pathlib import Path

PAGE = Path(__file__).parent.parent / "docs" / "reference" / "api.md"
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
    "logistello.charts",
    "logistello.notebook",
    "logistello.jobs",
    "logistello.errors",
)
HEAD = """# Python API

Made from the docstrings by `tools/api_reference.py`; `make stubs` renews it. What stands under `logistello` can be
imported from there: `from logistello import Engine, Limit, Position`. Scores are discs for the side to move.
"""


def page() -> str:
    public = set(import_module("logistello").__all__)
    parts = [HEAD, "`logistello`: " + ", ".join(f"`{name}`" for name in sorted(public)) + "\n"]
    for package in PACKAGES:
        module = import_module(package)
        parts.append(f"## {package}\n\n{inspect.getdoc(module) or ''}\n")
        parts += [_entry(name, getattr(module, name)) for name in public_names(module)]
    return "\n".join(parts).rstrip() + "\n"


def public_names(module: object) -> list[str]:
    """``__all__``; without one, the classes that are defined there."""
    listed = getattr(module, "__all__", None)
    if listed is not None:
        return sorted(listed)
    own = getattr(module, "__name__", "")
    return sorted(n for n, value in vars(module).items() if inspect.isclass(value) and value.__module__ == own)


def _entry(name: str, value: object) -> str:
    if inspect.isclass(value) and issubclass(value, enum.Enum):
        return f"### {name}\n\n{_text(value)}\nMembers: " + ", ".join(f"`{each.name}`" for each in value) + "\n"
    if inspect.isclass(value):
        lines = [f"### {name}\n", _code(f"class {name}{_signature(value)}"), _text(value)]
        lines += [_member(name, member, what) for member, what in _members(value)]
        return "\n".join(line for line in lines if line)
    if callable(value):
        return "\n".join(line for line in (f"### {name}\n", _code(f"{name}{_signature(value)}"), _text(value)) if line)
    told = repr(value)
    return f"### {name}\n\n`{told if len(told) < 40 else type(value).__name__}`\n"


def _members(cls: type) -> list[tuple[str, object]]:
    """Methods and properties that the class itself documents."""
    if issubclass(cls, (enum.Enum, BaseException)):
        return []
    found = []
    for name, value in vars(cls).items():
        plain = value.__func__ if isinstance(value, (classmethod, staticmethod)) else value
        if not name.startswith("_") and (inspect.isfunction(plain) or isinstance(plain, property)) and plain.__doc__:
            found.append((name, value))
    return found


def _member(owner: str, name: str, value: object) -> str:
    if isinstance(value, property):
        return f"- **`{name}`** {_first(value)}\n"
    plain = value.__func__ if isinstance(value, (classmethod, staticmethod)) else value
    return f"- **`{name}{_signature(plain)}`** {_first(plain)}\n"


def _signature(value: object) -> str:
    try:
        signature = inspect.signature(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return ""
    kept = [
        parameter.replace(annotation=inspect.Parameter.empty)
        for name, parameter in signature.parameters.items()
        if name not in ("self", "cls")
    ]
    told = " ".join(str(signature.replace(parameters=kept, return_annotation=inspect.Signature.empty)).split())
    return re.sub(r"<function .*? at 0x[0-9a-f]+>", "...", told)  # an address is another one in every run


def _code(text: str) -> str:
    return f"```text\n{text}\n```\n"


def _text(value: object) -> str:
    """The docstring; its examples become code."""
    doc = inspect.getdoc(value) or ""
    prose, mark, examples = doc.partition(">>> ")
    prose = prose.replace("``", "`").replace(":meth:", "").replace(":class:", "").strip()
    return f"{prose}\n" + (f"\n{_code(mark + examples)}" if mark else "")


def _first(value: object) -> str:
    """The first paragraph, on one line."""
    doc = (inspect.getdoc(value) or "").split("\n\n")[0].split(">>>")[0]
    return " ".join(doc.replace("``", "`").replace(":meth:", "").replace(":class:", "").split())


def main() -> int:
    text = page()
    if "--check" in sys.argv:
        if PAGE.exists() and PAGE.read_text() == text:
            return 0
        sys.stderr.write("docs/reference/api.md is out of date: run 'make stubs'\n")
        return 1
    PAGE.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
