"""What the laboratory has to show: ``python -m benchmarks.lab NAME``."""
