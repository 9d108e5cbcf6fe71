"""Programs of all kinds as engines: dialects, those that can do little, and those that misbehave."""

from __future__ import annotations

import gc
import shlex
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from logistello import EngineError, Game, GtpEngine, LogistelloError, NBoardEngine, Position, ProgramInfo, Square
from logistello.engine import Limit
from logistello.errors import (
    ProgramDiedError,
    ProgramError,
    ProgramIllegalMoveError,
    ProgramProtocolError,
    ProgramRefusedError,
    ProgramSilentError,
    ProgramTimeError,
    UsageError,
)
from logistello.programs.gtp_engine import GtpProcess
from logistello.programs.process import Program
from tests.waiting import PATIENCE, wait_until

START = Position.initial()


def script(text: str) -> list[str]:
    """A tiny shell program."""
    return ["/bin/sh", "-c", text]


def nboard(hint: str = ":", go: str = ":", ping: str = 'echo "pong ${line#ping }"') -> list[str]:
    """Greets, answers pings, and does something when it is to think."""
    return script(
        f'while read -r line; do case "$line" in nboard*) echo "set myname Shell";; '
        f"ping*) {ping};; hint*) {hint};; go) {go};; quit) exit 0;; esac; done"
    )


def gtp(genmove: str = 'printf "= d3\\n\\n"', commands: str = "genmove play clear_board", more: str = "") -> list[str]:
    known = "\\n".join(commands.split())
    return script(
        f'while read -r line; do case "$line" in list_commands) printf "= {known}\\n\\n";; '
        f'genmove*) {genmove};; {more} quit) exit 0;; *) printf "=\\n\\n";; esac; done'
    )


def tiny(*arguments: str) -> list[str]:
    """The program of the tests of matches."""
    return [sys.executable, str(Path(__file__).parent.parent / "match" / "gtp_engine.py"), *arguments]


# -- GTP --------------------------------------------------------------------------------------


@pytest.mark.parametrize("style", ["=%s", "= %s", "=5 %s", "=\\t%s", "=\\n%s"])
def test_dialects_of_answers(style: str) -> None:
    program = Program(script(f"while read -r line; do printf '{style}\\n\\n' word; done"))
    process = GtpProcess(program)
    assert process.ask("name", PATIENCE) == "word"
    assert process.ask("name", PATIENCE) == "word"
    program.close()


def test_a_refusal_does_not_end_the_program() -> None:
    refusing = 'if [ "$again" ]; then printf "= d3\\n\\n"; else again=1; printf "? no\\n\\n"; fi'
    with GtpEngine.popen(gtp(refusing)) as engine:
        with pytest.raises(ProgramRefusedError, match="'genmove b' was refused: no"):
            engine.search(START)
        assert engine.search(START).move is Square.D3


def test_a_program_that_knows_only_the_standard() -> None:
    """What it cannot do is said, and does no harm."""
    with GtpEngine.popen(tiny()) as engine:
        assert engine.name == "Tiny 1"
        result = engine.search(Game.from_moves("f5d6"), Limit(time=5))
        assert (result.score, result.pov_score, result.depth, result.nodes) == (None, None, None, None)
        assert result.pv == (result.move,)
        with pytest.raises(ProgramProtocolError, match=r"no command to set up a position.*oth-setboard"):
            engine.search(START.play("f5"))
        with pytest.raises(ProgramProtocolError, match=r"no command for analysis.*NBoardEngine"):
            engine.analyse(START)
        with pytest.raises(UsageError, match="no command for a depth"):
            engine.search(START, Limit(depth=4))
        assert engine.search(Game.from_moves("f5d6")).move is result.move


def test_a_program_that_cannot_be_stopped_is_ended() -> None:
    thinking = threading.Event()
    with GtpEngine.popen(gtp("echo thinking >&2; sleep 600")) as engine:

        def stop() -> None:
            wait_until(lambda: "thinking" in engine.stderr, "the program thinks")
            thinking.set()
            engine.stop()

        stopper = threading.Thread(target=stop)
        stopper.start()
        with pytest.raises(ProgramDiedError, match="knows no command to stop"):
            engine.search(START)
        stopper.join()
        assert thinking.is_set()


def test_resigning_is_no_error() -> None:
    with GtpEngine.popen(gtp('printf "= resign\\n\\n"')) as engine:
        result = engine.search(START)
        assert (result.move, result.resigned) == (None, True)


@pytest.mark.parametrize("said", ["no json", "[]", '{"pv": 5}', '{"move": "a1"}', '{"move": "d3", "depth": "deep"}'])
def test_explanations_and_analyses_that_are_nonsense(said: str) -> None:
    ours = "genmove play clear_board oth-explain oth-analyze set_level oth-stop"
    answer = f"printf '%s\\n\\n' {shlex.quote('= ' + said)}"
    command = gtp(commands=ours, more=f"oth-explain) {answer};; oth-analyze*) {answer};;")
    with GtpEngine.popen(command) as engine, pytest.raises(ProgramProtocolError, match="as JSON"):
        engine.search(START)
    with GtpEngine.popen(command) as engine, pytest.raises(ProgramProtocolError, match="as JSON"):
        list(engine.analyse(START))


# -- NBoard -----------------------------------------------------------------------------------


def test_lines_as_edax_and_ntest_write_them() -> None:
    """Lower case, depths with a percentage, no order, a status that is never empty; done when deep enough."""
    lines = (
        "status Edax is analysing",
        "search d3 +0.50 0 7@73%",
        "search f5d6 -1.00 0 7@73%",
        "search e6f4c3 +2.00 0 8@73%",
        "search f5D6c3 +1.00 0 8@73%",
        "search a1 +64.00 0 8@73%",
        "search d3 - 0 8@73%",
        "book c4e3 +3.00 12 20",
        "search e6f4c3 +1.50 0 9@73%",
        "search f5 +2.50 0 9@73%",
        "status Edax is waiting",
    )
    told = "; ".join(f"echo {shlex.quote(line)}" for line in lines)
    with NBoardEngine.popen(nboard(hint=told)) as engine:
        analysis = engine.analyse(START, Limit(depth=9), best_moves=2)
        infos = list(analysis)
        assert [(str(info.move), info.rank) for info in infos] == [
            ("d3", 1), ("f5", 2), ("e6", 1), ("f5", 2), ("d3", 3), ("c4", 1), ("e6", 2), ("f5", 2),
        ]  # fmt: skip
        assert (infos[2].depth, infos[2].confidence, infos[2].score, len(infos[2].pv)) == (8, 73, 2.0, 3)
        assert infos[4].score is None
        assert [(str(info.move), info.from_book) for info in analysis.best] == [("c4", True), ("f5", False)]


def test_depth_ends_an_analysis_that_would_go_on() -> None:
    """Of a program that repeats its last pass for ever, until it is stopped."""
    busy = 'i=0; while [ $i -lt 50 ]; do echo "search D3 1.00 0 $i"; i=$((i+1)); done'
    with NBoardEngine.popen(nboard(hint=busy)) as engine:
        result = engine.analyse(START, Limit(depth=5)).result()
        assert result.depth is not None
        assert result.depth >= 5
        assert result.complete


def test_news_reach_on_info_while_the_program_thinks() -> None:
    said: list[ProgramInfo] = []
    go = 'echo "search C4 0.50 0 3"; echo "search D3e3 1.50 0 4"; echo "nodestats 99 0.1"; echo "=== d3"'
    with NBoardEngine.popen(nboard(go=go)) as engine:
        result = engine.search(START, on_info=said.append)
        assert [str(info.move) for info in said] == ["c4", "d3"]
        assert (result.move, result.score, result.depth, result.nodes) == (Square.D3, 1.5, 4, 99)

        def fail(info: ProgramInfo) -> None:
            raise KeyError("enough")

        with pytest.raises(KeyError):
            engine.search(START, on_info=fail)
        assert engine.search(START).move is Square.D3  # it was stopped and is ready again


def test_a_program_that_ignores_a_stop_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("logistello.programs.thought.SECONDS_TO_OBEY", 0.2)
    with NBoardEngine.popen(nboard(hint='echo "search D3 1.00 0 1"; sleep 600')) as engine:
        analysis = engine.analyse(START)
        next(analysis)
        analysis.stop()
        with pytest.raises(ProgramSilentError, match="no answer to 'hint 1'"):
            list(analysis)
        with pytest.raises(ProgramDiedError, match=r"was ended: no answer to 'hint 1' within 0\.2 s"):
            engine.search(START)


def test_death_in_the_middle_of_an_analysis() -> None:
    with NBoardEngine.popen(nboard(hint='echo "search D3 1.00 0 1"; echo out of luck >&2; exit 4')) as engine:
        analysis = engine.analyse(START, Limit(time=PATIENCE))
        assert next(analysis).move is Square.D3
        with pytest.raises(ProgramDiedError, match=r"exit code 4.*out of luck"):
            next(analysis)
        assert list(analysis) == []  # it does not hang
        with pytest.raises(ProgramDiedError):
            engine.search(START)
        assert engine.stderr == ("out of luck",)


# -- all programs -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("go", "kind"),
    [
        ("sleep 600", ProgramTimeError),
        ("exit 3", ProgramDiedError),
        ("echo === A1", ProgramIllegalMoveError),
        ("echo === nonsense", ProgramProtocolError),
    ],
)
def test_every_failure_has_a_class_of_its_own(go: str, kind: type[ProgramError]) -> None:
    with NBoardEngine.popen(nboard(go=go), lag=0.1) as engine, pytest.raises(kind) as caught:
        engine.search(START, Limit(time=0.1))
    assert type(caught.value) is kind
    assert isinstance(caught.value, (EngineError, LogistelloError, RuntimeError))


def test_patience_is_for_moves_without_a_limit() -> None:
    with NBoardEngine.popen(nboard(go="sleep 600"), patience=0.1) as engine, pytest.raises(ProgramSilentError):
        engine.search(START, Limit(depth=3))


def test_numbers_that_make_no_sense_or_never_end() -> None:
    for options in ({"patience": -1.0}, {"patience": float("nan")}, {"lag": -0.1}):
        with pytest.raises(ValueError, match="expected a number"):
            NBoardEngine.popen(nboard(), **options)
    with NBoardEngine.popen(nboard(go="echo === d3", hint='echo "search D3 1.00 0 1"; echo status')) as engine:
        assert engine.search(START, Limit(time=1e300)).move is Square.D3
        assert engine.analyse(START, Limit(time=1e300)).result().move is Square.D3
        assert engine.search(START, Limit(depth=1_000_000)).move is Square.D3


def test_programs_that_do_not_start(tmp_path: Path) -> None:
    with pytest.raises(ProgramDiedError, match="cannot start 'no-such-program': No such file"):
        GtpEngine.popen("no-such-program")
    with pytest.raises(ProgramDiedError, match=r"arguments are given one by one: \['no-such', '-x'\]"):
        GtpEngine.popen("no-such -x")
    with pytest.raises(ProgramDiedError, match=r"working directory .* does not exist"):
        NBoardEngine.popen(["/bin/sh"], cwd=tmp_path / "nowhere")
    with pytest.raises(ProgramDiedError, match="cannot start ''"):
        NBoardEngine.popen([])


def test_directory_and_environment(tmp_path: Path) -> None:
    """A path alone is a program without arguments."""
    program = tmp_path / "my program"
    program.write_text(
        '#!/bin/sh\nwhile read -r line; do case "$line" in ping*) echo "set myname $GREETING-$(basename $PWD)"; '
        'echo "pong ${line#ping }";; quit) exit;; esac; done\n'
    )
    program.chmod(0o755)
    (tmp_path / "here").mkdir()
    with NBoardEngine.popen(
        program, cwd=tmp_path / "here", env={"GREETING": "hello", "PATH": "/usr/bin:/bin"}
    ) as engine:
        assert engine.name == "hello-here"


def test_closing_in_the_middle_of_an_analysis() -> None:
    """Twice; and then all calls say that it is closed."""
    engine = NBoardEngine.popen(nboard(hint='echo "search D3 1.00 0 1"'))
    analysis = engine.analyse(START)
    next(analysis)
    engine.close()
    engine.close()
    with pytest.raises(ProgramDiedError, match="the engine was closed while"):
        list(analysis)
    with pytest.raises(EngineError, match="closed"):
        engine.search(START)


def test_children_of_the_program_end_too(tmp_path: Path) -> None:
    """A shell script that starts the real program in the background, as wrappers do."""
    note = tmp_path / "pid"
    program = Program(script(f"sleep 100 & echo $! > {note}; while read -r line; do printf '=\\n\\n'; done"))
    GtpProcess(program).ask("name", PATIENCE)
    child = int(note.read_text())
    program.kill()
    wait_until(lambda: not _runs(child), "the child of the program has ended")


def test_a_forgotten_engine_ends_its_program() -> None:
    engine: NBoardEngine | None = NBoardEngine.popen(nboard())
    assert engine is not None
    pid = engine.pid
    assert _runs(pid)
    engine = None
    gc.collect()
    wait_until(lambda: not _runs(pid), "the program of the forgotten engine has ended")


def _runs(pid: int) -> bool:
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False)  # noqa: S607
    return state.stdout.strip()[:1] not in ("", "Z")
