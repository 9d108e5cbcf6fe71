"""Opponent models: searches that expect a certain opponent, not the best one (Orlovich 2002, section 2.1)."""
