"""The opening book that learns: a graph of positions for any game, and the book of Othello."""
