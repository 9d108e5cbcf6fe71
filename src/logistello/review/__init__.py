"""Games judged move by move, and values explained: for people who want to play better."""
