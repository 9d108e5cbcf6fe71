"""Our own ``logistello gtp`` and ``nboard`` as engines: real processes, everything that the protocols can do."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator

import pytest

from logistello import Clock, EngineError, Game, GtpEngine, Limit, NBoardEngine, Position, ProgramInfo, Square
from logistello.errors import ProgramRefusedError, UsageError
from logistello.othello import PASS, Color
from logistello.programs import ProgramEngine
from tests.protocol.dialogue import command

#: Black wins by 18 with g8; h1 is worth 12.
ENDING = Position.parse("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X")
FORCED_PASS = Position.parse("XO------" + "X" * 56 + " O")


@pytest.fixture(scope="module")
def gtp() -> Iterator[GtpEngine]:
    with GtpEngine.popen(command("gtp", "--depth", "6"), lag=60) as engine:
        yield engine


@pytest.fixture(scope="module")
def nboard() -> Iterator[NBoardEngine]:
    with NBoardEngine.popen(command("nboard"), lag=60) as engine:
        yield engine


@pytest.fixture(params=["gtp", "nboard"])
def engine(request: pytest.FixtureRequest) -> ProgramEngine:
    found: ProgramEngine = request.getfixturevalue(request.param)
    return found


def test_names(gtp: GtpEngine, nboard: NBoardEngine) -> None:
    assert gtp.name.startswith("Logistello ")
    assert nboard.name == "Logistello"


def test_a_search_tells_move_value_depth_and_line(engine: ProgramEngine) -> None:
    position = Position.initial().play("f5")
    told: list[ProgramInfo] = []
    result = engine.search(position, Limit(depth=5), on_info=told.append)
    assert result.move in position.legal_moves
    assert (result.depth, result.pv[0], len(result.pv), result.complete) == (5, result.move, 5, True)
    assert result.score is not None
    assert result.pov_score is not None
    assert result.pov_score.white == result.score  # White is to move
    assert result.nodes
    assert told
    assert told[-1].move is result.move
    assert told[-1].pov_score == result.best[0].pov_score
    assert result.expected_reply is result.pv[1]


@pytest.mark.parametrize("limit", [Limit(time=0.05), Limit(clock=Clock(2, 0.1)), Limit(depth=3, time=5), None])
def test_every_limit_that_can_be_told(engine: ProgramEngine, limit: Limit | None) -> None:
    result = engine.search(Game.from_moves("f5d6c3"), limit)
    assert result.move in Game.from_moves("f5d6c3").position.legal_moves


def test_limits_that_cannot_be_told_are_refused_before_anything_is_sent(engine: ProgramEngine) -> None:
    with pytest.raises(UsageError, match="nodes"):
        engine.search(Position.initial(), Limit(nodes=1000))
    with pytest.raises(UsageError, match="clock"):
        engine.analyse(Position.initial(), Limit(clock=Clock(5)))
    with pytest.raises(ValueError, match="best_moves is 0"):
        engine.analyse(Position.initial(), best_moves=0)


def test_any_position_and_any_order_of_them(engine: ProgramEngine) -> None:
    """Endings without a history, games that go on, games that do not."""
    solved = Limit(depth=20)
    result = engine.search(ENDING, solved)
    assert (result.move, result.score, result.exact) == (Square.G8, 18.0, True)
    mirrored = Position(ENDING.white, ENDING.black, Color.WHITE)
    result = engine.search(mirrored, solved)
    assert (result.move, result.pov_score and result.pov_score.white) == (Square.G8, 18.0)
    game = Game(start=ENDING)
    game.play("h1")
    after = engine.search(game, solved)
    assert after.score == -12.0
    game.play(after.move or PASS)
    assert engine.search(game, solved).score == 12.0
    assert (
        engine.search(Game.from_moves("f5d6"), Limit(depth=1)).move
        in Position.initial().play("f5").play("d6").legal_moves
    )


def test_what_the_rules_decide_is_not_asked(engine: ProgramEngine) -> None:
    assert FORCED_PASS.must_pass
    assert engine.search(FORCED_PASS).move is PASS
    over = FORCED_PASS.play(PASS).play("c1")
    assert over.is_over
    result = engine.search(over)
    assert (result.move, result.score, result.exact) == (None, float(over.final_score()), True)
    assert list(engine.analyse(over)) == []
    assert engine.analyse(FORCED_PASS).result().move is PASS


def test_an_analysis_ranks_moves_and_ends_at_its_depth(engine: ProgramEngine) -> None:
    analysis = engine.analyse(ENDING.play("h1"), Limit(depth=4), best_moves=3)
    infos = list(analysis)
    assert {info.rank for info in infos} == {1, 2, 3}
    result = analysis.result()
    assert result.complete
    assert [info.rank for info in result.best] == [1, 2, 3]
    assert result.best == analysis.best
    assert result.move is result.best[0].move
    scores = [info.score or 0.0 for info in result.best]
    assert scores == sorted(scores, reverse=True)


def test_an_analysis_tells_on_info_and_is_over(engine: ProgramEngine) -> None:
    told: list[ProgramInfo] = []
    analysis = engine.analyse(Game.from_moves("f5"), Limit(depth=3), best_moves=2, on_info=told.append)
    assert list(analysis) == []
    assert told[-1] in analysis.best
    assert analysis.result().complete


def test_an_analysis_solves(engine: ProgramEngine) -> None:
    with engine.analyse(ENDING, best_moves=2) as analysis:
        result = analysis.result()
    assert [(info.move, info.score, info.exact) for info in result.best] == [
        (Square.G8, 18.0, True),
        (Square.H1, 12.0, True),
    ]


def test_an_analysis_ends_when_it_is_told_to(engine: ProgramEngine) -> None:
    """By time, by a break, by stop() of this and another thread, by on_info that fails; then the program is ready."""
    start = Position.initial()
    assert not engine.analyse(start, Limit(time=0.05)).result().complete
    for info in engine.analyse(start, best_moves=2):
        assert info.move in start.legal_moves
        break
    with engine.analyse(start) as analysis:
        first = next(analysis)
        analysis.stop()
        rest = list(analysis)
        assert analysis.best[0].depth == (rest[-1] if rest else first).depth
    with engine.analyse(start) as analysis:
        next(analysis)
        stopper = threading.Thread(target=engine.stop)
        stopper.start()
        assert not analysis.result().complete
        stopper.join()

    def fail(info: ProgramInfo) -> None:
        raise KeyError("enough")

    with pytest.raises(KeyError):
        engine.analyse(start, on_info=fail)
    assert engine.search(start, Limit(depth=1)).complete


class StopAtCommand(logging.Handler):
    """Stops an engine from another thread as soon as a command is on the wire."""

    def __init__(self, engine: ProgramEngine, command: str) -> None:
        super().__init__()
        self._engine = engine
        self._command = command

    def emit(self, record: logging.LogRecord) -> None:
        if f">> {self._command}" in record.getMessage():
            threading.Thread(target=self._engine.stop).start()


@pytest.mark.parametrize("at", ["set game", "clear_board", "genmove", "go"])
def test_a_search_is_stopped_from_another_thread(engine: ProgramEngine, at: str) -> None:
    """Even before it has begun; and the next answer belongs to the next question."""
    if (at in ("genmove", "clear_board")) != isinstance(engine, GtpEngine):
        return
    log = logging.getLogger("logistello.programs")
    stopper = StopAtCommand(engine, at)
    position = Position.initial().play("f5")
    level = log.level
    log.setLevel(logging.DEBUG)
    log.addHandler(stopper)
    try:
        for _ in range(5):
            result = engine.search(Game.from_moves("f5"), Limit(depth=40))
            assert not result.complete
            # NBoard's protocol cannot ask for a move at once: nothing may have been said yet.
            assert result.move in position.legal_moves or (result.move is None and isinstance(engine, NBoardEngine))
    finally:
        log.removeHandler(stopper)
        log.setLevel(level)
    assert engine.search(ENDING, Limit(depth=20)).move is Square.G8


def test_a_search_is_stopped_when_it_has_said_something(nboard: NBoardEngine) -> None:
    result = nboard.search(Position.initial(), Limit(depth=40), on_info=lambda info: nboard.stop())
    assert result.move in Position.initial().legal_moves
    assert result.score is not None
    assert not result.complete


def test_one_thing_at_a_time(engine: ProgramEngine) -> None:
    with engine.analyse(Position.initial()) as analysis:
        next(analysis)
        with pytest.raises(EngineError, match="busy"):
            engine.search(Position.initial())
    engine.stop()  # nothing runs
    assert engine.search(Position.initial(), Limit(depth=1)).complete


def test_commands_and_options(gtp: GtpEngine, nboard: NBoardEngine) -> None:
    assert "oth-analyze" in gtp.commands
    assert gtp.command("list_games") == "Othello"
    with pytest.raises(ProgramRefusedError, match="'dance' was refused: unknown command"):
        gtp.command("dance")
    nboard.set("contempt", 50)
    assert nboard.search(Position.initial(), Limit(depth=1)).complete


def test_the_wire_is_logged(gtp: GtpEngine, nboard: NBoardEngine, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, logger="logistello.programs"):
        gtp.command("name")
        nboard.new_game()
    lines = [record.getMessage() for record in caplog.records]
    assert any(f"({gtp.pid}) >> name" in line for line in lines)
    assert any(f"({gtp.pid}) << = Logistello" in line for line in lines)
    assert any(f"({nboard.pid}) << pong" in line for line in lines)
