"""SGF for Othello (FF[4], GM[2]): set-up, moves, variations, comments, marks; Edax's dialect included.

Squares may be written ``f5`` or in Go style (``fe`` = column f, row e), a pass as ``[]``, ``pass``, ``PA``
or ``tt``. ``V`` (good for Black when positive) carries the value of a move.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from logistello.errors import NotationError
from logistello.othello.color import Color
from logistello.othello.game import Ending, Game, Node, Result
from logistello.othello.notation.document import Document, collected
from logistello.othello.notation.limits import NO_LIMITS, ReadingLimits
from logistello.othello.notation.moves import WrittenMove, play_written
from logistello.othello.notation.reading_note import ReadingNote
from logistello.othello.notation.sgf_marks import MARKS, read_marks, write_marks
from logistello.othello.notation.sgf_squares import read_area, read_square
from logistello.othello.notation.sgf_tree import SgfNode, SgfProperty, escape, parse_forest, unescape
from logistello.othello.notation.source import SourceText, format_number, parse_number, shorten
from logistello.othello.position import Position
from logistello.othello.square import PASS, squares_of

_SETUP = ("AB", "AW", "AE", "PL")
_RESULT = re.compile(r"(?P<winner>[BW])\+(?P<by>[0-9.]{1,9}|[A-Za-z]*)", re.IGNORECASE)
_EARLY_ENDINGS = {"r": Ending.RESIGNED, "t": Ending.TIMEOUT, "f": Ending.AGREED}
# Written anew from the game itself, hence not kept among the tags.
_FORMAT_PROPERTIES = frozenset(("FF", "GM", "SZ", "CA", "AP", "ST"))


def read_sgf(text: str, limits: ReadingLimits = NO_LIMITS) -> Document:
    """All games of a collection; a game that cannot be read becomes an error."""
    return collected("sgf", sgf_games, text, limits)


def sgf_games(text: str, document: Document) -> Iterator[Game | NotationError]:
    """The same one after the other."""
    source = SourceText(text)
    found = False
    for root in parse_forest(source):
        found = True
        if isinstance(root, NotationError):
            yield root
            continue
        try:
            yield _build_game(source, root, document.notes)
        except NotationError as error:
            yield error
    if not found:
        raise NotationError("no game in the text", line=1, column=1, expected="(;GM[2]...)")


def _build_game(source: SourceText, root: SgfNode, notes: list[str]) -> Game:
    line, _ = source.place(root.offset)
    _require_othello(source, root, notes, line)
    game = Game(start=_start_position(source, root, notes, line))
    result: SgfProperty | None = None
    for prop in root.properties:
        if prop.name == "RE":
            result = prop
        elif prop.name not in ("B", "W", "V", *_SETUP, *MARKS):
            _read_header(game, prop)
    dropped: set[str] = set()
    pending: list[tuple[SgfNode, Node]] = [(root, game.root)]
    while pending:
        raw, node = pending.pop()
        node = _play_node(source, raw, node, dropped, is_root=raw is root)
        pending.extend((child, node) for child in reversed(raw.children))
    if dropped:
        names = " ".join(sorted(dropped))
        words = f"line {line}: properties of moves that were not kept: {names}"
        notes.append(ReadingNote(words, "left_out", line=line, names=names))
    if result is not None:
        _read_result(source, game, result)
    return game


def _require_othello(source: SourceText, root: SgfNode, notes: list[str], line: int) -> None:
    kinds = [prop for prop in root.properties if prop.name == "GM"]
    if not kinds:
        words = f"line {line}: the game has no GM property; taken for Othello (GM[2])"
        notes.append(ReadingNote(words, "no_kind", line=line))
    for kind in kinds:
        if kind.value.strip().lower() not in ("2", "othello", "reversi"):
            raise source.error(kind.offset, f"GM is {shorten(kind.value)}", expected="GM[2] for Othello")
    for size in root.properties:
        if size.name == "SZ" and size.value.strip() not in ("8", "8:8"):
            raise source.error(size.offset, f"a board of size {shorten(size.value)}", expected="SZ[8]")


def _start_position(source: SourceText, root: SgfNode, notes: list[str], line: int) -> Position:
    black = white = 0
    is_set_up = False
    turn: Color | None = None
    for prop in root.properties:
        if prop.name in ("AB", "AW", "AE"):
            is_set_up = True
            mask = read_area(source, prop.value, prop.offset)
            black = black | mask if prop.name == "AB" else black & ~mask
            white = white | mask if prop.name == "AW" else white & ~mask
        elif prop.name == "PL":
            turn = {"b": Color.BLACK, "w": Color.WHITE}.get(prop.value.strip().lower()[:1])
            if turn is None:
                raise source.error(prop.offset, f"PL is {shorten(prop.value)}", expected="B or W")
    if turn is None and is_set_up:
        turn = _color_of_first_move(root)
        if turn is None:
            words = f"line {line}: set-up without PL and without a move; Black taken to move"
            notes.append(ReadingNote(words, "black_to_move", line=line))
    turn = Color.BLACK if turn is None else turn
    if not is_set_up:
        start = Position.initial()
        return Position(start.black, start.white, turn)
    return Position(black, white, turn)


def _color_of_first_move(root: SgfNode) -> Color | None:
    node: SgfNode | None = root
    while node is not None:
        for prop in node.properties:
            if prop.name in ("B", "W"):
                return Color.BLACK if prop.name == "B" else Color.WHITE
        node = node.children[0] if node.children else None
    return None


def _read_header(game: Game, prop: SgfProperty) -> None:
    text = unescape(prop.value)
    if prop.name == "PB":
        game.black.name = text
    elif prop.name == "PW":
        game.white.name = text
    elif prop.name in ("BR", "WR"):
        player = game.black if prop.name == "BR" else game.white
        player.rating = parse_number(text)
        if player.rating is None:
            game.tags[prop.name] = text
    elif prop.name == "PC":
        game.place = text
    elif prop.name == "DT":
        game.date = text
    elif prop.name == "TM":
        game.black.clock = game.white.clock = text
    elif prop.name == "C":
        game.comment = text
    elif prop.name not in _FORMAT_PROPERTIES:
        known = game.tags.get(prop.name)
        game.tags[prop.name] = text if known is None else f"{known}\n{text}"


def _play_node(source: SourceText, raw: SgfNode, node: Node, dropped: set[str], *, is_root: bool) -> Node:
    """The moves of one SGF node in order (Edax puts its first move into the root)."""
    for prop in raw.properties:
        if prop.name in ("B", "W"):
            color = Color.BLACK if prop.name == "B" else Color.WHITE
            move = WrittenMove(read_square(source, unescape(prop.value), prop.offset), prop.offset, color)
            node = play_written(node, move, source)
        elif prop.name in MARKS:
            _add_marks(source, node, prop, dropped)
        elif is_root:
            continue
        elif prop.name in _SETUP:
            raise source.error(prop.offset, f"{prop.name} changes the board during the game", expected="moves only")
        elif prop.name == "C":
            node.comment = unescape(prop.value)
        elif prop.name == "V" and (value := parse_number(prop.value)) is not None:
            node.value = -value if node.mover is Color.WHITE else value
        else:
            dropped.add(prop.name)
    return node


def _add_marks(source: SourceText, node: Node, prop: SgfProperty, dropped: set[str]) -> None:
    """Marks are no reason to refuse a game: one that makes no sense is left out."""
    try:
        node.marks |= read_marks(source, prop)
    except NotationError:
        dropped.add(prop.name)


def _read_result(source: SourceText, game: Game, prop: SgfProperty) -> None:
    text = unescape(prop.value).strip()
    over = game.position.is_over
    usual = Ending.PLAYED if over else Ending.UNFINISHED
    if text in ("", "?") or text.lower() == "void":
        game.tags["RE"] = text
        return
    if text == "0" or text.lower() == "draw":
        game.stated_result = Result(0, usual)
        return
    match = _RESULT.fullmatch(text)
    by = parse_number(match["by"]) if match else None
    if match and by is not None:
        game.stated_result = Result(by if match["winner"] in "Bb" else -by, usual)
    elif match and (not match["by"] or match["by"][0].lower() in _EARLY_ENDINGS):
        # The winner is known but not the discs, which only the tag can hold.
        game.tags["RE"] = text
        game.stated_result = Result(None, _EARLY_ENDINGS.get(match["by"][:1].lower(), usual))
    else:
        raise source.error(prop.offset, f"result {shorten(text)}", expected="B+12, W+3, 0, Draw, B+R, W+T, Void or ?")


# -- writing ----------------------------------------------------------------------------------


def write_sgf(document: Document) -> bytes:
    """All games as one collection, positions as games without moves."""
    games = [*document.games, *(Game(start=p.position, comment=p.comment) for p in document.problems)]
    return "".join(write_sgf_game(game) + "\n" for game in games).encode()


def write_sgf_game(game: Game) -> str:
    """One game with all its variations.

    >>> write_sgf_game(Game.from_moves("f5d6"))
    '(;FF[4]GM[2]CA[UTF-8]SZ[8]AB[e4][d5]AW[d4][e5]PL[B];B[f5];W[d6])'
    """
    parts = ["(;FF[4]GM[2]CA[UTF-8]SZ[8]"]
    fields = {"PC": game.place, "DT": game.date, "PB": game.black.name, "PW": game.white.name}
    for name, player in (("BR", game.black), ("WR", game.white)):
        fields[name] = "" if player.rating is None else format_number(player.rating)
    fields["TM"] = game.black.clock if game.black.clock == game.white.clock else ""
    fields["RE"] = _write_result(game)
    fields["C"] = game.comment or game.root.comment
    kept = {name: value for name, value in game.tags.items() if re.fullmatch("[A-Z]{1,8}", name)}
    for name in ("B", "W", "V", "RE", *_SETUP, *MARKS, *_FORMAT_PROPERTIES):
        kept.pop(name, None)
    parts.extend(f"{name}[{escape(value)}]" for name, value in {**kept, **fields}.items() if value)
    for name, discs in (("AB", game.start.black), ("AW", game.start.white)):
        if discs:
            parts.append(name + "".join(f"[{square}]" for square in squares_of(discs)))
    if not game.start.occupied:
        parts.append("AE[a1:h8]")
    parts.append(f"PL[{'BW'[game.start.turn]}]{write_marks(game.root.marks)}")
    _write_tree(game.root, parts)
    parts.append(")")
    return "".join(parts)


def _write_result(game: Game) -> str:
    score = game.result.black_score
    if score is None:
        return game.tags.get("RE", "")
    if score == 0:
        return "0"
    return f"{'B' if score > 0 else 'W'}+{format_number(abs(score))}"


def _write_tree(root: Node, parts: list[str]) -> None:
    """Depth first without recursion; a string on the stack is written as it is."""
    stack: list[Node | str] = list(reversed(_branches(root)))
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            parts.append(item)
            continue
        parts.append(_write_node(item))
        stack.extend(reversed(_branches(item)))


def _branches(node: Node) -> list[Node | str]:
    if len(node.children) < 2:
        return list(node.children)
    return [part for child in node.children for part in ("(", child, ")")]


def _write_node(node: Node) -> str:
    letter = "B" if node.mover is Color.BLACK else "W"
    text = f";{letter}[{'' if node.move is PASS else node.move}]"
    if node.value is not None:
        text += f"V[{format_number(node.value if letter == 'B' else -node.value)}]"
    if node.comment:
        text += f"C[{escape(node.comment)}]"
    return text + write_marks(node.marks)
