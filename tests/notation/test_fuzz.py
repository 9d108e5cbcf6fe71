"""Whatever comes in: a document, or a ``NotationError`` with a place. Nothing else, and never a hang."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logistello import NotationError
from logistello.othello import Position
from logistello.othello.notation import FORMATS, Document, read, write
from tests.random_games import random_game

ROOT = Path(__file__).parent.parent
_GAME = random_game(11)
_SEEDS: dict[str, bytes] = {
    name: write(Document("", [_GAME, random_game(12)]), name)
    for name, entry in FORMATS.items()
    if entry.games and entry.write
}
_SEEDS |= {
    "position": f"{_GAME.position.text}\n{Position.initial().text}\n".encode(),
    "ggs": str(_GAME.position).encode(),
    "fen": b"8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1",
    "flipello": b"8/8/8/3pP3/3Pp3/8/8/8[PPpp] w 0 1",
    "obf": (ROOT / "data" / "ffo.obf").read_bytes()[:400],
    "jou": (ROOT / "data" / "WTH.JOU").read_bytes()[:16] + bytes(60),
    "trn": (ROOT / "data" / "WTH.TRN").read_bytes(),
    "ios": b"772942166 r me 64 ( 30 0 0) you 0 ( 30 0 0) +43-33 +0\n",
    "quest": b'{"position": {"moves": [{"m": "f5", "t": 1}]}, "players": [{"name": "a", "oldR": 1}]}',
    "table": b"moves\tname\nf5d6\tx\n",
}

_WORDS = '(; ;) ) [ ] \\ GM[2] B[f5] W[d6] BO[8 f5 d6 PA -- + - : ; % X O 0 1 8 / | { } " 0x 34-30 * ٣ é'
FRAGMENTS = st.sampled_from([*_WORDS.split(), "\n", "\t", " ", "X to move", "\0"])


def attempt(source: str | bytes, name: str | None = None, format_name: str | None = None) -> None:
    try:
        document = read(source, name=name, format=format_name)
    except NotationError:
        return
    for error in document.errors:
        assert isinstance(error, NotationError)
        # It would hold on to all that was being read: hundreds of megabytes for a megabyte of bad lines.
        assert error.__traceback__ is error.__context__ is None
    for game in document.games:
        assert game.result is not None
    # A WTHOR header may truly announce no records at all.
    assert document.games or document.problems or document.names or document.format in ("wthor", "jou", "trn")


@settings(max_examples=300)
@given(st.text(max_size=200) | st.lists(FRAGMENTS, max_size=60).map("".join))
def test_any_text_is_recognised_or_refused(text: str) -> None:
    attempt(text)


@settings(max_examples=200)
@given(st.binary(max_size=300), st.sampled_from([None, "a.wtb", "a.jou", "a.trn", "a.gam", "a.obf"]))
def test_any_bytes(data: bytes, name: str | None) -> None:
    attempt(data, name)


@pytest.mark.parametrize("name", sorted(FORMATS))
@settings(max_examples=60)
@given(text=st.text(max_size=100) | st.lists(FRAGMENTS, max_size=60).map("".join))
def test_every_reader_on_any_text(name: str, text: str) -> None:
    attempt(text, format_name=name)
    attempt(text.encode("utf-8", "surrogatepass"), format_name=name)


@pytest.mark.parametrize("name", sorted(_SEEDS))
@settings(max_examples=120)
@given(data=st.data())
def test_mutations_of_good_files(name: str, data: st.DataObject) -> None:
    content = bytearray(_SEEDS[name])
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(content)))
        kind = data.draw(st.sampled_from(["change", "cut", "insert", "copy"]))
        if kind == "change" and place < len(content):
            content[place] = data.draw(st.integers(0, 255))
        elif kind == "cut":
            del content[place : place + data.draw(st.integers(1, 40))]
        elif kind == "insert":
            content[place:place] = data.draw(FRAGMENTS).encode()
        else:
            content[place:place] = content[: data.draw(st.integers(0, 40))]
    attempt(bytes(content))
    attempt(bytes(content), format_name=name)


@settings(max_examples=50)
@given(st.binary(max_size=50))
def test_damaged_gzip(junk: bytes) -> None:
    packed = gzip.compress(b"f5d6c3")
    attempt(packed[:15] + junk)
    attempt(packed + junk)


_UNITS = [
    "(;A[",
    "(;",
    "(;GM[2]",
    "a",
    "f5",
    "f5 ",
    "X",
    "- ",
    "1. ",
    "1-1 ",
    "{",
    "[",
    '[A "',
    "|",
    "+d3",
    ":",
    "\n",
    "0",
    "/8",
]


@pytest.mark.parametrize("name", sorted(FORMATS))
@pytest.mark.parametrize("unit", _UNITS)
def test_large_nonsense_is_quick(name: str, unit: str) -> None:
    attempt(unit * (20_000 // len(unit)), format_name=name)


def test_a_stray_carriage_return_before_the_header_of_a_table() -> None:
    assert len(read("\rmoves\tname\nf5d6\tx\n", format="table").games) == 1
