"""Which difference explains the two figures that our search does not reach: ProbCut against full width (74 % in the
paper) and Multi-ProbCut with 4 % of the time against full width (50 %).

The paper's conditions are put back one after the other, as far as options rebuild them: LOGISTELLO's patterns, checks
on both sides of the window without a look at the static value, a table whose entries answer for their own depth only,
no cuts by the static value alone, the evaluation of 1995 (GLEM's predecessor), and more time. Processor time, so that
other work on the machine does not count.

Besides the matches, what they cannot tell apart: how many nodes a selective search to a fixed depth needs of those of
full width under each of these conditions.
"""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.measure import Record, say
from benchmarks.papers.experiment import Cell, Experiment, Pairing, Setup, elo_in_words, play_cells
from benchmarks.papers.glem_against_bayes import predecessor
from benchmarks.papers.large_patterns import calibrated
from benchmarks.papers.learned import own_games
from logistello.engine import Limit
from logistello.match.engine_player import make_engine
from logistello.match.spec import parse_player
from logistello.othello import Position

#: The search of 1995: checks on both sides of every window, no deeper entries of the table, no static cuts.
OLD_SEARCH = "static_gate=no,deeper_entries=no,static_cuts=no,sure_per_move=0"
#: Of processor time a move, for full width.
SECONDS = {"probcut": 0.02, "mpc": 0.15}
GAMES = 60
#: Of the time of full width.
PART = {"probcut": 1.0, "mpc": 0.04}
PAPER = {"probcut": 74, "mpc": 50}
PREDECESSOR = "predecessor"


@dataclass(frozen=True)
class Condition:
    """What is different from the engine as it is."""

    what: str
    selectivity: str
    #: Of both players: a model of the package, or the predecessor.
    model: str = "default"
    #: Options of the selective player.
    options: str = ""
    #: So many times the time.
    times: float = 1.0
    #: Long games are fewer.
    games: int = GAMES


#: In the order in which they are played: what a row costs and says.
CONDITIONS = (
    Condition("the engine as it is", "probcut"),
    Condition("a quarter of the time", "probcut", times=0.25),
    Condition("four times the time", "probcut", times=4.0),
    Condition("LOGISTELLO's patterns", "probcut", "logistello"),
    Condition("and checks on both sides, no static gate", "probcut", "logistello", "static_gate=no"),
    Condition("and no deeper entries of the table", "probcut", "logistello", OLD_SEARCH),
    Condition("and the evaluation of 1995", "probcut", PREDECESSOR, OLD_SEARCH),
    Condition("the engine as it is", "mpc", games=40),
    Condition("LOGISTELLO's patterns", "mpc", "logistello", games=40),
    Condition("and checks on both sides, no static cuts, no deeper entries", "mpc", "logistello", OLD_SEARCH, games=40),
    Condition("and the evaluation of 1995", "mpc", PREDECESSOR, OLD_SEARCH, games=40),
    Condition("sixteen times the time", "probcut", times=16.0, games=40),
    Condition("the search and the evaluation of 1995, four times the time", "probcut", PREDECESSOR, OLD_SEARCH, 4.0),
    Condition("LOGISTELLO's patterns, passes that do not grow surer", "mpc", "logistello", "sure_per_move=0", games=40),
)


def model_of(setup: Setup, condition: Condition) -> str:
    return str(calibrated(setup, predecessor(setup))) if condition.model == PREDECESSOR else condition.model


def run(setup: Setup) -> Record:
    """Matches first: if time is over after them, nodes are not counted."""
    played = play_cells(setup, (_cell(setup, each) for each in CONDITIONS), len(CONDITIONS))
    nodes = [] if setup.is_over else parts_of_nodes(setup)
    return played | {"nodes": nodes, "complete": played["complete"] and bool(nodes)}


def _cell(setup: Setup, condition: Condition) -> Cell:
    usual = 0.002 if setup.quick else SECONDS[condition.selectivity]
    seconds = float(setup.seconds_per_move or usual) * (1.0 if setup.quick else condition.times)
    player = f"engine:hash_mb=16,model={model_of(setup, condition)}"
    own_time = f"selectivity={condition.selectivity},processor_time={PART[condition.selectivity] * seconds:g}"
    pairing = Pairing(
        f"{player},{own_time}{_more(condition)}",
        f"{player},name=full,selectivity=none,processor_time={seconds:g}",
        setup.games or (2 if setup.quick else condition.games),
        ("--time", f"{seconds:g}", "--lag", "60"),
    )
    about = {"what": condition.what, "selectivity": condition.selectivity, "processor_seconds": seconds}
    return Cell(pairing, about, f"{condition.selectivity}, {condition.what}", PAPER[condition.selectivity])


def _more(condition: Condition) -> str:
    return f",{condition.options}" if condition.options else ""


def parts_of_nodes(setup: Setup) -> list[Record]:
    """Nodes to a depth as parts of those of full width, on positions of games of the engine against itself."""
    depths = (6,) if setup.quick else (9, 10, 11, 12)
    positions = sample(4 if setup.quick else 30)
    found: list[Record] = []
    full_width: dict[str, dict[int, int]] = {}
    for each in CONDITIONS:
        if each.times != 1.0:
            continue  # another time changes nothing about a depth
        model = model_of(setup, each)
        selective = counted(
            f"engine:hash_mb=16,model={model},selectivity={each.selectivity}{_more(each)}", positions, depths
        )
        if model not in full_width:
            full_width[model] = counted(f"engine:hash_mb=16,model={model},selectivity=none", positions, depths)
        full = full_width[model]
        parts = {str(depth): round(selective[depth] / full[depth], 3) for depth in depths}
        growth = round((full[depths[-1]] / full[depths[0]]) ** (1 / max(depths[-1] - depths[0], 1)), 2)
        found.append(
            {"what": each.what, "selectivity": each.selectivity, "parts": parts, "growth_of_full_width": growth}
        )
        say(f"{each.selectivity}, {each.what}: {parts} of the nodes; full width grows by {growth} a move")
    return found


def sample(count: int) -> list[Position]:
    """One position of each game, with 26 to 46 empty squares: no search of these depths sees the end."""
    games = own_games(count, seed=4)
    return [
        next(each for each in game.positions() if each.empties == 26 + 20 * n // count) for n, game in enumerate(games)
    ]


def counted(player: str, positions: list[Position], depths: tuple[int, ...]) -> dict[int, int]:
    nodes = dict.fromkeys(depths, 0)
    with make_engine(parse_player(player).options) as engine:
        for position in positions:
            for depth in depths:
                engine.clear()
                nodes[depth] += engine.search(position, Limit(depth=depth)).nodes
    return nodes


def table(record: Record) -> str:
    lines = [
        "| search | conditions | time | games | points | Elo | the paper | mean depths |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for row in sorted(record["rows"], key=lambda row: list(PART).index(row["selectivity"])):
        first, second = row["players"]
        part = PART[row["selectivity"]]
        name = "ProbCut" if row["selectivity"] == "probcut" else f"MPC, {part:.0%} of the time"
        lines.append(
            f"| {name} | {row['what']} | {row['processor_seconds']:g} s | {row['games']} | {row['percent']:.1f} % "
            f"| {elo_in_words(row['elo'])} "
            f"| {PAPER[row['selectivity']]} % | {first['mean_depth']:.1f}, {second['mean_depth']:.1f} |"
        )
    if not record["nodes"]:
        return "\n".join(lines)
    depths = list(record["nodes"][0]["parts"])
    lines += ["", "Nodes to a depth, as parts of those of full width:", ""]
    lines += [
        f"| search | conditions | {' | '.join(depths)} | full width, a move more |",
        "|---" * (len(depths) + 3) + "|",
    ]
    for row in record["nodes"]:
        shown = " | ".join(f"{row['parts'][depth]:.2f}" for depth in depths)
        name = "ProbCut" if row["selectivity"] == "probcut" else "MPC"
        lines.append(f"| {name} | {row['what']} | {shown} | factor {row['growth_of_full_width']:.2f} |")
    return "\n".join(lines)


EXPERIMENT = Experiment(
    "papers-conditions",
    "ProbCut against full width, and MPC with 4 % of the time, while the paper's conditions are put back one after the "
    "other: patterns, checks without a gate, table, evaluation, time",
    "Buro 2002, sections 3.1 and 3.2",
    run,
    table,
)
