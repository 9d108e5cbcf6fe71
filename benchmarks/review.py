"""Whether reviews can be trusted: verdicts that repeat, quick ones that agree with normal ones, reasons that are true.

``python -m benchmarks.review [--games 20] [--year 2015] [--no-save]``

Games of WTHOR, spread over the year. Every mistake (by chances or by discs) gets its reasons, and each of their claims
is counted again on the boards.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Sequence

from benchmarks.collections_of_games import add_data_option, wthor
from benchmarks.measure import ROOT, Record, new_record, save, say
from logistello import Engine, Game
from logistello.engine.outlook import OutlookTable
from logistello.othello import PASS, Color, Position, Square
from logistello.othello.notation import read_file
from logistello.othello.square import CORNERS
from logistello.review import EFFORTS, Comparison, MoveClass, ReviewedMove, compare_lines, review_game
from logistello.review.board_facts import board_facts
from logistello.review.reasons import Count, LineEnd, Reason

BAD = (MoveClass.MISTAKE, MoveClass.BLUNDER)
_FEW_IS_GOOD = ("frontier", "x_square", "pass")
_FACTS = {"mobility": "moves", "stability": "stable", "access": "own_regions", "frontier": "frontier"}


def contradictions(found: Comparison, best: Square) -> list[str]:
    """What an explanation says that the search or the boards do not."""
    wrong = []
    if found.better.moves[0] is not best or found.better_score < found.worse_score:
        wrong.append("calls the worse move better")
    if not found.sentence().startswith(str(best)):
        wrong.append("the sentence does not name the better move first")
    color = found.position.turn
    for reason in found.reasons:
        counts = [_recounted(reason, found.position, end, color) for end in (found.better, found.worse)]
        if [reason.better, reason.worse] != counts:
            wrong.append(f"{reason.kind}: {reason.better} and {reason.worse}, counted again {counts}")
        gain = reason.better.balance - reason.worse.balance
        if (-gain if reason.kind in _FEW_IS_GOOD else gain) <= 0:
            wrong.append(f"{reason.kind} speaks for the worse move")
    return wrong


def _recounted(reason: Reason, start: Position, end: LineEnd, color: Color) -> Count:
    """In another way than ``reasons`` where there is one."""
    if reason.kind in _FACTS:
        facts = board_facts(end.position, color)
        own, opponent = (getattr(side, _FACTS[reason.kind]).bit_count() for side in (facts.own, facts.opponent))
        return Count(own, opponent)
    if reason.kind == "score":
        discs = [end.position.count(each) for each in (color, color.opponent)]
        empties = end.position.empties
        return Count(
            discs[0] + (empties if discs[0] > discs[1] else 0) + (empties // 2 if discs[0] == discs[1] else 0),
            discs[1] + (empties if discs[1] > discs[0] else 0) + (empties // 2 if discs[0] == discs[1] else 0),
        )
    if reason.kind == "parity":
        last = (end.position.empties % 2 == 1) == (end.position.turn is color)
        return Count(int(last), int(not last))
    if reason.kind == "corner":
        taken = [
            sum(
                end.position[corner] is not None and start[corner] is None and _taker(start, end, corner) is each
                for corner in CORNERS
            )
            for each in (color, color.opponent)
        ]
        return Count(taken[0], taken[1])
    events = {"own": 0, "opponent": 0}
    position = start
    for move in end.moves:
        who = "own" if position.turn is color else "opponent"
        if (
            (reason.kind == "pass" and move is PASS)
            or (reason.kind == "wedge" and _between(position, move))
            or (reason.kind == "x_square" and _opens_corner(position, move))
        ):
            events[who] += 1
        position = position.play(move)
    return Count(events["own"], events["opponent"])


def _taker(start: Position, end: LineEnd, corner: Square) -> Color | None:
    position = start
    for move in end.moves:
        if move is corner:
            return position.turn
        position = position.play(move)
    return None


def _between(position: Position, move: Square) -> bool:
    """On an edge, with a disc of the opponent on both sides."""
    if move is PASS or move in CORNERS:
        return False
    sides = []
    if move.row in (0, 7):
        sides = [Square(int(move) - 1), Square(int(move) + 1)]
    elif move.column in (0, 7):
        sides = [Square(int(move) - 8), Square(int(move) + 8)]
    return bool(sides) and all(position[each] is position.turn.opponent for each in sides)


def _opens_corner(position: Position, move: Square) -> bool:
    for corner in CORNERS:
        near = move is not PASS and abs(corner.row - move.row) == 1 and abs(corner.column - move.column) == 1
        if near and position[corner] is None:
            return corner in position.play(move).legal_moves
    return False


# -- measuring --------------------------------------------------------------------------------


def reviewed(engine: Engine, games: Sequence[Game], effort: str) -> tuple[dict[tuple[int, int], ReviewedMove], float]:
    """All moves by game and ply, and the processor seconds of a game."""
    begun = time.process_time()
    outlooks = OutlookTable.of(engine.model)
    found = {}
    for number, game in enumerate(games):
        say(f"{effort}: game {number + 1} of {len(games)}")
        for move in review_game(engine, game, EFFORTS[effort], outlooks=outlooks):  # type: ignore[index]
            found[number, move.ply] = move
    return found, (time.process_time() - begun) / len(games)


def agreement(
    one: dict[tuple[int, int], ReviewedMove], two: dict[tuple[int, int], ReviewedMove]
) -> tuple[int, int, float]:
    """Mistakes and blunders of either, how many have the same name in both, and the share of equal names of all."""
    either = [key for key in one if one[key].move_class in BAD or two[key].move_class in BAD]
    same = sum(one[key].move_class is two[key].move_class for key in either)
    return len(either), same, sum(one[key].move_class is two[key].move_class for key in one) / len(one)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.review", description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20, help="how many")
    parser.add_argument("--year", type=int, default=2015, help="of WTHOR")
    parser.add_argument("--no-save", action="store_true", help="do not keep the result")
    add_data_option(parser)
    arguments = parser.parse_args()
    (source,) = wthor([arguments.year])
    games = read_file(source).games
    games = games[:: max(len(games) // arguments.games, 1)][: arguments.games]
    record = new_record("review") | {"games": len(games), "year": arguments.year}

    with Engine(hash_mb=64) as engine:
        quick, quick_seconds = reviewed(engine, games, "quick")
        again, _ = reviewed(engine, games, "quick")
        normal, normal_seconds = reviewed(engine, games, "normal")
    rows: dict[str, Record] = {}
    for name, other in (("a second run", again), ("a normal one", normal)):
        either, same, all_moves = agreement(quick, other)
        rows[name] = {"mistakes": either, "same": same, "all_moves": round(all_moves, 4)}
        print(
            f"quick beside {name}: {same} of {either} mistakes and blunders agree, {100 * all_moves:.1f} % of all moves"
        )
    print(f"processor seconds a game: quick {quick_seconds:.1f}, normal {normal_seconds:.1f}")

    kinds: Counter[str] = Counter()
    wrong: list[str] = []
    without = explained = 0
    for move in normal.values():
        if move.move_class in (*BAD, MoveClass.WASTEFUL) or move.disc_class in BAD:
            found = compare_lines(move.position, (move.found.pv, move.best.pv), (move.score, move.best.score))
            explained += 1
            without += not found.reasons
            kinds.update(reason.kind for reason in found.reasons)
            wrong += [f"{move.position.text}: {each}" for each in contradictions(found, move.best.move)]
    print(f"{explained} mistakes explained, {without} without a reason to tell; contradictions: {len(wrong)}")
    for each in wrong:
        print(f"  {each}")
    record |= {
        "agreement": rows,
        "seconds": {"quick": round(quick_seconds, 2), "normal": round(normal_seconds, 2)},
        "explained": explained,
        "without_reason": without,
        "reasons": dict(kinds.most_common()),
        "contradictions": wrong,
    }
    if not arguments.no_save:
        print(f"stored as {save(record).relative_to(ROOT)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
