"""A preset of a user: whatever is wrong with it is told when it is read, not hours later."""

from __future__ import annotations

import random
import re
from importlib import resources
from pathlib import Path

import pytest

from logistello.errors import TrainingRunError
from logistello.train.preset import Preset, preset_names

#: What may stand where a value stands.
VALUES = (
    *("0", "-1", "1", "61", str(2**32), str(2**64), str(10**30), str(10**400), "0.5", "1e400", "-1e9", "nan", "inf"),
    *("true", '""', '"x"', '"\\u0000"', "[]", "[1, -1]", "[0.5, 2]", '["a"]', "[[1]]", "{}", "{a = 1}"),
    *("1979-05-27", "'''\n'''", "[" * 3000, "# nothing"),
)
NAMES = ("games", "depth", "fit", "l2", "name", "x", '"a b"', "games.depth", "fit.threads", "labels.rare.x")


def mutated(text: str, chance: random.Random) -> bytes:
    """One to three things are not as they were."""
    data = text
    for _ in range(chance.randint(1, 3)):
        lines = data.split("\n")
        place = chance.randrange(len(lines))
        match chance.randrange(7):
            case 0 | 1 | 2:
                settings = [number for number, line in enumerate(lines) if "=" in line] or [place]
                place = chance.choice(settings)
                lines[place] = f"{lines[place].partition('=')[0]}= {chance.choice(VALUES)}"
            case 3:
                lines.insert(place, f"{chance.choice(NAMES)} = {chance.choice(VALUES)}")
            case 4:
                del lines[place]
            case 5:
                lines.insert(place, chance.choice(lines))
            case 6:
                lines[place] = re.sub(r"\w+", chance.choice(NAMES), lines[place], count=1)
        data = "\n".join(lines)
    raw = bytearray(data.encode())
    if chance.random() < 0.2 and raw:
        raw[chance.randrange(len(raw))] = chance.randrange(256)
    return bytes(raw)


def numbers_of(value: object) -> list[float]:
    if isinstance(value, dict):
        return [number for each in value.values() for number in numbers_of(each)]
    if isinstance(value, list | tuple):
        return [number for each in value for number in numbers_of(each)]
    return [value] if isinstance(value, int | float) else []


def read_or_refused(path: Path) -> Preset | None:
    try:
        return Preset.find(str(path))
    except TrainingRunError as error:
        message = str(error)
    assert len(message) < 1000
    return None


@pytest.mark.parametrize("name", preset_names())
def test_mutated_presets_are_read_or_refused(tmp_path: Path, name: str) -> None:
    text = (resources.files("logistello.train") / "presets" / f"{name}.toml").read_text(encoding="utf-8")
    chance = random.Random(name)
    path = tmp_path / "preset.toml"
    read = refused = 0
    for _ in range(300):
        path.write_bytes(mutated(text, chance))
        preset = read_or_refused(path)
        if preset is None:
            refused += 1
        else:
            read += 1
            assert Preset.from_dict(preset.as_dict()) == preset
            assert all(-1000 <= number <= 1e9 for number in numbers_of(preset.as_dict()))
    assert read > 10
    assert refused > 100


@pytest.mark.parametrize(
    ("setting", "complaint"),
    [
        ("[games]\ngames = 0", "games: games"),
        ("[games]\ndepth = [4, 61]", "games: depth"),
        ("[games]\nexact_empties = 18446744073709551616", "exact_empties"),
        ("[games]\nrandom_share = nan", "random_share"),
        ("[games]\nblunder_chance = 1.5", "blunder_chance"),
        ("[labels]\ndepth = -1", "labels: depth"),
        ("[labels]\nrare = inf", "rare"),
        ("[labels]\nfewest_discs = 99", "fewest_discs"),
        ("[calibration]\ndepth = 40", "calibration: depth"),
        ("[gate]\nelo0 = 50", "elo0"),
        ("[gate]\nalpha = 0", "alpha"),
        ("[gate]\ndepth = 0", "gate: depth"),
        ("[yardsticks]\nmobility_level = 9", "mobility_level"),
        ("[fit]\nl2 = nan", "fit: l2"),
        ("[fit]\nseed = -1", "fit: seed"),
        ("[fit]\nthreads = 2", "fit"),
        ("replay = -1", "replay"),
        ("x = " + "[" * 3000, "TOML"),
        ("x = " + "9" * 5000, "TOML"),
        ("fit = 3", "fit"),
    ],
)
def test_what_is_wrong_is_named(setting: str, complaint: str) -> None:
    with pytest.raises(TrainingRunError, match="preset mine: ") as caught:
        Preset.parse(setting, "mine")
    assert complaint in str(caught.value)


def test_a_name_that_is_no_name() -> None:
    with pytest.raises(TrainingRunError, match="name is 3; expected"):
        Preset.parse("name = 3", "mine")


def test_a_preset_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "noise.toml"
    path.write_bytes(bytes(range(256)))
    with pytest.raises(TrainingRunError, match="not UTF-8"):
        Preset.find(str(path))
