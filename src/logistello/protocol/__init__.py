"""Ways for other programs to talk to the engine."""
