"""What can be said of the page's files without a browser."""

from __future__ import annotations

import re
from pathlib import Path

MOST_BYTES = 300_000
MOST_LINES = 500


def test_the_whole_page_is_small(static: Path) -> None:
    files = [file for file in static.rglob("*") if file.is_file()]
    assert sum(file.stat().st_size for file in files) < MOST_BYTES
    assert all(len(file.read_text("utf-8").splitlines()) < MOST_LINES for file in files)


def test_every_text_has_words_and_every_word_is_used(static: Path) -> None:
    texts = (static / "js" / "texts.js").read_text("utf-8")
    table = texts[texts.index("const ENGLISH") : texts.index("const LANGUAGES")]
    known = set(re.findall(r'(?:^\s*|, )"?([\w.]+)"?:\s+"', table, re.MULTILINE))
    sources = (static / "index.html").read_text("utf-8") + "".join(
        file.read_text("utf-8") for file in (static / "js").glob("*.js") if file.name != "texts.js"
    )
    used = set(re.findall(r"""\bt\("([\w.]+)\"""", sources)) | set(
        re.findall(r'data-(?:text|label)="([\w.]+)"', sources)
    )
    assert len(known) > 200
    assert used <= known
    # Names that are put together, such as t(`class.${name}`).
    prefixes = tuple(re.findall(r"`([\w]+\.(?:[\w]+\.)?)\$\{", sources))
    lost = {key for key in known if f'"{key}"' not in sources and not key.startswith(prefixes)}
    assert lost == set()


def test_all_modules_are_fetched_at_once(static: Path) -> None:
    index = (static / "index.html").read_text("utf-8")
    fetched = set(re.findall(r'(?:modulepreload" href|module" src)="/static/js/([\w.]+)"', index))
    assert fetched == {file.name for file in (static / "js").glob("*.js")}


def test_nothing_that_the_content_security_policy_forbids(static: Path) -> None:
    index = (static / "index.html").read_text("utf-8")
    assert not re.search(r"\sstyle=|<style|\son\w+=|<script(?![^>]*\ssrc=)", index)
    sources = "".join(file.read_text("utf-8") for file in static.rglob("*.js"))
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", sources)
    assert not re.search(r"https?://(?!www\.w3\.org)", sources + index)
