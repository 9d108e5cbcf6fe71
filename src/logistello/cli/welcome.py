"""``logistello`` alone: what one can do with it, in five lines."""

from __future__ import annotations

import sys

_FIRST_STEPS = (
    ("web --open", "play, analyse and review in the browser"),
    ("play", "play in the terminal"),
    ("analyse f5d6c3d3c4f4", "what every move of a game lost"),
    ("solve FILE", "exact scores of endgames"),
    ("train my-run --preset tiny", "learn an evaluation from nothing"),
)


def welcome() -> int:
    """First steps, and where the rest is."""
    width = max(len(command) for command, _ in _FIRST_STEPS)
    for command, purpose in _FIRST_STEPS:
        sys.stdout.write(f"logistello {command:{width}}  {purpose}\n")
    sys.stdout.write("\nAll commands: logistello --help. Whether all is well here: logistello doctor.\n")
    return 0
