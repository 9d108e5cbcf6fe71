"""PGN as Edax and some game sites write it for Othello: tags, numbered moves, disc counts as result."""

from __future__ import annotations

import re

from logistello.errors import NotationError
from logistello.othello.game import Game
from logistello.othello.notation.board import parse_position
from logistello.othello.notation.document import Document
from logistello.othello.notation.fen import write_fen
from logistello.othello.notation.source import SourceText, parse_number, shorten
from logistello.othello.notation.transcript import game_of, scan_transcript
from logistello.othello.position import Position
from logistello.othello.square import PASS

_TAG = re.compile(r'\[\s*([A-Za-z0-9_]+)\s+"((?:[^"\\\n]|\\.)*)"\s*\][ \t\r]*')
_COMMENT = re.compile(r"\{[^{}]*\}")
_CHESS_RESULT = re.compile(r"(?:1-0|0-1|1/2-1/2)(?=\s*\Z)")


def read_pgn(text: str) -> Document:
    """All games of a file; a game that cannot be read becomes an error."""
    source = SourceText(text)
    document = Document("pgn")
    games: list[Game] = []
    tags: dict[str, tuple[str, int]] = {}
    moves_from: int | None = None

    def finish(end: int) -> None:
        nonlocal tags, moves_from
        if tags or moves_from is not None:
            try:
                games.append(_build_game(source, tags, end if moves_from is None else moves_from, end, document.notes))
            except NotationError as error:
                document.errors.append(error)
        tags, moves_from = {}, None

    for start, line in source.lines():
        content = line.strip("\ufeff \t")
        if content.startswith("["):
            if moves_from is not None:
                finish(start)
            offset = start + line.index("[")
            while offset < start + len(line):
                tag = _TAG.match(text, offset)
                if tag is None:
                    document.errors.append(source.error(offset, "a broken tag", expected='[Name "value"]'))
                    break
                tags[tag[1]] = (re.sub(r"\\(.)", r"\1", tag[2]), tag.start(2))
                offset = tag.end()
        elif content and moves_from is None:
            moves_from = start
    finish(len(text))
    document.games = games
    if not games and not document.errors:
        raise NotationError("no game in the text", line=1, column=1, expected='[Event "..."] and moves')
    return document.checked()


def _build_game(source: SourceText, tags: dict[str, tuple[str, int]], start: int, end: int, notes: list[str]) -> Game:
    position = Position.initial()
    if "FEN" in tags:
        text, offset = tags["FEN"]
        try:
            position = parse_position(text)
        except NotationError as error:
            raise source.error(offset, error.reason, expected=error.expected) from None
    line, _ = source.place(start)
    written = source.text[start:end]
    # Blanks of the same length keep all places right.
    moves = _COMMENT.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), written)
    if moves != written:
        notes.append(f"line {line}: comments in braces were not kept")
    chess_result = _CHESS_RESULT.search(moves)
    if chess_result:
        # Says who won but not by how much; the moves tell.
        moves = moves[: chess_result.start()]
        tags.setdefault("Result", (chess_result[0], start))
    section = SourceText(moves, line)
    game = game_of(scan_transcript(section), section, position)
    values = {name: value for name, (value, _) in tags.items() if name != "FEN"}
    game.black.name = values.pop("Black", "")
    game.white.name = values.pop("White", "")
    for player, name in ((game.black, "BlackElo"), (game.white, "WhiteElo")):
        player.rating = parse_number(values.get(name, ""))
        if player.rating is not None:
            del values[name]
    game.date = values.pop("Date", "")
    game.place = values.pop("Site", "")
    game.tags = values
    return game


def write_pgn(document: Document) -> bytes:
    """One game after the other, main lines only."""
    return "\n".join(_write_game(game) for game in document.games).encode()


def _write_game(game: Game) -> str:
    tags = {"Event": "", "Site": game.place, "Date": game.date, "Black": game.black.name, "White": game.white.name}
    tags.update({name: value for name, value in game.tags.items() if re.fullmatch("[A-Z][A-Za-z0-9_]*", name)})
    if game.start != Position.initial():
        tags["FEN"] = write_fen(game.start)
    lines = []
    for name, value in tags.items():
        if "\n" in value or "\r" in value:
            raise NotationError(f"{name} is {shorten(value)}: a PGN tag has one line")
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        lines.append(f'[{name} "{escaped}"]')
    words = []
    for ply, move in enumerate(game.moves):
        if ply % 2 == 0:
            words.append(f"{ply // 2 + 1}.")
        words.append("PA" if move is PASS else str(move))
    words.append(_write_result(game))
    return "\n".join([*lines, "", " ".join(words), ""])


def _write_result(game: Game) -> str:
    score = game.result.black_score
    if score is None or score != int(score) or int(score) % 2 or abs(score) > 64:
        return "*"
    return f"{32 + int(score) // 2}-{32 - int(score) // 2}"
