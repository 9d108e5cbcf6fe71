"""A client of the Generic Game Server (GGS) and its Othello service ``/os``.

Lowest first: ``framing`` (bytes to messages of lines), ``message`` and ``parsing`` (lines to typed messages),
``session`` (what to do about them; knows neither sockets nor clocks of its own), ``thinkers`` (engines on threads),
``connection`` (sockets and waiting).
"""
