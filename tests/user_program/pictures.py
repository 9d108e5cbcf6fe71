"""Charts, and a board for a notebook."""

from __future__ import annotations

from pathlib import Path

from logistello import Engine, Game, Limit, Position, review_game
from logistello.charts import Chart, picture
from logistello.notebook import BoardWidget
from logistello.review import game_chart, moves_chart


def main(folder: Path) -> None:
    game = Game.from_moves("f5d6c3d3c4")
    with Engine(hash_mb=4) as engine:
        course = game_chart(game, list(review_game(engine, game, Limit(depth=2))))
        moves = moves_chart("White to move", engine.search(game.position, Limit(depth=2), best_moves=5).best)
        board = BoardWidget(game, engine=engine, limit=Limit(depth=2), size=300)
        board.play("f4")
        board.position = Position.initial()
        board.close()
    (folder / "game.svg").write_text(picture([course, moves], title="A game"))
    chart = Chart("Squares", "x", "y", whole_x=True)
    chart.line([(x, x * x) for x in range(5)], name="squares", dots=True)
    chart.bars([(x, x) for x in range(5)], texts=list("abcde"))
    assert picture([chart], title="Squares").startswith("<svg ")
