"""Settings of Sphinx. Nothing comes from the network: the built folder is whole, also opened as files."""

from __future__ import annotations

from html import escape
from importlib.metadata import version as version_of
from typing import Any

from docutils.nodes import Element, TextElement
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from tools.docs_site.addresses import HOME, ROOT, address_of
from tools.docs_site.api_pages import public_places
from tools.docs_site.sources import contents

project = "logistello"
version = release = version_of("logistello")
extensions = ["myst_parser", "sphinx.ext.autodoc"]
highlight_language = "none"
smartquotes_action = "qe"  # quotes and ellipses; not dashes: two of them begin an option

myst_enable_extensions = ["html_image"]
myst_heading_anchors = 4  # links to headings, as GitHub makes them

autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
toc_object_entries = False  # names have headings of their own

html_theme = "furo"
html_title = "logistello"
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_show_search_summary = False  # would be read over HTTP: pages may be files

_PLACES = public_places()
_CHAPTERS = {
    chapter: {str(address_of(page).with_suffix("")): words for page, words in pages.items()}
    for chapter, pages in contents((ROOT / HOME).read_text(encoding="utf-8")).items()
}


def setup(app: Sphinx) -> None:
    app.connect("missing-reference", _at_its_public_place)
    app.connect("html-page-context", _contents_beside, priority=400)  # before the theme


def _at_its_public_place(app: Sphinx, env: BuildEnvironment, node: pending_xref, child: TextElement) -> Element | None:
    """Annotations name the module that defines a class; it is documented where it is to be imported from."""
    target = _PLACES.get(node.get("reftarget", ""))
    if target is None or node.get("refdomain") != "py":
        return None
    python = env.get_domain("py")
    return python.resolve_xref(env, node["refdoc"], app.builder, "obj", target, node, child)


def _contents_beside(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: Element | None) -> None:
    """The table of contents beside each page: chapters, pages, pages below them.

    Sphinx would copy the headings of all pages for each of them, and throw them away: a third of the time.
    """

    def entry(name: str, words: str, level: int = 1) -> str:
        inner = app.env.toctree_includes.get(name, [])
        below = "".join(entry(each, app.env.titles[each].astext(), level + 1) for each in inner)
        here = " current" if name == page or ' current"' in below else ""
        link = f'<a class="reference internal{here}" href="{context["pathto"](name)}">{escape(words)}</a>'
        return f'<li class="toctree-l{level}{here}">{link}{f"<ul>{below}</ul>" if below else ""}</li>'

    def contents_beside(**options: object) -> str:
        return "".join(
            f'<p class="caption"><span class="caption-text">{chapter}</span></p>'
            f"<ul>{''.join(entry(*each) for each in pages.items())}</ul>"
            for chapter, pages in _CHAPTERS.items()
        )

    context["toctree"] = contents_beside
