"""Colours that the settings offer: everything on a board stands out from it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

#: As WCAG 2 asks of large text and of things that one must recognise.
LEAST = 3.0
BOARDS = ("green", "blue", "wood", "grey")


def luminance(color: str) -> float:
    digits = color.lstrip("#")
    digits = "".join(2 * digit for digit in digits) if len(digits) == 3 else digits
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (each / 12.92 if each <= 0.03928 else ((each + 0.055) / 1.055) ** 2.4 for each in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def declared(css: str, selector: str) -> dict[str, str]:
    """Colours that the first rule of a selector gives names."""
    rule = re.search(re.escape(selector) + r"(?:, [^{]*)? \{(.*?)\}", css, re.DOTALL)
    assert rule is not None, selector
    return dict(re.findall(r"--([\w-]+): (#\w+)", rule.group(1)))


@pytest.mark.parametrize("discs", ["round", "flat", "rim"])
@pytest.mark.parametrize("board", BOARDS)
def test_discs_rings_and_values_stand_out(static: Path, board: str, discs: str) -> None:
    css = "".join((static / "css" / f"{name}.css").read_text("utf-8") for name in ("theme", "board", "looks"))
    looks = (static / "css" / "looks.css").read_text("utf-8")
    colors = declared(css, ":root") | declared(looks, ":root")
    if board != "green":
        colors |= declared(looks, f':root[data-board="{board}"]')
    if discs != "round":
        colors |= {"dark-light": "#0c100e", "light-light": "#f7f5ee", "light-deep": "#f7f5ee"}
        assert declared(looks, ':root[data-discs="flat"]').items() <= colors.items()
    values = re.findall(r"\.value \{[^}]*fill: (#\w+)", css)
    assert len(values) >= 2
    for felt in (colors["felt-light"], colors["felt-deep"]):
        for shown in (colors["ring"], colors["light-deep"], colors["dark-deep"], *values):
            assert contrast(felt, shown) >= LEAST, (board, discs, felt, shown)


def test_every_choice_of_the_dialog_has_its_colours(static: Path) -> None:
    dialog = (static / "js" / "settings_dialog.js").read_text("utf-8")
    looks = (static / "css" / "looks.css").read_text("utf-8")
    (offered,) = re.findall(r'\["board", \[([^\]]*)\]', dialog)
    assert tuple(re.findall(r"\w+", offered)) == BOARDS
    for name in ("discs", "speed"):
        (values,) = re.findall(rf'\["{name}", \[([^\]]*)\]', dialog)
        known = {"round", "normal", "none"}
        for value in set(re.findall(r"\w+", values)) - known:
            assert f'[data-{name}="{value}"]' in looks
