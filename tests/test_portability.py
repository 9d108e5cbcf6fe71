"""The package can be imported where the modules and functions of POSIX are missing, as on Windows."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import logistello

PACKAGE = Path(logistello.__file__).parent

#: Takes the POSIX-only modules, and the POSIX-only names of others, away from our modules alone: the standard library
#: and other packages were written for both kinds of systems. Then imports every module of ours.
PROGRAM = r"""
import builtins, importlib, sys, types

MISSING = {"fcntl", "termios", "tty", "pty", "resource", "pwd", "grp", "readline", "posix", "syslog", "curses"}
WITHOUT = {
    "os": {"fork", "killpg", "getpgid", "setsid", "getuid", "geteuid", "getgid", "sched_getaffinity", "mkfifo", "nice",
           "getloadavg", "setpriority", "getpriority", "PRIO_PROCESS", "sysconf", "pread", "pwrite", "O_DIRECTORY",
           "O_NOFOLLOW", "fchown", "chown", "WNOHANG", "openpty"},
    "signal": {"SIGKILL", "SIGALRM", "SIGHUP", "SIGXFSZ", "SIGPIPE", "SIGUSR1", "SIGUSR2", "SIGCHLD", "SIGWINCH",
               "setitimer", "ITIMER_REAL", "alarm", "pause", "sigwait", "pthread_sigmask", "pthread_kill"},
    "select": {"poll", "epoll"},
    "socket": {"AF_UNIX"},
    "time": {"tzset", "clock_gettime", "CLOCK_MONOTONIC"},
}
original = builtins.__import__
reduced = {}


def without(module):
    if module.__name__ not in reduced:
        copy = types.ModuleType(module.__name__)
        gone = WITHOUT[module.__name__]
        copy.__dict__.update({name: value for name, value in vars(module).items() if name not in gone})
        reduced[module.__name__] = copy
    return reduced[module.__name__]


def importing(name, globals=None, locals=None, fromlist=(), level=0):
    ours = globals is not None and str(globals.get("__name__", "")).split(".")[0] == "logistello"
    if ours and name.split(".")[0] in MISSING:
        raise ModuleNotFoundError(f"No module named {name!r} on this system", name=name)
    module = original(name, globals, locals, fromlist, level)
    return without(module) if ours and module.__name__ in WITHOUT else module


builtins.__import__ = importing
failed = 0
for name in sys.argv[1:]:
    try:
        importlib.import_module(name)
    except BaseException as error:
        failed += 1
        print(f"{name}: {type(error).__name__}: {error}")
sys.exit(failed > 0)
"""


def module_names() -> list[str]:
    """Every module but those that are programs when they are imported."""
    paths = (path.relative_to(PACKAGE.parent).with_suffix("") for path in sorted(PACKAGE.rglob("*.py")))
    names = (".".join(path.parts).removesuffix(".__init__") for path in paths)
    return [name for name in names if not name.endswith(".__main__")]


def test_every_module_imports_without_posix() -> None:
    names = module_names()
    assert len(names) > 200
    done = subprocess.run([sys.executable, "-c", PROGRAM, *names], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_check_notices(tmp_path: Path) -> None:
    """A package of the same name whose modules use what is missing, at their top."""
    package = tmp_path / "logistello"
    package.mkdir()
    lines = {
        "__init__": "",
        "module": "import fcntl",
        "function": "import os\nprocessors = os.sched_getaffinity(0)",
        "name": "from signal import SIGALRM",
        "default": "import signal\ndef wait(number=signal.SIGKILL): ...",
        "later": "def lock():\n    import fcntl\n",
        "checked": "import os\nhas_fork = hasattr(os, 'fork')\nassert not has_fork",
    }
    for name, text in lines.items():
        (package / f"{name}.py").write_text(text)
    program = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n" + PROGRAM
    names = [f"logistello.{name}" for name in lines if name != "__init__"]
    command = [sys.executable, "-S", "-c", program, *names]  # without the packages that are installed, our own included
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    failed = [line.partition(":")[0] for line in done.stdout.splitlines()]
    assert failed == ["logistello.module", "logistello.function", "logistello.name", "logistello.default"]
