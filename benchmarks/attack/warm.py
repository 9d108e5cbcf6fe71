"""Commands from a warm process: a fork of one that has imported everything, so that a trial costs milliseconds.

Each command runs in a process of its own, with its own exit code, signals, memory and files, as a user's does; only its
start is spared. ``python -m benchmarks.attack.warm`` is that process; it takes jobs as JSON lines.
"""

from __future__ import annotations

import json
import os
import resource
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import TracebackType
from typing import IO, Any, cast

from benchmarks.attack.ending import Ended, Limits

ROOT = Path(__file__).parents[2]
#: Longer than this after Ctrl-C, and it does not obey.
_OBEYS_WITHIN = 15.0
#: Of an output more is not kept: an endless one must not fill the memory.
_MOST_OUTPUT = 1 << 20
_COMMAND = (sys.executable, "-m", "logistello.cli.main")


@dataclass(frozen=True)
class Job:
    """A command to run in a folder."""

    arguments: Sequence[str]
    folder: Path
    stdin: bytes = b""
    environment: Mapping[str, str] | None = None
    limits: Limits = field(default_factory=Limits)
    #: ``module:function``; it gets the arguments and returns the exit code. Others only run warm.
    program: str = "logistello.cli.main:main"


def run_process(job: Job) -> Ended:
    """The real command, started as a user starts it."""
    return _watch(lambda streams: _start(job, streams), job)


class Warm:
    """The warm process. Use as a context manager."""

    def __enter__(self) -> Warm:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.attack.warm"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._jobs, self._answers = cast("tuple[IO[bytes], IO[bytes]]", (self._process.stdin, self._process.stdout))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._jobs.close()
        self._process.wait()
        self._answers.close()

    def run(self, job: Job) -> Ended:
        message = {
            "arguments": list(job.arguments),
            "folder": str(job.folder),
            "stdin": job.stdin.hex(),
            "environment": dict(job.environment or {}),
            "limits": asdict(job.limits),
            "program": job.program,
        }
        self._jobs.write(json.dumps(message).encode() + b"\n")
        self._jobs.flush()
        answer = self._answers.readline()
        if not answer:
            raise RuntimeError(f"the warm process died with {self._process.wait()}")
        found = json.loads(answer)
        return Ended(**{**found, "out": bytes.fromhex(found["out"]), "err": bytes.fromhex(found["err"])})


# -- starting and watching --------------------------------------------------------------------

_Streams = tuple[int, int, int]


def _watch(start: Any, job: Job) -> Ended:
    """Start it with files as its streams, wait for its end, look after it."""
    paths = [job.folder.with_name(f"{job.folder.name}.{name}") for name in ("in", "out", "err")]
    paths[0].write_bytes(job.stdin)
    streams = [os.open(paths[0], os.O_RDONLY)]
    streams += [os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC) for path in paths[1:]]
    try:
        begun = time.monotonic()
        pid = start(tuple(streams))
        code, peak_mb, interrupted = _wait(pid, job.limits)
        seconds = time.monotonic() - begun
        left_running = _end_group(pid)
        out, err = (os.pread(stream, _MOST_OUTPUT, 0) for stream in streams[1:])
    finally:
        for stream in streams:
            os.close(stream)
        for path in paths:
            path.unlink(missing_ok=True)
    return Ended(code, seconds, peak_mb, out, err, interrupted, left_running)


def _wait(pid: int, limits: Limits) -> tuple[int | None, float, bool]:
    """Exit code (none if it had to be killed), megabytes, whether it was interrupted."""
    waiting = os.pidfd_open(pid)
    interrupted = killed = False
    try:
        if limits.kill_after is not None and not select.select([waiting], [], [], limits.kill_after)[0]:
            os.kill(pid, signal.SIGKILL)
        if limits.interrupt_after is not None and not select.select([waiting], [], [], limits.interrupt_after)[0]:
            interrupted = True
            os.kill(pid, signal.SIGINT)
        patience = _OBEYS_WITHIN if interrupted else limits.seconds
        if not select.select([waiting], [], [], patience)[0]:
            killed = True
            os.kill(pid, signal.SIGKILL)
        _, status, usage = os.wait4(pid, 0)
    finally:
        os.close(waiting)
    return None if killed else os.waitstatus_to_exitcode(status), usage.ru_maxrss / 1024, interrupted


def _end_group(pid: int) -> bool:
    """Whether somebody of its process group was still there, who is ended."""
    try:
        os.killpg(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def _start(job: Job, streams: _Streams) -> int:
    process = subprocess.Popen(
        [*_COMMAND, *(os.fsencode(each) for each in job.arguments)],
        cwd=job.folder,
        stdin=streams[0],
        stdout=streams[1],
        stderr=streams[2],
        env={**os.environ, **(job.environment or {})},
        start_new_session=True,
    )
    _bound_memory(process.pid, job.limits)
    process.returncode = 0  # whoever watches waits for it
    return process.pid


def _bound_memory(pid: int, limits: Limits) -> None:
    size = limits.address_space_mb << 20
    resource.prlimit(pid, resource.RLIMIT_AS, (size, size))


def _fork(job: Job, streams: _Streams) -> int:
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            code = _be_the_command(job, streams)
        finally:
            os._exit(code)
    return pid


def _be_the_command(job: Job, streams: _Streams) -> int:
    """In the fork: what the interpreter does before, around and after ``main``."""
    import atexit
    import importlib
    import threading
    import traceback

    os.setsid()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.chdir(job.folder)
    os.environ.update(job.environment or {})
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
    sys.stdin, sys.stdout = os.fdopen(0, "r"), os.fdopen(1, "w")
    sys.stderr = os.fdopen(2, "w", 1, errors="backslashreplace")
    sys.argv = ["logistello", *job.arguments]
    _bound_memory(0, job.limits)
    code = 1
    try:
        module, _, function = job.program.partition(":")
        code = getattr(importlib.import_module(module), function)(job.arguments)
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    except BaseException:
        traceback.print_exc()
    try:
        threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
        sys.stdout.flush()
    except BaseException:
        traceback.print_exc()
    sys.stderr.flush()
    return code


# -- the warm process -------------------------------------------------------------------------


def _import_everything() -> None:
    import gc
    import importlib
    import pkgutil

    import logistello
    from logistello.evaluation import Model

    for module in pkgutil.walk_packages(logistello.__path__, "logistello."):
        if not module.name.startswith("logistello._native") and not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    _ = Model.default().native  # made once, for all
    gc.collect()
    gc.freeze()  # a fork that counts references to old objects would copy their pages


def serve() -> None:
    answers = os.fdopen(os.dup(1), "w")  # nothing else may write there
    os.dup2(2, 1)
    _import_everything()
    for line in sys.stdin:
        message = json.loads(line)
        job = Job(
            message["arguments"],
            Path(message["folder"]),
            bytes.fromhex(message["stdin"]),
            message["environment"],
            Limits(**message["limits"]),
            message["program"],
        )
        found = asdict(_watch(lambda streams, job=job: _fork(job, streams), job))
        print(json.dumps({**found, "out": found["out"].hex(), "err": found["err"].hex()}), file=answers, flush=True)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, at whose end this one ends
    serve()
