"""Whatever a program says, it is understood, ignored, or refused as a breach of its protocol."""

from __future__ import annotations

import contextlib
import json
import math

from hypothesis import example, given
from hypothesis import strategies as st

from logistello import Position, ProgramInfo
from logistello.errors import ProgramError, ProgramProtocolError
from logistello.programs.gtp_engine import read_info
from logistello.programs.nboard_lines import parse_line, parse_move
from logistello.programs.program_results import ToldMoves
from logistello.programs.read_move import read_move

POSITION = Position.initial()
WORDS = st.sampled_from(
    ["search", "book", "F5d6", "d3", "PA", "a1", "1.5", "-", "0", "8", "100%", "12@73%", "=== ", "/"]
)
LINES = st.one_of(st.text(), st.lists(st.one_of(WORDS, st.text(max_size=4)), max_size=6).map(" ".join))
NUMBERS = st.one_of(st.none(), st.integers(), st.floats(), st.text(max_size=3), st.booleans(), st.just([]))
OBJECTS = st.fixed_dictionaries(
    {"move": st.sampled_from(["f5", "a1", "pass", "x"])},
    optional=dict.fromkeys(("rank", "score", "depth", "confidence", "nodes", "exact", "pv"), NUMBERS),
)


def is_sound(info: ProgramInfo) -> bool:
    return POSITION.is_legal(info.move) and (info.score is None or math.isfinite(info.score)) and info.rank >= 1


@given(st.lists(LINES, max_size=8))
@example(["search F5 1e999 0 8", "search F5 nan 0 8", "search F5 1 0 999%"])
def test_lines_of_nboard(lines: list[str]) -> None:
    told = ToldMoves(2)
    for line in lines:
        info = parse_line(line, POSITION)
        if info is not None:
            assert is_sound(told.add(info))
        move = parse_move(line)
        if move is not None:
            with contextlib.suppress(ProgramError):
                assert POSITION.is_legal(read_move(move.word, move.said, POSITION))
    assert [info.rank for info in told.ranked()] == [1, 2][: len(told.ranked())]


@given(st.one_of(st.text(), OBJECTS.map(json.dumps)))
@example('{"move": "f5", "depth": 1e999}')
@example('{"move": "f5", "score": NaN}')
@example('{"move": "f5", "rank": ' + "9" * 5000 + "}")
@example("[" * 100_000)
def test_objects_of_gtp(text: str) -> None:
    with contextlib.suppress(ProgramProtocolError):
        assert is_sound(read_info(text, POSITION, 0.0))
