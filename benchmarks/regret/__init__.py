"""What the moves of a search lose: ``python -m benchmarks.regret``."""
