"""Reports as one HTML file that is complete in itself: the frame, and tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
table { border-collapse: collapse; } th, td { padding: .25rem .8rem .25rem 0; text-align: left; vertical-align: top; }
th { border-bottom: 1px solid #888; } td.n { font-variant-numeric: tabular-nums; }
svg { max-width: 100%; height: auto; } code, pre { font-size: .85rem; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; }
"""


def report_page(title: str, parts: Iterable[str]) -> str:
    """The page; ``title`` is text, the parts are HTML."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>\n<body>\n"
        + "\n".join(parts)
        + "\n</body></html>\n"
    )


def report_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of texts.

    >>> report_table(("name", "games"), [("a<b", "7")]).partition("<tbody>")[2]
    '<tr><td class="n">a&lt;b</td><td class="n">7</td></tr></tbody></table>'
    """
    first = "".join(f"<th>{escape(each)}</th>" for each in head)
    body = "".join("<tr>" + "".join(f'<td class="n">{escape(each)}</td>' for each in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{first}</tr></thead><tbody>{body}</tbody></table>"
