"""The syntax of SGF, whatever the game: a forest of nodes, each with properties.

Nothing here recurses, so that deep nesting cannot exhaust the stack.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from logistello.errors import NotationError
from logistello.othello.notation.source import SourceText, shorten

_SKIP = re.compile(r"[\s\ufeff]*")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*")
_VALUE = re.compile(r"\[((?:[^\\\]]|\\.)*+)\]", re.DOTALL)


@dataclass(slots=True)
class SgfProperty:
    name: str
    value: str  # as written, escapes included
    offset: int


@dataclass(slots=True)
class SgfNode:
    """Properties in the order of the file; the first child continues the main line."""

    offset: int
    properties: list[SgfProperty] = field(default_factory=list)
    children: list[SgfNode] = field(default_factory=list)


def parse_forest(source: SourceText) -> Iterator[SgfNode | NotationError]:
    """The roots of all games of a collection; of a game with broken syntax what is wrong with it."""
    text = source.text
    # A broken game may run to the end of the text, and so may the next try: the budget keeps that linear.
    budget = 3 * len(text)
    offset = _skip(text, 0)
    while offset < len(text):
        if text[offset] != "(":
            yield source.error(offset, f"text between games: {shorten(text[offset : offset + 20])}", expected="'('")
            offset = _next_game(text, offset + 1)
            continue
        root, reached = _parse_game(source, offset)
        yield root
        if isinstance(root, SgfNode):
            offset = _skip(text, reached)
            continue
        budget -= reached - offset
        if budget < 0:
            yield source.error(offset, "too many broken games; the rest was not read")
            return
        offset = _next_game(text, offset + 1)


def _next_game(text: str, offset: int) -> int:
    """After broken syntax: the next line that opens a game."""
    match = re.compile(r"^\s*\(\s*;", re.MULTILINE).search(text, offset)
    return match.end() - len(match[0].lstrip()) if match else len(text)


def _skip(text: str, offset: int) -> int:
    match = _SKIP.match(text, offset)
    return match.end() if match else offset


def _parse_game(source: SourceText, start: int) -> tuple[SgfNode | NotationError, int]:
    """One balanced ``( .. )``: its root node or what is wrong with it, and where the reading stopped."""
    text = source.text
    above = SgfNode(start)
    node = above
    branches: list[SgfNode] = []
    offset = start
    while True:
        offset = _skip(text, offset)
        symbol = text[offset : offset + 1]
        if symbol == "(":
            branches.append(node)
            offset += 1
        elif symbol == ";":
            child = SgfNode(offset)
            node.children.append(child)
            node = child
            offset += 1
        elif symbol == ")":
            node = branches.pop()
            offset += 1
            if not branches:
                break
        elif symbol and (name := _NAME.match(text, offset)):
            if node is above:
                what = f"property {shorten(name[0])} outside of a node"
                return source.error(offset, what, expected="';'"), offset
            try:
                offset = _parse_values(source, node, name[0], name.end())
            except NotationError as error:
                return error, len(text)
        else:
            what = shorten(text[offset : offset + 12]) if symbol else "the end of the text"
            return source.error(offset, f"{what} inside a game", expected="';', '(', ')' or a property"), offset
    if not above.children:
        return source.error(start, "a game without a node", expected="'(;'"), offset
    if len(above.children) > 1:
        return source.error(above.children[1].offset, "a game with two roots", expected="one root node"), offset
    return above.children[0], offset


def _parse_values(source: SourceText, node: SgfNode, name: str, offset: int) -> int:
    text = source.text
    # Old files write long names such as GaMe; their capitals are the name.
    short = "".join(letter for letter in name if not letter.islower()) or name.upper()
    count = 0
    while True:
        offset = _skip(text, offset)
        if not text.startswith("[", offset):
            break
        value = _VALUE.match(text, offset)
        if value is None:
            raise source.error(offset, f"the value of {shorten(name)} does not end", expected="']'")
        node.properties.append(SgfProperty(short, value[1], offset + 1))
        offset = value.end()
        count += 1
    if not count:
        raise source.error(offset, f"no value for {shorten(name)}", expected="'['")
    return offset


def unescape(value: str) -> str:
    """The text that a property holds: ``\\]`` is ``]``, a backslash at the end of a line joins lines."""
    joined = re.sub(r"\\(\r\n|\n\r|\n|\r)", "", value)
    return re.sub(r"\\(.)", r"\1", joined, flags=re.DOTALL)


def escape(text: str) -> str:
    """The inverse of :func:`unescape`.

    >>> escape("a]b"), unescape(escape("a]b"))
    ('a\\\\]b', 'a]b')
    """
    return re.sub(r"([\\\]])", r"\\\1", text)
