"""GGF, the format of the Generic Game Server: ``(;GM[Othello]PB[..]..B[d3//0.01]W[c5]..;)``.

A value has no escapes: it ends at the next ``]``. Archives hold one match per line, led by the number
of its games: ``1 (;..;)`` or, for a synchro match, ``2 (;..;)(;..;)``. ``CO`` before the moves is about the game,
after a move about that move.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from logistello.errors import NotationError
from logistello.othello.color import Color
from logistello.othello.game import Ending, Game, Node, Result
from logistello.othello.notation.board import parse_position, write_ggs_board
from logistello.othello.notation.document import Document, collected
from logistello.othello.notation.limits import NO_LIMITS, ReadingLimits
from logistello.othello.notation.moves import WrittenMove, play_written
from logistello.othello.notation.reading_note import ReadingNote
from logistello.othello.notation.source import SourceText, format_number, parse_number, shorten
from logistello.othello.position import Position
from logistello.othello.square import PASS, Square

_COUNT = re.compile(r"[0-9]{1,6}(?=\s*\(\s*;)")
_OPEN = re.compile(r"\(\s*;")
_CLOSE = re.compile(r";?\s*\)")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_SPACE = re.compile(r"[\s\ufeff]*")
_RESULT = re.compile(r"(?P<score>[^:]*)(?::\s*(?P<flag>[A-Za-z])\s*)?")
# Tags of other formats may come along, but none that would be taken for a move or another game.
_EXTRA_TAG = re.compile("(?!(?:B|W|GM)$)[A-Z][A-Z0-9]*")
_ENDINGS = {"r": Ending.RESIGNED, "t": Ending.TIMEOUT, "s": Ending.AGREED, "l": Ending.ADJOURNED}
_FLAGS = {ending: flag for flag, ending in _ENDINGS.items()}


class _Tag(NamedTuple):
    name: str
    value: str
    offset: int  # of the value


def read_ggf(text: str, limits: ReadingLimits = NO_LIMITS) -> Document:
    """All games of a text; a game that cannot be read becomes an error and does not hide the others."""
    return collected("ggf", ggf_games, text, limits)


def ggf_games(text: str, document: Document) -> Iterator[Game | NotationError]:
    """The same one after the other."""
    source = SourceText(text)
    found = False
    promised: int | None = None
    seen = 0
    last_bracket = text.rfind("]")
    game_end = 0
    offset = _skip_space(text, 0)
    while offset < len(text):
        count = _COUNT.match(text, offset)
        opening = _OPEN.match(text, offset)
        if count:
            _note_count(document, source, promised, seen, offset)
            promised, seen = int(count[0]), 0
            offset = count.end()
        elif opening:
            if promised is not None and seen and "\n" in text[game_end:offset]:
                # A count speaks for its own line only; old files have none.
                _note_count(document, source, promised, seen, game_end)
                promised = None
            seen += 1
            found = True
            try:
                tags, offset = _scan_game(source, opening.end())
                yield _build_game(source, tags, opening.start(), document.notes)
            except NotationError as error:
                yield error
                if offset <= opening.start():
                    # Behind the last value of the text nothing can be read any more.
                    offset = _next_game(text, opening.end()) if offset < last_bracket else len(text)
        else:
            found = True
            yield source.error(offset, f"text between games: {shorten(text[offset : offset + 20])}", expected="'(;'")
            offset = _next_game(text, offset)
        game_end = offset
        offset = _skip_space(text, offset)
    _note_count(document, source, promised, seen, len(text))
    if not found:
        raise NotationError("no game in the text", line=1, column=1, expected="(;GM[Othello]...;)")


def _skip_space(text: str, offset: int) -> int:
    match = _SPACE.match(text, offset)
    return match.end() if match else offset


def _next_game(text: str, offset: int) -> int:
    """Where to go on after something unreadable: the next ``(;``, with the count before it."""
    match = re.compile(r"(?:\b[0-9]{1,6}\s*)?\(\s*;").search(text, offset)
    return match.start() if match else len(text)


def _note_count(document: Document, source: SourceText, promised: int | None, seen: int, offset: int) -> None:
    if promised is not None and promised != seen:
        line, _ = source.place(max(offset - 1, 0))
        words = f"line {line}: a match of {promised} games holds {seen}"
        document.notes.append(ReadingNote(words, "match_size", line=line, promised=promised, n=seen))


def _scan_game(source: SourceText, offset: int) -> tuple[list[_Tag], int]:
    """The tags up to the end of the game, and where it ends."""
    text = source.text
    tags: list[_Tag] = []
    while True:
        offset = _skip_space(text, offset)
        closing = _CLOSE.match(text, offset)
        if closing:
            return tags, closing.end()
        name = _NAME.match(text, offset)
        if name is None:
            if text.startswith(";", offset):
                # SGF-like separators between moves do no harm.
                offset += 1
                continue
            what = shorten(text[offset : offset + 12]) if offset < len(text) else "the end of the text"
            raise source.error(min(offset, len(text)), f"{what} inside a game", expected="a tag or ';)'")
        start = _skip_space(text, name.end())
        if not text.startswith("[", start):
            raise source.error(start, f"no value for the tag {shorten(name[0])}", expected="'['")
        end = text.find("]", start)
        if end < 0:
            raise source.error(start, f"the value of {shorten(name[0])} does not end", expected="']'")
        tags.append(_Tag(name[0].upper(), text[start + 1 : end], start + 1))
        offset = end + 1


def _build_game(source: SourceText, tags: list[_Tag], offset: int, notes: list[str]) -> Game:
    header: dict[str, _Tag] = {}
    moves: list[tuple[_Tag, list[str]]] = []
    for tag in tags:
        if tag.name in ("B", "W"):
            moves.append((tag, []))
            continue
        if tag.name == "CO" and moves:
            moves[-1][1].append(tag.value)
            continue
        if tag.name in header:
            line, _ = source.place(tag.offset)
            words = f"line {line}: {tag.name} is given twice; the last one is kept"
            notes.append(ReadingNote(words, "given_twice", line=line, name=tag.name))
        header[tag.name] = tag
    kind = header.pop("GM", None)
    if kind is not None and kind.value.strip().lower() not in ("othello", "reversi"):
        raise source.error(kind.offset, f"a game of {shorten(kind.value)}", expected="GM[Othello]")
    game = Game(start=_start_position(source, header, offset))
    _fill_players(game, header)
    game.place = header.pop("PC").value if "PC" in header else ""
    game.date = header.pop("DT").value if "DT" in header else ""
    game.comment = header.pop("CO").value if "CO" in header else ""
    result = header.pop("RE", None)
    game.tags = {name: tag.value for name, tag in header.items()}
    node = game.root
    for tag, comments in moves:
        node = _play(node, tag, source)
        node.comment = "\n".join(comments)
    if result is not None:
        game.stated_result = _read_result(source, result, over=node.position.is_over)
    return game


def _start_position(source: SourceText, header: dict[str, _Tag], offset: int) -> Position:
    board = header.pop("BO", None)
    if board is None:
        size = re.match(r"s?([0-9]+)", header["TY"].value.strip()) if "TY" in header else None
        if size and size[1] != "8":
            raise source.error(header["TY"].offset, f"a board of size {shorten(size[1])}", expected="size 8")
        return Position.initial()
    size = re.match(r"\s*([0-9]+)\s", board.value)
    if size is None or size[1] != "8":
        what = f"a board of size {shorten(size[1])}" if size else "a board without a size"
        raise source.error(board.offset, what, expected="'8', then 64 squares and the side to move")
    try:
        return parse_position(board.value)
    except NotationError as error:
        raise source.error(board.offset, error.reason, expected=error.expected) from None


def _fill_players(game: Game, header: dict[str, _Tag]) -> None:
    clock = header.pop("TI").value if "TI" in header else ""
    for player, letter in ((game.black, "B"), (game.white, "W")):
        player.name = header.pop("P" + letter).value if "P" + letter in header else ""
        player.clock = header.pop("T" + letter).value if "T" + letter in header else clock
        rating = parse_number(header["R" + letter].value) if "R" + letter in header else None
        if rating is not None:
            # A rating that is not a number stays among the tags.
            player.rating = rating
            del header["R" + letter]


def _play(node: Node, tag: _Tag, source: SourceText) -> Node:
    written, *extras = tag.value.split("/")
    if len(extras) > 2:
        raise source.error(tag.offset, f"too many parts in {shorten(tag.value)}", expected="move/evaluation/seconds")
    numbers: list[float | None] = [None, None]
    for index, (extra, what) in enumerate(zip(extras, ("an evaluation", "seconds"), strict=False)):
        numbers[index] = parse_number(extra)
        if extra.strip() and numbers[index] is None:
            raise source.error(tag.offset, f"{shorten(extra)} in {shorten(tag.value)}", expected=what)
    color = Color.BLACK if tag.name == "B" else Color.WHITE
    move = WrittenMove(_square(source, written.strip(), tag.offset), tag.offset, color)
    return play_written(node, move, source, value=numbers[0], seconds=numbers[1])


def _square(source: SourceText, word: str, offset: int) -> Square:
    """Any word that begins with P is a pass, as in the GGS clients."""
    if word[:1] in ("p", "P") and word.isalpha():
        return PASS
    try:
        return Square.parse(word)
    except NotationError as error:
        raise source.error(offset, error.reason, expected=error.expected) from None


def _read_result(source: SourceText, tag: _Tag, *, over: bool) -> Result | None:
    match = _RESULT.fullmatch(tag.value)
    flag = match["flag"].lower() if match and match["flag"] else None
    if match is None or (flag is not None and flag not in _ENDINGS):
        raise source.error(tag.offset, f"result {shorten(tag.value)}", expected="a number, maybe with :r :t :s :l")
    ending = _ENDINGS[flag] if flag else Ending.PLAYED if over else Ending.UNFINISHED
    written = match["score"].strip()
    if written in ("?", ""):
        return Result(None, ending) if flag or not over else None
    score = parse_number(written)
    if score is None:
        raise source.error(tag.offset, f"result {shorten(tag.value)}", expected="a number such as +12.000, or ?")
    return Result(score, ending)


# -- writing ----------------------------------------------------------------------------------


def write_ggf(document: Document) -> bytes:
    """One match per line; two games of a synchro match that follow each other share a line."""
    games = [*document.games, *(Game(start=p.position, comment=p.comment) for p in document.problems)]
    lines = []
    index = 0
    while index < len(games):
        pair = index + 1 < len(games) and _is_synchro_pair(games[index], games[index + 1])
        match = games[index : index + 2] if pair else games[index : index + 1]
        lines.append(f"{len(match)} {''.join(write_ggf_game(game) for game in match)}\n")
        index += len(match)
    return "".join(lines).encode()


def _is_synchro_pair(first: Game, second: Game) -> bool:
    return (
        first.tags.get("TY", "").startswith("s")
        and first.tags.get("TY") == second.tags.get("TY")
        and (first.date, first.start) == (second.date, second.start)
        and (first.black.name, first.white.name) == (second.white.name, second.black.name)
    )


def write_ggf_game(game: Game) -> str:
    """One game on one line.

    >>> write_ggf_game(Game.from_moves("f5d6"))[:30]
    '(;GM[Othello]PC[]DT[]PB[]PW[]T'
    """
    tags = {"GM": "Othello", "PC": game.place, "DT": game.date, "PB": game.black.name, "PW": game.white.name}
    for name, player in (("RB", game.black), ("RW", game.white)):
        if player.rating is not None:
            tags[name] = format_number(player.rating)
    if game.black.clock == game.white.clock:
        tags["TI"] = game.black.clock
    else:
        tags["TB"], tags["TW"] = game.black.clock, game.white.clock
    tags["TY"] = "8"
    tags.update({name: value for name, value in game.tags.items() if _EXTRA_TAG.fullmatch(name)})
    tags["RE"] = _write_result(game.result)
    if game.comment:
        tags["CO"] = game.comment
    tags["BO"] = write_ggs_board(game.start)
    if not tags["TI" if "TI" in tags else "TB"]:
        tags.pop("TI", None)
    for name, value in tags.items():
        _check_value(name, value)
    moves = "".join(_write_move(node) for node in game.root.main_line())
    return f"(;{''.join(f'{name}[{value}]' for name, value in tags.items())}{moves};)"


def _write_result(result: Result) -> str:
    score = "?"
    if result.black_score is not None:
        short = f"{result.black_score:+.3f}"
        exact = float(short) == result.black_score
        score = short if exact else ("+" if result.black_score >= 0 else "") + format_number(result.black_score)
    return f"{score}:{_FLAGS[result.ending]}" if result.ending in _FLAGS else score


def _write_move(node: Node) -> str:
    letter = "B" if node.mover is Color.BLACK else "W"
    parts = ["PA" if node.move is PASS else str(node.move).upper()]
    if node.value is not None or node.seconds is not None:
        parts.append("" if node.value is None else _two_decimals(node.value))
    if node.seconds is not None:
        parts.append(_two_decimals(node.seconds))
    comment = f"CO[{node.comment}]" if node.comment else ""
    _check_value("CO", node.comment)
    return f"{letter}[{'/'.join(parts)}]{comment}"


def _check_value(name: str, value: str) -> None:
    if "]" in value:
        raise NotationError(f"{name} is {shorten(value)}: a GGF value cannot hold ']'")


def _two_decimals(value: float) -> str:
    """As GGS writes numbers, unless that would lose digits."""
    short = f"{value:.2f}"
    return short if float(short) == value else format_number(value)
