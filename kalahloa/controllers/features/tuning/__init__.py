"""Tuning the weights of heuristics."""
