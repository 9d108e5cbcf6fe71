"""``logistello completion``: commands and options completed by the shell."""

from __future__ import annotations

import sys
from typing import Literal


def completion(shell: Literal["bash", "zsh", "fish", "powershell"] | None = None, /, *, install: bool = False) -> int:
    """Print the script that lets a shell complete commands and options with the Tab key, or install it.

    For this shell only: source <(logistello completion bash).

    Parameters
    ----------
    shell
        Whose script; by default that of the shell that called.
    install
        Write the script where the shell looks for such scripts, and a line that loads it into the file that the shell
        reads when it starts. New shells then complete.
    """
    from cyclopts.completion import ShellDetectionError

    from logistello.cli.main import build_app
    from logistello.errors import UsageError

    app = build_app()
    try:
        if install:
            path = app.install_completion(shell=shell)
            sys.stdout.write(f"{path}: written; shells that are started from now on complete\n")
        else:
            sys.stdout.write(app.generate_completion(shell=shell))
    except ShellDetectionError:
        raise UsageError("which shell calls cannot be told: name it (bash, zsh, fish or powershell)") from None
    return 0
