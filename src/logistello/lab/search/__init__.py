"""Searches of game trees, one file per idea: from minimax to MTD(f), chance nodes, move ordering, forward pruning."""
