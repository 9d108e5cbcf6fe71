"""``logistello completion``."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from .conftest import Run


@pytest.fixture(scope="module")
def script(run_in: object, tmp_path_factory: pytest.TempPathFactory) -> str:
    done = run_in(tmp_path_factory.mktemp("shell"))("completion", "bash")  # type: ignore[operator]
    assert done.returncode == 0
    return str(done.stdout)


def completions(script: str, line: str) -> list[str]:
    """What bash offers at the end of a line."""
    words = " ".join(line.split(" "))
    count = len(line.split(" ")) - 1
    asked = f"COMP_WORDS=({words}); COMP_CWORD={count}; COMPREPLY=(); _logistello; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    bash = shutil.which("bash")
    assert bash is not None
    done = subprocess.run([bash, "--norc"], input=f"{script}\n{asked}\n", capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash")
def test_bash_completes(script: str) -> None:
    assert completions(script, "logistello anal") == ["analyse"]
    assert completions(script, "logistello book ver") == ["verify"]
    assert completions(script, "logistello solve --hash") == ["--hash-mb"]


def test_it_is_installed_where_the_shell_looks(run: Run, tmp_path: Path) -> None:
    done = run("completion", "fish", "--install", HOME=str(tmp_path), XDG_CONFIG_HOME=str(tmp_path / ".config"))
    assert done.returncode == 0, done.stderr
    written = tmp_path / ".config" / "fish" / "completions" / "logistello.fish"
    assert "complete -c logistello" in written.read_text()
    assert str(written) in done.stdout


def test_a_shell_that_is_not_known(run: Run) -> None:
    done = run("completion", "tcsh")
    assert done.returncode == 2
    assert "powershell" in done.stderr
