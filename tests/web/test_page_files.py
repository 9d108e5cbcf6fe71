"""The page's files as they are served: the service worker follows them, stylesheets come in one piece."""

from __future__ import annotations

import os
from pathlib import Path

from logistello.web.page_files import PageFiles


def test_another_content_is_another_worker(tmp_path: Path) -> None:
    (tmp_path / "service_worker.js").write_text('const VERSION = "__VERSION__"; const FILES = __FILES__;')
    (tmp_path / "main.js").write_text("one")
    (tmp_path / "index.html").write_text("page")
    files = PageFiles(tmp_path)
    first = bytes(files.service_worker().body)
    assert bytes(files.service_worker().body) == first
    assert b'FILES = ["/static/main.js"];' in first
    (tmp_path / "index.html").write_text("another page")
    second = bytes(files.service_worker().body)
    assert second != first
    assert bytes(PageFiles(tmp_path).service_worker().body) == second


def test_a_stylesheet_brings_what_it_imports(tmp_path: Path) -> None:
    (tmp_path / "all.css").write_text('/* all */\n@import "one.css";\n@import "two.css";\n')
    (tmp_path / "one.css").write_text("a {}")
    (tmp_path / "two.css").write_text("b {}")
    files = PageFiles(tmp_path)

    def served() -> bytes:
        return bytes(files.response("all.css", {"type": "http", "method": "GET", "headers": []}).body)

    assert served() == b"/* all */\na {}\nb {}\n"
    two = tmp_path / "two.css"
    two.write_text("c {}")
    os.utime(two, ns=(0, 0))  # a clock that is coarser than this test
    assert served() == b"/* all */\na {}\nc {}\n"
