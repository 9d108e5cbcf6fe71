"""What kind of match: ``8``, ``8b``, ``s8r18``, as GGS writes it."""

from __future__ import annotations

import re
from dataclasses import dataclass

_TYPE = re.compile(
    r"(?P<synchro>s?)(?P<size>[0-9]{1,2})(?P<komi>k?)(?P<anti>a?)(?P<random>r(?P<discs>[0-9]{1,2})?)?(?P<color>[bw?]?)"
)


@dataclass(frozen=True, slots=True)
class MatchType:
    """``[s]<size>[k][a][r<discs>][b|w]``; a synchro match is two games at once with colours swapped.

    >>> MatchType.parse("s8r18")
    MatchType(text='s8r18', size=8, synchro=True, komi=False, anti=False, discs=18)
    >>> MatchType.parse("chess") is None
    True
    """

    text: str
    size: int
    synchro: bool = False
    komi: bool = False
    anti: bool = False
    #: Discs of a random start; ``None`` for the usual one.
    discs: int | None = None

    @classmethod
    def parse(cls, text: str) -> MatchType | None:
        """``None`` if this is no type of match."""
        match = _TYPE.fullmatch(text.strip().lower())
        if match is None:
            return None
        discs = int(match["discs"] or 0) if match["random"] else None
        return cls(
            text=match[0],
            size=int(match["size"]),
            synchro=bool(match["synchro"]),
            komi=bool(match["komi"]),
            anti=bool(match["anti"]),
            discs=discs,
        )

    @property
    def why_not(self) -> str | None:
        """Why we cannot play this, or ``None``."""
        if self.size != 8:
            return f"a board of size {self.size}"
        if self.anti:
            return "anti-Othello"
        if self.komi:
            return "a komi game"
        return None
