"""``logistello gtp``, ``nboard`` and ``xboard``: the command lines, and peers that go away."""

from __future__ import annotations

import subprocess

import pytest

from .conftest import COMMAND, Run


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("gtp", "--depth", "0"), "--depth is 0; expected 1 or more"),
        (("nboard", "--time", "-1"), "--time is -1.0; expected seconds"),
        (("xboard", "--threads", "0"), "--threads is 0; expected 1 or more"),
    ],
)
def test_options_that_make_no_sense(run: Run, words: tuple[str, ...], complaint: str) -> None:
    done = run(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert complaint in done.stderr


@pytest.mark.parametrize("how", ["both ends", "output only"])
def test_nobody_listens_any_more(how: str) -> None:
    """A runner that died must not leave us thinking for ever."""
    process = subprocess.Popen(
        [*COMMAND, "gtp", "--depth", "60", "--hash-mb", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        process.stdin.write(b"name\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"= Logistello\n"
        process.stdout.close()
        if how == "both ends":
            process.stdin.write(b"genmove b\n")
            process.stdin.close()
            assert process.wait(60) == 0
        else:
            process.stdin.write(b"name\n")
            process.stdin.flush()
            assert process.wait(60) == 141  # as if killed by SIGPIPE
        assert process.stderr.read() == b""
    finally:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stderr):
            pipe.close()
