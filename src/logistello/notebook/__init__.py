"""A board to click on in Jupyter, with the engine's values on its squares. Needs the extra ``notebook``."""

from logistello.extras import require

require("notebook", "boards in Jupyter")

from logistello.notebook.board_widget import BoardWidget  # noqa: E402 - says first what is missing

__all__ = ["BoardWidget"]
