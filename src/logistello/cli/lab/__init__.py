"""``logistello lab``."""
