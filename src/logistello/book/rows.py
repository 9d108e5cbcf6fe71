"""Nodes as rows of the table and back."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from typing import Any

from logistello.book.book_game import BookGame
from logistello.book.evaluation import Bound, Evaluation, RatedMove
from logistello.book.node import Node
from logistello.book.schema import LOWER, PROVEN, UPPER
from logistello.book.value import BookValue

_FLAGS: dict[Bound, int] = {"exact": 0, "lower": LOWER, "upper": UPPER}


class Models:
    """The names of models, each stored once. Numbers that were given are never changed."""

    def __init__(self, execute: Callable[..., sqlite3.Cursor]) -> None:
        self._execute = execute
        self._numbers: dict[str, int] = {}
        self._names: dict[int, str] = {}

    def number(self, name: str) -> int:
        """A new name is stored: inside a transaction only."""
        if name not in self._numbers:
            self._execute("INSERT OR IGNORE INTO model (name) VALUES (?)", (name,))
            found: int = self._execute("SELECT id FROM model WHERE name = ?", (name,)).fetchone()[0]
            self._numbers[name] = found
        return self._numbers[name]

    def name(self, number: int) -> str:
        if number not in self._names:
            found = self._execute("SELECT name FROM model WHERE id = ?", (number,)).fetchone()
            self._names[number] = found[0] if found else f"unknown model {number}"
        return self._names[number]

    def forget(self) -> None:
        """A transaction that gave numbers was rolled back."""
        self._numbers.clear()
        self._names.clear()


def row_of(node: Node, models: Models) -> tuple[Any, ...]:
    """In the order of ``schema.COLUMNS``."""
    deviation = node.deviation
    return (
        node.value.low,
        node.value.high,
        node.games,
        int(node.pending),
        bytes(sorted(node.moves)),
        None if deviation is None else deviation.move,
        *_packed(None if deviation is None else deviation.evaluation, models),
        *_packed(node.label, models),
    )


def _packed(evaluation: Evaluation | None, models: Models) -> tuple[Any, ...]:
    if evaluation is None:
        return (None,) * 5
    return (
        evaluation.value,
        evaluation.depth,
        evaluation.confidence,
        _FLAGS[evaluation.bound] | (PROVEN if evaluation.proven else 0),
        models.number(evaluation.model),
    )


def node_of(key: bytes, row: Sequence[Any], game: BookGame[Any, Any], models: Models) -> Node:
    low, high, games, pending, edges, move, *rest = row
    deviation = _evaluation(rest[:5], models)
    return Node(
        key,
        BookValue(low, high),
        tuple(game.step(key, edge) for edge in edges),
        None if deviation is None else RatedMove(move, deviation),
        _evaluation(rest[5:], models),
        games,
        bool(pending),
    )


def _evaluation(columns: Sequence[Any], models: Models) -> Evaluation | None:
    value, depth, confidence, flags, model = columns
    if value is None:
        return None
    bound: Bound = "lower" if flags & LOWER else "upper" if flags & UPPER else "exact"
    return Evaluation(value, depth, confidence, bool(flags & PROVEN), bound, models.name(model))
