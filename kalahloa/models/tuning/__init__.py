"""Tuning the weights of a heuristic by regression on games."""
