"""Attacks on the whole program, repeatable: bad files and options, edited books, kills, protocols, the web."""
