"""A book file behind what sessions ask for (``session_book.py``)."""

from __future__ import annotations

from logistello.book.players_book import PlayersBook
from logistello.othello import Position
from logistello.protocol.session_book import BookCandidate

#: What a draw is worth to whoever seeks it, in discs.
_DRAW_SOUGHT = 1.0


class PluggedBook(PlayersBook):
    """Fulfils ``SessionBook``."""

    def moves(self, position: Position) -> list[BookCandidate]:
        """Proven losses are left out while another move is left."""
        reader = self.reader()
        probe = None if reader is None else reader.probe(position)
        if probe is None or reader is None:
            return []
        playable = [each for each in probe.moves if each.move not in probe.lost]
        if not playable and not probe.unexplored:
            playable = list(probe.moves)
        return [
            BookCandidate(
                each.move,
                draw_sought=each.value.discs(_DRAW_SOUGHT),
                draw_avoided=each.value.discs(-_DRAW_SOUGHT),
                games=each.games,
                depth=0 if each.evaluation is None else each.evaluation.depth,
                line=(each.move, *reader.line(position.play(each.move))),
            )
            for each in playable
        ]
