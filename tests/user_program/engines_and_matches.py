"""Engines, other programs, matches, reviews, and everything that can go wrong."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from logistello import (
    Bounds,
    Clock,
    Color,
    Engine,
    EngineError,
    Game,
    GameReview,
    GtpEngine,
    IllegalMoveError,
    Info,
    LevelPlayer,
    Limit,
    LogistelloError,
    Match,
    MatchRun,
    Model,
    NBoardEngine,
    NotationError,
    Outlook,
    Position,
    PovScore,
    ProgramAnalysis,
    ProgramError,
    ProgramInfo,
    ProgramResult,
    ReviewedMove,
    SearchResult,
    SolveResult,
    Square,
    Thresholds,
    review_game,
    summarise,
)
from logistello.engine import (
    Analysis,
    AnalysisRecord,
    BackgroundSearch,
    LevelSettings,
    OpponentTime,
    OutlookTable,
    PonderHit,
    Pondering,
    PonderTally,
    Progress,
    Reservation,
    level_settings,
)
from logistello.errors import (
    BookError,
    CalibrationError,
    FitDivergedError,
    GameError,
    GameServerError,
    HashSizeError,
    JobError,
    LibraryError,
    MatchError,
    MissingPackageError,
    ModelError,
    NativeCoreError,
    NumberError,
    PatternError,
    PlayerError,
    PositionsError,
    ProgramDiedError,
    ProgramIllegalMoveError,
    ProgramProtocolError,
    ProgramRefusedError,
    ProgramSilentError,
    ProgramTimeError,
    TaskLimitError,
    TrainingDataError,
    TrainingRunError,
    UsageError,
)
from logistello.evaluation import InstanceShare, Pattern, PatternSet, Vectors
from logistello.match import (
    Choice,
    Estimate,
    GamePlan,
    Gauntlet,
    MatchPlayer,
    MatchTerms,
    OpeningLine,
    OpeningList,
    Pairing,
    PairingSystem,
    PairStatistics,
    PlayedGame,
    PlayerSpec,
    ResultTally,
    Round,
    RoundRobin,
    ScheduledGame,
    Sprt,
    Standings,
    Swiss,
    TablePlace,
    Tournament,
    load_openings,
    parse_player,
    play_tournament,
    tournament_table,
)
from logistello.programs import ProgramEngine
from logistello.review import (
    EFFORTS,
    BoardFacts,
    Comparison,
    Count,
    Effort,
    Explanation,
    LineEnd,
    MoveClass,
    PhaseLoss,
    Reason,
    Searcher,
    SideFacts,
    SideReview,
    TurningPoint,
    compare_lines,
    compare_moves,
    explain,
)

ENDING = Position.parse("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X")
SCRIPT = """
while read -r line; do case "$line" in
  ping*) echo "pong ${line#ping }";;
  go) echo "search F5d6 1.50 0 8"; echo "=== F5";;
  hint*) echo "search F5d6 1.50 0 8"; echo "status";;
  quit) exit 0;;
esac; done
"""


def what_to_do(error: LogistelloError) -> str:
    """Every class of errors is caught by those above it, and by a builtin one."""
    match error:
        case IllegalMoveError() | ProgramIllegalMoveError():
            return "play another move"
        case ProgramTimeError() | ProgramSilentError():
            return "give it more time"
        case ProgramDiedError():
            return "start it again"
        case ProgramRefusedError() | ProgramProtocolError():
            return "use another command"
        case ProgramError() | EngineError():
            return f"use another engine than {error}"
        case NotationError():
            return f"look at line {error.line}"
        case PlayerError():
            return error.kind
        case NumberError() | UsageError() | HashSizeError() | GameError() | PatternError():
            return "ask for something else"
        case NativeCoreError() | MissingPackageError():
            return "install it"
        case BookError() | LibraryError() | ModelError() | PositionsError() | CalibrationError():
            return "use another file"
        case TaskLimitError(kind=limit):
            return f"more {limit} than allowed"
        case TrainingDataError() | FitDivergedError() | TrainingRunError() | JobError():
            return "train again"
        case MatchError() | GameServerError():
            return "play elsewhere"
    return "give up"


def thinking() -> None:
    position = Position.initial().play("f5")
    seen: list[Info] = []
    with Engine(hash_mb=1, thresholds=Thresholds(sure_per_move=0.2)) as engine:
        found: SearchResult = engine.search(position, Limit(depth=3), best_moves=2, on_info=seen.append)
        score: PovScore[float] = found.pov_score
        assert score.pov(Color.WHITE) == found.score
        outlook: Outlook | None = found.outlook
        assert outlook is not None
        news: list[Progress] = []
        solved: SolveResult = engine.solve(ENDING, all_moves=True, on_info=news.append)
        bounds: dict[Square, Bounds] = solved.moves
        assert max(bounds.values(), key=lambda each: each.lower).lower == 38
        analysis: Analysis = engine.analyse(position, Limit(depth=2))
        assert [info.depth for info in analysis] == [1, 2]
        background: BackgroundSearch[SearchResult] = engine.in_background(
            lambda tell: engine.search(position, Limit(clock=Clock(60, 1), depth=2), on_info=tell)
        )
        assert background.result().move in position.legal_moves
        pondering: Pondering = engine.ponder(position)
        assert pondering.stop().position == position
        opponent_time = OpponentTime()
        opponent_time.begin(engine, position, position.legal_moves[0], Limit(depth=2))
        hit: PonderHit | None = opponent_time.reply(position.play(position.legal_moves[0]))
        tally: PonderTally = opponent_time.tally
        assert hit is not None
        assert tally.hits == 1
        reserved: Reservation = engine.reserve()
        with reserved:
            assert engine.search(position, Limit(depth=1)).complete
        settings: LevelSettings = level_settings(3)
        choice = LevelPlayer(3, engine, seed=1).choose(position)
        assert settings.name
        assert choice.move in position.legal_moves
    try:
        position.play("a1")
    except LogistelloError as error:
        assert what_to_do(error) == "play another move"


def models() -> None:
    model = Model.default()
    patterns: PatternSet = model.patterns
    vectors: Vectors | None = model.vectors
    assert vectors is None or vectors.outs.shape[0] == 65
    first: Pattern = patterns.patterns[0]
    assert first.size > 1
    explanation: Explanation = explain(model, Position.initial().play("f5"))
    assert len(explanation.squares) == 64
    shares: tuple[InstanceShare, ...] = tuple(model.shares(Position.initial().play("f5"))[0])
    assert all(isinstance(share.discs, float) for share in shares)


def best_of(engine: ProgramEngine) -> ProgramResult:
    told: list[ProgramInfo] = []
    analysis: ProgramAnalysis = engine.analyse(Position.initial(), Limit(depth=8))
    with analysis:
        told += analysis
    assert told[0].pov_score == PovScore(1.5)
    return engine.search(Game(), Limit(depth=8))


def programs() -> None:
    with NBoardEngine.popen(["/bin/sh", "-c", SCRIPT], name="script") as engine:
        assert best_of(engine).move is Square.F5
    try:
        GtpEngine.popen([sys.executable, "-c", "raise SystemExit(3)"])
    except ProgramError as error:
        assert what_to_do(error) == "start it again"


class FirstMove:
    """A player of one's own."""

    name = "first"

    def new_game(self, number: int) -> None: ...
    def end_game(self) -> None: ...
    def interrupt(self) -> None: ...
    def close(self) -> None: ...

    def choose(self, game: Game, limit: Limit, lag: float) -> Choice:
        return Choice(game.position.legal_moves[0])


def matches(folder: Path) -> None:
    player: MatchPlayer = FirstMove()
    assert player.choose(Game(), Limit(), 0.0).move is Square.D3
    (folder / "openings.txt").write_text("f5d6c3d3\nf5f6e6f4\n")
    openings: OpeningList = load_openings(folder / "openings.txt")
    line: OpeningLine = openings.openings[0]
    assert str(line) == "f5d6c3d3"
    specs: list[PlayerSpec] = [parse_player("greedy"), parse_player("random:seed=1")]
    match = Match(specs, openings, 2, Limit(), MatchTerms(lag=1.0), Sprt(0, 400))
    schedule: list[ScheduledGame] = list(match.schedule())
    assert {game.black for game in schedule} == {0, 1}
    played: list[PlayedGame] = []
    standings: Standings = MatchRun(match).play(played.append)
    pairing: Pairing = standings.pairings[0, 1]
    tally: ResultTally = pairing.tally
    assert tally.wins + tally.draws + tally.losses == len(played) == 2
    estimate: Estimate = PairStatistics.of(pairing.pairs).score()
    assert 0 <= estimate.value <= 1
    systems: list[PairingSystem] = [RoundRobin(), Gauntlet(), Swiss(1)]
    tournament = Tournament(specs, openings, 2, Limit(), system=systems[-1])
    plan: GamePlan = tournament
    assert len(plan.schedule()) == 2
    run = play_tournament(tournament, folder / "tournament.jsonl")
    rounds: list[Round] = tournament.drawn_rounds(run.games)
    assert rounds[0].couples == ((0, 1),)
    places: list[TablePlace] = tournament_table(tournament, run.standings, run.games)
    assert places[0].place == 1


def sides(review: GameReview) -> Iterator[SideReview]:
    yield review.black
    yield review.white


def reviews() -> None:
    game = Game.from_moves("f5d6c3d3c4f4f6")
    with Engine(hash_mb=1) as engine:
        outlooks: OutlookTable | None = OutlookTable.of(engine.model)
        record = AnalysisRecord(game.position, outlooks=outlooks)
        engine.search(game.position, Limit(depth=4), best_moves=8, on_info=record.add)
        one, two = record.moves[:2]
        found: Comparison = compare_lines(game.position, (one.pv, two.pv), (one.score, two.score))
        better: LineEnd = found.better
        assert better.moves[0] is one.move
        facts: BoardFacts = better.facts
        own: SideFacts = facts.own
        assert own.frontier.bit_count() <= better.position.count(game.position.turn)
        reasons: tuple[Reason, ...] = compare_moves(engine, game.position, one.move, two.move, Limit(depth=3)).reasons
        counts: list[Count] = [reason.better for reason in reasons]
        assert all(count.balance == count.own - count.opponent for count in counts)
        searcher: Searcher = engine
        effort = Effort(Limit(depth=2), repeatable=EFFORTS["quick"].repeatable)
        moves: list[ReviewedMove] = list(review_game(searcher, game, effort, outlooks=outlooks))
    assert all(isinstance(move.move_class, MoveClass) for move in moves)
    review = summarise(moves)
    points: tuple[TurningPoint, ...] = review.turning_points
    assert len(points) <= len(moves)
    for side in sides(review):
        phases: list[PhaseLoss] = list(side.phases)
        assert sum(phase.moves for phase in phases) == side.moves


def main(folder: Path) -> None:
    thinking()
    models()
    programs()
    matches(folder)
    reviews()
