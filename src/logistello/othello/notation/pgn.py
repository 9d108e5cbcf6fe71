"""PGN as Edax and some game sites write it for Othello: tags, numbered moves, disc counts as result."""

from __future__ import annotations

import re
from collections.abc import Iterator

from logistello.errors import NotationError
from logistello.othello.game import Game
from logistello.othello.notation.board import parse_position
from logistello.othello.notation.document import Document, collected
from logistello.othello.notation.fen import write_fen
from logistello.othello.notation.limits import NO_LIMITS, ReadingLimits
from logistello.othello.notation.moves import WrittenMove
from logistello.othello.notation.source import SourceText, parse_number, shorten
from logistello.othello.notation.transcript import game_of, scan_transcript
from logistello.othello.position import Position
from logistello.othello.square import PASS

_TAG = re.compile(r'\[\s*([A-Za-z0-9_]+)\s+"((?:[^"\\\n]|\\.)*)"\s*\][ \t\r]*')
_COMMENT = re.compile(r"\{[^{}]*\}")
_CHESS_RESULT = re.compile(r"(?:1-0|0-1|1/2-1/2)(?=\s*\Z)")
_Tags = dict[str, tuple[str, int]]


def read_pgn(text: str, limits: ReadingLimits = NO_LIMITS) -> Document:
    """All games of a file; a game that cannot be read becomes an error."""
    return collected("pgn", pgn_games, text, limits)


def pgn_games(text: str, document: Document) -> Iterator[Game | NotationError]:
    """The same one after the other."""
    source = SourceText(text)
    found = False
    for section in _sections(source):
        found = True
        if isinstance(section, NotationError):
            yield section
            continue
        try:
            yield _build_game(source, *section, document.notes)
        except NotationError as error:
            yield error
    if not found:
        raise NotationError("no game in the text", line=1, column=1, expected='[Event "..."] and moves')


def _sections(source: SourceText) -> Iterator[tuple[_Tags, int, int] | NotationError]:
    """Tags of each game, and where its moves begin and end; tags that are broken."""
    text = source.text
    tags: _Tags = {}
    moves_from: int | None = None
    for start, line in source.lines():
        content = line.strip("\ufeff \t")
        if content.startswith("["):
            if moves_from is not None:
                yield tags, moves_from, start
                tags, moves_from = {}, None
            offset = start + line.index("[")
            while offset < start + len(line):
                tag = _TAG.match(text, offset)
                if tag is None:
                    yield source.error(offset, "a broken tag", expected='[Name "value"]')
                    break
                tags[tag[1]] = (re.sub(r"\\(.)", r"\1", tag[2]), tag.start(2))
                offset = tag.end()
        elif content and moves_from is None:
            moves_from = start
    if tags or moves_from is not None:
        yield tags, len(text) if moves_from is None else moves_from, len(text)


def _build_game(source: SourceText, tags: _Tags, start: int, end: int, notes: list[str]) -> Game:
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
    chess_result = _CHESS_RESULT.search(moves)
    if chess_result:
        # Says who won but not by how much; the moves tell.
        moves = moves[: chess_result.start()]
        tags.setdefault("Result", (chess_result[0], start))
    section = SourceText(moves, line)
    transcript = scan_transcript(section)
    game = game_of(transcript, section, position)
    _add_comments(game, transcript.moves, written)
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


def _add_comments(game: Game, moves: list[WrittenMove], written: str) -> None:
    """What stands in braces is about the move before it; before the first move about the game."""
    told = game.root.main_line()
    # Passes that the record leaves out are moves of the game all the same.
    by_offset = {move.offset: next(node for node in told if node.move is move.square) for move in moves}
    for found in _COMMENT.finditer(written):
        text = found[0][1:-1].strip()
        before = [offset for offset in by_offset if offset < found.start()]
        if before:
            node = by_offset[max(before)]
            node.comment = f"{node.comment}\n{text}".strip()
        else:
            game.comment = f"{game.comment}\n{text}".strip()


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
    words = [_write_comment(game.comment)] if game.comment else []
    for ply, node in enumerate(game.root.main_line()):
        if ply % 2 == 0:
            words.append(f"{ply // 2 + 1}.")
        words.append("PA" if node.move is PASS else str(node.move))
        if node.comment:
            words.append(_write_comment(node.comment))
    words.append(_write_result(game))
    return "\n".join([*lines, "", " ".join(words), ""])


def _write_comment(comment: str) -> str:
    if re.search(r"[{}]|^\s*\[", comment, re.MULTILINE):
        raise NotationError(f"{shorten(comment)}: a PGN comment cannot hold braces, nor a line that begins with '['")
    return f"{{{comment}}}"


def _write_result(game: Game) -> str:
    score = game.result.black_score
    if score is None or score != int(score) or int(score) % 2 or abs(score) > 64:
        return "*"
    return f"{32 + int(score) // 2}-{32 - int(score) // 2}"
