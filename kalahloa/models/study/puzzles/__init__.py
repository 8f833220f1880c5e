"""Puzzles: positions in which one move is right, and the repetition of those that were failed."""
