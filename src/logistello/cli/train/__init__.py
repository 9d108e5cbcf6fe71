"""``logistello train``."""
