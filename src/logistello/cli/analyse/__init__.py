"""``logistello analyse``."""
