"""The table of formats: what each is called, what it holds, how it is read and written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from logistello.othello.notation.bare_positions import (
    positions_in,
    read_positions,
    write_fens,
    write_flipello_fens,
    write_ggs_boards,
    write_positions,
)
from logistello.othello.notation.document import Document, Items
from logistello.othello.notation.ggf import ggf_games, read_ggf, write_ggf
from logistello.othello.notation.ios import ios_games, read_ios
from logistello.othello.notation.limits import ReadingLimits
from logistello.othello.notation.link import link_games, read_links
from logistello.othello.notation.logbook import read_logbook, write_logbook
from logistello.othello.notation.obf import obf_problems, read_obf, write_obf
from logistello.othello.notation.pgn import pgn_games, read_pgn, write_pgn
from logistello.othello.notation.quest import quest_games, read_quest
from logistello.othello.notation.sgf import read_sgf, sgf_games, write_sgf
from logistello.othello.notation.table import read_table, table_rows
from logistello.othello.notation.transcript import read_transcripts, write_transcripts
from logistello.othello.notation.wthor import read_players, read_tournaments, read_wthor
from logistello.othello.notation.wthor_write import write_players, write_tournaments, write_wthor


@dataclass(frozen=True, slots=True)
class Format:
    """One format. ``read_text`` takes decoded text, ``read_bytes`` the content of a file; one of them is there.

    ``write`` is ``None`` for formats that are only read. Use :func:`read` and :func:`write`, which also
    unpack, decode and refuse what a format cannot hold.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    #: Whether it holds games; whether it holds bare positions or problems.
    games: bool
    positions: bool
    read_text: Callable[[str, ReadingLimits], Document] | None = None
    read_bytes: Callable[..., Document] | None = None
    write: Callable[[Document], bytes] | None = None
    #: What ``read_text`` reads, one after the other, where that can be told without the rest of the text.
    items: Items | None = None
    #: Whether games are read as arrays (:class:`BulkGames`), so that ``read_bytes`` takes ``keep_positions``.
    bulk: bool = False

    @property
    def binary(self) -> bool:
        return self.read_text is None


FORMATS: dict[str, Format] = {
    entry.name: entry
    for entry in (
        Format(
            "transcript", "moves, one game per line", (".txt",), True, False, read_transcripts, None, write_transcripts
        ),
        Format(
            "position",
            "64 squares and the side to move",
            (".pos",),
            False,
            True,
            read_positions,
            None,
            write_positions,
            positions_in,
        ),
        Format("ggs", "GGS board lines", (), False, True, read_positions, None, write_ggs_boards, positions_in),
        Format("fen", "FEN of XBoard and Edax", (".fen",), False, True, read_positions, None, write_fens, positions_in),
        Format(
            "flipello",
            "FEN of Fairy-Stockfish",
            (),
            False,
            True,
            read_positions,
            None,
            write_flipello_fens,
            positions_in,
        ),
        Format(
            "obf",
            "positions with scores of moves",
            (".obf", ".scr"),
            False,
            True,
            read_obf,
            None,
            write_obf,
            obf_problems,
        ),
        Format("ggf", "Generic Game Format of GGS", (".ggf",), True, True, read_ggf, None, write_ggf, ggf_games),
        Format("sgf", "Smart Game Format", (".sgf",), True, True, read_sgf, None, write_sgf, sgf_games),
        Format("pgn", "PGN of Edax", (".pgn",), True, False, read_pgn, None, write_pgn, pgn_games),
        Format("wthor", "WTHOR games", (".wtb",), True, False, None, read_wthor, write_wthor, bulk=True),
        Format("jou", "WTHOR players", (".jou",), False, False, None, read_players, write_players),
        Format("trn", "WTHOR tournaments", (".trn",), False, False, None, read_tournaments, write_tournaments),
        Format(
            "logbook", "LOGISTELLO's book lines", (".gam",), True, False, None, read_logbook, write_logbook, bulk=True
        ),
        Format(
            "ios", "archive lines of the Internet Othello Server", (".ios",), True, False, read_ios, items=ios_games
        ),
        Format("quest", "JSON of Othello Quest", (".json",), True, False, read_quest, items=quest_games),
        Format("link", "links of the web page", (), True, False, read_links, items=link_games),
        Format("table", "tables of openings or problems", (".tsv",), True, True, read_table, items=table_rows),
    )
}


def format_of_suffix(suffix: str) -> Format | None:
    """The format that a file name suggests.

    >>> format_of_suffix(".SGF").name
    'sgf'
    """
    return next((entry for entry in FORMATS.values() if suffix.lower() in entry.suffixes), None)
