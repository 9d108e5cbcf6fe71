"""Convert games: read whatever a file holds, keep the games of one player, write them as SGF.

``python examples/convert_games.py IN OUT.sgf NAME``
"""

from __future__ import annotations

import sys
from pathlib import Path

from logistello.othello.notation import Document, read_path, write_path


def main(source: str, target: str, name: str) -> None:
    document = read_path(Path(source))
    for error in document.errors:
        print(f"not read: {error}", file=sys.stderr)
    chosen = [game for game in document.games if name.lower() in f"{game.black.name} {game.white.name}".lower()]
    write_path(Document("sgf", chosen), Path(target))
    print(f"{len(chosen)} of {len(document.games)} games ({document.format}) written to {Path(target).name}")
    for game in chosen[:5]:
        score = game.result.black_score
        outcome = "unknown" if score is None else f"{score:+g} for Black"
        print(f"  {game.black.name} - {game.white.name} {game.date}: {game.transcript()[:8]}..., {outcome}")


if __name__ == "__main__":
    main(*sys.argv[1:4])
