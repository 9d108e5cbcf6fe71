"""What ``logistello doctor`` finds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CheckedItem:
    """One line of the report."""

    name: str
    value: str
    ok: bool = True
    advice: str = ""
