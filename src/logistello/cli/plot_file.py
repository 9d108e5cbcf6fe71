"""``--plot FILE``: what a command found, as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter, Token

from logistello.errors import UsageError

#: Pixels of a PNG for each one of the drawing, so that lines and letters are sharp on any screen.
_PNG_SCALE = 2


def _read_plot(kind: Any, tokens: Sequence[Token]) -> Path:
    """Refused now rather than after the work."""
    path = Path(tokens[0].value)
    ending = path.suffix.lower()
    if ending not in (".svg", ".png"):
        raise UsageError(f"{path}: expected a name that ends in .svg or .png")
    if ending == ".png":
        from logistello.extras import require

        require("png", "pictures in PNG (those in SVG need nothing)")
    return path


#: An option of a command; what it draws is told in the help of the command.
Plot = Annotated[Path, Parameter(converter=_read_plot)]


def write_plot(path: Path, svg: str) -> None:
    """As the ending of the name says."""
    from logistello.files import write_whole

    if path.suffix.lower() == ".png":
        from resvg_py import svg_to_bytes

        write_whole(path, svg_to_bytes(svg_string=svg, zoom=_PNG_SCALE))
    else:
        write_whole(path, svg)
