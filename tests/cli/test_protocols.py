"""``logistello gtp``, ``nboard`` and ``xboard``: the command lines, and peers that go away."""

from __future__ import annotations

import subprocess

import pytest

from tests.waiting import PATIENCE

from .conftest import COMMAND, Run


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("gtp", "--depth", "0"), "--depth is 0; expected 1 or more"),
        (("xboard", "--threads", "0"), "--threads is 0; expected 1 or more"),
    ],
)
def test_options_that_make_no_sense(run: Run, words: tuple[str, ...], complaint: str) -> None:
    done = run(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert complaint in done.stderr


def test_nobody_listens_any_more() -> None:
    """A runner that died must not leave us thinking for ever."""
    process = subprocess.Popen(
        [*COMMAND, "gtp", "--depth", "60", "--hash-mb", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.close()
    try:
        _, complaints = process.communicate(b"genmove b\n", timeout=PATIENCE)
        assert (process.returncode, complaints) == (0, b"")
    finally:
        process.kill()
        process.wait()
