"""Pages that show files of the repository which are not Markdown: listings, notebooks, lists of folders."""

from __future__ import annotations

import json
from collections.abc import Callable
from html import escape
from os.path import relpath
from pathlib import PurePosixPath

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import TextLexer, get_lexer_for_filename
from pygments.util import ClassNotFound

from tools.docs_site.addresses import ROOT, address_of, relink

#: Reached by links alone: neither in the table of contents nor in the search.
_APART = "---\norphan: true\nnosearch: true\n---\n\n"
#: What a list of files links to; of the others it only gives the names.
_WORTH_READING = {".py", ".toml", ".yaml", ".md", ".ipynb"}
_LISTING = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{path}</title>
<style>body {{ margin: 1.5rem; font-family: sans-serif; color: #222; background: #fff }}
pre {{ font-size: .85rem; line-height: 1.35; overflow-x: auto }}
{style}</style>
<p><a href="{home}">logistello</a> / <code>{path}</code>, as it is in the repository</p>
{code}
</html>
"""


def project_page(path: PurePosixPath, meet: Callable[[PurePosixPath], None]) -> str:
    """The Markdown that shows a folder or a notebook; ``meet`` is told what the page links to."""
    return relink(_folder(path) if (ROOT / path).is_dir() else _notebook(path), _standing(path), meet)


def listing(path: PurePosixPath) -> str:
    """A page of its own with the text of a file."""
    try:
        lexer = get_lexer_for_filename(path.name)
    except ClassNotFound:
        lexer = TextLexer()
    formatter = HtmlFormatter(linenos="inline")
    code = highlight((ROOT / path).read_text(encoding="utf-8"), lexer, formatter)
    home = relpath("index.html", address_of(path).parent)
    return _LISTING.format(path=escape(str(path)), style=formatter.get_style_defs(), home=home, code=code)


def _standing(path: PurePosixPath) -> PurePosixPath:
    """Links of a folder's list begin in the folder."""
    return path / "index.md" if (ROOT / path).is_dir() else path


def _folder(path: PurePosixPath) -> str:
    lines = [f"{_APART}# {path}/\n\nA folder of the repository.\n\n"]
    for file in sorted((ROOT / path).rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            name = file.relative_to(ROOT / path).as_posix()
            lines.append(f"- [`{name}`]({name})\n" if file.suffix in _WORTH_READING else f"- `{name}`\n")
    return "".join(lines)


def _notebook(path: PurePosixPath) -> str:
    cells = json.loads((ROOT / path).read_text(encoding="utf-8"))["cells"]
    shown = (
        "".join(cell["source"]) if cell["cell_type"] == "markdown" else f"```python\n{''.join(cell['source'])}\n```"
        for cell in cells
    )
    end = f"---\n\nThis is the notebook `{path}` of the repository, without its output. The tests run it.\n"
    return _APART + "\n\n".join([*shown, end])
