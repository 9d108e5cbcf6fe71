"""``logistello selftest``: the command, and what it tries."""
