"""Kalah's tablebase: the exact value of every position with few stones in play."""
