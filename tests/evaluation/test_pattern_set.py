"""Pattern sets: instances, sharing of weights, files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from logistello import _native
from logistello.errors import PatternError
from logistello.evaluation import Pattern, PatternSet
from logistello.evaluation.pattern_set import names
from logistello.evaluation.sparse_patterns import SparseConfigurations
from logistello.othello import Square
from logistello.othello.symmetry import Symmetry

from .twins import boards, random_positions, ternary

INSTANCES = {
    "d4": 4, "d5": 4, "d6": 4, "d7": 4, "d8": 2, "hv2": 4, "hv3": 4, "hv4": 4, "edge+2X": 4, "2x5": 8, "3x3": 4,
}  # fmt: skip
TINY = 'name = "tiny"\nstages = 2\n[[pattern]]\nname = "row"\nsquares = "a1 b1 c1 d1"\n'


def squares(text: str) -> tuple[Square, ...]:
    return tuple(Square.parse(word) for word in text.split())


def test_logistello_has_the_patterns_of_the_paper() -> None:
    patterns = PatternSet.named("logistello")
    assert {each.name: len(each.instances) for each in patterns.patterns} == INSTANCES
    assert patterns.n_instances == 46
    assert patterns.n_weights == 113_877 + 2
    assert patterns.n_weights * patterns.stages == 1_480_427
    stages = [patterns.discs_of_stage(stage) for stage in range(13)]
    assert stages[0] == (0, 16)
    assert stages[1:] == [(low, low + 3) for low in range(17, 62, 4)]


def test_modern_fits_the_native_limits() -> None:
    patterns = PatternSet.named("modern")
    assert patterns.n_instances <= 64
    assert max(len(each.squares) for each in patterns.patterns) <= 10
    assert patterns.is_flat


def test_the_large_patterns_of_the_paper() -> None:
    patterns = PatternSet.named("sparse")
    assert {each.name: len(each.instances) for each in patterns.patterns} == {"A": 4, "B": 4, "C": 2}
    assert all(each.sparse and len(each.squares) == 16 for each in patterns.patterns)
    assert not patterns.is_flat
    with pytest.raises(PatternError, match="sparse"):
        _ = patterns.patterns[0].weight_of
    assert (len(patterns.weight_of), patterns.table_size, patterns.n_weights) == (0, 0, 2)


def test_large_patterns_beside_the_others() -> None:
    both, flat, sparse = map(PatternSet.named, ("logistello+ABC", "logistello", "sparse"))
    assert both.patterns == flat.patterns + sparse.patterns
    assert both.n_weights == flat.n_weights
    assert (both.weight_of == flat.weight_of).all()
    assert PatternSet.named("logistello+A").patterns == flat.patterns + sparse.patterns[:1]


@pytest.mark.parametrize("name", names())
def test_instances_are_closed_under_symmetries(name: str) -> None:
    for pattern in PatternSet.named(name).patterns:
        shapes = {frozenset(instance) for instance in pattern.instances}
        for symmetry in Symmetry:
            for instance in pattern.instances:
                assert frozenset(symmetry.apply(square) for square in instance) in shapes


@pytest.mark.parametrize("name", ["logistello", "modern"])
def test_sharing_agrees_with_the_orbits(name: str) -> None:
    for pattern in PatternSet.named(name).patterns:
        weight_of = pattern.weight_of
        assert len(np.unique(weight_of)) == pattern.n_weights == weight_of.max() + 1
        rng = np.random.default_rng(1)
        for configuration in rng.integers(pattern.size, size=20).tolist():
            digits = [configuration // 3**place % 3 for place in range(len(pattern.squares))]
            for mirror in pattern.mirrors:
                other = sum(digits[mirror[place]] * 3**place for place in range(len(digits)))
                assert weight_of[other] == weight_of[configuration]


def test_a_mirror_halves_the_weights() -> None:
    assert Pattern("edge", squares("a1 b1 c1 d1 e1 f1 g1 h1")).n_weights == (3**8 + 3**4) // 2
    assert Pattern("corner", squares("a1 b1 a2")).n_weights == (3**3 + 3**2) // 2
    assert Pattern("odd", squares("a1 b1 c1")).n_weights == 27
    assert Pattern("centre", squares("d4 e4 d5 e5")).n_weights == 21  # all 8 symmetries
    assert len(Pattern("centre", squares("d4 e4 d5 e5")).instances) == 1


@pytest.mark.parametrize("name", ["logistello", "modern"])
def test_weight_indices_agree_with_the_plain_twin_and_symmetries(name: str) -> None:
    patterns = PatternSet.named(name)
    positions = random_positions(3, 40)
    own, opp = boards(positions)
    raw = _native.ternary_indices(own, opp, patterns.squares)
    assert raw.tolist() == [ternary(patterns, position) for position in positions]
    numbering = SparseConfigurations(patterns)
    indices = numbering.weight_indices(own, opp, threads=2)
    assert indices.max() < patterns.n_weights
    assert (indices[:, -1] == patterns.n_weights - 2 + np.array([each.empties % 2 for each in positions])).all()
    for symmetry in Symmetry:
        turned = numbering.weight_indices(*boards([each.transform(symmetry) for each in positions]))
        assert (np.sort(turned) == np.sort(indices)).all()


def test_other_numbers_of_stages() -> None:
    patterns = PatternSet.parse(TINY)
    assert [patterns.discs_of_stage(stage) for stage in range(2)] == [(0, 38), (39, 64)]
    one_each = patterns.with_stages(52)
    assert [one_each.discs_of_stage(stage) for stage in (0, 1, 51)] == [(0, 13), (14, 14), (64, 64)]
    assert (np.diff(one_each.stage_of_discs.astype(int)) >= 0).all()


def test_a_set_survives_its_dictionary() -> None:
    for name in names():
        patterns = PatternSet.named(name)
        assert PatternSet.from_dict(patterns.as_dict()) == patterns


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "tiny.toml"
    path.write_text(TINY)
    patterns = PatternSet.find(str(path))
    assert (patterns.name, patterns.n_instances, patterns.n_weights) == ("tiny", 8, 81 + 2)
    path.write_text(TINY.replace("c1", "x1"))
    with pytest.raises(PatternError, match=r"tiny\.toml.*row"):
        PatternSet.find(str(path))
    with pytest.raises(PatternError, match="neither a file nor"):
        PatternSet.find("nonsense")
    with pytest.raises(PatternError, match="the package has"):
        PatternSet.named("nonsense")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("name = ", "TOML"),
        ('name = "x"', "'pattern' is missing"),
        ('name = "x"\npattern = []', "no pattern"),
        ('name = "x"\npattern = [1]', "no table"),
        (TINY + "colour = 1\n", "unknown key 'colour'"),
        (TINY.replace("stages = 2", "stages = 0"), "0 stages"),
        (TINY.replace("stages = 2", 'stages = "2"'), "expected int"),
        (TINY.replace("d1", "a1"), "twice: a1"),
        (TINY.replace('"a1 b1 c1 d1"', '""'), "0 squares"),
        (TINY.replace("a1", "a1 a2 a3 a4 a5 a6 a7 a8"), "11 squares"),
        (TINY.replace("d1", "pass"), "pass"),
        (TINY + TINY.partition("2\n")[2], "two patterns are called row"),
        (TINY + TINY.partition("2\n")[2].replace("row", "column"), "same shape"),
        (TINY.replace('"tiny"', '"a b"'), "name"),
    ],
)
def test_errors_say_what_is_wrong(text: str, complaint: str) -> None:
    with pytest.raises(PatternError, match=complaint):
        PatternSet.parse(text)


def test_too_many_instances() -> None:
    rows = (f'[[pattern]]\nname = "p{n}"\nsquares = "a1 b1 {chr(97 + n % 8)}{3 + n // 8}"\n' for n in range(9))
    with pytest.raises(PatternError, match="at most 64"):
        PatternSet.parse('name = "many"\n' + "".join(rows))
