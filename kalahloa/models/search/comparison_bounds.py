"""How far a comparison of searchers goes."""

MAX_DEPTH = 8
"""The deepest comparison."""
DEFAULT_SECONDS = 60.0
"""A single search that takes longer is given up."""
MAX_SAMPLES = 200
"""Maximum number of positions from random play."""
DEFAULT_SEED = 1
"""Seed of random play."""
