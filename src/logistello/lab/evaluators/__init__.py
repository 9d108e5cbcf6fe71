"""Evaluators that people made, and Othello's learned one, behind the laboratory's contract."""
