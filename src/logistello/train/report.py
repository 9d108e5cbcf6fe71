"""The report of a run: the strength of its generations, as ``report.json`` and as the page ``report.html``."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any, Protocol

from logistello.charts import Chart, picture
from logistello.evaluation.pattern_set import FIRST_DISCS
from logistello.files import write_whole
from logistello.match.bradley_terry import Results, ladder
from logistello.report_page import report_page, report_table
from logistello.train.preset import Preset

_RANDOM = "random player"


class Made(Protocol):
    """What a report needs to know of a generation."""

    @property
    def number(self) -> int: ...
    @property
    def gate(self) -> dict[str, Any]: ...
    @property
    def yardsticks(self) -> list[dict[str, Any]]: ...
    @property
    def metrics(self) -> dict[str, Any]: ...
    @property
    def positions(self) -> int: ...
    @property
    def checksum(self) -> str: ...


def read_report(folder: Path) -> dict[str, Any]:
    """What :func:`write_report` stored of a run."""
    data: dict[str, Any] = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    return data


def draw_training(data: Mapping[str, Any]) -> str:
    """A picture of a run: strength, points and error by generation."""
    generations = data["generations"]
    errors = _chart("generation", "error, discs")
    known = [(each["generation"], each["validation_mae"]) for each in generations if each["validation_mae"] is not None]
    errors.line(known, name="held-out games", dots=True)
    charts = [_strength_chart(data), _score_chart(generations), errors, _error_chart(generations)]
    return picture(charts, columns=2, title="Strength and error of each generation")


def write_report(folder: Path, preset: Preset, seed: int, start: str, made: Sequence[Made], best: int) -> None:
    """Write both files."""
    data = report_data(preset, seed, start, made, best)
    write_whole(folder / "report.json", json.dumps(data, indent=1) + "\n")
    write_whole(folder / "report.html", training_page(data))


def report_data(preset: Preset, seed: int, start: str, made: Sequence[Made], best: int) -> dict[str, Any]:
    """Everything, for programs. No time and no path: the same run gives the same report."""
    elo = ladder(_results(made), _RANDOM)
    return {
        "preset": preset.as_dict(),
        "seed": seed,
        "start": start,
        "best": best,
        "elo": {name: round(value, 1) for name, value in elo.items()},
        "generations": [
            {
                "generation": each.number,
                "model": each.checksum,
                "positions": each.positions,
                "validation_mae": each.metrics.get("validation_mae"),
                "stages": each.metrics.get("stages", []),
                "gate": each.gate,
                "yardsticks": each.yardsticks,
            }
            for each in made
        ],
    }


def _results(made: Sequence[Made]) -> Results:
    """Points of all yardstick matches. Gates are left out: they stop at a lucky moment."""
    results: dict[tuple[str, str], tuple[float, int]] = {}
    for each in made:
        for row in each.yardsticks:
            games = row["wins"] + row["draws"] + row["losses"]
            results[f"generation {each.number}", row["against"]] = row["wins"] + row["draws"] / 2, games
    return results


# -- the page ---------------------------------------------------------------------------------


def training_page(data: Mapping[str, Any]) -> str:
    """The page, complete in itself."""
    name, generations = data["preset"]["name"], data["generations"]
    best = f"generation {data['best']}" if data["best"] else "none yet passed the gate"
    parts = [
        f"<h1>Training run: preset {escape(str(name))}, seed {data['seed']}</h1>",
        f"<p>Begun with {_begun(data['start'])}. {len(generations)} generation(s) made; best: {escape(best)}.</p>",
        "<h2>Strength</h2>",
        picture([_strength_chart(data)], title="Strength of each generation"),
        "<p>Elo from all matches against yardsticks, the random player at 0; a player that won every game is "
        "stronger than can be told.</p>",
        picture([_score_chart(generations)], title="Points that each generation won"),
        _strength_table(generations),
        "<h2>Gate</h2>",
        _gate_table(generations, data["best"]),
        "<h2>Error by stage of the game</h2>",
        picture([_error_chart(generations)], title="Error by stage of the game"),
        "<p>Mean absolute error in discs on games that were not learned from. Later generations have harder labels: "
        "deeper searches of better players.</p>",
        "<h2>Provenance</h2>",
        _models_table(generations),
        f"<details><summary>Settings</summary><pre>{escape(json.dumps(data['preset'], indent=1))}</pre></details>",
    ]
    return report_page(f"Training run {name}", parts)


def _begun(start: str) -> str:
    return "nothing: random play and the rules" if start == "nothing" else f"the model <code>{start[:12]}</code>"


def _strength_chart(data: Mapping[str, Any]) -> Chart:
    points = [(each["generation"], data["elo"][f"generation {each['generation']}"]) for each in data["generations"]]
    chart = _chart("generation", "Elo")
    chart.line(points, name="this run", dots=True)
    for name, value in data["elo"].items():
        if not name.startswith("generation ") and points:
            chart.line([(points[0][0], value), (points[-1][0], value)], name=name.split(",")[0], dots=True)
    return chart


def _score_chart(generations: Sequence[Mapping[str, Any]]) -> Chart:
    lines: dict[str, list[tuple[float, list[float]]]] = {}
    for each in generations:
        for row in each["yardsticks"]:
            name = row["against"].split(",")[0]
            if name == f"generation {each['generation'] - 1}":
                lines.setdefault("generation before", []).append((each["generation"], row["percent"]))
            if name == "generation 1" or not name.startswith("generation "):
                lines.setdefault(name, []).append((each["generation"], row["percent"]))
    chart = _chart("generation", "points won", y_unit=" %")
    for name, rows in lines.items():
        chart.line([(x, row[0]) for x, row in rows], name=name, dots=True, band=[(row[1], row[2]) for _, row in rows])
    return chart


def _strength_table(generations: Sequence[Mapping[str, Any]]) -> str:
    rows = []
    for each in generations:
        for row in each["yardsticks"]:
            low, high = row["percent"][1:]
            rows.append(
                (
                    str(each["generation"]),
                    row["against"],
                    f"{row['wins']} / {row['draws']} / {row['losses']}",
                    f"{row['percent'][0]:.1f} % ({low:.0f} to {high:.0f})",
                    _elo_text(row["elo"]),
                    f"{row['mean_discs']:+.1f}",
                )
            )
    return report_table(("generation", "against", "won / drawn / lost", "points", "Elo", "discs a game"), rows)


def _elo_text(elo: Sequence[float | None]) -> str:
    value, low, high = (None if each is None else f"{each:+.0f}" for each in elo)
    if value is None:
        return f"more than {low}" if low is not None else f"less than {high}"
    return f"{value} ({low or '-∞'} to {high or '∞'})"


def _gate_table(generations: Sequence[Mapping[str, Any]], best: int) -> str:
    rows = []
    for each in generations:
        gate = each["gate"]
        taken = "taken" if gate["accepted"] else "refused"
        rows.append(
            (
                f"{each['generation']}{' (best)' if each['generation'] == best else ''}",
                gate["against"],
                f"{gate['wins']} / {gate['draws']} / {gate['losses']}",
                f"{gate['percent'][0]:.1f} %",
                f"{gate['log_likelihood_ratio']:+.2f}",
                f"{taken} by {gate['decided_by']}",
            )
        )
    return report_table(
        ("generation", "against", "won / drawn / lost", "points", "log likelihood ratio", "decision"), rows
    )


def _error_chart(generations: Sequence[Mapping[str, Any]]) -> Chart:
    chart = _chart("discs", "error, discs")
    for each in generations[-6:]:
        rows = [row for row in each["stages"] if "mae" in row]
        points = [((max(row["discs"][0], FIRST_DISCS) + row["discs"][1]) / 2, row["mae"]) for row in rows]
        chart.line(points, name=f"generation {each['generation']}", dots=True)
    return chart


def _chart(x_label: str, y_label: str, *, y_unit: str = "") -> Chart:
    return Chart("", x_label, y_label, width=640, legend="beside", whole_x=True, y_unit=y_unit)


def _models_table(generations: Sequence[Mapping[str, Any]]) -> str:
    rows = []
    for each in generations:
        error = each["validation_mae"]
        rows.append(
            (
                str(each["generation"]),
                f"{each['positions']:,}",
                "unknown" if error is None else f"{error:.2f}",
                each["model"],
            )
        )
    return report_table(("generation", "labelled positions", "error, discs", "SHA-256 of the model"), rows)
