"""How far the tests go that try many cases at random, or all of them."""

import os

FACTOR = int(os.environ.get("KALAHLOA_SWEEPS", "1"))
"""So many times as many cases are tried as in an ordinary run."""


def rounds(usual: int) -> int:
    """Return how many cases to try, where an ordinary run tries *usual* ones."""
    return usual * FACTOR
