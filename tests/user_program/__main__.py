"""``python -m user_program FOLDER`` runs everything in an empty folder."""

from __future__ import annotations

import sys
from pathlib import Path

from user_program import books, engines_and_matches, games_and_files, laboratory, learning, pictures

for part in (games_and_files, engines_and_matches, books, learning, laboratory, pictures):
    folder = Path(sys.argv[1]) / part.__name__
    folder.mkdir()
    part.main(folder)
    print(part.__name__)
