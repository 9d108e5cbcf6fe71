"""Pages that show files of the repository which are not Markdown: listings of sources, notebooks, lists of folders."""

from __future__ import annotations

import json
from collections.abc import Callable
from os.path import relpath
from pathlib import PurePosixPath

from tools.docs_site.addresses import ROOT, address_of, relink

#: Reached by links alone: neither in the table of contents nor in the search.
_APART = "---\norphan: true\nnosearch: true\n---\n\n"
_LANGUAGES = {".py": "python", ".cpp": "cpp", ".hpp": "cpp", ".toml": "toml", ".yaml": "yaml", ".js": "javascript"}
#: What a list of files links to; of the others it only gives the names.
_WORTH_READING = {*_LANGUAGES, ".md", ".ipynb"}


def project_page(path: PurePosixPath, meet: Callable[[PurePosixPath], None]) -> str:
    """Markdown; ``meet`` is told what the page links to."""
    if (ROOT / path).is_dir():
        return _folder(path, meet)
    if path.suffix == ".ipynb":
        return relink(_notebook(path), path, meet)
    text = (ROOT / path).read_text(encoding="utf-8")
    return f"{_APART}# {path}\n\n{_code(text, _LANGUAGES.get(path.suffix, 'text'))}"


def _folder(path: PurePosixPath, meet: Callable[[PurePosixPath], None]) -> str:
    lines = [f"{_APART}# {path}/\n\nA folder of the repository.\n\n"]
    for file in sorted((ROOT / path).rglob("*")):
        if not file.is_file() or "__pycache__" in file.parts:
            continue
        found, name = PurePosixPath(file.relative_to(ROOT).as_posix()), file.relative_to(ROOT / path).as_posix()
        if file.suffix in _WORTH_READING:
            meet(found)
            lines.append(f"- [`{name}`]({relpath(address_of(found), address_of(path).parent)})\n")
        else:
            lines.append(f"- `{name}`\n")
    return "".join(lines)


def _notebook(path: PurePosixPath) -> str:
    cells = json.loads((ROOT / path).read_text(encoding="utf-8"))["cells"]
    parts = [
        f"{_APART}"
        + "\n\n".join(
            "".join(cell["source"]) if cell["cell_type"] == "markdown" else _code("".join(cell["source"]), "python")
            for cell in cells
        ),
        f"---\n\nThis is the notebook `{path}` of the repository, without its output. The tests run it.\n",
    ]
    return "\n\n".join(parts)


def _code(text: str, language: str) -> str:
    fence = "````" if "```" in text else "```"
    return f"{fence}{language}\n{text.rstrip()}\n{fence}\n"
