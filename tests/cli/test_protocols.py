"""``logistello gtp``, ``nboard`` and ``xboard``: the command lines, and peers that go away."""

from __future__ import annotations

import subprocess

from tests.waiting import PATIENCE

from .conftest import COMMAND


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
