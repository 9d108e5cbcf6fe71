"""``logistello play``."""
