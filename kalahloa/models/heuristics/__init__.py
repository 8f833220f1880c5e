"""Heuristics that the user has written: their text, where they are kept, and which may run."""
