"""Conditions on proposed matches, written much like the formulas of the server.

``rated & rating>=1800 & clock>=5:00 & (!rand | discs>=14)``: words and numbers (or times, ``MM:SS``), compared by
``== != < <= > >=``, joined by ``&`` and ``|``, turned round by ``!``. The words are those of :data:`WORDS`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from logistello.errors import UsageError

#: What can be asked about a proposed match. Times are seconds.
WORDS = {
    "rated": "the match is rated",
    "synchro": "two games at once with colours swapped",
    "rand": "a random start",
    "discs": "discs on the board at the start (4, or those of the random start)",
    "stored": "resumes a stored match",
    "rating": "the opponent's rating (0 if unknown)",
    "clock": "our time for the game",
    "increment": "what our clock gets for each move",
    "extension": "what is left after the time is used up",
    "their_clock": "the opponent's time for the game",
}

Values = Mapping[str, float]
_Condition = Callable[[Values], float]

_TOKEN = re.compile(
    r"\s*(?:(?P<number>[0-9]+(?::[0-5]?[0-9]){1,2}|[0-9]+(?:\.[0-9]+)?)|(?P<word>\w+)|(?P<sign>[=!<>]=|\S))"
)
_COMPARE: Mapping[str, Callable[[float, float], bool]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
}
_DEEPEST = 50


class Formula:
    """A condition that was understood.

    >>> formula = Formula("!rand & clock>=5:00 | discs>14")
    >>> formula.holds({"rand": 0, "clock": 300, "discs": 4}), formula.holds({"rand": 1, "clock": 900, "discs": 14})
    (True, False)
    >>> Formula("clock >= ")
    Traceback (most recent call last):
    ...
    logistello.errors.UsageError: formula 'clock >= ': it ends too early; expected a word, a number, '!' or '('
    """

    def __init__(self, text: str) -> None:
        """Raises ``UsageError`` with the place that is wrong."""
        self.text = text
        self._tokens = [match for match in _TOKEN.finditer(text) if match.lastgroup]
        self._next = 0
        self._depth = 0
        self._condition = self._either()
        if self._next < len(self._tokens):
            raise self._error("'&' or '|'")

    def holds(self, values: Values) -> bool:
        return bool(self._condition(values))

    def __repr__(self) -> str:
        return f"Formula({self.text!r})"

    # -- reading, loosest binding first -------------------------------------------------------

    def _either(self) -> _Condition:
        parts = [self._both()]
        while self._take("|"):
            parts.append(self._both())
        return parts[0] if len(parts) == 1 else lambda values: any(part(values) for part in parts)

    def _both(self) -> _Condition:
        parts = [self._comparison()]
        while self._take("&"):
            parts.append(self._comparison())
        return parts[0] if len(parts) == 1 else lambda values: all(part(values) for part in parts)

    def _comparison(self) -> _Condition:
        left = self._value()
        sign = self._sign()
        if sign is None or sign not in _COMPARE:
            return left
        self._next += 1
        right, compare = self._value(), _COMPARE[sign]
        return lambda values: compare(left(values), right(values))

    def _value(self) -> _Condition:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise UsageError(f"formula {self.text[:40]!r}...: nested too deeply; expected {_DEEPEST} levels at most")
        try:
            if self._take("!"):
                turned = self._value()
                return lambda values: not turned(values)
            if self._take("("):
                inner = self._either()
                if not self._take(")"):
                    raise self._error("')'")
                return inner
            return self._atom()
        finally:
            self._depth -= 1

    def _atom(self) -> _Condition:
        token = self._tokens[self._next] if self._next < len(self._tokens) else None
        if token is None or token["sign"]:
            raise self._error("a word, a number, '!' or '('")
        if token["word"] and token["word"] not in WORDS:
            raise self._error(f"one of {', '.join(WORDS)}")
        self._next += 1
        if word := token["word"]:
            return lambda values: values.get(word, 0.0)
        number = _number(token["number"])
        return lambda values: number

    def _sign(self) -> str | None:
        return self._tokens[self._next]["sign"] if self._next < len(self._tokens) else None

    def _take(self, sign: str) -> bool:
        found = self._sign() == sign
        self._next += found
        return found

    def _error(self, expected: str) -> UsageError:
        if self._next >= len(self._tokens):
            what = "it ends too early"
        else:
            token = self._tokens[self._next]
            what = f"column {token.start(token.lastgroup or 0) + 1}: {token[0].strip()!r}"
        return UsageError(f"formula {self.text!r}: {what}; expected {expected}")


def _number(text: str) -> float:
    value = 0.0
    for part in text.split(":"):
        value = 60 * value + float(part)
    return value
