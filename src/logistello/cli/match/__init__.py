"""``logistello match``."""
