"""Guessing the moves of a game."""
