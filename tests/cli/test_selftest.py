"""``logistello selftest``: a few of its parts; all of them are tried on every wheel (``make dist-test``)."""

from __future__ import annotations

import json

from .conftest import Run


def test_the_table(run: Run) -> None:
    done = run("selftest", "formats", "search")
    assert done.returncode == 0, done.stdout
    rows = done.stdout.splitlines()
    assert [row.split()[:2] for row in rows[:-1]] == [["ok", "formats"], ["ok", "search"]]
    assert rows[-1].startswith("All is well. (")


def test_book_and_page(run: Run) -> None:
    answer = json.loads(run("selftest", "book", "page", "--json").stdout)
    assert answer["ok"] is True
    assert [(part["part"], part["outcome"]) for part in answer["parts"]] == [("book", "ok"), ("page", "ok")]
    assert "a search over HTTP" in answer["parts"][1]["detail"]


def test_what_fails_is_told(run: Run) -> None:
    """A core that cannot be loaded: the other parts are tried as well."""
    done = run("selftest", "rules", "search", LOGISTELLO_ISA="v99")
    assert done.returncode == 1
    assert [line.split()[:2] for line in done.stdout.splitlines()[:2]] == [["FAILED", "rules"], ["FAILED", "search"]]
    assert "LOGISTELLO_ISA=v99" in done.stdout
    assert "Not well: rules, search." in done.stdout
