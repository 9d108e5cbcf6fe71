"""``logistello book``."""
