"""Files are written whole or not at all, whatever happens to the process, the disk or the others who write."""

from __future__ import annotations

import errno
import os
import resource
import signal
import stat
import subprocess
import sys
import textwrap
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import platformdirs
import pytest

from logistello import files
from logistello.files import DRAFTS, data_folder, drafting, lock_open_file, locked, write_lines, write_whole

OLD = b"old\n" * 100


@pytest.fixture
def target(tmp_path: Path) -> Path:
    path = tmp_path / "target"
    path.write_bytes(OLD)
    return path


def child(program: str, *arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", textwrap.dedent(program), *map(str, arguments)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# -- what is written --------------------------------------------------------------------------


def test_bytes_text_and_lines(tmp_path: Path) -> None:
    path = tmp_path / "new"
    write_whole(path, b"\x00\xff\r\n")
    assert path.read_bytes() == b"\x00\xff\r\n"
    write_whole(path, "naïve\r\n")
    assert path.read_bytes() == "naïve\r\n".encode()
    write_lines(path, iter(["é", ""]))
    assert path.read_bytes() == "é\n\n".encode()
    assert names(tmp_path) == ["new"]


def test_a_writer_that_needs_a_name(target: Path) -> None:
    with drafting(target) as draft:
        assert draft.parent == target.parent
        assert draft.match(DRAFTS)
        draft.write_bytes(b"new")
        assert target.read_bytes() == OLD
    assert target.read_bytes() == b"new"
    assert names(target.parent) == ["target"]


def test_of_two_that_make_a_file_one_wins(tmp_path: Path) -> None:
    path = tmp_path / "made"
    with drafting(path, keep_existing=True) as slow:
        slow.write_bytes(b"slow")
        with drafting(path, keep_existing=True) as fast:
            fast.write_bytes(b"fast")
    assert path.read_bytes() == b"fast"
    assert names(tmp_path) == ["made"]


def test_of_two_that_make_a_file_one_wins_without_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(errno.EPERM, "no links here")

    monkeypatch.setattr(files.os, "link", refuse)
    path = tmp_path / "made"
    for content in (b"first", b"second"):
        with drafting(path, keep_existing=True) as draft:
            draft.write_bytes(content)
    assert path.read_bytes() == b"first"
    assert names(tmp_path) == ["made"]


def test_file_and_folder_reach_the_disk_in_order(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The draft is flushed before it is renamed, the folder afterwards."""
    flushed = []

    def fsync(descriptor: int) -> None:
        is_folder = stat.S_ISDIR(os.fstat(descriptor).st_mode)
        flushed.append(("folder" if is_folder else "file", target.read_bytes()))

    monkeypatch.setattr(files.os, "fsync", fsync)
    write_whole(target, b"new")
    assert flushed == [("file", OLD), ("folder", b"new")]


def test_a_long_name(tmp_path: Path) -> None:
    path = tmp_path / ("\N{BLACK CIRCLE}" * 80 + ".ggf")
    write_whole(path, b"game")
    assert path.read_bytes() == b"game"


# -- permissions, links, devices --------------------------------------------------------------


def test_permissions(target: Path) -> None:
    target.chmod(0o640)
    write_whole(target, b"new")
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    before = os.umask(0o027)
    try:
        write_whole(target.with_name("fresh"), b"new")
    finally:
        os.umask(before)
    assert stat.S_IMODE(target.with_name("fresh").stat().st_mode) == 0o640


@pytest.mark.parametrize("relative", [True, False])
def test_a_link_stays_a_link(target: Path, tmp_path: Path, relative: bool) -> None:
    (tmp_path / "elsewhere").mkdir()
    link = tmp_path / "elsewhere" / "link"
    link.symlink_to("../target" if relative else target)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    assert names(tmp_path) == ["elsewhere", "target"]
    assert names(tmp_path / "elsewhere") == ["link"]


def test_a_link_to_nothing(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to("made")
    write_whole(link, b"new")
    assert link.is_symlink()
    assert (tmp_path / "made").read_bytes() == b"new"


def test_a_pipe_is_written_directly(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    write_whole(pipe, b"through")
    reader.join()
    assert got == [b"through"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_errors_name_the_file(tmp_path: Path) -> None:
    for path in (tmp_path / "missing" / "file", tmp_path):
        with pytest.raises((FileNotFoundError, IsADirectoryError)) as caught:
            write_whole(path, b"")
        assert str(caught.value.filename) == str(path)
    assert names(tmp_path) == []


# -- failures ---------------------------------------------------------------------------------


def test_an_exception_leaves_the_old_file_and_no_draft(target: Path) -> None:
    def broken() -> Iterator[str]:
        yield "new"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_lines(target, broken())
    assert target.read_bytes() == OLD
    assert names(target.parent) == ["target"]


@contextmanager
def files_of_at_most(size: int) -> Iterator[None]:
    """A disk that is full, for a file that grows above ``size`` bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, handler)


def test_a_full_disk_leaves_the_old_file_and_no_draft(target: Path) -> None:
    with files_of_at_most(1000), pytest.raises(OSError, match="File too large") as caught:
        write_whole(target, bytes(1 << 20))
    assert caught.value.filename == str(target)
    assert target.read_bytes() == OLD
    assert names(target.parent) == ["target"]


def test_kill_in_the_middle_leaves_the_old_file(target: Path) -> None:
    program = """
        import sys
        from pathlib import Path
        from logistello.files import writing_whole

        with writing_whole(Path(sys.argv[1])) as file:
            file.write(b"new" * 100_000)
            file.flush()
            print("half", flush=True)
            sys.stdin.read()
    """
    with child(program, target) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "half\n"
        process.kill()
    assert target.read_bytes() == OLD
    assert len([path for path in target.parent.glob(DRAFTS) if path.stat().st_size == 300_000]) == 1


def test_readers_always_see_a_whole_file_while_several_write(target: Path) -> None:
    program = """
        import sys
        from pathlib import Path
        from logistello.files import write_whole

        for _ in range(40):
            write_whole(Path(sys.argv[1]), sys.argv[2].encode() * 50_000)
    """
    contents = {OLD, *(letter.encode() * 50_000 for letter in "abc")}
    writers = [child(program, target, letter) for letter in "abc"]
    while any(writer.poll() is None for writer in writers):
        assert target.read_bytes() in contents
    for writer in writers:
        with writer:
            assert writer.wait() == 0
    assert target.read_bytes() in contents - {OLD}
    assert names(target.parent) == ["target"]


# -- locks ------------------------------------------------------------------------------------

HOLD = """
    import os, sys
    from pathlib import Path
    from logistello.files import lock_open_file, locked

    if sys.argv[1] == "path":
        context = locked(Path(sys.argv[2]))
        context.__enter__()
    else:
        lock_open_file(os.open(sys.argv[2], os.O_RDWR))
    print("locked", flush=True)
    sys.stdin.read()
"""


@pytest.mark.parametrize("way", ["path", "descriptor"])
def test_a_lock_is_held_until_its_process_ends(target: Path, way: str) -> None:
    with child(HOLD, way, target) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "locked\n"
        with pytest.raises(BlockingIOError, match="another process"), locked(target):
            pass
        with target.open("r+b") as file, pytest.raises(BlockingIOError, match="another process"):
            lock_open_file(file.fileno())
        process.kill()
    with locked(target):
        pass
    with locked(target), target.open("r+b") as file, pytest.raises(BlockingIOError):
        lock_open_file(file.fileno())
    assert target.read_bytes() == OLD


# -- the user's folder ------------------------------------------------------------------------


def test_the_folder_on_linux(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert data_folder() == tmp_path / "data" / "logistello"
    for relative_or_unset in ("relative", ""):
        monkeypatch.setenv("XDG_DATA_HOME", relative_or_unset)
        assert data_folder() == tmp_path / ".local" / "share" / "logistello"
    assert names(tmp_path) == []


@pytest.mark.parametrize(
    ("platform", "earlier"), [("darwin", "Library/Application Support/logistello"), ("win32", "local/logistello")]
)
def test_a_folder_of_earlier_versions_stays_in_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platform: str, earlier: str
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    monkeypatch.setattr(files.sys, "platform", platform)
    monkeypatch.setattr(platformdirs, "user_data_path", lambda *_, **__: tmp_path / "usual")
    assert data_folder() == tmp_path / "usual"
    (tmp_path / earlier).mkdir(parents=True)
    assert data_folder() == tmp_path / earlier
    (tmp_path / "usual").mkdir()
    assert data_folder() == tmp_path / "usual"
