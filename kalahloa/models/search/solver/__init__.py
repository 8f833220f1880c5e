"""Exact values by search to the end of the game."""
