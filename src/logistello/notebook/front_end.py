"""What a browser gets for a board in a notebook: one module of JavaScript.

The board is the page's own, drawing, keys and words included. A widget is a single file, so its modules are put one
after the other, in an order in which each finds what it needs. Styles stay inside of the widget (a shadow root): a
notebook has its own classes of the same names.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

_OURS = Path(__file__).parent / "static"
_PAGE = Path(__file__).parents[1] / "web" / "static"
_MODULES = (
    _OURS / "texts.js",
    *(_PAGE / "js" / f"{name}.js" for name in ("dom", "emitter", "squares", "format", "labels", "board")),
    _OURS / "widget.js",
)
_IMPORT = re.compile(r'^import \{[^}]*\} from "\./\w+\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=const|function|class|async)", re.MULTILINE)
_WORD = re.compile(r'\bt\(\s*"([\w.]+)"')
_VARIABLES = re.compile(r"^:root \{[^}]*\}", re.MULTILINE)


@cache
def widget_module() -> str:
    """The module, as anywidget takes it."""
    source = "\n".join(_EXPORT.sub("", _IMPORT.sub("", path.read_text(encoding="utf-8"))) for path in _MODULES)
    words = sorted(set(_WORD.findall(source)))
    return source.replace("__WORDS__", json.dumps(_tables(words))).replace("__STYLES__", json.dumps(_styles()))


def _tables(words: list[str]) -> dict[str, dict[str, str]]:
    """Of every language of the page the words that are used here."""
    tables = {}
    for path in sorted((_PAGE / "js" / "languages").glob("*.json")):
        table = json.loads(path.read_text(encoding="utf-8"))
        tables[path.stem] = {word: table[word] for word in words}
    return tables


def _styles() -> str:
    css = {name: (_PAGE / "css" / f"{name}.css").read_text(encoding="utf-8") for name in ("theme", "looks", "board")}
    colours = _VARIABLES.findall(css["theme"])[0]  # those of the light page: a board is green by day and night
    page = "\n".join((colours, css["looks"], css["board"])).replace(":root", ":host")
    return page + (_OURS / "widget.css").read_text(encoding="utf-8")
