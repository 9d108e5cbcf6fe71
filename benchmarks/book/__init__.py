"""The opening book: how fast it opens, and what becomes of it when its writer is killed."""
