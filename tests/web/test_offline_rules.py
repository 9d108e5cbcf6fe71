"""The page's own rules, which it has for the time that the server is away, say what the server says."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import logistello.web
from logistello.othello import PASS, Color, Game, Position
from logistello.web.game_view import game_state, position_state
from tests.random_games import random_game

RULES = Path(logistello.web.__file__).parent / "static" / "js" / "offline_rules.js"
SCRIPT = f"""
import {{ answer }} from {json.dumps(RULES.as_uri())};
const questions = JSON.parse(await new Response(Deno.stdin.readable).text());
const said = ([path, question]) => {{
  try {{ return answer(path, question); }} catch (error) {{ return {{ refused: error.constructor.name }}; }}
}};
console.log(JSON.stringify(questions.map(said)));
"""


def answers(questions: Sequence[tuple[str, dict[str, str]]]) -> list[dict[str, Any]]:
    deno = shutil.which("deno", path=str(Path(sys.executable).parent)) or shutil.which("deno")
    if deno is None:
        pytest.fail("deno, which comes with `make setup`, runs the page's JavaScript")
    done = subprocess.run(
        [deno, "eval", "--quiet", SCRIPT], input=json.dumps(questions), capture_output=True, text=True, check=True
    )
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def without_names(state: dict[str, Any]) -> dict[str, Any]:
    """Openings have no names while the server is away."""
    return {**state, "opening": None, "legal": [{**move, "opening": None} for move in state["legal"]]}


def ggf(game: Game) -> str:
    """As the page writes a game from another start."""
    moves, color = "", game.start.turn
    for move in game.moves:
        moves += f"{'B' if color is Color.BLACK else 'W'}[{move}]"
        color = color.opponent
    return f"(;GM[Othello]PB[]PW[]TY[8]BO[8 {game.start.text}]{moves};)"


def test_every_position_of_many_games_is_as_the_server_says() -> None:
    games = [random_game(seed) for seed in range(60)]
    # Games that begin with few discs and end early, often with empty squares and passes.
    starts = ["-" * 20 + "XO" + "-" * 42 + " X", "XXO" + "-" * 61 + " O", "-" * 64 + " X", "X" * 64 + " O"]
    games += [random_game(seed, start=Position.parse(start)) for seed, start in enumerate(starts * 5)]
    games += [random_game(seed, start=random_game(seed, 20).position) for seed in range(20)]
    assert any(PASS in game.moves for game in games)
    usual = [game.start == Position.initial() for game in games]
    texts = [
        game.transcript() if from_start else ggf(game) if game.moves else game.start.text
        for game, from_start in zip(games, usual, strict=True)
    ]
    for game, found in zip(games, answers([("/api/position", {"text": text}) for text in texts]), strict=True):
        expected = game_state(game).model_dump(mode="json")
        assert found["errors"] == []
        assert found["game"]["positions"] == [without_names(state) for state in expected["positions"]]
        for name in ("start", "usual_start", "transcript", "result"):
            assert found["game"][name] == expected[name], name


def test_single_moves_and_what_cannot_be_read() -> None:
    game = random_game(3, 30)
    nodes = list(game.root.main_line())
    befores = [game.root, *nodes[:-1]]
    asked = [
        ("/api/move", {"position": node.position.text, "move": str(next_.move)})
        for node, next_ in zip(befores, nodes, strict=True)
    ]
    for node, found in zip(nodes, answers(asked), strict=True):
        assert node.parent is not None
        expected = position_state(node.position, ply=1, before=node.parent.position, move=node.move)
        assert found == without_names(expected.model_dump(mode="json"))
    start = Position.initial().text
    slip, dialect, words, illegal, unread = answers(
        [
            ("/api/position", {"text": "f5d6h1c3"}),
            ("/api/position", {"text": " 1. F5 d6 2. C3"}),
            ("/api/position", {"text": "have a look at f5"}),
            ("/api/move", {"position": start, "move": "a1"}),
            ("/api/move", {"position": "f5d6", "move": "c3"}),
        ]
    )
    assert slip["game"]["transcript"] == "f5d6"
    assert [problem["message"] for problem in slip["errors"]] == ["h1"]
    assert dialect["game"]["transcript"] == "f5d6c3"
    assert words == illegal == unread == {"refused": "OfflineError"}
