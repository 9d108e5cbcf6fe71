"""The page's service worker follows the page's files."""

from __future__ import annotations

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
