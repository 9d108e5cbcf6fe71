"""What can be said of the page's files without a browser."""

from __future__ import annotations

import re
from pathlib import Path

MOST_BYTES = 300_000
MOST_LINES = 500


def with_the_page(static: Path) -> set[str]:
    """Modules that are fetched at once; the others are fetched when somebody wants what they do."""
    found: set[str] = set()
    pending = ["main.js"]
    while pending:
        name = pending.pop()
        if name not in found:
            found.add(name)
            source = (static / "js" / name).read_text("utf-8")
            pending += re.findall(r'^(?:import|export) [^(]*?from "\./([\w.]+)"', source, re.MULTILINE)
    return found


def test_the_whole_page_is_small(static: Path) -> None:
    modules = [static / "js" / name for name in with_the_page(static)]
    files = [*modules, static / "index.html", static / "icon.svg", *(static / "css").iterdir()]
    assert sum(file.stat().st_size for file in files) < MOST_BYTES
    texts = [file for file in static.rglob("*") if file.suffix in (".js", ".css", ".html")]
    assert all(len(file.read_text("utf-8").splitlines()) < MOST_LINES for file in texts)


def test_nothing_is_left_behind(static: Path) -> None:
    sources = "".join(file.read_text("utf-8") for file in (static / "js").glob("*.js"))
    wanted = set(re.findall(r'(?:from|import\() ?"\./([\w.]+)"', sources)) | {"main.js"}
    assert wanted == {file.name for file in (static / "js").glob("*.js")}
    sheets = re.findall(r'@import "([\w.]+)"', (static / "css" / "screen.css").read_text("utf-8"))
    assert {*sheets, "screen.css", "print.css"} == {file.name for file in (static / "css").iterdir()}


def test_types_are_checked_everywhere(static: Path) -> None:
    """``make types`` checks the modules; none of them may ask it to look away."""
    modules = list((static / "js").glob("*.js"))
    assert len(modules) > 40
    for file in modules:
        source = file.read_text("utf-8")
        types = re.findall(r"@(?:type|param|returns|typedef|property|template|extends) \{([^\n]*)", source)
        assert not [each for each in types if re.search(r"\bany\b|\bFunction\b|\{\*\}", each)], file.name
        assert not re.search(r"@ts-(?:ignore|nocheck|expect-error)|deno-lint", source), file.name


def test_nothing_that_the_content_security_policy_forbids(static: Path) -> None:
    index = (static / "index.html").read_text("utf-8")
    assert not re.search(r"\sstyle=|<style|\son\w+=|<script(?![^>]*\ssrc=)", index)
    sources = "".join(file.read_text("utf-8") for file in static.rglob("*.js"))
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", sources)
    assert not re.search(r"https?://(?!www\.w3\.org)", sources + index)
