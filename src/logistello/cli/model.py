"""``logistello model``: what is in a model file."""

from __future__ import annotations

import json as json_format
import sys
from pathlib import Path
from typing import Any, Literal

from logistello.errors import UsageError


def model(action: Literal["info", "list"], file: Path | None = None, /, *, json: bool = False) -> int:
    """Describe a model: patterns, stages, what it was made from and how accurate it is; or list those of the package.

    Parameters
    ----------
    action
        info or list
    file
        A model file, or the name of a model of the package; by default its default model.
    json
        Print one JSON object.
    """
    from logistello.cli.terminal import shown
    from logistello.evaluation.model import Model, find_model

    if action == "list":
        if file is not None:
            raise UsageError(f"model list {file}: expected no file; 'logistello model info {file}' describes one")
        return _list([Model.named(name).describe() | {"model": name} for name in Model.names()], json)
    description = find_model(file).describe()
    if json:
        sys.stdout.write(json_format.dumps(description, indent=2, ensure_ascii=False) + "\n")
    else:
        sys.stdout.write("".join(f"{shown(line)}\n" for line in _lines(description)))
    return 0


def _list(models: list[dict[str, Any]], json: bool) -> int:
    if json:
        kept = ("model", "pattern_set", "instances", "weights", "checksum")
        rows = [{key: each[key] for key in kept} for each in models]
        sys.stdout.write(json_format.dumps(rows, indent=2) + "\n")
        return 0
    for each in models:
        calibrated = "" if each["probcut"] is None else ", calibrated for ProbCut"
        sys.stdout.write(
            f"{each['model']:14}  patterns {each['pattern_set']}: {each['instances']} instances, "
            f"{each['weights']:,} weights{calibrated}\n"
        )
    return 0


def _lines(info: dict[str, Any]) -> list[str]:
    shapes = " ".join(f"{name}({count})" for name, count in info["patterns"].items())
    stages = " ".join(f"{low}-{high}" if low != high else str(low) for low, high in info["stages"])
    lines = [
        f"name         {info['name']}",
        f"file name    {info['file_name']}",
        f"checksum     {info['checksum']}",
        f"pattern set  {info['pattern_set']}: {info['instances']} instances, {shapes}",
        f"stages       {len(info['stages'])}, by discs: {stages}",
        f"weights      {info['weights']:,} ({info['weights_per_stage']:,} a stage), {info['weights_not_zero']:,} not 0",
        *_sparse(info["sparse"]),
        f"scale        {info['units_per_disc']} units per disc",
        f"sections     {' '.join(info['sections'])}",
        f"probcut      {_probcut(info['probcut'])}",
        "made from",
        *_nested(info["provenance"], 2),
        "metrics",
        *_nested(info["metrics"], 2),
    ]
    return [line.rstrip() for line in lines]


def _sparse(tables: dict[str, dict[str, float]]) -> list[str]:
    return [
        f"sparse       {name}: {each['weights']:,} weights a stage, table of {each['entries']:,} entries, "
        f"{100 * each['load']:.0f} % in use"
        for name, each in tables.items()
    ]


def _probcut(info: dict[str, Any] | None) -> str:
    if info is None:
        return "none: searched in full width; 'logistello calibrate' makes a table"
    asked = ", ".join(f"{name} {info[name]}" for name in ("depth", "seed") if name in info)
    return f"{info['measured']:,} of {info['lines']:,} lines measured with {info['pairs_of']:,} positions, {asked}"


def _nested(value: dict[str, Any], indent: int) -> list[str]:
    """Keys and values, one a line; dictionaries below their key, lists of them one item a line."""
    blank = " " * indent
    lines = []
    for key, each in value.items():
        items = each if isinstance(each, list) else [each]
        if not items or not all(isinstance(item, dict) for item in items):
            lines.append(f"{blank}{key}: {_short(each)}")
            continue
        lines.append(f"{blank}{key}")
        for item in items:
            if isinstance(each, list) and not any(_is_table(inner) for inner in item.values()):
                lines.append(f"{blank}  " + ", ".join(f"{name} {_short(inner)}" for name, inner in item.items()))
            else:
                lines += _nested(item, indent + 2)
    return lines


def _is_table(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and any(isinstance(item, dict) for item in value))


def _short(value: Any) -> str:
    """Checksums by their first digits, ranges as such."""
    if isinstance(value, list):
        return "-".join(map(str, value))
    text = str(value)
    return text[:12] if len(text) == 64 else text
