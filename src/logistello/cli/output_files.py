"""One guard for every command that writes: no output replaces an input, another output, or somebody else's file.

A file that the user names as output may be replaced, as by every program. A file that a command names by itself, such
as the GGF beside the record of a match, is replaced only if an earlier run wrote it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from logistello.errors import UsageError


def check_outputs(
    *outputs: Path | None, inputs: Iterable[Path | None] = (), folders: bool = False, need_folder: bool = True
) -> None:
    """Refuse names that cannot be written to or that would destroy something, now rather than after the work.

    Files are compared, not names: links and relative names do not deceive. ``None`` stands for an option that was not
    given. ``folders`` allows an output to be an existing folder, in which the command names a file. Commands that write
    at once leave a missing folder to the system's message (``need_folder=False``).
    """
    read = [path for path in inputs if path is not None]
    written: list[Path] = []
    for path in outputs:
        if path is None:
            continue
        if need_folder and not path.absolute().parent.is_dir():
            raise UsageError(f"{path.parent}: no such folder")
        if path.is_dir():
            if not folders:
                raise UsageError(f"{path} is a folder; expected the name of a file")
            continue
        if any(_same_file(path, each) for each in read):
            raise UsageError(f"{path} is the input itself: choose another name for the output")
        if any(_is_read_from(folder, path) for folder in read if folder.is_dir()):
            raise UsageError(f"{path} is one of the input files: choose another name for the output")
        if any(_same_file(path, each) for each in written):
            raise UsageError(f"{path} is named for two outputs: choose another name for one of them")
        written.append(path)


def name_beside(output: Path, ending: str) -> Path:
    """What a command calls a second file that it writes beside an output."""
    if not output.name or output.is_dir():
        raise UsageError(f"{output} is a folder; expected the name of a file")
    return output.with_suffix(ending)


def refuse_foreign(path: Path, *, is_ours: bool, option: str) -> None:
    """Refuse to replace a file that a command named by itself, unless it is empty or ``is_ours``."""
    if path.is_file() and path.stat().st_size and not is_ours:
        raise UsageError(
            f"{path} exists and was not written by this command; expected no such file, since it would be replaced: "
            f"move it, or choose another name with {option}"
        )


def _same_file(one: Path, other: Path) -> bool:
    """Devices such as /dev/null and /dev/stdout may be named twice: writing replaces nothing there."""
    try:
        return one.samefile(other) and (one.is_file() or one.is_dir())
    except OSError:  # one of them does not exist
        return os.path.realpath(one) == os.path.realpath(other)


def _is_read_from(folder: Path, path: Path) -> bool:
    """Whether a command that reads games from the folder reads this file."""
    from logistello.othello.notation import find_files

    return path.is_file() and any(_same_file(path, each) for each in find_files(folder)[0])
