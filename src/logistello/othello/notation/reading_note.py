"""What a reader decided where the source leaves something open, for people and for programs."""

from __future__ import annotations

from typing import Self


class ReadingNote(str):
    """A decision in English, with a code and values for programs that tell it in another language.

    >>> note = ReadingNote("line 2: no side to move; black taken", "black_to_move", line=2)
    >>> note.startswith("line 2"), note.code, note.values
    (True, 'black_to_move', {'line': 2})
    """

    #: One word; empty if the decision has none.
    code: str
    values: dict[str, int | str]

    def __new__(cls, text: str, code: str = "", **values: int | str) -> Self:
        note = super().__new__(cls, text)
        note.code = code
        note.values = values
        return note
