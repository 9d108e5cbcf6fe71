"""Sparse tables answer exactly like a dictionary."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from logistello.errors import TrainingDataError
from logistello.glem import SparseTable, frequent_pairs

FIRST, SECOND = 12, 90
pairs = st.tuples(st.integers(0, FIRST - 1), st.integers(0, SECOND - 1))


def plain_offsets(keys: list[tuple[int, int]]) -> dict[int, int]:
    """The paper's construction, word for word: first fit, the most frequent first index first."""
    groups: dict[int, list[int]] = {}
    for first, second in keys:
        groups.setdefault(first, []).append(second)
    taken: set[int] = set()
    offsets = {}
    for first in sorted(groups, key=lambda first: (-len(groups[first]), first)):
        offset = 0
        while any(offset + second in taken for second in groups[first]):
            offset += 1
        taken |= {offset + second for second in groups[first]}
        offsets[first] = offset
    return offsets


@given(st.lists(pairs, unique=True, max_size=200))
def test_a_table_answers_like_a_dictionary(keys: list[tuple[int, int]]) -> None:
    ids = np.random.default_rng(len(keys)).permutation(len(keys))
    table = SparseTable.build([first for first, _ in keys], [second for _, second in keys], FIRST, SECOND, ids=ids)
    plain = dict(zip(keys, ids.tolist(), strict=True))
    # Everything in range, valid or not, and something beyond.
    first, second = (grid.ravel() for grid in np.meshgrid(np.arange(FIRST + 3), np.arange(SECOND + 3)))
    expected = [plain.get(key, -1) for key in zip(first.tolist(), second.tolist(), strict=True)]
    assert table.lookup(first, second).tolist() == expected
    assert len(table) == len(keys)
    offsets = plain_offsets(keys)
    assert table.offsets.tolist() == [offsets.get(i, 0) for i in range(FIRST)]
    assert len(table.locks) == max(offsets.values(), default=0) + SECOND


def test_a_large_pattern() -> None:
    """About the size of the paper's 16-square patterns: 88,000 valid configurations of two halves of 8 squares."""
    rng = np.random.default_rng(1)
    half = (rng.random((400000, 2)) ** 3 * 3**8).astype(np.uint32)
    first, second, counts = frequent_pairs(
        [(half[:150000, 0], half[:150000, 1]), (half[150000:, 0], half[150000:, 1])], 1
    )
    assert counts.sum() == 400000
    keep = rng.permutation(len(first))[:88000]
    table = SparseTable.build(first[keep], second[keep], 3**8, 3**8)
    assert table.lookup(first[keep], second[keep]).tolist() == list(range(88000))
    rest = np.setdiff1d(np.arange(len(first)), keep)
    assert (table.lookup(first[rest], second[rest]) == -1).all()
    assert table.load > 0.2


@given(st.lists(st.lists(pairs, max_size=30), max_size=4), st.integers(1, 4))
def test_frequent_pairs_are_counted(blocks: list[list[tuple[int, int]]], least: int) -> None:
    columns = [([a for a, _ in block], [b for _, b in block]) for block in blocks]
    first, second, counts = frequent_pairs(columns, least)
    expected = {pair: n for pair, n in Counter(pair for block in blocks for pair in block).items() if n >= least}
    found = list(zip(first.tolist(), second.tolist(), strict=True))
    assert dict(zip(found, counts.tolist(), strict=True)) == expected
    assert found == sorted(found)


@pytest.mark.parametrize(
    ("first", "second", "ranges", "message"),
    [
        ([0, 0], [1, 1], (5, 5), r"pair \(0, 1\) is given twice"),
        ([5], [0], (5, 5), r"pair \(5, 0\) is out of range"),
        ([0], [5], (5, 5), "out of range"),
        ([0, 1], [0], (5, 5), "equally many"),
        ([-1], [0], (5, 5), "must fit in 32 bits"),
        ([0.5], [0], (5, 5), "a column of integers"),
        ([0], [0], (0, 5), "first_range is 0"),
        ([0], [0], (5, 2**31), "second_range"),
    ],
)
def test_bad_pairs_say_what_is_wrong(
    first: list[int], second: list[int], ranges: tuple[int, int], message: str
) -> None:
    with pytest.raises(TrainingDataError, match=message):
        SparseTable.build(first, second, *ranges)
