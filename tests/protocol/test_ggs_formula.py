"""Which proposals are accepted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logistello.errors import UsageError
from logistello.protocol.ggs import message as ggs
from logistello.protocol.ggs.formula import WORDS, Formula
from logistello.protocol.ggs.framing import Framer
from logistello.protocol.ggs.parsing import parse_message
from logistello.protocol.ggs.settings import Ask, GgsSettings, Policy, describe


def request(
    kind: str = "8", clock: str = "05:00//02:00", rated: str = "U", rating: float = 1720.0, tail: str = ""
) -> ggs.Request:
    line = f"/os: +   .8 {rating} alice    {clock}       {kind} {rated} 1719.5 bob{tail}\nREADY\n"
    message = parse_message(Framer().feed(line.encode())[0])
    assert isinstance(message, ggs.Request)
    return message


@pytest.mark.parametrize(
    ("formula", "holds"),
    [
        ("clock>=5:00", True),
        ("clock>300", False),
        ("clock == 5:00 & !rated", True),
        ("rated | rating>=1700", True),
        ("rated | rating<1700", False),
        ("!(rated | rand)", True),
        ("!rated & rand | synchro", False),
        ("extension<=2:00 & increment==0 & discs==4", True),
        ("((clock)) != 0:05:00", False),
        ("1", True),
    ],
)
def test_formulas(formula: str, holds: bool) -> None:
    assert Formula(formula).holds(describe(request())) is holds


@pytest.mark.parametrize(
    ("formula", "words"),
    [
        ("", "ends too early"),
        ("clock >", "ends too early"),
        ("clok > 3", "column 1: 'clok'"),
        ("(clock", "expected '\\)'"),
        ("clock 3", "column 7: '3'"),
        ("clock & & rated", "column 9"),
        ("(" * 1000, "nested too deeply"),
        ("!" * 1000 + "rated", "nested too deeply"),
        ("rated; import os", "column 6"),
    ],
)
def test_formulas_that_make_no_sense(formula: str, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        Formula(formula)


@given(st.text(alphabet="()!&|=<>05:. ratedclock", max_size=60))
def test_any_text_is_a_formula_or_an_error(text: str) -> None:
    try:
        formula = Formula(text)
    except UsageError:
        return
    assert formula.holds(dict.fromkeys(WORDS, 0.0)) in (True, False)


def test_the_policy() -> None:
    policy = Policy(Formula("clock>=1:00"), Formula("rated & rating<1500"))
    assert policy.decide(request()).accept
    assert policy.decide(request("s8r18")).accept
    assert not policy.decide(request(clock="00:30//02:00")).accept
    assert "declines" in policy.decide(request(rated="R", rating=1400)).reason
    assert policy.decide(request(rated="R", rating=1500)).accept
    for kind in ("10", "8a", "8k", "s8k"):
        assert "not played here" in policy.decide(request(kind)).reason
    assert policy.decide(request(clock="00:30//02:00", tail=" .4711")).accept  # ours, stored


def test_our_clock_is_the_second_one() -> None:
    assert describe(request(tail=" 00:20/03/01:00"))["clock"] == 20
    assert describe(request(tail=" 00:20/03/01:00"))["their_clock"] == 300


@pytest.mark.parametrize("kind", ["9", "10", "8a", "s8k", "", "8\r\nquit"])
def test_types_that_are_not_asked_for(kind: str) -> None:
    with pytest.raises(UsageError, match="expected 8"):
        Ask(kind)


@pytest.mark.parametrize("name", ["", "a", "toolongname", ".bob", "_bob", "b ob", "bo,b", "b\r\nquit", "b\\ob"])
def test_names_that_cannot_be(name: str) -> None:
    with pytest.raises(UsageError, match="2 to 8 characters"):
        GgsSettings(name)
    with pytest.raises(UsageError, match="2 to 8 characters"):
        Ask("8", name)


def test_the_command_of_a_proposal() -> None:
    assert Ask("s8r18", "bob", "5:00//1:00").command == "ask s8r18 5:00//1:00 bob"
    assert Ask("8b").command == "ask 8b 15:00//02:00"
    with pytest.raises(UsageError, match="clock"):
        Ask("8", clock="soon")
