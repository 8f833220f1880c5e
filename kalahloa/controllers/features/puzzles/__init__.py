"""Puzzles: solved on the board, and found in games."""
