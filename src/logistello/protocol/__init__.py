"""Our engine behind the protocols that other programs speak: GTP, NBoard, XBoard, GGS.

Each has three parts. Messages: pure functions between lines and values. A session: commands in, replies out; it owns
the game and uses the engine. The connection (:mod:`conversation`, :mod:`lines`) is the same for all, and the only
part that waits.
"""

from __future__ import annotations

#: How the engine introduces itself.
NAME = "Logistello"
