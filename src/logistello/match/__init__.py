"""Players and the games between them."""
