"""Every build of the native core gives the same answers; which one is loaded can be chosen."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from logistello import _native

# Boards from a seeded generator: dense, sparse, and from real games.
PROGRAM = """
import hashlib, random
from logistello import Position, _native

rng = random.Random(2026)
digest = hashlib.sha256()

def look(own, opp):
    moves = _native.legal_moves(own, opp)
    answers = [moves, _native.potential_moves(own, opp), _native.stable_discs(own, opp), _native.hash(own, opp)]
    empty = ~(own | opp) & (2**64 - 1)
    answers += [_native.flips(own, opp, square) for square in range(64) if empty >> square & 1]
    answers += _native.canonical(own, opp)
    digest.update(repr(answers).encode())

for _ in range(3000):
    occupied = rng.getrandbits(64) | rng.getrandbits(64) * rng.getrandbits(1)
    own = rng.getrandbits(64) & occupied
    look(own, occupied & ~own)
    square = rng.randrange(64)
    digest.update(bytes([_native.count_last_flips(own & ~(1 << square), square)]))
for _ in range(100):
    position = Position.initial()
    while moves := position.legal_moves:
        look(position.own, position.opponent)
        position = position.play(rng.choice(moves))

start = Position.initial()
perft = _native.perft(start.own, start.opponent, 7)
print(_native.build_info()["level"], perft, digest.hexdigest())
"""


def run(level: str, program: str = PROGRAM) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "LOGISTELLO_ISA": level}
    return subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)


def test_all_levels_give_the_same_results() -> None:
    answers = set()
    for level in _native.available_levels():
        done = run(level)
        assert done.returncode == 0, done.stderr
        used, perft, digest = done.stdout.split()
        assert (used, perft) == (level, "55092")
        answers.add(digest)
    assert len(answers) == 1


def test_the_best_level_is_taken_when_none_is_asked_for() -> None:
    program = "from logistello import _native; print(_native.build_info()['level'])"
    done = run("", program)
    assert done.stdout.strip() == _native.available_levels()[-1]


@pytest.mark.parametrize("level", ["v9", "sse", "V4"])
def test_an_unknown_level_is_a_clear_import_error(level: str) -> None:
    program = (
        "try:\n    import logistello._native\nexcept ImportError as error:\n    print(type(error).__name__, error)"
    )
    done = run(level, program)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"NativeCoreError LOGISTELLO_ISA={level}: ")
    for available in _native.available_levels():
        assert available in done.stdout
